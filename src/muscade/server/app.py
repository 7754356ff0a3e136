"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

from muscade.core import game, game_names
from muscade.core.pages import rules_page
from muscade.kernels import prepare_named
from muscade.server import openapi, refusals
from muscade.server.addresses import Proxies
from muscade.server.answers import body, given_key, problem, refuse_address, reply
from muscade.server.bots import BotRunner
from muscade.server.bus import Alone, Bus, bus_for
from muscade.server.cleaning import clean_now_and_then
from muscade.server.client import ClientFiles
from muscade.server.clocks import Clock, SystemClock
from muscade.server.config import Config
from muscade.server.connections import Gate
from muscade.server.keepers import Keeper, Pace
from muscade.server.limits import COME_BACK, Limiter
from muscade.server.lobby import Lobby
from muscade.server.metrics import Metrics
from muscade.server.middleware import Callers, HeadersAndMetrics, OwnPages
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
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.http import change_me, create_room, find_room, make_person, read_me
from muscade.server.storage import Storage, StorageError
from muscade.server.tables import Services
from muscade.server.tables.shelf import Room
from muscade.server.thinking import HOUSE, Thinking, WorkerDied

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = structlog.get_logger()


class Readiness:
    """Whether this server is one to send people to."""

    def __init__(self) -> None:
        self.stopping = False


def create_app(
    config: Config,
    clock: Clock | None = None,
    *,
    thinking: Thinking | None = None,
    bus: Bus | None = None,
    pace: Pace | None = None,
    room: Room | None = None,
) -> Starlette:
    """A server on one database; the schema is brought up to date when it starts.

    ``thinking`` may be shared with other servers. ``bus`` is the way to other servers on the same database, if it is
    not the database itself. ``pace`` is how soon they notice that one of them has died, ``room`` how long idle games
    stay in memory.
    """
    metrics = Metrics()
    limiter, proxies = Limiter(config.limits), Proxies(config.proxies)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        time = clock or SystemClock()
        storage = await Storage.open(config.database)
        lanes = thinking or Thinking(config.thinking)
        lanes.show(metrics)
        bots, puzzles = BotRunner(metrics, lanes), PuzzleService(lanes)
        way = bus or bus_for(config.database)
        keeper = Keeper(storage, alone=isinstance(way, Alone), pace=pace)
        lobby = Lobby(Services(storage, way, keeper, time, bots, metrics), room)
        app.state.lobby, app.state.storage, app.state.puzzles = lobby, storage, puzzles
        app.state.hall = hall = Hall(lobby.services, lobby.shelf)
        app.state.gate = Gate(lobby, hall, limiter, proxies, config.origins)
        await lobby.start()
        await hall.start()
        beside = [asyncio.create_task(clean_now_and_then(storage, time, config.cleaning))]
        if config.thinking.look_ahead:
            beside.append(asyncio.create_task(prepare_everything(lanes, puzzles, bots)))
        try:
            # What uvicorn gives to connections: `muscade.server.transport`, `muscade.server.slow_clients`.
            yield {"gate": app.state.gate, "limiter": limiter, "proxies": proxies}
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await hall.stop()
            await lobby.stop()
            bots.close()
            puzzles.close()
            if thinking is None:
                await lanes.close()
            await way.close()
            await storage.close()

    app = Starlette(
        routes=[
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
        ],
        middleware=[
            Middleware(HeadersAndMetrics, metrics=metrics),
            Middleware(Callers, limiter=limiter, proxies=proxies),
            Middleware(OwnPages, origins=config.origins),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            refusals.RequestRefused: lambda _, error: problem(error),
            HTTPException: refuse_address,  # type: ignore[dict-item]
            Exception: lambda _, _error: problem(refusals.internal()),
        },
        lifespan=lifespan,
    )
    app.state.metrics, app.state.limiter, app.state.readiness = metrics, limiter, Readiness()
    return app


# ---------------------------------------------------------------- addresses


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


async def prepare_everything(thinking: Thinking, puzzles: PuzzleService, bots: BotRunner) -> None:
    """The puzzle of the day, then the kernels: compiled by one process, then loaded by those that bots think in."""
    with contextlib.suppress(refusals.RequestRefused):
        await puzzles.daily()
    for name in game_names():
        try:
            if await thinking.study.ask(HOUSE, prepare_named, name):
                bots.prepare(name)
        except WorkerDied:
            log.error("kernel-not-prepared", game=name)


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
