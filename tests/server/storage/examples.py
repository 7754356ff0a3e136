"""Tables, seats, events and words to store."""

from __future__ import annotations

import secrets
from typing import Any

from muscade.server.protocol import TableSettings
from muscade.server.rooms.state import Member, Place, RoomState
from muscade.server.rows import (
    ChatRow,
    EventRow,
    PersonRow,
    ResultRow,
    RoomChatRow,
    RoomRow,
    SeatRow,
    TableRow,
)
from muscade.server.storage import Storage
from muscade.server.storage.rooms import Beside

BEGUN = 1_800_000_000_000


def table(table_id: str = "table", **changes: Any) -> TableRow:
    values: dict[str, Any] = {
        "id": table_id,
        "game": "pass-pass",
        "game_version": 1,
        "options": {"leader": 0, "teams": "2x2", "late": False},
        "settings": TableSettings(chat="phrases", patience=30, pace=0),
        "seed": secrets.token_hex(16),
        "created_at": BEGUN,
    }
    return TableRow(**values | changes)


def seats(table_id: str = "table") -> list[SeatRow]:
    """Somebody here, a bot, and one who is invited."""
    return [
        SeatRow(0, "here", 'Ada "the first" Été 🂡', None, f"key 0 of {table_id}", None, BEGUN),
        SeatRow(1, "bot", "Muscade", "greedy", None, None, BEGUN),
        SeatRow(2, "invited", None, None, None, f"invitation to {table_id}", None),
    ]


def event(version: int, move: str = "pass B7", message_id: str | None = None, seat: int = 0) -> EventRow:
    return EventRow(version, seat, move, BEGUN + version, message_id)


def words(number: int, text: str = "hello", message_id: str | None = None) -> ChatRow:
    return ChatRow(number, 0, None, text, BEGUN + number, message_id or f"message {number}")


async def created(storage: Storage, *table_ids: str, **changes: Any) -> None:
    for table_id in table_ids or ("table",):
        assert await storage.create(table(table_id, **changes), seats(table_id))


async def append(storage: Storage, table_id: str = "table", *versions: int, **more: Any) -> None:
    """Events of these versions; nothing happens by itself, unless told otherwise."""
    times = {"due_at": None, "ended_at": None} | more
    await storage.append(table_id, [event(version) for version in versions], **times)


async def versions(storage: Storage, table_id: str = "table") -> list[int]:
    return [event.version for event in await storage.events_since(table_id, 0)]


def person(name: str = "ada") -> PersonRow:
    return PersonRow(name, name.title(), "ring", None, None, BEGUN, BEGUN)


def room_state(**changes: Any) -> RoomState:
    values: dict[str, Any] = {
        "game": "pass-pass",
        "options": {"teams": "2x2"},
        "settings": TableSettings(pace=0),
        "level": "greedy",
        "host": "ada",
        "owner": "somebody",
        "places": (Place(person="ada"), Place(level="greedy"), Place()),
        "members": (Member("ada", 'Ada "Été" 🂡', "ring"),),
    }
    return RoomState(**values | changes)


def room(room_id: str = "room", **changes: Any) -> RoomRow:
    values: dict[str, Any] = {
        "id": room_id,
        "code": room_id.upper(),
        "state": room_state(),
        "version": 1,
        "listed_at": BEGUN,
        "wish": None,
        "table_id": None,
        "created_at": BEGUN,
        "used_at": BEGUN,
    }
    return RoomRow(**values | changes)


def room_words(number: int, text: str = "hello", **changes: Any) -> RoomChatRow:
    values: dict[str, Any] = {
        "number": number,
        "person_id": "ada",
        "name": "Ada",
        "hidden_in": None,
        "game": None,
        "phrase": None,
        "words": text,
        "at": BEGUN + number,
        "message_id": f"message {number}",
    }
    return RoomChatRow(**values | changes)


def result(who: str = "ada", **changes: Any) -> ResultRow:
    values: dict[str, Any] = {
        "table_id": "table of room",
        "seat": 0,
        "person_id": who,
        "game": "pass-pass",
        "seats": 3,
        "outcome": "won",
        "ended_at": BEGUN + 9,
    }
    return ResultRow(**values | changes)


async def people(storage: Storage, *names: str) -> None:
    for name in names:
        assert await storage.people.make(person(name), f"device of {name}")


async def fill_room(storage: Storage) -> None:
    """A room with two people, a game, a word and a result."""
    await people(storage, "ada", "bea")
    assert await storage.rooms.create(room())
    begun = table("table of room", room_id="room"), seats("table of room")
    changed = room(table_id="table of room", state=room_state(playing=True, table="table of room"))
    await storage.rooms.update(changed, Beside(joined=["bea"], table=begun, results=[result("bea")]))
    await storage.rooms.say("room", room_words(1, "« ça »"))
