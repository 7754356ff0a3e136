"""Tables, seats, events and words to store."""

from __future__ import annotations

import secrets
from typing import Any

from muscade.server.protocol import TableSettings
from muscade.server.rows import ChatRow, EventRow, SeatRow, TableRow
from muscade.server.storage import Storage

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
