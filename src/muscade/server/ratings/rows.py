"""The tables of the database about ratings, and their rows. How they came to be is in migrations/."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.rows import METADATA

RATED = sa.Table(
    "rated_seats",
    METADATA,
    # Stays when the table itself is cleaned away: others' ratings follow from it.
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    # In which order games with so many seats were rated: each number is one game.
    sa.Column("number", sa.Integer, nullable=False),
    # Somebody as far as ratings go; that name leads to nobody who wants to be forgotten.
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id")),
    sa.Column("level", sa.String(64)),
    sa.Column("party", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    # 1: left before the end.
    sa.Column("left_early", sa.Integer, nullable=False),
    sa.Column("ended_at", sa.BigInteger, nullable=False),
    # What came out of it.
    sa.Column("rating", sa.Float(53), nullable=False),
    sa.Column("deviation", sa.Float(53), nullable=False),
    sa.Column("volatility", sa.Float(53), nullable=False),
    sa.UniqueConstraint("game", "seats", "number", "seat", name="rated_seats_once"),
    sa.Index("rated_seats_person", "person_id", "ended_at"),
)

RATINGS = sa.Table(
    "ratings",
    METADATA,
    # Follows from the games that were rated; kept so that nobody has to go through them.
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("seats", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id")),
    sa.Column("level", sa.String(64)),
    sa.Column("rating", sa.Float(53), nullable=False),
    sa.Column("deviation", sa.Float(53), nullable=False),
    sa.Column("volatility", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("played_at", sa.BigInteger, nullable=False),
    sa.Index("ratings_person", "person_id"),
    sa.Index("ratings_best", "game", "seats", "rating"),
)


class RatedRow(msgspec.Struct, frozen=True):
    """How a rated game ended at one seat, and what it made of that player's rating."""

    table_id: str
    seat: int
    game: str
    seats: int
    number: int
    player: str
    person_id: str | None
    level: str | None
    party: int
    place: int
    left_early: int
    ended_at: int
    rating: float
    deviation: float
    volatility: float


class RatingRow(msgspec.Struct, frozen=True):
    """A player's rating among those who play a game with so many seats: a person's, or that of a level of bots."""

    game: str
    seats: int
    player: str
    person_id: str | None
    level: str | None
    rating: float
    deviation: float
    volatility: float
    games: int
    played_at: int
