"""Every contest, and the machine it was held on."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

import muscade

from . import legal_moves
from .contestants import (
    draw_as_documented,
    draw_lean,
    kernel_random_games,
    muscade_random_games,
    muscade_random_ticks,
    open_spiel_random_games,
)
from .searching import muscade_searches, open_spiel_searches
from .side_by_side import Contestant, Pace, Ratio, compare

QUICK = Pace(slices=3, seconds=0.05)
DRAWS = {"chance as documented": draw_as_documented, "lean chance": draw_lean}
LIMITED: dict[str, Any] = {"max_turns": 200}
"""Random players may never finish these; OpenSpiel's peers have limits of their own."""
CUPS: dict[str, Any] = {"max_turns": 100}

Rivals: TypeAlias = tuple[str, int, dict[str, Any], str, float]
"""A game of ours with seats and options, its peer, and the ratio we aim at."""

OBJECT_API: tuple[tuple[Callable[..., Contestant], Rivals], ...] = (
    (muscade_random_games, ("pass-pass", 4, {}, "hearts", 1)),
    (muscade_random_games, ("ptipasspass", 4, CUPS, "liars_dice", 1)),
    (muscade_random_ticks, ("passe-eclair", 4, {}, "crazy_eights", 1)),
)
KERNELS: tuple[Rivals, ...] = (
    ("pass-pass", 4, {}, "hearts", 100),
    ("ptipasspass", 4, CUPS, "liars_dice", 100),
    ("passe-eclair", 4, {}, "crazy_eights", 50),
    ("mono-line", 2, {}, "havannah", 20),
    ("groups-of-three", 2, LIMITED, "backgammon", 20),
    ("over-pass", 2, LIMITED, "backgammon", 5),
)
SEARCH = ("pass-pass", 4, "hearts")
SEARCH_AIM = 5
CORES = 2
MORE_CORES_AIM = 1.8


class Machine(msgspec.Struct, frozen=True):
    """Where the figures come from."""

    processor: str
    cores: int
    python: str
    numba: str
    open_spiel: str


class Results(msgspec.Struct, frozen=True):
    """What ``muscade bench --json`` writes."""

    machine: Machine
    ratios: tuple[Ratio, ...]
    listings: tuple[legal_moves.Listing, ...]

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self).decode(), indent=1) + "\n"


Step: TypeAlias = tuple[str, Callable[[], Ratio | legal_moves.Listing]]


def steps(*, quick: bool = False) -> Iterator[Step]:
    """Every measurement by name, to be made in this order."""
    pace = QUICK if quick else Pace()
    for contestant, (name, seats, options, peer, aim) in OBJECT_API:
        for draw in DRAWS:
            yield (
                f"{name} beside {peer}",
                partial(_beside, "object", contestant, (name, seats, options, peer, aim), draw, pace),
            )
    for name, seats, options, peer, aim in KERNELS:
        for draw in DRAWS if peer != "havannah" else ("no chance",):
            yield (
                f"kernel of {name} beside {peer}",
                partial(
                    _beside, "kernel", kernel_random_games, (name, seats, options, peer, aim), draw, pace
                ),
            )
    for name, seats, options, _, _ in KERNELS:
        yield f"{name} on {CORES} cores", partial(_more_cores, name, seats, options, pace)
    yield "search", partial(_search, pace)
    for name, seats in legal_moves.GAMES:
        positions = 200 if quick else legal_moves.POSITIONS
        yield f"legal moves of {name}", partial(legal_moves.measure, name, seats, positions)


def results(measured: list[Ratio | legal_moves.Listing]) -> Results:
    """All that was measured, with the machine's name on it."""
    return Results(
        machine(),
        tuple(one for one in measured if isinstance(one, Ratio)),
        tuple(one for one in measured if isinstance(one, legal_moves.Listing)),
    )


def machine() -> Machine:
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        python=platform.python_version(),
        numba=version("numba"),
        open_spiel=version("open_spiel"),
    )


def _processor() -> str:
    """As the system calls it: Linux tells in a file, others through Python."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _title(name: str, seats: int, options: dict[str, Any]) -> str:
    limit = f", at most {options['max_turns']} turns" if "max_turns" in options else ""
    return f"{muscade.game(name).title.en}, {seats} players{limit}"


def _beside(
    group: str, contestant: Callable[..., Contestant], rivals: Rivals, draw: str, pace: Pace
) -> Ratio:
    name, seats, options, peer, aim = rivals
    return compare(
        group,
        (_title(name, seats, options), contestant(name, seats, **options)),
        (f"{peer}, {draw}", open_spiel_random_games(peer, DRAWS.get(draw, draw_lean))),
        pace,
        aim=aim,
    )


def _more_cores(name: str, seats: int, options: dict[str, Any], pace: Pace) -> Ratio:
    """By the clock on the wall: processor time would not know the difference."""
    title = _title(name, seats, options)
    return compare(
        "cores",
        (f"{title}, {CORES} cores", kernel_random_games(name, seats, CORES, **options)),
        ("one core", kernel_random_games(name, seats, 1, **options)),
        pace,
        clock=time.perf_counter,
        aim=MORE_CORES_AIM,
    )


def _search(pace: Pace) -> Ratio:
    name, seats, peer = SEARCH
    return compare(
        "search",
        (_title(name, seats, {}), muscade_searches(name, seats)),
        (f"{peer}, ISMCTSBot with random games", open_spiel_searches(peer)),
        pace,
        unit="simulations",
        aim=SEARCH_AIM,
    )
