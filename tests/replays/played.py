"""Games that were played to their end, and how they come into a database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import msgspec
import sqlalchemy as sa

from muscade.core import Match, Record, RecordedEvent, game
from muscade.server.protocol import TableSettings
from muscade.server.rows import TABLES, EventRow, SeatRow, TableRow
from muscade.server.storage import Storage
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Step
from muscade.server.tokens import digest

GIVING_UP = ("stop", "concede")
RASH = ("doublon", "menteur")
PATIENT = 60
"""So many moves."""
NAMES = ("Ada", "Bea", "Cem", "Dan", "Eve", "Fay")


@cache
def played(name: str, seats: int | None = None, seed: int = 5, longest: int = 100_000) -> Record:
    """A game of people who move at random, as short as the game lets it be; an event a second."""
    chosen = game(name)
    count = seats or chosen.seats[min(1, len(chosen.seats) - 1)]
    options = {}
    if chosen.limit is not None:
        [limit] = [option for option in chosen.options(count) if option.name == chosen.limit]
        options[chosen.limit] = min(int(choice.value) for choice in limit.choices if choice.value)
    rng, at = Random(seed), 1_700_000_000_000

    def clock() -> int:
        nonlocal at
        at += 1000
        return at

    match = Match(chosen, count, seed=f"{seed:064x}", clock=clock, **options)
    while match.outcome is None and len(match.record.events) < longest:
        seat = rng.choice(match.state.turn())
        moves = match.state.moves(seat)
        # Nobody gives up who can go on, but after a while; nor does anybody challenge everything.
        rash = RASH if rng.random() < 0.9 else ()
        keen = [move for move in moves if move.notation not in (*GIVING_UP, *rash)]
        tired = (
            [move for move in moves if move.notation in GIVING_UP]
            if len(match.record.events) > PATIENT
            else []
        )
        match.play(seat, rng.choice(tired or keen or moves))
    return match.record


def resigned(record: Record, after: int) -> Record:
    """The first events of it, and then words: one gives up after another."""
    begun = list(record.events[:after])
    said = [
        RecordedEvent(0, "/pace fast", begun[-1].at),
        *(RecordedEvent(seat, "/resign", begun[-1].at) for seat in range(max(1, record.seats - 1))),
    ]
    return msgspec.structs.replace(record, events=[*begun, *said], seed=None)


async def set_version(storage: Storage, table_id: str, version: int) -> None:
    """As if the game had been played under another law."""
    change = sa.update(TABLES).where(TABLES.c.id == table_id).values(game_version=version)
    await storage._driver.write(Step(Statement(change), {}))


async def lay_down(
    storage: Storage,
    record: Record,
    table_id: str,
    *,
    over: bool = True,
    settings: TableSettings | None = None,
    names: Sequence[str] = NAMES,
) -> None:
    """Store it as a table of its own; the key of a seat is ``key <table> <seat>``."""
    at = record.events[-1].at if record.events else 1_700_000_000_000
    table = TableRow(
        id=table_id,
        game=record.game,
        game_version=record.version,
        options=record.options,
        # Its clock is that of whoever plays it again: nothing is to happen by itself.
        settings=settings or TableSettings(patience=0),
        seed=record.seed or "0" * 64,
        created_at=1_700_000_000_000,
        owner="somebody",
        due_at=None,
        keeper=None,
        epoch=1,
    )
    seats = [
        SeatRow(seat, "here", names[seat], None, digest(f"key {table_id} {seat}"), None, 1_700_000_000_000)
        for seat in range(record.seats)
    ]
    assert await storage.create(table, seats)
    events = [
        EventRow(version, event.seat, event.move, event.at, None)
        for version, event in enumerate(record.events, 1)
    ]
    await storage.append(table_id, events, due_at=None, ended_at=at if over else None)
