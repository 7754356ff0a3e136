"""The addresses of solved puzzles, described."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.operations import Operation
from muscade.server.series import requests

OPERATIONS = (
    Operation(
        "GET",
        "/api/people/me/series",
        "read_my_series",
        "Which puzzles of the series one has solved",
        requests.MySeries,
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/people/me/series",
        "note_solved",
        "Puzzles of the series that one has solved on this device",
        requests.MySeries,
        request=requests.NoteSolved,
        refusals=(refusals.no_series, refusals.not_solved_so),
        of_device=True,
    ),
)
