"""The database's tables and their rows. How they came to be is in migrations/."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from muscade.core import Options, Seat
from muscade.server.protocol import TableSettings

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("game_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    # Follow from the log; kept so that servers find the games in which something is to happen by itself.
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("due_at", sa.BigInteger),
    # Who made it, as a digest: for limits and fairness.
    sa.Column("owner", sa.String(64), nullable=False),
    # The server that runs the table's bots and clock, and how many have done so.
    sa.Column("keeper", sa.String(64)),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Index("tables_unfinished", "ended_at"),
    # Of those with a time, as the migration says; here that would load SQLAlchemy's part for each kind of database.
    sa.Index("tables_due", "due_at", "id"),
    sa.Index("tables_owner", "owner"),
    sa.Index("tables_keeper", "keeper"),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("name", sa.String(64)),
    sa.Column("level", sa.String(64)),
    sa.Column("key_digest", sa.String(64)),
    sa.Column("invite_digest", sa.String(64), unique=True),
    sa.Column("taken_at", sa.BigInteger),
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    # Bots, chance and the clock send no messages.
    sa.Column("message_id", sa.String(64)),
    sa.UniqueConstraint("table_id", "seat", "message_id", name="events_once"),
)

CHATS = sa.Table(
    "chats",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("phrase", sa.Integer),
    sa.Column("words", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.String(64), nullable=False),
    sa.UniqueConstraint("table_id", "seat", "message_id", name="chats_once"),
)

SERVERS = sa.Table(
    "servers",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    # Grows as long as the server lives; nobody's clock is compared with another's.
    sa.Column("beat", sa.BigInteger, nullable=False),
)

META = sa.Table(
    "meta",
    METADATA,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


class SeatRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat; ``taken_at`` is None as long as nobody has accepted its invitation."""

    seat: Seat
    kind: Literal["here", "invited", "bot"]
    name: str | None
    level: str | None
    key_digest: str | None
    invite_digest: str | None
    taken_at: int | None


class EventRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One entry of the log; the first has version 1."""

    version: int
    seat: Seat
    move: str
    at: int
    message_id: str | None


class ChatRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A quick phrase of the game, or words of one's own."""

    number: int
    seat: Seat
    phrase: int | None
    words: str | None
    at: int
    message_id: str


class TableRow(msgspec.Struct, frozen=True):
    """A table itself. From ``due_at`` on it changes with time: the first two follow from the log."""

    id: str
    game: str
    game_version: int
    options: Options
    settings: TableSettings
    seed: str
    created_at: int
    owner: str = ""
    due_at: int | None = None
    ended_at: int | None = None
    keeper: str | None = None
    epoch: int = 0


class StoredTable(msgspec.Struct, frozen=True):
    """All that is known about a table, of its chat the end; everything else follows from it."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    events: tuple[EventRow, ...]
    chats: tuple[ChatRow, ...]
