"""A room as one document: all that its law goes by, stored whole with a version."""

from __future__ import annotations

import msgspec

from muscade.core import Options
from muscade.server.protocol import TableSettings


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: a person's, a bot's of a level, or nobody's."""

    person: str | None = None
    name: str | None = None
    """Of somebody else at that person's screen."""
    level: str | None = None


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is in the room, or whose seat is kept."""

    person: str
    name: str
    portrait: str
    left: bool = False
    """Left for good while a game was on; the seat is kept until it is over."""


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
    private: bool = False
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
    heard: tuple[str, ...] = ()
    """The last messages that changed something, as digests: sent again, they change nothing."""
