"""What is asked over HTTP by those who look at a game afterwards."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.server.accounts.http import known
from muscade.server.accounts.requests import Done
from muscade.server.analysis.operations import OPERATIONS
from muscade.server.analysis.protocol import KeepVariation, PlayOn, RenameVariation, TryMoves
from muscade.server.analysis.service import AnalysisService
from muscade.server.analysis.trying import go_on_from
from muscade.server.analysis.variations import Variations
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import routes_of
from muscade.server.rooms.http import caller
from muscade.server.tables.http import reception


async def read_analysis(request: Request) -> Response:
    return reply(await service(request).read(request.path_params["table"]))


async def start_analysis(request: Request) -> Response:
    address = request.state.address
    limits(request).analysis(address)
    return reply(await service(request).start(request.path_params["table"], owner=address))


async def try_moves(request: Request) -> Response:
    wanted = await body(request, TryMoves)
    return reply(await variations(request).try_out(request.path_params["table"], wanted))


async def list_variations(request: Request) -> Response:
    viewer = await known(request, given_key(request))
    return reply(await variations(request).all(request.path_params["table"], viewer))


async def read_variation(request: Request) -> Response:
    viewer = await known(request, given_key(request))
    path = request.path_params
    return reply(await variations(request).read(path["table"], path["variation"], viewer))


async def keep_variation(request: Request) -> Response:
    wanted = await body(request, KeepVariation)
    person = await caller(request)
    limits(request).variation(request.state.address)
    kept = await variations(request).keep(request.path_params["table"], wanted, person)
    return reply(kept, HTTPStatus.CREATED)


async def rename_variation(request: Request) -> Response:
    wanted = await body(request, RenameVariation)
    person = await caller(request)
    path = request.path_params
    return reply(await variations(request).rename(path["table"], path["variation"], wanted.name, person))


async def remove_variation(request: Request) -> Response:
    person = await caller(request)
    path = request.path_params
    await variations(request).remove(path["table"], path["variation"], person)
    return reply(Done())


async def play_on(request: Request) -> Response:
    """A table of one's own that goes on from a moment of a finished game."""
    wanted = await body(request, PlayOn)
    table_id, address = request.path_params["table"], request.state.address
    limits(request).table(address)
    limits(request).open_tables(await reception(request).open_tables(address))
    record = await variations(request).record(table_id, wanted.variation)
    table, before = await asyncio.to_thread(go_on_from, table_id, record, wanted)
    return reply(await reception(request).create(table, address, before), HTTPStatus.CREATED)


# ---------------------------------------------------------------- what they need


def service(request: Request) -> AnalysisService:
    found: AnalysisService = request.app.state.analysis
    return found


def variations(request: Request) -> Variations:
    return Variations(reception(request))


ROUTES = routes_of(
    OPERATIONS,
    read_analysis,
    start_analysis,
    try_moves,
    list_variations,
    read_variation,
    keep_variation,
    rename_variation,
    remove_variation,
    play_on,
)
