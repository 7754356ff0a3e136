"""The messages between server and client: the one definition, from which the client's types are made.

HTTP carries what happens before one sits down (catalogue, creating and joining tables, records); a WebSocket
carries the game. docs/protocol.md tells the story; this module is its vocabulary.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core import EndedBy, Option, Options, Seat, Text, View
from muscade.server.table_settings import Pace
from muscade.server.table_settings import TableSettings as TableSettings  # noqa: PLC0414 - for all who read messages

MAX_MESSAGE_BYTES = 4096
"""No honest message of a client is longer."""

NAME_LENGTH = 24
SAYS_LENGTH = 280

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
MessageId = Annotated[str, Meta(min_length=8, max_length=64)]
Nonce = Annotated[int, Meta(ge=0, lt=2**53)]
Secret = Annotated[str, Meta(min_length=16, max_length=64)]
RequestId = Annotated[str, Meta(min_length=16, max_length=64)]
"""Made up by the client, unguessable: whoever knows it gets the same answer, keys and all."""
Says = Annotated[str, Meta(min_length=1, max_length=SAYS_LENGTH)]

# ---------------------------------------------------------------- HTTP: before one sits down


class SeatCount(msgspec.Struct, frozen=True):
    """One number of players, with what a table of that size can choose."""

    seats: int
    options: tuple[Option, ...]


class Level(msgspec.Struct, frozen=True):
    """A bot one can invite."""

    name: str
    title: Text


class GameInfo(msgspec.Struct, frozen=True):
    """GET /api/games: one entry a game."""

    name: str
    title: Text
    tagline: Text
    counts: tuple[SeatCount, ...]
    levels: tuple[Level, ...]
    phrases: tuple[Text, ...]
    """Quick phrases of the game's chat (PP-24)."""
    rules: str
    """The page of its rules; empty where it has none."""


class Here(msgspec.Struct, frozen=True, tag="here", tag_field="kind", forbid_unknown_fields=True):
    """A person at the screen that creates the table; several of them make a hot-seat table."""

    name: Name


class Invited(msgspec.Struct, frozen=True, tag="invited", tag_field="kind", forbid_unknown_fields=True):
    """A seat kept free for whoever gets its link."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot", tag_field="kind", forbid_unknown_fields=True):
    """A seat for a bot of a level."""

    level: str


SeatRequest: TypeAlias = Here | Invited | BotSeat


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables."""

    game: str
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=12)]
    options: Options = {}
    settings: TableSettings = TableSettings()
    id: RequestId | None = None
    """Asked again with the same id, the same table is meant, and the answer is the same."""


class SeatKey(msgspec.Struct, frozen=True):
    """What lets a client act for a seat. Keep it; show it to nobody."""

    seat: Seat
    key: str


class Invitation(msgspec.Struct, frozen=True):
    """What lets one person take a free seat, once: the client's address is ``/join#<invite>``."""

    seat: Seat
    invite: str


class TableCreated(msgspec.Struct, frozen=True):
    table: str
    """Unguessable; the address to watch is ``/table/<table>``."""
    keys: tuple[SeatKey, ...]
    invitations: tuple[Invitation, ...]


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/join."""

    invite: Secret
    name: Name
    id: RequestId | None = None
    """Asked again with the same id, the answer is the same."""


class ReplaceKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/key, with the key of a seat: another one for the same seat; the old one is void."""

    id: RequestId | None = None
    """Asked again with the same id and the old key, the answer is the same."""


class Joined(msgspec.Struct, frozen=True):
    table: str
    game: str
    key: SeatKey


class AskInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/invitations: an invitation is a secret, and addresses are written down in many places."""

    invite: Secret


class InvitationInfo(msgspec.Struct, frozen=True):
    """The answer to AskInvitation: what one is invited to."""

    table: str
    game: str
    seat: Seat
    taken: bool
    people: tuple[SeatInfo, ...]


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP error, and what WebSocket errors carry: a stable code, and a sentence."""

    code: str
    text: Text
    retry_after: int | None = None
    """Seconds until it may be worth asking again, where waiting helps."""


# ---------------------------------------------------------------- WebSocket /ws/<table>: from the client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message: which seats one holds, which one looks through, and the last version one saw."""

    keys: Annotated[tuple[Secret, ...], Meta(max_length=12)] = ()
    look: Seat | None = None
    since: Annotated[int, Meta(ge=0)] = 0
    name: Name | None = None
    """What a spectator is called."""


class Look(ClientMessage, frozen=True, tag="look"):
    """Look through another of one's own seats, or (None) as a spectator: the curtain of a hot-seat table; or through a seat
    whose hand one is shown."""

    seat: Seat | None


class MakeMove(ClientMessage, frozen=True, tag="move"):
    """A move, on the table as it was at ``version``, or a word of the table: ``/resign``, ``/draw``, ``/agree``, ``/decline``.
    Sending it again with the same id is harmless."""

    id: MessageId
    seat: Seat
    move: Annotated[str, Meta(min_length=1, max_length=400)]
    version: Annotated[int, Meta(ge=0)]


class SayPhrase(ClientMessage, frozen=True, tag="phrase"):
    """One of the game's quick phrases, by its place in the catalogue."""

    id: MessageId
    seat: Seat
    phrase: Annotated[int, Meta(ge=0, le=63)]


class SayText(ClientMessage, frozen=True, tag="say"):
    id: MessageId
    seat: Seat
    text: Says


