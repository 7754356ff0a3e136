"""The same on Ray as in processes of our own: tournaments, though one of its processes is lost on the way, and batches."""

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


HOUSE = Path(__file__).parents[2]

ON_RAY = """
import sys
import numpy as np
from muscade.arena import run, tournament
from muscade.arena.clusters import connected
from muscade.core import IllegalMove
from muscade.envs import Cluster, batch
from ray._private.node import Node

# What a cluster has for people to look at takes longer to start than all else, and nobody looks.
for part in ("start_api_server", "start_monitor", "start_log_monitor"):
    setattr(Node, part, lambda self, **more: None)

def rolled(**more):
    games = batch("pass-pass", 3, 5, opponents="easy", **more)
    told = [np.copy(part) for part in games.reset(seeds=3)]
    rng = np.random.default_rng(1)
    for _ in range(12):
        shown = games.step(games.any_actions(rng))
        told += [np.copy(part) for part in shown]
    try:
        games.step(shown.masks.argmin(axis=1))
    except IllegalMove as error:
        told.append(str(error))
    games.close()
    return told

with connected(None, 1):
    planned = tournament("mono-line", ["random", "random"], games=4, seed="far")
    sys.stdout.write(run(planned, engine="ray").to_json())
    here, there = rolled(), rolled(cluster=Cluster(jobs=1))
    assert len(here) == len(there) == 66, (len(here), len(there))
    for one, other in zip(here, there):
        assert np.array_equal(one, other), (one, other)
"""


def test_the_same_games_on_ray() -> None:
    """In a process of its own: Ray leaves others behind for the system to end, and Python would complain of it here."""
    done = subprocess.run(
        [sys.executable, "-c", ON_RAY], capture_output=True, text=True, cwd=HOUSE, check=False
    )
    assert done.returncode == 0, done.stderr
    spread = Report.from_json(done.stdout)
    here = run_tournament(tournament("mono-line", ["random", "random"], games=4, seed="far"))
    assert spread.tournament == here.tournament
    assert without_times(spread) == without_times(here)


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
