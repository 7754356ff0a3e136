"""What is asked and answered over HTTP about one's own games."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from muscade.core import Seat
from muscade.server.accounts.requests import Ended

Word = Annotated[str, Meta(min_length=1, max_length=64)]


class GameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of one's games: all that is said has to hold."""

    game: Word | None = None
    opponent: Word | None = None
    """Somebody who played as well, by their id."""
    level: Word | None = None
    """Bots of this level did."""
    outcome: Ended | None = None
    rated: Literal["yes", "no"] | None = None
    before: Annotated[str, Meta(min_length=1, max_length=96)] | None = None
    """Earlier than those told before: ``MyGames.more``."""


class PlayedSeat(msgspec.Struct, frozen=True):
    """Who sat where; bots have a level, and whoever is gone for good no name."""

    seat: Seat
    person: str | None
    name: str | None
    level: str | None


class MyGame(msgspec.Struct, frozen=True):
    table: str
    kept: bool
    """The game itself can still be looked at; else it was cleaned away."""
    game: str
    seat: Seat
    seats: int
    outcome: Ended
    place: int | None
    """From 1 on; not known of the first games there were."""
    ended_at: int
    rating: int | None
    """One's own after it, where it counted."""
    people: tuple[PlayedSeat, ...]


class MyGames(msgspec.Struct, frozen=True):
    """GET /api/people/me/games, with the device's key: the latest first, some at a time."""

    games: tuple[MyGame, ...]
    more: str | None
    """What to ask for ``before`` to get those after them; None: there are no more."""


class Tally(msgspec.Struct, frozen=True):
    won: int
    drawn: int
    lost: int


class SeatsTally(msgspec.Struct, frozen=True):
    """How games with so many seats ended; ``places`` has how often one came first, second and so on, where that is known."""

    seats: int
    tally: Tally
    places: tuple[int, ...]


class MonthTally(msgspec.Struct, frozen=True):
    month: str
    """Such as ``2026-11``."""
    tally: Tally


class Against(msgspec.Struct, frozen=True):
    """Games with somebody, or with bots of a level; ``won`` and ``lost`` by one of the two, not by both."""

    person: str | None
    level: str | None
    name: str | None
    games: int
    won: int
    lost: int


class RatingPoint(msgspec.Struct, frozen=True):
    at: int
    rating: float
    deviation: float


class RatingCourse(msgspec.Struct, frozen=True):
    """One's rating after each game that counted, with so many seats."""

    seats: int
    points: tuple[RatingPoint, ...]


class GameStatistics(msgspec.Struct, frozen=True):
    game: str
    by_seats: tuple[SeatsTally, ...]
    by_month: tuple[MonthTally, ...]
    against: tuple[Against, ...]
    """Those with whom one has played most, first."""
    ratings: tuple[RatingCourse, ...]


class Statistics(msgspec.Struct, frozen=True):
    """GET /api/people/me/statistics, with the device's key: one's own games, counted, game by game."""

    games: tuple[GameStatistics, ...]
