"""The messages between server and client at a table: the one definition, from which the client's types are made.

A WebSocket carries the game; HTTP carries what happens before one sits down (`muscade.server.requests`). docs/protocol.md
tells the story; these modules are its vocabulary.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core import EndedBy, Options, Origin, Seat, SeenEvent, Text, View
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
DealNumber = Annotated[str, Meta(min_length=32, max_length=64)]
"""128 bits or more, in small hex digits."""
Says = Annotated[str, Meta(min_length=1, max_length=SAYS_LENGTH)]


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


class AskMove(ClientMessage, frozen=True, tag="ask"):
    """What does the law say against a move, on the table as it was at ``version``? It is never made: the answer is a refusal, by
    the law or, where that has nothing against it, as ``allowed``."""

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


FromClient: TypeAlias = (
    Hello | Look | MakeMove | AskMove | SetPace | Skip | Show | SayPhrase | SayText | Echo | Ping
)

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
    goal: Text
    """What one has to reach at this table, in one line."""
    settings: TableSettings
    people: tuple[SeatInfo, ...]
    yours: tuple[Seat, ...]
    """The seats whose keys this client gave."""
    commitment: str
    """SHA-256 of the server's part of the deal, known before anybody adds a number."""
    numbers: tuple[str | None, ...]
    """What each seat has added; empty if none has."""
    part: str | None
    """The server's part, once the game is over."""
    seed: str | None
    """What all draws followed from, once the game is over."""
    draws: bool
    """The law knows a shared victory, so one may be offered."""
    offer: DrawOffer | None
    ended: EndedBy | None
    """What ended the game, once it is over."""
    watching: int = 0
    """How many spectators there are."""
    watchers: tuple[Watcher, ...] = ()
    """Some of them, for those who hold a seat."""
    known_deal: bool = False
    """The deal is that of a game that is over: whoever played that, or looked at it, may know all of it."""
    shown: tuple[Seat, ...] = ()
    """The seats that somebody else lets this client look through."""
    origin: Origin | None = None
    """The game that this one goes on from."""


class Equipment(ServerMessage, frozen=True, tag="equipment"):
    """What stands on the table from beginning to end and is drawn once, a board, say; of the game's own type.

    Sent once a connection, between the first ``table`` and the first ``update``, where a game has any.
    """

    equipment: Any


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


class Announcement(msgspec.Struct, frozen=True):
    """GET /api/announcements: what the operator tells everybody until a time, in milliseconds since 1970."""

    id: str
    text: Text
    until: int


class Announcements(ServerMessage, frozen=True, tag="announcements"):
    """What the operator tells everybody has changed: all of it, on every wire there is, whatever else it is for."""

    announcements: tuple[Announcement, ...]


FromServer: TypeAlias = (
    TableInfo
    | Equipment
    | Update
    | Accepted
    | Refused
    | Chat
    | LagsMessage
    | WatchersMessage
    | Announcements
    | Probe
    | Pong
)
