"""What is asked about ratings over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.accounts.http import known, storage
from muscade.server.answers import given_key, reply
from muscade.server.operations import routes_of
from muscade.server.ratings import ladders
from muscade.server.ratings.operations import OPERATIONS
from muscade.server.ratings.requests import MOST_ASKED
from muscade.server.rooms.http import hall


async def read_ladders(request: Request) -> Response:
    return reply(await ladders.ladders(storage(request)))


async def read_ladder(request: Request) -> Response:
    viewer = await known(request, given_key(request))
    return reply(await ladders.ladder(storage(request), *_pool(request), viewer, _now(request)))


async def read_ratings(request: Request) -> Response:
    """Of people whose ids one knows, those at a table say."""
    people = request.path_params["people"].split(",")[:MOST_ASKED]
    return reply(await ladders.some(storage(request), *_pool(request), people, _now(request)))


def _pool(request: Request) -> tuple[str, int]:
    game, seats = request.path_params["game"], request.path_params["seats"]
    if not (seats.isascii() and seats.isdigit()):
        raise refusals.unknown_address()
    return game, int(seats)


def _now(request: Request) -> int:
    return hall(request).services.clock.now()


ROUTES = routes_of(OPERATIONS, read_ladders, read_ladder, read_ratings)
