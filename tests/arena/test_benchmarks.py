"""What the benchmarks make of what they measure. What they measure is not tested: machines differ."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest
from benchmarks import designers, lengths, limit, pictures, strength, tables
from benchmarks.apart import Apart
from benchmarks.contestants import MOVES_A_CALL, kernel_random_games, object_random_games
from benchmarks.growth import Growing, Growth, Imagined, Imagining, measure_growth, measure_imagining
from benchmarks.legal_moves import Listing
from benchmarks.side_by_side import Pace, Ratio, Slices, runner
from benchmarks.strength import Contest, Standing, play_on
from benchmarks.suite import ENTRIES, Machine, Results, steps
from benchmarks.trees import KERNEL, OBJECT, Tree

import muscade
from muscade.arena.statistics import Winnings
from muscade.cli import main
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games


def test_a_ratio_is_taken_slice_by_slice() -> None:
    ticks = count()

    def clock() -> float:
        return float(next(ticks))

    slices = Slices(
        {"us": runner(lambda: 6, clock), "them": runner(lambda: 2, clock)}, Pace(slices=3, seconds=4.0)
    )
    ratio = slices.ratio("object", ("us", "ours"), ("them", "peer"), aim=2)
    # The clock moves on by one at each look: four pieces of work in four seconds.
    assert (ratio.ours_rate, ratio.peer_rate) == (6.0, 2.0)
    assert (ratio.low, ratio.ratio, ratio.high) == (3.0, 3.0, 3.0)


def test_every_contestant_works_once_in_every_slice_in_any_order() -> None:
    worked: list[str] = []

    def works(name: str) -> float:
        worked.append(name)
        return 1.0

    Slices({name: lambda _, name=name: works(name) for name in "abc"}, Pace(slices=8))
    slices = ["".join(worked[place : place + 3]) for place in range(0, 24, 3)]
    assert all(sorted(one) == ["a", "b", "c"] for one in slices)
    assert len(set(slices)) > 1


def test_a_slice_is_taken_again_if_others_were_at_work() -> None:
    """They are during the first two tries, and when there is no patience left, that must do."""
    told = iter((1.0, 2.0, 3.0, 4.0, 5.0))
    slept = iter((0.0, 60.0, 60.0, 120.0, 120.0, 120.0))
    patient = Slices({"a": lambda _: next(told)}, Pace(slices=1, patience=60), lambda: next(slept))
    assert patient.rates == {"a": [3.0]}
    slept = iter((0.0, 60.0))
    assert Slices({"a": lambda _: next(told)}, Pace(slices=1), lambda: next(slept)).rates == {"a": [4.0]}


def test_contestants_play() -> None:
    assert object_random_games("pass-pass", 3)() == MOVES_A_CALL
    assert object_random_games("ptipasspass", 3, max_turns=100)() == MOVES_A_CALL
    assert object_random_games("passe-eclair", 2)() == MOVES_A_CALL
    assert kernel_random_games("pass-pass", 3)() > 50


def test_what_is_played_apart_are_the_games_of_a_batch_in_parts() -> None:
    with Apart(2, 60, "full-house", 1, {}) as apart:
        moves = apart()
    half = random_games(kernel_of(muscade.game("full-house"), 1, {}), 1, 30).moves.sum()
    assert moves == 2 * half
    assert apart.worked > 0


def test_the_hand_written_limit_plays_the_games_of_the_kernel() -> None:
    """Without a compiler, the kernel is held to what the C++ has played elsewhere."""
    ours = limit.games_of_the_kernel(limit.CHECKED_SEED, limit.CHECKED_GAMES)
    assert limit.digest(ours) == limit.CHECKED_DIGEST
    if limit.compiler():
        limit.check()
        theirs = limit.games_in_cpp(limit.CHECKED_SEED, limit.CHECKED_GAMES)
        assert limit.digest(theirs) == limit.CHECKED_DIGEST


def test_different_games_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = limit.games_of_the_kernel(limit.CHECKED_SEED, limit.CHECKED_GAMES)
    other = limit.Played(played.moves.copy(), played.rewards)
    other.moves[7] += 1
    monkeypatch.setattr(limit, "games_in_cpp", lambda seed, number: other)
    with pytest.raises(limit.NotTheSameGames, match="game 7 of seed 1"):
        limit.check()


def test_a_game_is_measured_as_it_grows_long() -> None:
    growing = Growing("ptipasspass", 3, (10, 60), imagines=True, bot="easy")
    growths = list(measure_growth(growing, slices=2))
    assert [growth.deed for growth in growths] == ["choice", "move", "update", "view", "seen", "imagine"]
    for growth in growths:
        assert growth.lengths == (10, 60)
        assert all(milliseconds > 0 for milliseconds in growth.milliseconds)


def test_a_game_may_end_while_it_is_measured() -> None:
    """Nobody makes many more moves than seven in this puzzle."""
    growths = list(measure_growth(Growing("twisted-jumps", 1, (1, 7)), slices=3))
    assert [growth.deed for growth in growths] == ["move", "update", "view", "seen"]


def test_imagining_is_measured_all_over_a_game() -> None:
    for imagined in (Imagined("pass-pass", 3), Imagined("passe-eclair", 2, mistakes=0.05)):
        [imagining] = measure_imagining(imagined, quick=True)
        assert imagining.views == 10
        assert 0 < imagining.median <= imagining.late <= imagining.worst


def test_another_source_tree_runs_its_own_library(tmp_path: Path) -> None:
    """One that has no games at all cannot play any; this one can, in both ways. What is compiled here is not compiled again."""
    for path, way in ((None, KERNEL), (Path(muscade.__file__).parents[2], OBJECT)):
        with closing(Tree(path)) as tree:
            assert tree.runner(way, "full-house", 1, {})(0.0) > 0
    library = tmp_path / "src" / "muscade"
    library.mkdir(parents=True)
    (library / "__init__.py").write_text("raise SystemExit('somebody else')")
    with closing(Tree(tmp_path)) as other, pytest.raises(RuntimeError, match="another tree has ended"):
        other.runner(OBJECT, "mono-line", 2, {})
    with pytest.raises(FileNotFoundError, match="not a source tree"):
        Tree(tmp_path / "nowhere")


def test_every_game_is_measured() -> None:
    assert {entry.game for entry in ENTRIES} == set(muscade.game_names())
    several = {name for name in muscade.game_names() if max(muscade.game(name).seats) > 1}
    assert {entry.game for entry in ENTRIES if entry.peer} == several == set(strength.USUAL_SEATS)
    for kind in ("ladder", "fairness"):
        assert {contest.game for contest in strength.contests() if contest.kind == kind} == several
    keys = [contest.key for contest in strength.contests()]
    assert len(set(keys)) == len(keys)
    assert len(list(steps(quick=True))) == len(list(steps()))
    root = Path(muscade.__file__).parents[2]
    against = [step for step in steps(against=root) if " against " in step.name]
    assert len(against) == len(ENTRIES)


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


def test_what_was_found_of_an_earlier_version_is_played_anew(contest: Contest) -> None:
    version = muscade.game("mono-line").version
    now = Standing(contest=contest, version=version, games=1000)
    before = Standing(contest=contest, version=version - 1, games=1000)
    assert now.enough
    assert not before.enough
    assert strength.begun({contest.key: now}, contest) is now
    assert strength.begun({contest.key: before}, contest) == Standing(contest=contest, version=version)
    assert strength.begun({}, contest) == Standing(contest=contest, version=version)


def test_the_page_is_written_from_the_figures(contest: Contest, tmp_path: Path) -> None:
    page = tables.PAGE.read_text(encoding="utf-8")
    groups = tables.RATIOS
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
        (
            Growth(
                game="over-pass",
                seats=2,
                deed="view",
                lengths=(100, 2500),
                milliseconds=(0.5, 6.0),
                ratio=12,
                low=11,
                high=13,
            ),
        ),
        (Imagining(game="passe-eclair", seats=4, mistakes=0.3, views=400, median=6, late=18, worst=20),),
    )
    assert msgspec.json.decode(results.to_json(), type=Results) == results
    ladder = play_on(Standing(contest=contest), games=2, jobs=1)
    fair = Contest(kind="fairness", game="over-pass", seats=2, bots=("normal", "normal"), aim=0.5)
    half = Winnings.of([0.5] * 10, 1)
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
        *("machine", "listings", "growth", "imagining", "ladder", "expert", "fairness"),
    }
    for part in (
        "our kernel | peer, lean chance | 2,000,000",
        "a processor",
        "Mono-Line | 1 | normal | random | 2",
        "black and ",
        "Over-Pass, 2 players | view | 100: 0.5 ms; 2,500: 6 ms | 12 | 11 – 13",
        "Passe Éclair, 4 players, 30 % mistakes | 400 | 6 ms | 18 ms | 20 ms",
    ):
        assert part in written
    assert tables.filled(written, sections) == written
    with pytest.raises(ValueError, match="no place for the section"):
        tables.filled("nothing", sections)
    for draw, drawn in (
        (pictures.draw, results),
        (pictures.draw_gains, results),
        (pictures.draw_strength, standings),
    ):
        path = tmp_path / f"{draw.__name__}.svg"
        draw(drawn, path)
        assert "<svg" in path.read_text(encoding="utf-8")


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
    version = muscade.game("mono-line").version
    assert usual.startswith(f"| Mono-Line, 2 players | {version} | 4 |")
    assert swapped.startswith(f"| Mono-Line, 2 players, swap=True | {version} | 4 |")
    assert "normal: " in usual
    assert "fair 50 %" in usual


def test_designers_play_only_what_is_not_known_of_the_game_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "designers.json"
    questions = [designers.Question("mono-line", ("random", "random"), ({"pieces": 20},))]
    designers.answer_all(questions, path, deals=1, jobs=1)
    [answer] = designers.read(path)
    assert answer.version == muscade.game("mono-line").version
    designers.answer_all(questions, path, deals=2, jobs=1)
    assert designers.read(path) == [answer], "it is known"
    designers.write(path, [msgspec.structs.replace(answer, version=0)])
    designers.answer_all(questions, path, deals=2, jobs=1)
    assert [table.games for table in designers.read(path)[0].tables] == [2], "it was of an earlier law"


def test_designers_ask_about_every_game_for_several() -> None:
    assert {question.game for question in designers.QUESTIONS} == set(strength.USUAL_SEATS)
    for question in designers.QUESTIONS:
        assert len(question.bots) in muscade.game(question.game).seats


def test_games_for_several_say_how_long_they_take() -> None:
    for name in muscade.game_names():
        game = muscade.game(name)
        known = {seats: game.minutes(seats) in lengths.STEPS for seats in game.seats if seats > 1}
        assert known == dict.fromkeys(known, True), name
    length = lengths.measure(muscade.game("mono-line"), 2, games=1)
    assert (length.games, length.moves) == (1, 80), "each places twenty, and says that it stays"