class SetPace(ClientMessage, frozen=True, tag="pace"):
    """Bots are to move more slowly or quickly from now on; for everybody."""

    id: MessageId
    seat: Seat
    pace: Pace


class Skip(ClientMessage, frozen=True, tag="skip"):
    """Bots are to move at once until it is one's own turn."""

    id: MessageId
    seat: Seat


class Show(ClientMessage, frozen=True, tag="show"):
    """Let a spectator see all that one of one's own seats sees, a teacher say; or, without ``yes``, no longer."""

    id: MessageId
    seat: Seat
    watcher: Annotated[str, Meta(max_length=64)]
    yes: bool


class Echo(ClientMessage, frozen=True, tag="echo"):
    """The answer to a probe, at once: so the server knows how long the way is."""

    nonce: Nonce


class Ping(ClientMessage, frozen=True, tag="ping"):
    nonce: Nonce


FromClient: TypeAlias = Hello | Look | MakeMove | SetPace | Skip | Show | SayPhrase | SayText | Echo | Ping

# ---------------------------------------------------------------- WebSocket: from the server


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where. ``name`` is None for a seat nobody has taken yet."""

    seat: Seat
    kind: Literal["here", "invited", "bot"]
    name: str | None
    level: str | None
    online: bool
    out: EndedBy | None = None
    """Why whoever sat there plays no more, if so; a bot goes on in their place."""
    stand_in: bool = False
    """A bot plays for them: for good where they are out, else until they are back."""


class DrawOffer(msgspec.Struct, frozen=True):
    """Who offers a draw, and who has agreed so far, all of their sides; it takes all who still play."""

    seat: Seat
    agreed: tuple[Seat, ...]


class Watcher(msgspec.Struct, frozen=True):
    """A spectator: what a player calls them by, and the seats they are shown."""

    id: str
    name: str | None
    shown: tuple[Seat, ...]


class TableInfo(ServerMessage, frozen=True, tag="table"):
    """The table itself: sent after hello, and again whenever somebody comes, goes or joins."""

    table: str
    game: str
    options: Options
    settings: TableSettings
    people: tuple[SeatInfo, ...]
    yours: tuple[Seat, ...]
    """The seats whose keys this client gave."""
    commitment: str
    """SHA-256 of the seed, known before the first move."""
    seed: str | None
    """The seed itself, once the game is over."""
    draws: bool
    """The law knows a shared victory, so one may be offered."""
    offer: DrawOffer | None
    ended: EndedBy | None
    """What ended the game, once it is over."""
    watching: int = 0
    """How many spectators there are."""
    watchers: tuple[Watcher, ...] = ()
    """Some of them, for those who hold a seat."""
    shown: tuple[Seat, ...] = ()
    """The seats that somebody else lets this client look through."""


class Equipment(ServerMessage, frozen=True, tag="equipment"):
    """What stands on the table from beginning to end and is drawn once, a board, say; of the game's own type.

    Sent once a connection, between the first ``table`` and the first ``update``, where a game has any.
    """

    equipment: Any


class SeenEvent(msgspec.Struct, frozen=True):
    """One move, as the seat one looks through saw it, or a word of the table; ``at`` in milliseconds since 1970.

    ``shown`` is what that seat learned by it: a card turned up, say, in notation of the game's own.
    """

    version: int
    seat: Seat
    move: str
    at: int
    shown: tuple[str, ...]


class Update(ServerMessage, frozen=True, tag="update"):
    """The game has moved on to ``version``; ``events`` are those since the last one this client saw.

    ``view.history`` is empty on the wire: the events are the history. ``moves`` lists what the seat one looks
    through may do now. ``deadline`` is when the clock will act for that seat, if it will, and ``now`` the time of this
    message, both in milliseconds since 1970 by the server's clock: what lies between them is how long there is left.
    ``clocks`` says how many milliseconds each seat has left at a table with a clock, those in ``view.turn`` less and less; None
    for a seat without one.
    """

    version: int
    seat: Seat | None
    events: tuple[SeenEvent, ...]
    view: View
    moves: tuple[str, ...]
    now: int
    deadline: int | None
    clocks: tuple[int | None, ...] | None = None


class Accepted(ServerMessage, frozen=True, tag="accepted"):
    """The move, or the words, with this id are stored for good; a move became event ``version``."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """What was asked, and changed nothing. ``clause`` names the law where the law forbids it."""

    id: str | None
    code: str
    clause: str | None
    text: Text
    retry_after: int | None = None
    """Seconds until it may be worth asking again, where waiting helps."""


class Chat(ServerMessage, frozen=True, tag="chat"):
    """Somebody says something: a quick phrase, in both languages, or free text."""

    number: int
    seat: Seat
    phrase: int | None
    text: Text
    at: int


class LagsMessage(ServerMessage, frozen=True, tag="lags"):
    """How far away everybody is, told to those who play every now and then while it changes.

    Milliseconds there and back, one a seat, as the servers measured them; None where they have not, and for bots.
    """

    lags: tuple[int | None, ...]


class WatchersMessage(ServerMessage, frozen=True, tag="watchers"):
    """How many look on, told every now and then while it changes, and to those who hold a seat some of them by name."""

    watching: int
    watchers: tuple[Watcher, ...]


class Pong(ServerMessage, frozen=True, tag="pong"):
    nonce: int


class Probe(ServerMessage, frozen=True, tag="probe"):
    """To be answered with an echo at once."""

    nonce: int


FromServer: TypeAlias = (
    TableInfo | Equipment | Update | Accepted | Refused | Chat | LagsMessage | WatchersMessage | Probe | Pong
)
