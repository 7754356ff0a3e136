"""What is asked about one's own games over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from muscade.server.accounts.http import storage
from muscade.server.answers import limits, query, reply
from muscade.server.history import games
from muscade.server.history.operations import OPERATIONS
from muscade.server.history.requests import GameQuery
from muscade.server.operations import routes_of
from muscade.server.rooms.http import caller


async def read_my_games(request: Request) -> Response:
    asked = query(request, GameQuery)
    person = await caller(request)
    limits(request).look(person.id)
    return reply(await games.my_games(storage(request), person.id, asked))


async def read_statistics(request: Request) -> Response:
    person = await caller(request)
    limits(request).look(person.id)
    return reply(await games.statistics(storage(request), person.id))


ROUTES = routes_of(OPERATIONS, read_my_games, read_statistics)
