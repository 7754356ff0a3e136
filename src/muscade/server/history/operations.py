"""The addresses of one's own games, described."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.history import requests
from muscade.server.operations import Operation

OPERATIONS = (
    Operation(
        "GET",
        "/api/people/me/games",
        "read_my_games",
        "One's own games, the latest first, by game, opponent and result",
        requests.MyGames,
        query=requests.GameQuery,
        refusals=(refusals.malformed,),
        of_device=True,
    ),
    Operation(
        "GET",
        "/api/people/me/statistics",
        "read_statistics",
        "One's own games, counted",
        requests.Statistics,
        of_device=True,
    ),
)
