"""Every contest, and the machine it was held on."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

import muscade

from . import growth, legal_moves, limit
from .apart import Apart
from .contestants import (
    LONG_BATCH_SECONDS,
    batch_size,
    batches_of,
    cpp_random_games,
    draw_as_documented,
    draw_lean,
    kernel_random_games,
    object_random_games,
    open_spiel_random_games,
)
from .growth import Growth, Imagining
from .searching import muscade_searches, open_spiel_searches
from .side_by_side import Contestant, Pace, Ratio, Slices, runner, worked_elsewhere
from .trees import KERNEL, OBJECT, Tree

QUICK = Pace(slices=3, seconds=0.01)
DRAWS = {"chance as documented": draw_as_documented, "lean chance": draw_lean}
LIMITED: dict[str, Any] = {"max_turns": 200}
"""Random players may never finish these; OpenSpiel's peers have limits of their own."""
CUPS: dict[str, Any] = {"max_turns": 100}


class Entry(NamedTuple):
    """A game of ours with seats and options, its peer in OpenSpiel, and the ratios we aim at."""

    game: str
    seats: int
    options: dict[str, Any]
    peer: str | None = None
    object_aim: float | None = None
    kernel_aim: float | None = None
    object_gain: float = 1
    """Beside what it was before, and the same for the kernel."""
    kernel_gain: float = 1

    @property
    def title(self) -> str:
        game = muscade.game(self.game).title.en
        players = "1 player" if self.seats == 1 else f"{self.seats} players"
        turns = f", at most {self.options['max_turns']} turns" if "max_turns" in self.options else ""
        return f"{game}, {players}{turns}"


BOARD_GAIN = 2.5
ENTRIES = (
    Entry("pass-pass", 4, {}, "hearts", 1, 100),
    Entry("ptipasspass", 4, CUPS, "liars_dice", 1, 100),
    Entry("passe-eclair", 4, {}, "crazy_eights", 1, 50),
    Entry("mono-line", 2, {"pieces": "unlimited"}, "havannah", None, 20, BOARD_GAIN),
    Entry("groups-of-three", 2, LIMITED, "backgammon", None, 20, BOARD_GAIN),
    Entry("over-pass", 2, LIMITED, "backgammon", None, 5, BOARD_GAIN, 2),
    Entry("full-house", 1, {}, object_gain=BOARD_GAIN),
    Entry("twisted-jumps", 1, {}, object_gain=BOARD_GAIN),
    Entry("over-pass-spiral", 1, {}, object_gain=BOARD_GAIN),
)
WITHOUT_CHANCE = ("havannah",)
SEARCH = Entry("pass-pass", 4, {}, "hearts")
SEARCH_AIM = 10
LIMIT_AIM = 0.5
CORES = 2
CORES_PACE = Pace(slices=15, patience=60.0)
"""Batches for several cores are long ones, and by the clock on the wall whatever else the machine does counts too."""
MORE_CORES_AIM = 1.8


class Machine(msgspec.Struct, frozen=True):
    """Where the figures come from."""

    processor: str
    cores: int
    python: str
    numba: str
    open_spiel: str
    """Empty where it is not installed."""


class Results(msgspec.Struct, frozen=True):
    """What ``muscade bench --json`` writes."""

    machine: Machine
    ratios: tuple[Ratio, ...]
    listings: tuple[legal_moves.Listing, ...]
    growths: tuple[Growth, ...] = ()
    imaginings: tuple[Imagining, ...] = ()

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self).decode(), indent=1) + "\n"


Figure: TypeAlias = Ratio | legal_moves.Listing | Growth | Imagining


class Step(NamedTuple):
    """A measurement that can be made by itself."""

    name: str
    measure: Callable[[], Iterable[Figure]]
    open_spiel: bool = False
    """Does it take place beside OpenSpiel?"""


def steps(*, quick: bool = False, against: Path | None = None) -> Iterator[Step]:
    """Every measurement, to be made in this order; ``against`` another source tree as well, if there is one."""
    pace = QUICK if quick else Pace()
    for entry in ENTRIES:
        yield Step(f"games of {entry.game}", partial(_games, entry, pace), entry.peer is not None)
    for entry in ENTRIES:
        yield Step(
            f"{entry.game} on {CORES} cores", partial(_more_cores, entry, QUICK if quick else CORES_PACE)
        )
    yield Step("search", partial(_search, pace), open_spiel=True)
    for name, seats in legal_moves.GAMES:
        positions = 200 if quick else legal_moves.POSITIONS
        yield Step(f"legal moves of {name}", partial(_listing, name, seats, positions))
    for growing in growth.GROWING:
        slices = pace.slices if quick else growth.SLICES
        yield Step(f"growth of {growing.game}", partial(growth.measure_growth, growing, slices))
    for imagined in growth.IMAGINED:
        measure = partial(growth.measure_imagining, imagined, quick=quick)
        yield Step(f"imagination of {imagined.game}", measure)
    if against:
        now, before = Tree(None), Tree(against)
        for entry in ENTRIES:
            yield Step(f"{entry.game} against {before.label}", partial(_against, entry, now, before, pace))


