"""The addresses of the server, and what is answered there."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route

from muscade.core import game, game_names
from muscade.core.pages import rules_page
from muscade.server import openapi, refusals
from muscade.server.answers import body, given_key, reply
from muscade.server.client import ClientFiles
from muscade.server.limits import COME_BACK, Limiter
from muscade.server.lobby import Lobby
from muscade.server.protocol import (
    AskInvitation,
    CreateTable,
    GameInfo,
    JoinTable,
    Level,
    ReplaceKey,
    SeatCount,
)
from muscade.server.puzzles import PuzzleService
from muscade.server.records import by_turns
from muscade.server.rooms.http import change_me, create_room, find_room, make_person, read_me
from muscade.server.storage import Storage, StorageError


def routes() -> list[BaseRoute]:
    return [
        # Mounts of their own, so that a wrong method there is not taken for a page of the client.
        Mount(
            "/api",
            routes=[
                Route("/openapi.json", read_openapi),
                Route("/games", list_games),
                Route("/rules/{page}/{language}", read_rules),
                Route("/tables", create_table, methods=["POST"]),
                Route("/tables/{table}/record", read_record),
                Route("/tables/{table}/key", replace_key, methods=["POST"]),
                Route("/tables/{table}/hint", ask_hint, methods=["POST"]),
                Route("/daily", read_daily),
                Route("/join", join_table, methods=["POST"]),
                Route("/invitations", read_invitation, methods=["POST"]),
                Route("/people", make_person, methods=["POST"]),
                Route("/people/me", read_me),
                Route("/people/me", change_me, methods=["PATCH"]),
                Route("/rooms", create_room, methods=["POST"]),
                Route("/rooms/find", find_room, methods=["POST"]),
            ],
        ),
        # Only what asks for a WebSocket gets one: `muscade.server.transport`.
        Mount("/ws", routes=[]),
        Route("/healthz", check_health),
        Route("/readyz", check_ready),
        Mount("/", ClientFiles()),
    ]


async def read_openapi(_request: Request) -> Response:
    return Response(openapi.document(), headers={"cache-control": "no-cache"}, media_type=openapi.JSON)


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
    limits(request).open_tables(await lobby(request).open_tables(address))
    return reply(await lobby(request).create(wanted, address), HTTPStatus.CREATED)


async def join_table(request: Request) -> Response:
    wanted = await body(request, JoinTable)
    limits(request).join(request.state.address)
    return reply(await lobby(request).join(wanted), HTTPStatus.CREATED)


async def read_invitation(request: Request) -> Response:
    asked = await body(request, AskInvitation)
    return reply(await lobby(request).invitation(asked.invite))


async def read_record(request: Request) -> Response:
    """As a spectator saw it; with the key of a seat, as that seat did; once the game is over, all of it."""
    key = given_key(request)
    async with lobby(request).table(request.path_params["table"]) as table:
        record = await table.record(key)
        return StreamingResponse(by_turns(record.parts()), media_type="application/json")


async def replace_key(request: Request) -> Response:
    key = given_key(request)
    if key is None:
        raise refusals.forged_key()
    wanted = await body(request, ReplaceKey)
    return reply(await lobby(request).replace_key(request.path_params["table"], key, wanted))


async def ask_hint(request: Request) -> Response:
    """Help at a game without secrets, for whoever looks on."""
    limits(request).hint(request.state.address)
    async with lobby(request).table(request.path_params["table"]) as table:
        name, view = await table.public_view()
    return reply(await puzzles(request).hint(name, view, owner=request.state.address))


async def read_daily(request: Request) -> Response:
    return reply(await puzzles(request).daily())


async def check_health(_request: Request) -> Response:
    """This process is alive and answers."""
    return reply({"status": "ok"})


async def check_ready(request: Request) -> Response:
    """It is one to send people to: it can read and write, and is not about to stop."""
    storage: Storage = request.app.state.storage
    if request.app.state.readiness.stopping:
        raise refusals.stopping(retry_after=COME_BACK)
    try:
        await storage.ping()
    except StorageError:
        raise refusals.storage(retry_after=COME_BACK) from None
    return reply({"status": "ready"})


# ---------------------------------------------------------------- what they need


def lobby(request: Request) -> Lobby:
    found: Lobby = request.app.state.lobby
    return found


def limits(request: Request) -> Limiter:
    found: Limiter = request.app.state.limiter
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
        tuple(SeatCount(count, found.options(count)) for count in found.seats),
        tuple(Level(level, bot.title) for level, bot in found.bots().items()),
        found.phrases,
        page if rules_page(page, "en") else "",
    )
