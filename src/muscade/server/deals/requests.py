"""What is asked and answered over HTTP about deals that are played again."""

from __future__ import annotations

import msgspec

from muscade.core import Seat
from muscade.server.protocol import Name, RequestId
from muscade.server.requests import SeatKey
from muscade.server.rooms.protocol import LevelName, SeatNumber


class PlayDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/again: the same game once more, with the same seed, for one person against bots."""

    seat: SeatNumber
    """Where one sits."""
    name: Name
    level: LevelName | None = None
    """Of bots where people sat; None: a usual one. Bots of the game itself are as they were."""
    id: RequestId | None = None
    """Asked again with the same id, the same table is meant, and the answer is the same."""


class DealPlayed(msgspec.Struct, frozen=True):
    table: str
    game: str
    keys: tuple[SeatKey, ...]


class DealSeat(msgspec.Struct, frozen=True):
    """Who sat there, and what became of it; there is no score where a word of the table has ended the game."""

    seat: Seat
    name: str | None
    level: str | None
    score: int | None
    won: bool


class DealGame(msgspec.Struct, frozen=True):
    ended_at: int
    first: bool
    """The one that was dealt so first; those who played after it may have known the deal."""
    this: bool
    """The one that was asked about."""
    seats: tuple[DealSeat, ...]


class DealGames(msgspec.Struct, frozen=True):
    """GET /api/tables/<table>/deal, once its game is over: how others did with the same deal, the latest first."""

    game: str
    games: tuple[DealGame, ...]
