"""What is measured, and how it is told."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence

import msgspec


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds."""

    median: float
    late: float
    """99 in 100 are quicker."""


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """Moves made for a while."""

    moves: int
    rate: float
    """Moves a second."""
    processor: float
    """Microseconds of the server's processor time a move."""
    busy: float
    """What part of the time the server had its core,"""
    waiting: float
    """and what part it waited for it while other programs had it, summed over its threads."""
    client_busy: float
    answer: Latency
    """From sending a move to knowing that it is made."""
    seen: Latency
    """From sending a move until all four have seen it."""
    update_bytes: float


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One server from its start to its end."""

    side: str
    tables: int
    table_memory: float
    """Kilobytes that an idle table with four connections adds."""
    paced: dict[str, Period]
    """By the moves a second that were asked for."""
    rushed: Period
    """Every table moves as soon as it can."""


class Idle(msgspec.Struct, frozen=True, kw_only=True):
    """Many connections at which nothing happens."""

    side: str
    connections: int
    memory: float
    """Megabytes of the whole server."""
    busy: float


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds from starting a server on a database with unfinished tables."""

    side: str
    tables: int
    events: int
    healthy: float
    greeted: float
    memory: float
    """Megabytes, a little later."""


class Aging(msgspec.Struct, frozen=True, kw_only=True):
    """The server's microseconds a move, after so many moves at each table."""

    side: str
    game: str
    after: tuple[int, ...]
    processor: tuple[float, ...]


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """What ``python -m benchmarks.server --json`` writes."""

    processor: str
    python: str
    node: str
    turns: tuple[Turn, ...]
    idle: tuple[Idle, ...]
    starts: tuple[Start, ...]
    agings: tuple[Aging, ...]

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self).decode(), indent=1) + "\n"


Rows = list[list[str]]


def spread(values: Iterable[float], form: str = ",.0f") -> str:
    """The median and the quartiles.

    >>> spread([1, 2, 3, 4, 5])
    '3 (2 – 4)'
    >>> spread([7])
    '7'
    """
    known = list(values)
    if len(known) < 3:
        return format(statistics.median(known), form)
    low, median, high = statistics.quantiles(known, n=4, method="inclusive")
    return f"{median:{form}} ({low:{form}} – {high:{form}})"


def sides(turns: Sequence[Turn]) -> dict[str, list[Turn]]:
    """In the order in which they first played."""
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        found.setdefault(turn.side, []).append(turn)
    return found


def rush_rows(results: Results) -> Rows:
    """Moves a second, and how many times as many as each of the others in the same round."""
    played = sides(results.turns)
    ours = next(iter(played.values()), [])
    return [
        [
            side,
            spread(turn.rushed.rate for turn in turns),
            "" if turns is ours else ratio(ours, turns),
            spread(turn.rushed.processor for turn in turns),
            spread((turn.table_memory for turn in turns), ".0f"),
            f"{statistics.median(turn.rushed.update_bytes for turn in turns):,.0f}",
            spread((100 * turn.rushed.waiting for turn in turns), ".0f"),
            spread((100 * turn.rushed.client_busy for turn in turns), ".0f"),
        ]
        for side, turns in played.items()
    ]


def ratio(ours: Sequence[Turn], theirs: Sequence[Turn]) -> str:
    return spread(
        (one.rushed.rate / other.rushed.rate for one, other in zip(ours, theirs, strict=True)), ".2f"
    )


def pace_rows(results: Results) -> Rows:
    return [
        [
            side,
            f"{int(asked):,}",
            spread(turn.paced[asked].rate for turn in turns),
            *(
                spread((getattr(getattr(turn.paced[asked], what), which) for turn in turns), ".1f")
                for what in ("answer", "seen")
                for which in ("median", "late")
            ),
            spread(turn.paced[asked].processor for turn in turns),
        ]
        for side, turns in sides(results.turns).items()
        for asked in turns[0].paced
    ]


RUSH_HEADING = [
    "server",
    "moves/s",
    "ours beside it",
    "processor a move, µs",
    "idle table, KB",
    "update, bytes",
    "waited for its core, %",
    "client's core, %",
]
PACE_HEADING = [
    "server",
    "asked, moves/s",
    "made",
    "answer, median ms",
    "99 % within",
    "all four, median ms",
    "99 % within",
    "processor a move, µs",
]
IDLE_HEADING = ["server", "idle connections", "memory of all, MB", "its core, %"]
START_HEADING = [
    "server",
    "unfinished tables",
    "moves in them",
    "healthy after, s",
    "first hello answered, s",
    "memory, MB",
]
AGING_HEADING = ["server", "game", "after so many moves: processor a move"]


def idle_rows(results: Results) -> Rows:
    return [
        [idle.side, f"{idle.connections:,}", f"{idle.memory:,.0f}", f"{100 * idle.busy:.1f}"]
        for idle in results.idle
    ]


def start_rows(results: Results) -> Rows:
    return [
        [
            side,
            f"{starts[0].tables:,}",
            f"{starts[0].events:,}",
            spread((start.healthy for start in starts), ".2f"),
            spread((start.greeted for start in starts), ".2f"),
            spread((start.memory for start in starts), ".0f"),
        ]
        for side in dict.fromkeys(start.side for start in results.starts)
        if (starts := [start for start in results.starts if start.side == side])
    ]


def aging_rows(results: Results) -> Rows:
    return [
        [
            aging.side,
            aging.game,
            "; ".join(
                f"{after:,}: {cost:,.0f} µs" for after, cost in zip(aging.after, aging.processor, strict=True)
            ),
        ]
        for aging in results.agings
    ]


def tables(results: Results) -> Iterator[tuple[str, list[str], Rows]]:
    """A name, a heading and rows for all that was measured."""
    yield "server-rush", RUSH_HEADING, rush_rows(results)
    yield "server-pace", PACE_HEADING, pace_rows(results)
    yield "server-idle", IDLE_HEADING, idle_rows(results)
    yield "server-start", START_HEADING, start_rows(results)
    yield "server-aging", AGING_HEADING, aging_rows(results)
