"""Writes that wait, what of them goes together, and how many rows are handed over as one."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from muscade.server.rows import ChatRow, EventRow, RoomChatRow, SeatRow, TableRow
from muscade.server.storage import statements as sql
from muscade.server.storage.appending import BETWEEN_NOTES
from muscade.server.storage.driver import Append, Rows, Step
from muscade.server.storage.errors import StorageError

Answer: TypeAlias = "list[Rows] | StorageError"


class Write(NamedTuple):
    """An append, or any other steps; and who waits for it."""

    asked: Append | tuple[Step, ...]
    answered: asyncio.Future[list[Rows]]


def answer_all(batch: Sequence[Write], answers: Sequence[Answer]) -> None:
    """Tell everybody what became of their write."""
    for write, answer in zip(batch, answers, strict=True):
        if not write.answered.done():  # whoever asked may have gone away
            if isinstance(answer, StorageError):
                write.answered.set_exception(answer)
            else:
                write.answered.set_result(answer)


def one_append_a_table(waiting: list[Write]) -> tuple[list[Write], list[Write]]:
    """What can be done together, and what is left: of two appends to a table the second may hang on the first."""
    tables: set[str] = set()
    batch, left = [], []
    for write in waiting:
        if isinstance(write.asked, Append):
            if write.asked.table_id in tables:
                left.append(write)
                continue
            tables.add(write.asked.table_id)
        batch.append(write)
    return batch, left


def encode(rows: object) -> str:
    """Rows as one parameter, see `muscade.server.storage.dialects.rows_of`."""
    return msgspec.json.encode(rows).decode()


LONGEST_PAYLOAD = 7999
"""Letters; PostgreSQL takes less than 8,000."""


def in_payloads(notes: Iterable[bytes | None]) -> Iterator[int]:
    """For each note the number of the payload that it goes with: as few as there can be in this order."""
    number = length = 0
    for note in notes:
        # In base 64, and something between two of them.
        own = 0 if note is None else 4 * -(-len(note) // 3) + 1
        if length + own > LONGEST_PAYLOAD + 1:
            number, length = number + 1, 0
        length += own
        yield number


def payloads(notes: Sequence[bytes]) -> list[str]:
    """The same in the form in which PostgreSQL tells them."""
    numbered = zip(in_payloads(notes), notes, strict=True)
    return [
        BETWEEN_NOTES.join(b64encode(note).decode() for _, note in some)
        for _, some in groupby(numbered, key=itemgetter(0))
    ]


def read_payload(payload: str) -> list[bytes]:
    """
    >>> [read_payload(payload) for payload in payloads([b"one", b"", b"two"])]
    [[b'one', b'', b'two']]
    """
    return [b64decode(note) for note in payload.split(BETWEEN_NOTES)]


def encode_asked(appends: Sequence[Append]) -> str:
    """What is asked of the tables themselves; a note travels as text."""
    payloads = in_payloads(append.note for append in appends)
    return encode(
        [
            (
                append.table_id,
                append.epoch,
                append.events[0].version - 1 if append.events else 0,
                append.due_at,
                append.ended_at,
                append.note,
                payload,
            )
            for append, payload in zip(appends, payloads, strict=True)
        ]
    )


def encode_events(appends: Sequence[Append]) -> str:
    return encode(
        [
            (append.table_id, event.version, event.seat, event.move, event.at, event.message_id)
            for append in appends
            for event in append.events
        ]
    )


Row = TypeVar("Row", bound=msgspec.Struct)

SEATS = msgspec.json.Decoder(tuple[SeatRow, ...])
EVENTS = msgspec.json.Decoder(tuple[EventRow, ...])
CHATS = msgspec.json.Decoder(tuple[ChatRow, ...])
ROOM_CHATS = msgspec.json.Decoder(tuple[RoomChatRow, ...])


def in_order(text: str, decoder: msgspec.json.Decoder[tuple[Row, ...]]) -> tuple[Row, ...]:
    """Rows that came as one text; each kind has its number as its first field."""
    rows = decoder.decode(text)
    return tuple(sorted(rows, key=attrgetter(rows[0].__struct_fields__[0]))) if rows else ()


def creating(table: TableRow, seats: Sequence[SeatRow], events: Sequence[EventRow] = ()) -> tuple[Step, ...]:
    """What makes a table and its seats, with what is in its log from the beginning."""
    values = msgspec.structs.asdict(table)
    values["options"] = encode(table.options)
    values["settings"] = encode(table.settings)
    values["origin"] = None if table.origin is None else encode(table.origin)
    rows = [(table.id, *msgspec.structs.astuple(seat)) for seat in seats]
    log = [(table.id, *msgspec.structs.astuple(event)) for event in events]
    return (
        Step(sql.INSERT_TABLE, values),
        Step(sql.INSERT_SEATS, {"rows": encode(rows)}),
        *((Step(sql.INSERT_EVENTS, {"rows": encode(log)}),) if log else ()),
    )
