"""What an operator is told and asks for, with the operator's token as a bearer token."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from muscade.core import Text
from muscade.server.moderation.requests import Reason
from muscade.server.protocol import Announcement, RequestId
from muscade.server.rooms.protocol import RoomChat

LONGEST_HOURS = 24 * 366
ANNOUNCEMENT_LENGTH = 500

Hours = Annotated[float, Meta(gt=0, le=LONGEST_HOURS)]
Announced = Annotated[str, Meta(min_length=1, max_length=ANNOUNCEMENT_LENGTH)]


class Figures(msgspec.Struct, frozen=True):
    """How much goes on: in the database, and, from ``connections`` on, at the server that answers."""

    people: int
    people_lately: int
    """Who were here in the last 24 hours."""
    rooms: int
    """Not closed."""
    tables: int
    """Whose games are not over."""
    servers: int
    reports: int
    connections: int
    rooms_here: int
    tables_here: int


class RoomGuest(msgspec.Struct, frozen=True):
    """Somebody in a room."""

    person: str
    name: str


class OperatorRoom(msgspec.Struct, frozen=True):
    """A room, open or not; no words of it."""

    room: str
    code: str
    game: str
    host: str
    """A person."""
    people: tuple[RoomGuest, ...]
    number: int
    playing: bool
    private: bool
    closed: bool
    created_at: int
    used_at: int


class OperatorReport(msgspec.Struct, frozen=True):
    """What somebody says about somebody else, and the last words of the room at that time."""

    report: str
    at: int
    by: str
    by_name: str
    person: str
    name: str
    room: str
    reason: str
    words: tuple[RoomChat, ...]


class OperatorBan(msgspec.Struct, frozen=True):
    """Who is shut out: a person, an address that somebody came from, by its digest, or a network."""

    ban: str
    kind: Literal["person", "address", "network"]
    target: str
    name: str
    """Of the person, or of whom the address is known from."""
    reason: str
    created_at: int
    until: int | None
    """None: for good."""


class Deed(msgspec.Struct, frozen=True):
    """Something that an operator did."""

    at: int
    deed: Literal["ban", "lift", "dismiss", "close-room", "announce", "withdraw"]
    about: str
    name: str
    note: str


class OperatorView(msgspec.Struct, frozen=True):
    """GET /api/operator, and the answer to everything an operator does: all there is to see."""

    figures: Figures
    rooms: tuple[OperatorRoom, ...]
    """The last used first."""
    reports: tuple[OperatorReport, ...]
    """Those that nobody has dealt with, the oldest first."""
    bans: tuple[OperatorBan, ...]
    """Those in force, the latest first."""
    announcements: tuple[Announcement, ...]
    deeds: tuple[Deed, ...]
    """The latest first."""


class MakeBan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/operator/bans: shut somebody out, at every server, at once."""

    kind: Literal["person", "network"]
    target: Annotated[str, Meta(min_length=1, max_length=64)]
    """A person's id; or an address or a network, such as ``203.0.113.0/24``."""
    reason: Reason
    """They are told."""
    id: RequestId
    hours: Hours | None = None
    """None: for good."""
    addresses: bool = False
    """Of a person: also whoever comes from where they came from lately."""
    report: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """What has been reported, and is dealt with by this."""


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/operator/announcements: tell everybody something, on all pages."""

    en: Announced
    fr: Announced
    hours: Hours
    id: RequestId


def text_of(announced: Announce) -> Text:
    return Text(announced.en.strip(), announced.fr.strip())
