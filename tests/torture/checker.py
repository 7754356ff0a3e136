"""Afterwards: no acknowledged move lost, none applied twice, nothing on the wire that its reader may not know.

Everything is worked out anew from the rows of the database and the laws of the games, by none of the server's code.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import asyncpg
import msgspec
from tests.torture.ledger import Ledger

import muscade
from muscade.core import NATURE, State
from muscade.core.chance import SeedStream


class StoredEvent(NamedTuple):
    version: int
    seat: int
    move: str
    message_id: str | None


class Stored(NamedTuple):
    """A table as the database has it."""

    game: str
    options: dict[str, Any]
    seed: str
    seats: int
    events: list[StoredEvent]


@dataclass(frozen=True)
class Checked:
    """How much was compared, so that a test can see that it was not nothing."""

    moves: int
    events: int
    frames: int


TABLES = "select id, game, options, seed, (select count(*) from seats where table_id = tables.id) as seats from tables"
EVENTS = "select table_id, version, seat, move, message_id from events order by table_id, version"


async def read_database(database: str) -> dict[str, Stored]:
    if "://" in database:
        connection = await asyncpg.connect(database)
        try:
            tables, events = await connection.fetch(TABLES), await connection.fetch(EVENTS)
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(database)) as opened:
            [(sound,)] = opened.execute("pragma integrity_check")
            assert sound == "ok"
            tables, events = opened.execute(TABLES).fetchall(), opened.execute(EVENTS).fetchall()
    found = {
        table_id: Stored(game, json.loads(options), seed, seats, [])
        for table_id, game, options, seed, seats in tables
    }
    for table_id, *event in events:
        found[table_id].events.append(StoredEvent(*event))
    return found


async def check(ledger: Ledger, database: str) -> Checked:
    """Raise at the first thing that is not as it must be."""
    assert not ledger.faults, ledger.faults[:5]
    stored = await read_database(database)
    check_acknowledged(ledger, stored)
    events = frames = 0
    for table_id in {table for table, _ in ledger.updates}:
        frames += check_frames(ledger, table_id, stored[table_id])
        events += len(stored[table_id].events)
    return Checked(len(ledger.acknowledged), events, frames)


def check_acknowledged(ledger: Ledger, stored: dict[str, Stored]) -> None:
    counted: Counter[tuple[str, int, str]] = Counter()
    by_id: dict[tuple[str, int, str], StoredEvent] = {}
    for table_id, table in stored.items():
        versions = [event.version for event in table.events]
        assert versions == list(range(1, len(versions) + 1)), f"{table_id} has gaps: {versions}"
        for event in table.events:
            if event.message_id is not None:
                key = (table_id, event.seat, event.message_id)
                counted[key] += 1
                by_id[key] = event
    twice = [key for key, times in counted.items() if times > 1]
    assert not twice, f"applied twice: {twice[:5]}"
    for told in ledger.acknowledged:
        event = by_id.get((told.table, told.seat, told.message_id))
        assert event is not None, f"acknowledged and lost: {told}"
        assert (event.version, event.move) == (told.version, told.move), f"{told} is stored as {event}"


def check_frames(ledger: Ledger, table_id: str, stored: Stored) -> int:
    """Every update is, to the letter, what the law shows that seat of the stored log at that version."""
    wanted = {
        (look, update["version"])
        for (table, look), updates in ledger.updates.items()
        if table == table_id
        for update in updates
    }
    truth: dict[tuple[int | None, int], tuple[Any, list[Any], set[str]]] = {}
    over = False
    for version, state in enumerate(states(stored)):
        over = state.outcome() is not None
        for look in {look for look, at in wanted if at == version}:
            view = state.view(look)
            shown = json.loads(msgspec.json.encode(msgspec.structs.replace(view, history=())))
            history = [(seen.seat, seen.move, list(seen.shown)) for seen in view.history]
            offered = set() if look is None else {move.notation for move in state.moves(look)}
            truth[look, version] = shown, history, offered
    frames = 0
    for (table, look), updates in ledger.updates.items():
        for update in updates if table == table_id else ():
            shown, history, offered = truth[look, update["version"]]
            assert update["view"] == shown, f"seat {look} of {table_id} at {update['version']}"
            for event in update["events"]:
                told = (event["seat"], event["move"], event["shown"])
                assert told == history[event["version"] - 1], f"seat {look} of {table_id}: {event}"
            assert set(update["moves"]) <= offered
            frames += 1
    frames += check_other_frames(ledger, table_id, stored, over=over)
    return frames


def check_other_frames(ledger: Ledger, table_id: str, stored: Stored, *, over: bool) -> int:
    secrets = ledger.secrets[table_id]
    for frame in ledger.others.get(table_id, ()):
        assert over or stored.seed not in frame, "the seed is told before the end"
        assert not [secret for secret in secrets if secret in frame], "a key is told"
    return len(ledger.others.get(table_id, ()))


def states(stored: Stored) -> Iterator[State]:
    """The whole truth after each event, from version 0 on; chance has only done what the seed makes it do."""
    game = muscade.game(stored.game)
    state = game.new(stored.seats, **stored.options)
    yield state
    for place, event in enumerate(stored.events):
        if event.seat == NATURE:
            drawn = game.draw(state, SeedStream(stored.seed, place)).notation
            assert drawn == event.move, f"chance was to draw {drawn}, not {event.move}"
        state.play(event.seat, game.parse(event.move))
        yield state
