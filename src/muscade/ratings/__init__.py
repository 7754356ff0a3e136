"""Ratings: how strong players are, and how sure that is, from the games they played.

Everything here is a pure function. A `Rating` is a strength on Glicko-2's scale with its deviation and volatility;
`update` is Glickman's algorithm, and `after_game` what one game of any number of parties makes of everybody's ratings.
"""

from muscade.ratings.games import Played, after_game, parties_in_order
from muscade.ratings.glicko import (
    NEWCOMER,
    PERIOD_DAYS,
    PROVISIONAL,
    Rating,
    Result,
    aged,
    expected,
    is_provisional,
    periods_since,
    update,
)

__all__ = [
    "NEWCOMER",
    "PERIOD_DAYS",
    "PROVISIONAL",
    "Played",
    "Rating",
    "Result",
    "after_game",
    "aged",
    "expected",
    "is_provisional",
    "parties_in_order",
    "periods_since",
    "update",
]
