"""The same tournament on Ray as in processes of our own, though one of its processes is lost on the way."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture

from muscade.arena import Played, Report, tournament
from muscade.arena import run as run_tournament

COMMAND = [sys.executable, "-m", "muscade.cli", "arena"]
DEADLY = Path(__file__).parent / "deadly.py"


def without_times(report: Report) -> list[Played]:
    return [msgspec.structs.replace(played, thinking=()) for played in report.games]


# Its parts give each other fifteen seconds to start, which a machine busy with other tests may not have.
@pytest.mark.torture
@pytest.mark.timeout(900)
def test_the_same_games_though_a_process_is_lost(tmp_path: Path) -> None:
    """In a process of its own: Ray leaves others behind for the system to end, and Python would complain of it here."""
    marker, kept = tmp_path / "done", tmp_path / "report.json"
    deadly = shlex.join([sys.executable, "-S", str(DEADLY), str(marker)])
    given = ["mono-line", "--bots", f"{deadly},random", "--games", "6", "--seed", "far", "--seconds", "60"]
    subprocess.run(
        [*COMMAND, *given, "--engine", "ray", "--jobs", "1", "--json", str(kept)],
        check=True,
        capture_output=True,
    )
    assert marker.exists()
    spread = Report.from_json(kept.read_bytes())
    assert spread.deals == 3
    here = run_tournament(tournament("mono-line", [deadly, "random"], games=6, seed="far", seconds=60))
    assert spread.tournament == here.tournament
    assert without_times(spread) == without_times(here)


def test_what_is_missing_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    arguments = ("arena", "mono-line", "--bots", "random", "--games", "1")
    done = run(*arguments, "--address", "auto")
    assert (done.returncode, "--engine ray" in done.stderr) == (2, True)
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run(*arguments, "--engine", "ray")
    assert (done.returncode, "muscade[ray]" in done.stderr) == (2, True)
