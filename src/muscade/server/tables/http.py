"""What is asked about games and tables over HTTP."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from muscade.core import game, game_names
from muscade.core.pages import rules_page
from muscade.server import refusals
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import JSON, routes_of
from muscade.server.puzzles import PuzzleService
from muscade.server.reception import Reception
from muscade.server.records import by_turns
from muscade.server.requests import (
    AskInvitation,
    CreateTable,
    GameInfo,
    JoinTable,
    Level,
    PuzzleSeries,
    PuzzleTold,
    ReplaceKey,
    SeatCount,
)
from muscade.server.tables.operations import OPERATIONS


async def list_games(_request: Request) -> Response:
    return reply([game_info(name) for name in game_names()])


async def read_rules(request: Request) -> Response:
    """A page of rules in a language: the client has ours built in, and asks for those that other packages bring."""
    text = rules_page(request.path_params["page"], request.path_params["language"])
    if text is None:
        raise refusals.unknown_address()
    return Response(text, headers={"cache-control": "no-cache"}, media_type="text/markdown")


async def create_table(request: Request) -> Response:
    wanted = await body(request, CreateTable)
    address = request.state.address
    limits(request).table(address)
    limits(request).open_tables(await reception(request).open_tables(address))
    return reply(await reception(request).create(wanted, address), HTTPStatus.CREATED)


async def join_table(request: Request) -> Response:
    wanted = await body(request, JoinTable)
    limits(request).join(request.state.address)
    return reply(await reception(request).join(wanted), HTTPStatus.CREATED)


async def read_invitation(request: Request) -> Response:
    asked = await body(request, AskInvitation)
    return reply(await reception(request).invitation(asked.invite))


async def read_record(request: Request) -> Response:
    """As a spectator saw it; with the key of a seat, as that seat did; once the game is over, all of it."""
    key = given_key(request)
    async with reception(request).table(request.path_params["table"]) as table:
        record = await table.record(key)
        return StreamingResponse(by_turns(record.parts()), media_type=JSON)


async def read_draws(request: Request) -> Response:
    table_id = request.path_params["table"]
    async with reception(request).table(table_id) as table:
        finished = await table.finished()
    return Response(await reception(request).draws.of(table_id, finished), media_type=JSON)


async def replace_key(request: Request) -> Response:
    key = given_key(request)
    if key is None:
        raise refusals.forged_key()
    wanted = await body(request, ReplaceKey)
    return reply(await reception(request).replace_key(request.path_params["table"], key, wanted))


async def ask_hint(request: Request) -> Response:
    """Help at a game without secrets, for whoever looks on."""
    limits(request).hint(request.state.address)
    async with reception(request).table(request.path_params["table"]) as table:
        name, view = await table.public_view()
    return reply(await puzzles(request).hint(name, view, owner=request.state.address))


async def read_daily(request: Request) -> Response:
    return reply(await puzzles(request).daily())


async def read_past_daily(request: Request) -> Response:
    """Of any day of the last year; each has to be found, so nobody asks for all of them at once."""
    day = day_asked(request)
    limits(request).hint(request.state.address)
    return reply(await puzzles(request).daily(day))


async def read_series(request: Request) -> Response:
    name = request.path_params["game"]
    if name not in game_names() or not game(name).series():
        raise refusals.no_series()
    return reply(series_told(name))


# ---------------------------------------------------------------- what they need


def day_asked(request: Request) -> date:
    try:
        return date.fromisoformat(request.path_params["date"])
    except ValueError:
        raise refusals.unknown_day() from None


def reception(request: Request) -> Reception:
    found: Reception = request.app.state.reception
    return found


def puzzles(request: Request) -> PuzzleService:
    found: PuzzleService = request.app.state.puzzles
    return found


def game_info(name: str) -> GameInfo:
    found = game(name)
    page = found.rules_page or name
    return GameInfo(
        name,
        found.title,
        found.tagline,
        tuple(SeatCount(count, found.options(count), found.minutes(count)) for count in found.seats),
        tuple(Level(level, bot.title) for level, bot in found.levels().items()),
        found.usual_level,
        found.phrases,
        page if rules_page(page, "en") else "",
        found.positions is not None,
        found.order,
        found.pads,
        found.judges_tricks,
        found.lesson() is not None,
        found.real_time,
        len(found.series()),
        dict(found.vocabulary()),
        found.limit,
    )


def series_told(name: str) -> PuzzleSeries:
    found = game(name)
    seats = min(found.seats)
    puzzles = [
        PuzzleTold(
            puzzle.grade,
            puzzle.minimum,
            puzzle.unique,
            puzzle.reason,
            puzzle.options,
            puzzle.position,
            found.goal(found.settle_options(seats, puzzle.options)),
        )
        for puzzle in found.series()
    ]
    return PuzzleSeries(name, seats, [*found.bots()][-1], tuple(puzzles))


ROUTES = routes_of(
    OPERATIONS,
    list_games,
    read_rules,
    create_table,
    read_record,
    read_draws,
    replace_key,
    ask_hint,
    read_daily,
    read_past_daily,
    read_series,
    join_table,
    read_invitation,
)
