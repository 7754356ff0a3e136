"""A room as one document: all that its law goes by, stored whole with a version."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from muscade.core import Options
from muscade.server.protocol import TableSettings

FoundBy: TypeAlias = Literal["lobby", "code", "link"]
"""Who finds a room: everybody who looks into the lobby; who has been told its code; who has its link. Each opens it to those
after it as well."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: a person's, a bot's of a level, or nobody's."""

    person: str | None = None
    name: str | None = None
    """Of somebody else at that person's screen, or of a bot that plays or has played."""
    level: str | None = None
    renewed: int = 0
    """How often the key of the seat was made anew: whoever signs a device out takes it away from that device."""


FREE = Place()


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is in the room, or whose seat is kept."""

    person: str
    name: str
    portrait: str
    left: bool = False
    """Left for good while a game was on; the seat is kept until it is over."""
    account: bool = False
    """The name is theirs alone."""


class RoomState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changed by the functions of `muscade.server.rooms.law`, and by nothing else."""

    game: str
    options: Options
    settings: TableSettings
    level: str
    """Of bots in seats that nobody has taken when a game begins."""
    host: str
    owner: str
    """Who made the room, as a digest of their address: what limits and fairness go by."""
    places: tuple[Place, ...]
    """Who sits where; while a game is on, at its table."""
    members: tuple[Member, ...] = ()
    """In the order in which they came."""
    found_by: FoundBy = "lobby"
    banned: tuple[str, ...] = ()
    number: int = 0
    """How many games were begun here."""
    table: str | None = None
    """Of the game that is on, or of the last one."""
    playing: bool = False
    players: tuple[Place, ...] = ()
    """Who sits, or sat, at that table."""
    again: tuple[str, ...] = ()
    """Who wants another game."""
    begins_full: bool = False
    """Of people who are paired: the game begins as soon as all seats are taken by people who are here."""
    wish: str | None = None
    """What they want who wait to be paired, as a digest."""
    closed: bool = False
    part: str | None = None
    """The server's part of the next deal; what is told of it is its commitment."""
    numbers: dict[str, str] = {}
    """What people who sit have added to it."""
    agreed: tuple[str, ...] = ()
    """Who has agreed that games count as they are chosen now: by sitting down, or by saying so."""
    rated: bool = False
    """The game that is on, or the last one, counts."""
    heard: tuple[str, ...] = ()
    """The last messages that changed something, as digests: sent again, they change nothing."""


class _Earlier(msgspec.Struct, frozen=True):
    private: bool = False


def read_state(document: str | bytes) -> RoomState:
    """A document as it is stored. The first ones called a room private that nothing opened but its link.

    >>> known = '"game": "mono-line", "options": {}, "settings": {}, "level": "random", "host": "ada", "owner": "", "places": []'
    >>> read_state("{" + known + "}").found_by, read_state("{" + known + ', "private": true}').found_by
    ('lobby', 'link')
    """
    state = msgspec.json.decode(document, type=RoomState)
    if msgspec.json.decode(document, type=_Earlier).private:
        return msgspec.structs.replace(state, found_by="link")
    return state
