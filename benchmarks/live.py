"""What a table in memory costs the server: a move, what everybody is told of it, a record, and the table itself.

``python -m benchmarks.live`` prints processor time a move in microseconds, after some moves and after many more, and kilobytes
a table. Nothing here is stored or sent; `benchmarks.server` measures the whole way.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import muscade
from muscade.core import NATURE
from muscade.kernels import prepare
from muscade.server.live import LiveGame
from muscade.server.protocol import TableSettings
from muscade.server.rows import EventRow, SeatRow, StoredTable, TableRow
from muscade.server.telling import TimeTold

BEGUN = 1_800_000_000_000


class Long(NamedTuple):
    """A game, and after how many events to look at it."""

    game: str
    seats: int
    lengths: tuple[int, ...]
    mistakes: float = 0.0
    """How often players make a move that the law punishes."""


GAMES = (
    Long("pass-pass", 4, (10, 80)),
    Long("ptipasspass", 4, (20, 1000)),
    Long("passe-eclair", 4, (20, 200)),
    Long("passe-eclair", 4, (20, 12000), mistakes=0.9),
    Long("over-pass", 2, (20, 600)),
    Long("groups-of-three", 2, (20, 400)),
    Long("mono-line", 2, (10, 40)),
    Long("full-house", 1, (5, 20)),
)
TABLES = 40
"""So many tables are measured together, since one move is over too soon."""
MOVES = 6


def stored(game: str, seats: int, number: int, events: tuple[EventRow, ...] = ()) -> StoredTable:
    """A table as the database would tell it."""
    found = muscade.game(game)
    row = TableRow(
        f"table-{number:018}",
        game,
        found.version,
        found.new(seats).options,
        TableSettings(),
        f"seed {number}",
        BEGUN,
    )
    people = tuple(
        SeatRow(seat, "here", f"Player {seat + 1}", None, f"{number:058}{seat:06}", None, BEGUN)
        for seat in range(seats)
    )
    return StoredTable(row, people, events, ())


def moved(live: LiveGame, rng: Random, mistakes: float) -> tuple[int, str] | None:
    """Somebody's move, in notation; None when the game is over."""
    ready = [seat for seat, offer in enumerate(live.offers) if offer.moves]
    if not ready:
        return None
    seat = rng.choice(ready)
    wrong = live.state.mistakes(seat) if rng.random() < mistakes else ()
    return seat, rng.choice(wrong or live.offers[seat].moves).notation


def tell(live: LiveGame, since: int) -> int:
    """Everybody is told what has happened since a version."""
    told = sum(
        len(message)
        for look in range(len(live.seats))
        for message in live.messages(look, since, TimeTold(BEGUN))
    )
    live.all_told()
    return told


def grown(case: Long, number: int, length: int, told: bool = True) -> LiveGame:
    """A table after so many events, whose people have followed it."""
    rng = Random(f"{case} {number}")
    live = LiveGame(stored(case.game, case.seats, number))
    live.settle(BEGUN)
    step = 0
    while live.version < length and (move := moved(live, rng, case.mistakes)):
        step += 1
        before = live.version
        live.play(*move, BEGUN + live.version, f"message-{number}-{step}-0123456789", range(case.seats))
        if told:
            tell(live, before)
    return live


def spent(case: Long, length: int) -> dict[str, float]:
    """Microseconds of processor time a move, by what they were spent on."""
    rng = Random(length)
    looks = range(case.seats)
    times = {"apply": 0.0, "tell": 0.0, "bytes": 0.0}
    count = 0
    tables = max(2, min(TABLES, 8000 // length))
    for number in range(tables):
        live = grown(case, number, length)
        for _ in range(MOVES * TABLES // tables):
            if (move := moved(live, rng, case.mistakes)) is None:
                break
            version = live.version
            begun = time.process_time()
            live.check(move[0], version, move[1])
            live.answered(move[0], f"{count:020}", move[1])
            live.play(*move, BEGUN + version, f"{count:020}", looks)
            played = time.process_time()
            size = tell(live, version)
            times["apply"] += played - begun
            times["tell"] += time.process_time() - played
            times["bytes"] += size / 1e6
            count += 1
    return {name: 1e6 * value / max(count, 1) for name, value in times.items()}


def clocked(work: Callable[[], Any]) -> float:
    """Milliseconds of processor time."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def record_cost(case: Long, length: int) -> tuple[int, float, float]:
    """Events, milliseconds for a redacted record as bytes, milliseconds to build the table again from its log."""
    live = grown(case, 0, length, told=False)
    recorded = live.record(0).whole().events
    events = tuple(
        EventRow(place, event.seat, move.notation, event.at, None if event.seat == NATURE else f"{place:020}")
        for place, (event, (_, move)) in enumerate(zip(recorded, live.state.history, strict=True), 1)
    )
    again = stored(case.game, case.seats, 0, events)
    rebuilt = clocked(lambda: LiveGame(again))
    record = clocked(lambda: b"".join(live.record(0).parts()))
    return len(events), record, rebuilt


def kilobytes(case: Long, length: int, tables: int = 200) -> float:
    """What a table holds in memory, beyond what all tables share."""
    kept = [grown(case, number, length) for number in range(3)]
    gc.collect()
    tracemalloc.start()
    kept += [grown(case, number, length) for number in range(3, 3 + tables)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / tables / 1024


def report() -> Iterator[str]:
    """The figures, line by line."""
    for case in GAMES:
        prepare(muscade.game(case.game))
        grown(case, 0, case.lengths[0])
        for length in case.lengths:
            found = spent(case, length)
            told = "  ".join(f"{name} {value:7.1f}" for name, value in found.items())
            yield f"{case.game:16} {case.seats} seats after {length:5}: {told}   (µs, bytes)"
        events, record, rebuilt = record_cost(case, case.lengths[-1])
        yield f"{'':16} {events} events: record {record:.2f} ms, built again in {rebuilt:.2f} ms"
        if case.lengths[-1] <= 1000:
            sizes = ", ".join(
                f"{kilobytes(case, length, 50):.1f} KB after {length}" for length in case.lengths
            )
            yield f"{'':16} {sizes}"


if __name__ == "__main__":
    for line in report():
        print(line, flush=True)
