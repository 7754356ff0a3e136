"""The addresses of deals that are played again, described."""

from __future__ import annotations

from http import HTTPStatus

from muscade.server import refusals
from muscade.server.deals import requests
from muscade.server.operations import USES_TABLE, Operation

OPERATIONS = (
    Operation(
        "POST",
        "/api/tables/{table}/again",
        "play_deal",
        "The same deal again, against bots",
        requests.DealPlayed,
        status=HTTPStatus.CREATED,
        request=requests.PlayDeal,
        refusals=(
            refusals.not_over,
            refusals.unknown_seat,
            refusals.unknown_level,
            refusals.bad_name,
            refusals.reused,
            refusals.too_many_tables,
            refusals.too_many_open,
            *USES_TABLE,
        ),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/deal",
        "read_deal",
        "How others did with the same deal",
        requests.DealGames,
        refusals=(refusals.not_over, *USES_TABLE),
    ),
)
