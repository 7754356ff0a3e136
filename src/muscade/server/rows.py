"""The database's tables and their rows. How they came to be is in migrations/."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from muscade.core import Options, Origin, Seat
from muscade.server.protocol import TableSettings
from muscade.server.rooms.state import RoomState

METADATA = sa.MetaData()
# Some indexes are only of the rows in which there is a value. The migrations say of which; saying it here would load
# SQLAlchemy's part for each kind of database.


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
    sa.Column("room_id", sa.String(64)),
    # 1: its people agreed that it counts, and all of them sit there still.
    sa.Column("rated", sa.Integer, nullable=False, server_default="0"),
    # The game whose deal it has, where somebody plays that again.
    sa.Column("deal_of", sa.String(64)),
    # Of a table that goes on from another game: which, and how much of the log is from there; as JSON.
    sa.Column("origin", sa.Text),
    sa.Index("tables_unfinished", "ended_at"),
    sa.Index("tables_due", "due_at", "id"),
    sa.Index("tables_owner", "owner"),
    sa.Index("tables_keeper", "keeper"),
    sa.Index("tables_room", "room_id"),
    sa.Index("tables_rated", "rated"),
    sa.Index("tables_deal_of", "deal_of"),
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
    sa.Column("person_id", sa.String(64)),
    # What whoever sat there first has added to the deal.
    sa.Column("number", sa.String(64)),
    sa.Index("seats_person", "person_id"),
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

REPLAYS = sa.Table(
    "replays",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    # A finished game as it was shown: first the outline, then the frames (`muscade.replays.keeping`), compressed, in base 64.
    sa.Column("piece", sa.Integer, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
)

SERVERS = sa.Table(
    "servers",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    # Grows as long as the server lives; nobody's clock is compared with another's.
    sa.Column("beat", sa.BigInteger, nullable=False),
)

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("portrait", sa.String(32), nullable=False),
    # Of those who have one: what their name has in common with all that look like it.
    sa.Column("account", sa.String(64), unique=True),
    sa.Column("password", sa.Text),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)

DEVICES = sa.Table(
    "devices",
    METADATA,
    sa.Column("key_digest", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    # Which browser of which system, as it calls itself; only of devices with an account.
    sa.Column("label", sa.String(64)),
    sa.Column("seen_at", sa.BigInteger),
    sa.Index("devices_person", "person_id"),
)

FORMER_PEOPLE = sa.Table(
    "former_people",
    METADATA,
    # Whoever was somebody else before they signed in is known by that as well: a ban holds, a link leads to them.
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    sa.Index("former_people_person", "person_id"),
)

FRIENDS = sa.Table(
    "friends",
    METADATA,
    # A row for each of the two.
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("friend_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Index("friends_friend", "friend_id"),
)

FRIEND_LINKS = sa.Table(
    "friend_links",
    METADATA,
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("link_digest", sa.String(64), nullable=False, unique=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)

ROOMS = sa.Table(
    "rooms",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("state", sa.JSON, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    # When it was last known that somebody is there, as long as the lobby may show it.
    sa.Column("listed_at", sa.BigInteger),
    # What those want to play who wait in it to be paired, as a digest.
    sa.Column("wish", sa.String(64)),
    # The game that is on, until the room has heard of its end.
    sa.Column("table_id", sa.String(64)),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("used_at", sa.BigInteger, nullable=False),
    sa.Column("closed_at", sa.BigInteger),
    sa.Index("rooms_listed_at", "listed_at"),
    sa.Index("rooms_wish", "wish"),
    sa.Index("rooms_table_id", "table_id"),
    sa.Index("rooms_used", "used_at"),
)

ROOM_PEOPLE = sa.Table(
    "room_people",
    METADATA,
    sa.Column("room_id", sa.String(64), sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Index("room_people_person", "person_id"),
)

ROOM_CHATS = sa.Table(
    "room_chats",
    METADATA,
    sa.Column("room_id", sa.String(64), sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    # The game whose players may not read it while that game is on.
    sa.Column("hidden_in", sa.Integer),
    # Whose phrase it is: rooms go from game to game.
    sa.Column("game", sa.String(64)),
    sa.Column("phrase", sa.Integer),
    sa.Column("words", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.String(64), nullable=False),
    # 1: the name is that of an account.
    sa.Column("account", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("room_id", "person_id", "message_id", name="room_chats_once"),
    sa.Index("room_chats_person", "person_id"),
)

RESULTS = sa.Table(
    "results",
    METADATA,
    # Stays when the table itself is cleaned away.
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Column("ended_at", sa.BigInteger, nullable=False),
    # From 1 on; nobody noted it of the first games.
    sa.Column("place", sa.Integer),
    sa.Index("results_person", "person_id", "ended_at"),
    sa.Index("results_game", "person_id", "game", "ended_at"),
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
    person_id: str | None = None
    number: str | None = None
    """What was added to the deal when the seat was taken."""


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
    room_id: str | None = None
    rated: int = 0
    deal_of: str | None = None
    origin: Origin | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """All that is known about a table, of its chat the end; everything else follows from it."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    events: tuple[EventRow, ...]
    chats: tuple[ChatRow, ...]


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody who is known here."""

    id: str
    name: str
    portrait: str
    account: str | None
    password: str | None
    created_at: int
    seen_at: int
    former: tuple[str, ...] = ()
    """Whom they were known as before they signed in."""
    device_seen_at: int | None = None
    """Of the device that they were found by."""


class DeviceRow(msgspec.Struct, frozen=True):
    """A browser of somebody's."""

    key_digest: str
    person_id: str
    created_at: int
    label: str | None = None
    seen_at: int | None = None


class RoomRow(msgspec.Struct, frozen=True):
    """A room; most of it is its state."""

    id: str
    code: str
    state: RoomState
    version: int
    listed_at: int | None
    wish: str | None
    table_id: str | None
    created_at: int
    used_at: int
    closed_at: int | None = None


class RoomChatRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What somebody said in a room: a quick phrase of a game, or words of one's own; neither, if they are deleted."""

    number: int
    person_id: str
    name: str
    hidden_in: int | None
    game: str | None
    phrase: int | None
    words: str | None
    at: int
    message_id: str
    account: int = 0


class ResultRow(msgspec.Struct, frozen=True):
    """How a game ended for somebody."""

    table_id: str
    seat: Seat
    person_id: str
    game: str
    seats: int
    outcome: Literal["won", "drawn", "lost"]
    ended_at: int
    place: int | None = None


class StoredRoom(msgspec.Struct, frozen=True):
    """A room, whether the game is over that it believes is on, and the last words."""

    row: RoomRow
    table_ended: bool
    chats: tuple[RoomChatRow, ...]
