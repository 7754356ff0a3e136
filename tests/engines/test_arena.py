"""Engines in the arena: the examples play whole games, and those that do wrong spoil nobody's tournament."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path

import msgspec
import psutil
import pytest
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.engines.commands import in_c, in_javascript, in_python, rogue

from muscade.arena import ArenaError, Played, Report, play_game, tournament
from muscade.arena import run as run_tournament
from muscade.arena.playing import MOST_FAULTS
from muscade.bots.engines import process
from muscade.core import MuscadeError

PATIENT = 60.0


def without_times(report: Report) -> list[Played]:
    return [msgspec.structs.replace(played, thinking=()) for played in report.games]


def children() -> set[psutil.Process]:
    """Processes that this one has started and not waited for, but for the one that minds engines."""
    return {child for child in psutil.Process().children() if "minder.py" not in command_of(child)}


def command_of(process: psutil.Process) -> str:
    """Nothing for one that has ended and was not waited for."""
    with suppress(psutil.ZombieProcess):
        return " ".join(process.cmdline())
    return ""


def test_each_example_plays_whole_games_the_same_whatever_the_processes(tmp_path: Path) -> None:
    commands = [in_python(), in_javascript(), *filter(None, [in_c(tmp_path)])]
    before = children()
    planned = tournament("mono-line", [*commands, "random"], games=1, seconds=PATIENT)
    report = run_tournament(planned)
    assert {bot.bot for bot in report.tables[0].bots} == {*commands, "random"}
    assert all(bot.games == 6 for bot in report.tables[0].bots) or len(commands) == 2
    assert not any(played.faults for played in report.games)
    assert children() == before
    again = play_game(planned, deal=0, table=0, number=3)
    assert msgspec.structs.replace(again, thinking=()) == without_times(report)[3]


@pytest.mark.parametrize("game", ["pass-pass", "ptipasspass", "groups-of-three", "passe-eclair"])
def test_an_engine_plays_games_of_every_kind(game: str, tmp_path: Path) -> None:
    """Secrets, turns of several actions, and a race in ticks."""
    command = in_c(tmp_path) or in_python()
    options = {"max_turns": 40} if game == "groups-of-three" else {}
    planned = tournament(game, [command], seconds=PATIENT, games=1, options=[options])
    assert play_game(planned, 0, 0, 0).faults == ()


def test_a_move_is_drawn_for_whoever_does_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times in a game; then for good. The others have their game, and the same seed makes the same."""
    starts: list[str] = []
    start = process.EngineProcess._start

    def counted(self: process.EngineProcess) -> subprocess.Popen[bytes]:
        starts.append(self.engine.name)
        return start(self)

    monkeypatch.setattr(process.EngineProcess, "_start", counted)
    illegal, exits = rogue("illegal"), rogue("exits")
    planned = tournament("mono-line", [illegal, exits], games=2, seconds=PATIENT)
    starts.clear()
    report = run_tournament(planned)
    assert sorted(starts) == sorted([illegal] * 2 + [exits] * 2 * MOST_FAULTS)
    for played in report.games:
        kinds = [fault.kind for fault in played.faults]
        assert sorted(kinds) == ["exit"] * MOST_FAULTS + ["illegal"] * MOST_FAULTS
        assert all(played.bots[fault.seat] in (illegal, exits) for fault in played.faults)
        assert [fault.event for fault in played.faults] == sorted(fault.event for fault in played.faults)
    assert Report.from_json(report.to_json()) == report


def test_one_that_says_no_hello_plays_no_tournament() -> None:
    with pytest.raises(ArenaError, match="speaks another protocol: 99, and this is 1"):
        tournament("mono-line", [rogue("newer"), "random"], games=1)
    with pytest.raises(MuscadeError, match="no bot"):
        tournament("mono-line", ["no-such-program --flag", "random"], games=1)


def test_it_is_typed_and_told(run: Run, tmp_path: Path) -> None:  # noqa: F811
    logs = tmp_path / "logs"
    done = run(
        *("arena", "mono-line", "--bots", f"random,{rogue('exits')}", "--games", "1", "--jobs", "1"),
        *("--seconds", str(PATIENT), "--memory", "900", "--logs", str(logs)),
    )
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert "ended, 6 times; a move was drawn for it. The first time: deal 0, seat 1, event" in told
    assert "exit code 3 I have had enough" in told
    [log] = logs.iterdir()
    assert log.read_text(encoding="utf-8").count("I have had enough") == 6