def results(measured: list[Figure]) -> Results:
    """All that was measured, with the machine's name on it."""
    return Results(
        machine(),
        tuple(one for one in measured if isinstance(one, Ratio)),
        tuple(one for one in measured if isinstance(one, legal_moves.Listing)),
        tuple(one for one in measured if isinstance(one, Growth)),
        tuple(one for one in measured if isinstance(one, Imagining)),
    )


def machine() -> Machine:
    try:
        open_spiel = version("open_spiel")
    except PackageNotFoundError:
        open_spiel = ""
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        python=platform.python_version(),
        numba=version("numba"),
        open_spiel=open_spiel,
    )


def _processor() -> str:
    """As the system calls it: Linux tells in a file, others through Python."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _games(entry: Entry, pace: Pace) -> Iterator[Ratio]:
    """Both ways to play a game, its peer, and where there is one, the limit."""
    name, seats, options = entry.game, entry.seats, entry.options
    draws = ("no chance",) if entry.peer in WITHOUT_CHANCE else tuple(DRAWS)
    runners = {
        "object": runner(object_random_games(name, seats, **options)),
        "kernel": runner(kernel_random_games(name, seats, **options)),
    }
    if entry.peer:
        for draw in draws:
            runners[draw] = runner(open_spiel_random_games(entry.peer, DRAWS.get(draw, draw_lean)))
    limited = (name, seats) == (limit.GAME, limit.SEATS) and limit.compiler() is not None
    if limited:
        runners["limit"] = runner(cpp_random_games())
    slices = Slices(runners, pace)
    for way, aim in (("object", entry.object_aim), ("kernel", entry.kernel_aim)):
        for draw in draws if entry.peer else ():
            yield slices.ratio(way, (way, entry.title), (draw, f"{entry.peer}, {draw}"), aim=aim)
    yield slices.ratio("ways", ("kernel", entry.title), ("object", "object API"))
    if limited:
        yield slices.ratio("limit", ("kernel", entry.title), ("limit", "C++ by hand"), aim=LIMIT_AIM)


def _more_cores(entry: Entry, pace: Pace) -> Iterator[Ratio]:
    """By the clock on the wall, undisturbed: processor time would not know the difference. Beside one core, and beside as many
    processes that share nothing: that is all that this machine can do at the time."""
    set_up = entry.game, entry.seats, entry.options
    games = batch_size(LONG_BATCH_SECONDS, *set_up)
    with Apart(CORES, games, *set_up) as apart:
        contestants: dict[str, Contestant] = {
            "1": batches_of(games, 1, *set_up),
            "threads": batches_of(games, CORES, *set_up),
            "apart": apart,
        }
        runners = {name: runner(contestant, time.perf_counter) for name, contestant in contestants.items()}
        slices = Slices(runners, pace, lambda: worked_elsewhere() - apart.worked)
    ours = "threads", f"{entry.title}, {CORES} cores"
    yield slices.ratio("cores", ours, ("1", "one core"), aim=MORE_CORES_AIM)
    yield slices.ratio("cores-limit", ours, ("apart", f"{CORES} processes that share nothing"), aim=1)


def _search(pace: Pace) -> Iterator[Ratio]:
    assert SEARCH.peer is not None
    runners = {
        "ours": runner(muscade_searches(SEARCH.game, SEARCH.seats)),
        "peer": runner(open_spiel_searches(SEARCH.peer)),
    }
    yield Slices(runners, pace).ratio(
        "search",
        ("ours", SEARCH.title),
        ("peer", f"{SEARCH.peer}, ISMCTSBot with random games"),
        unit="simulations",
        aim=SEARCH_AIM,
    )


def _listing(name: str, seats: int, positions: int) -> Iterator[legal_moves.Listing]:
    yield legal_moves.measure(name, seats, positions)


def _against(entry: Entry, now: Tree, before: Tree, pace: Pace) -> Iterator[Ratio]:
    """Both ways to play a game, in this source tree and in another."""
    for way, aim in ((KERNEL, entry.kernel_gain), (OBJECT, entry.object_gain)):
        runners = {
            tree.label: tree.runner(way, entry.game, entry.seats, entry.options) for tree in (now, before)
        }
        yield Slices(runners, pace).ratio(
            f"{way}-gain", (now.label, entry.title), (before.label, before.label), aim=aim
        )
