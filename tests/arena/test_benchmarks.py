"""What the benchmarks make of what they measure. What they measure is not tested: machines differ."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import msgspec
import pytest
from benchmarks import designers, pictures, strength, tables
from benchmarks.contestants import muscade_random_games, muscade_random_ticks
from benchmarks.legal_moves import Listing
from benchmarks.side_by_side import Pace, Ratio, compare
from benchmarks.strength import Contest, Standing, play_on
from benchmarks.suite import KERNELS, Machine, Results, steps

import muscade
from muscade.arena.statistics import Tally
from muscade.cli import main


def test_a_ratio_is_taken_slice_by_slice() -> None:
    ticks = count()

    def clock() -> float:
        return float(next(ticks))

    ratio = compare(
        "object", ("ours", lambda: 6), ("peer", lambda: 2), Pace(slices=3, seconds=4.0), clock=clock, aim=2
    )
    # The clock moves on by one at each look: three pieces of work in four seconds.
    assert (ratio.ours_rate, ratio.peer_rate) == (4.5, 1.5)
    assert (ratio.low, ratio.ratio, ratio.high) == (3.0, 3.0, 3.0)


def test_contestants_play_whole_games() -> None:
    assert muscade_random_games("pass-pass", 3)() > 50
    assert muscade_random_games("ptipasspass", 3, max_turns=100)() > 50
    assert muscade_random_ticks("passe-eclair", 2)() > 50


def test_every_game_for_several_has_contests() -> None:
    several = {name for name in muscade.game_names() if max(muscade.game(name).seats) > 1}
    assert {name for name, *_ in KERNELS} == several == set(strength.USUAL_SEATS)
    for kind in ("ladder", "fairness"):
        assert {contest.game for contest in strength.contests() if contest.kind == kind} == several
    keys = [contest.key for contest in strength.contests()]
    assert len(set(keys)) == len(keys)
    assert len(list(steps(quick=True))) == len(list(steps()))


@pytest.fixture
def contest() -> Contest:
    return Contest(kind="ladder", game="mono-line", seats=2, bots=("normal", "random"), aim=0.5)


def test_a_measurement_goes_on_where_it_was(contest: Contest, tmp_path: Path) -> None:
    once = play_on(Standing(contest=contest), games=4, jobs=1)
    path = tmp_path / "strength.json"
    strength.write(path, {contest.key: once})
    twice = play_on(strength.read(path)[contest.key], games=2, jobs=1)
    assert (once.games, twice.games) == (4, 6)
    assert (once.deals, twice.deals) == (2, 3)
    assert sum(tally.won for tally in twice.by_seat) == 6
    assert twice.thinking["normal"].choices > once.thinking["normal"].choices > 0
    assert not twice.enough


def test_the_page_is_written_from_the_figures(contest: Contest, tmp_path: Path) -> None:
    page = tables.PAGE.read_text(encoding="utf-8")
    groups = ("object", "kernel", "cores", "search")
    results = Results(
        Machine("a processor", 2, "3.11", "0.61", "1.5"),
        tuple(
            Ratio(
                group=group,
                ours=f"our {group}",
                peer="peer, lean chance",
                unit="moves",
                ours_rate=2e6,
                peer_rate=1e4,
                ratio=200.0,
                low=190.0,
                high=210.0,
                aim=100,
            )
            for group in groups
        ),
        (Listing(game="mono-line", seats=2, median=0.1, late=1.0, mean_moves=9.5, most_moves=93),),
    )
    assert msgspec.json.decode(results.to_json(), type=Results) == results
    ladder = play_on(Standing(contest=contest), games=2, jobs=1)
    fair = Contest(kind="fairness", game="over-pass", seats=2, bots=("normal", "normal"), aim=0.5)
    half = Tally.of([0.5] * 10, 1)
    standings = [
        ladder,
        Standing(
            contest=fair, games=10, won=half, by_seat=(half, half), first=half, thinking=ladder.thinking
        ),
    ]
    sections = dict(tables.speed_sections(results)) | dict(tables.strength_sections(standings))
    written = tables.filled(page, sections)
    assert set(sections) == {
        *groups,
        *("machine", "listings", "ladder", "expert", "fairness"),
    }
    for part in (
        "our kernel | peer, lean chance | 2,000,000",
        "a processor",
        "Mono-Line | normal | random | 2",
        "black and ",
    ):
        assert part in written
    assert tables.filled(written, sections) == written
    with pytest.raises(ValueError, match="no place for the section"):
        tables.filled("nothing", sections)
    for name, draw in {"speed": pictures.draw, "strength": pictures.draw_strength}.items():
        draw(results if name == "speed" else standings, tmp_path / f"{name}.svg")
        assert "<svg" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")


def test_bench_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(sys, "argv", ["muscade", "bench", "--quick"])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    assert "OpenSpiel, which is not installed" in capsys.readouterr().err


def test_designers_get_every_set_of_options_on_the_same_deals() -> None:
    question = designers.Question("mono-line", ("normal", "random"), ({}, {"swap": True}))
    answer = designers.answered(question, deals=2, jobs=1)
    assert [report.games for report in answer.tables] == [4, 4]
    assert [report.options["swap"] for report in answer.tables] == [False, True]
    heading, _, usual, swapped = tables.designers_section([answer]).splitlines()
    assert "ended by" in heading
    assert usual.startswith("| Mono-Line, 2 players | 4 |")
    assert swapped.startswith("| Mono-Line, 2 players, swap=True | 4 |")
    assert "normal: " in usual
    assert "fair 50 %" in usual


def test_designers_ask_about_every_game_for_several() -> None:
    assert {question.game for question in designers.QUESTIONS} == set(strength.USUAL_SEATS)
    for question in designers.QUESTIONS:
        assert len(question.bots) in muscade.game(question.game).seats
