"""What is asked and answered over HTTP about ratings."""

from __future__ import annotations

import msgspec

MOST_ASKED = 12
"""So many people's ratings can be asked for at once: as many as sit at a table."""


class RatingInfo(msgspec.Struct, frozen=True):
    """A rating among those who play a game with so many seats, as people read it."""

    game: str
    seats: int
    rating: int
    provisional: bool
    """Not sure yet: shown with a question mark."""
    games: int


class RatedPlayer(msgspec.Struct, frozen=True):
    """Somebody with a rating, or (with a ``level``) a kind of bots."""

    rank: int | None
    """From 1 on; None: provisional, and not among those who are ranked."""
    person: str | None
    level: str | None
    name: str | None
    portrait: str | None
    account: bool
    rating: int
    provisional: bool
    games: int
    you: bool


class Ladder(msgspec.Struct, frozen=True):
    """GET /api/ratings/<game>/<seats>: the strongest first, of those whose rating is sure."""

    game: str
    seats: int
    players: tuple[RatedPlayer, ...]
    you: RatedPlayer | None
    """Oneself, if one has such a rating."""


class LadderInfo(msgspec.Struct, frozen=True):
    """GET /api/ratings: where there are ratings, and how many."""

    game: str
    seats: int
    players: int


class SomeRatings(msgspec.Struct, frozen=True):
    """GET /api/ratings/<game>/<seats>/<people>: of those who have one, and of all kinds of bots."""

    people: dict[str, RatingInfo]
    levels: dict[str, RatingInfo]
