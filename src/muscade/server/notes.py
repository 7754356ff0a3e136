"""What servers on one database tell one another: that something has happened, hardly ever what.

A note is short, may come twice, late or out of order, and never holds a secret: whoever hears of news reads the
database. Only who is connected where is told by notes alone, for no database knows that.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from muscade.core import Seat
from muscade.server.protocol import Watcher


class Note(msgspec.Struct, frozen=True, array_like=True, tag_field="kind"):
    sender: str
    """The server that says so; its own notes may come back to it."""


class Moved(Note, frozen=True, tag="m"):
    """A table's log has reached a version."""

    table: str
    version: int


class Said(Note, frozen=True, tag="c"):
    """Somebody said something, the chat with this number."""

    table: str
    number: int


class Seated(Note, frozen=True, tag="s"):
    """Somebody took a seat, or a seat has another key."""

    table: str


class AtServer(msgspec.Struct, frozen=True, array_like=True):
    """The spectators of a table at one server: how many, and some of them."""

    count: int = 0
    some: tuple[Watcher, ...] = ()


class Present(Note, frozen=True, tag="p"):
    """Which seats of a table have somebody connected at this server, and how many milliseconds away; and who looks on."""

    table: str
    lags: dict[Seat, int | None]
    watching: AtServer = AtServer()


class Shown(Note, frozen=True, tag="h"):
    """Somebody who holds a seat lets a spectator at another server look through it, or no more."""

    table: str
    watcher: str
    seat: Seat
    yes: bool


class WhoIsThere(Note, frozen=True, tag="w"):
    """A question; whoever has somebody at that table answers with `Present`."""

    table: str


class RoomChanged(Note, frozen=True, tag="R"):
    """A room has reached a version."""

    room: str
    version: int
    joined: tuple[str, ...] = ()
    """People who are in it since."""


class RoomSaid(Note, frozen=True, tag="C"):
    """Somebody said something in a room, the words with this number."""

    room: str
    number: int


class RoomPresent(Note, frozen=True, tag="P"):
    """Which people are connected to a room at this server."""

    room: str
    people: tuple[str, ...]


class WhoIsInRoom(Note, frozen=True, tag="W"):
    """A question; whoever has somebody in that room answers with `RoomPresent`."""

    room: str


class IgnoredChanged(Note, frozen=True, tag="I"):
    """Somebody ignores somebody else, or otherwise than before, or no more."""

    person: str
    other: str


class RulesChanged(Note, frozen=True, tag="B"):
    """An operator has banned or announced something, or taken it back."""


class PersonChanged(Note, frozen=True, tag="A"):
    """These people are not who they were: they have another name, joined or lost a device, are one, or are no more."""

    people: tuple[str, ...]


class FriendsChanged(Note, frozen=True, tag="F"):
    """These people are friends since now, or no longer."""

    people: tuple[str, ...]


class Whereabouts(Note, frozen=True, tag="L"):
    """Where these people are at this server: the rooms, nothing for just being here; nowhere, if there is none."""

    of: dict[str, tuple[str, ...]]


class WhoIsWhere(Note, frozen=True, tag="Q"):
    """A question; whoever has somebody answers with `Whereabouts`."""


class Leaving(Note, frozen=True, tag="l"):
    """This server stops: nobody is connected to it any more, and what it kept wants another keeper."""


RoomNote: TypeAlias = RoomChanged | RoomSaid | RoomPresent | WhoIsInRoom
PersonNote: TypeAlias = PersonChanged | FriendsChanged | Whereabouts | WhoIsWhere | IgnoredChanged
HouseNote: TypeAlias = RoomNote | PersonNote | RulesChanged
"""What is no table's affair."""
AnyNote: TypeAlias = Moved | Said | Seated | Present | Shown | WhoIsThere | HouseNote | Leaving

_decoder = msgspec.json.Decoder(AnyNote)


def written(note: AnyNote) -> bytes:
    """
    >>> written(Moved("a server", "a table", 17))
    b'["m","a server","a table",17]'
    """
    return msgspec.json.encode(note)


def read(note: bytes) -> AnyNote | None:
    """None for what another version of the server may have to say.

    >>> read(b'["m","a server","a table",17]')
    Moved(sender='a server', table='a table', version=17)
    >>> read(b'["news"]')
    """
    try:
        found: AnyNote = _decoder.decode(note)
    except msgspec.DecodeError:
        return None
    return found
