"""Tables, seats, events and words to store."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec.structs import replace

from muscade.ratings import Played
from muscade.server.analysis.rows import AnalysisRow, VariationRow
from muscade.server.moderation.rows import AnnouncementRow, BanKind, BanRow, OperatorActionRow, ReportRow
from muscade.server.protocol import TableSettings
from muscade.server.push.rows import PushRow
from muscade.server.ratings.law import RatedGame, RatedSeat
from muscade.server.rooms.state import Member, Place, RoomState
from muscade.server.rows import (
    ChatRow,
    DeviceRow,
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
from muscade.server.times import DAY

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


def person(name: str = "ada", **changes: Any) -> PersonRow:
    return replace(PersonRow(name, name.title(), "ring", None, None, BEGUN, BEGUN), **changes)


def of_device(name: str = "ada", **changes: Any) -> PersonRow:
    """The same, as they are found by a device that was just made."""
    return person(name, device_seen_at=BEGUN, **changes)


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


def report(**changes: Any) -> ReportRow:
    values: dict[str, Any] = {
        "id": "report",
        "at": BEGUN,
        "by_id": "ada",
        "by_name": "Ada",
        "person_id": "bea",
        "name": "Bea",
        "room_id": "room",
        "reason": "« ça » \U0001f0a1",
        "words": "[]",
    }
    return ReportRow(**values | changes)


def ban(kind: BanKind = "person", target: str = "bea", **changes: Any) -> BanRow:
    values: dict[str, Any] = {
        "id": f"ban of {target}",
        "kind": kind,
        "target": target,
        "name": "Bea",
        "reason": "no manners",
        "created_at": BEGUN,
        "until": None,
    }
    return BanRow(**values | changes)


def announcement(**changes: Any) -> AnnouncementRow:
    values: dict[str, Any] = {"id": "news", "en": "hello", "fr": "ça va", "created_at": BEGUN}
    return AnnouncementRow(**values | {"until": BEGUN + 100} | changes)


def operator_action(name: str = "action", **changes: Any) -> OperatorActionRow:
    values: dict[str, Any] = {
        "id": name,
        "at": BEGUN,
        "deed": "ban",
        "about": "bea",
        "name": "Bea",
        "note": "",
    }
    return OperatorActionRow(**values | changes)


async def fill_moderation(storage: Storage) -> None:
    """Between two people who are there."""
    await storage.moderation.ignore("ada", "bea", "block", BEGUN)
    await storage.moderation.arrive("bea", "somewhere", BEGUN)
    assert await storage.moderation.report(report())
    await storage.moderation.ban([ban()], operator_action())
    await storage.moderation.announce(announcement(), operator_action("another"))


async def fill_room(storage: Storage) -> None:
    """A room with two people, a game, a word and a result."""
    await people(storage, "ada", "bea")
    assert await storage.rooms.create(room())
    begun = table("table of room", room_id="room"), seats("table of room")
    changed = room(table_id="table of room", state=room_state(playing=True, table="table of room"))
    await storage.rooms.update(changed, Beside(joined=["bea"], table=begun, results=[result("bea")]))
    await storage.rooms.say("room", room_words(1, "« ça »"))


def push(name: str = "ada") -> PushRow:
    return PushRow(f"device of {name}", f"https://push.example.org/{name}", "point", "secret", "fr", BEGUN)


def rated_game(
    number: int = 1, winner: str = "ada", loser: str | None = "bea", level: str | None = None
) -> RatedGame:
    """One of two, that ended so many days after the first."""
    seats = RatedSeat(0, winner, None, Played(0, 1)), RatedSeat(1, loser, level, Played(1, 2))
    return RatedGame(f"table {number}", "a-game", number * DAY, seats)


async def fill_people(storage: Storage) -> None:
    """Ada, who was a guest, and Bea are friends; both are known, and can be reached."""
    await people(storage, "guest")
    await storage.accounts.merge("guest", DeviceRow("device of guest", "ada", BEGUN), [], [], [], None)
    await storage.accounts.sign_out("ada", ["device of guest"], (), (), None)
    await storage.friends.set_link("ada", "link of ada", BEGUN)
    await storage.friends.befriend("ada", "bea", BEGUN)
    for name in ("ada", "bea"):
        await storage.pushes.put(push(name))


def study(table_id: str) -> tuple[AnalysisRow, VariationRow]:
    """What was found out about a game, and what else was tried in it."""
    moves = '[{"seat":0,"move":"P1 é"}]'
    return (
        AnalysisRow(table_id, 2, 1, BEGUN, '{"é": "🂡"}'),
        VariationRow("variation", table_id, None, 3, "a name", moves, "ada", "Ada", BEGUN),
    )
