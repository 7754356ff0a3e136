"""The addresses of ratings, described."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.operations import Operation
from muscade.server.ratings import requests

OPERATIONS = (
    Operation(
        "GET",
        "/api/ratings",
        "read_ladders",
        "Where there are ratings: games and numbers of seats",
        tuple[requests.LadderInfo, ...],
        refusals=(refusals.storage,),
    ),
    Operation(
        "GET",
        "/api/ratings/{game}/{seats}",
        "read_ladder",
        "The strongest at a game with so many seats, people and bots, and oneself",
        requests.Ladder,
        refusals=("game",),
        for_device=True,
    ),
    Operation(
        "GET",
        "/api/ratings/{game}/{seats}/{people}",
        "read_ratings",
        "The ratings of some people, and of all kinds of bots",
        requests.SomeRatings,
        refusals=("game", refusals.storage),
    ),
)
