"""What is asked about deals that are played again over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.server.answers import body, limits, reply
from muscade.server.deals import again
from muscade.server.deals.operations import OPERATIONS
from muscade.server.deals.requests import PlayDeal
from muscade.server.operations import routes_of
from muscade.server.reception import Reception


async def play_deal(request: Request) -> Response:
    wanted = await body(request, PlayDeal)
    address = request.state.address
    limits(request).table(address)
    limits(request).open_tables(await reception(request).open_tables(address))
    played = await again.play_again(reception(request), request.path_params["table"], wanted, address)
    return reply(played, HTTPStatus.CREATED)


async def read_deal(request: Request) -> Response:
    return reply(await again.compared(reception(request), request.path_params["table"]))


def reception(request: Request) -> Reception:
    found: Reception = request.app.state.reception
    return found


ROUTES = routes_of(OPERATIONS, play_deal, read_deal)
