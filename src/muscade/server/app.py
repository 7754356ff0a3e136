"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from http import HTTPStatus
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from muscade.core import game, game_names
from muscade.core.pages import rules_page
from muscade.kernels import prepare_named
from muscade.server import refusals
from muscade.server.bots import BotRunner
from muscade.server.client import ClientFiles
from muscade.server.clocks import Clock, SystemClock
from muscade.server.connections import Allowance, serve_socket
from muscade.server.lobby import Lobby
from muscade.server.metrics import Metrics
from muscade.server.protocol import CreateTable, GameInfo, JoinTable, Level, SeatCount
from muscade.server.puzzles import PuzzleService
from muscade.server.storage import Storage, StorageError
from muscade.server.tables import Services
from muscade.server.workers import WorkerDied, Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MAX_BODY_BYTES = 16384
METHODS = frozenset({"GET", "HEAD", "POST"})

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # An invitation is a secret in an address.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

T = TypeVar("T")
log = structlog.get_logger()


def create_app(
    database: str,
    clock: Clock | None = None,
    allowance: Allowance | None = None,
    *,
    workers: Workers | None = None,
    look_ahead: bool = False,
) -> Starlette:
    """A server on one database; the schema is brought up to date when it starts.

    ``workers`` are processes for bots, shared with other servers. ``look_ahead`` finds the puzzle of the day and
    compiles what bots think with before anybody asks.
    """
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        storage = await Storage.open(database)
        bots = BotRunner(metrics, workers)
        lobby = Lobby(Services(storage, clock or SystemClock(), bots, metrics))
        puzzles = PuzzleService()
        app.state.lobby, app.state.storage, app.state.puzzles = lobby, storage, puzzles
        lobby.start()
        ahead = asyncio.create_task(prepare_everything(puzzles, bots)) if look_ahead else None
        try:
            yield
        finally:
            if ahead is not None:
                ahead.cancel()
            await lobby.stop()
            bots.close()
            puzzles.close()
            await storage.close()

    app = Starlette(
        routes=[
            # Mounts of their own, so that a wrong method there is not taken for a page of the client.
            Mount(
                "/api",
                routes=[
                    Route("/games", list_games),
                    Route("/rules/{page}/{language}", read_rules),
                    Route("/tables", create_table, methods=["POST"]),
                    Route("/tables/{table}/record", read_record),
                    Route("/tables/{table}/hint", ask_hint, methods=["POST"]),
                    Route("/daily", read_daily),
                    Route("/join", join_table, methods=["POST"]),
                    Route("/invitations/{invite}", read_invitation),
                ],
            ),
            Mount("/ws", routes=[WebSocketRoute("/{table}", open_socket)]),
            Route("/healthz", check_health),
            Route("/metrics", read_metrics),
            Mount("/", ClientFiles()),
        ],
        middleware=[
            Middleware(HeadersAndMetrics, metrics=metrics),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            refusals.RequestRefused: lambda _, error: problem(error),
            HTTPException: refuse_address,  # type: ignore[dict-item]
            Exception: lambda _, _error: problem(refusals.internal()),
        },
        lifespan=lifespan,
    )
    app.state.metrics = metrics
    app.state.allowance = allowance or Allowance()
    return app


# ---------------------------------------------------------------- addresses


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
    return reply(await lobby(request).create(wanted), HTTPStatus.CREATED)


async def join_table(request: Request) -> Response:
    wanted = await body(request, JoinTable)
    return reply(await lobby(request).join(wanted), HTTPStatus.CREATED)


async def read_invitation(request: Request) -> Response:
    return reply(await lobby(request).invitation(request.path_params["invite"]))


async def read_record(request: Request) -> Response:
    """As a spectator saw it; with the key of a seat, as that seat did; once the game is over, all of it."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise refusals.forged_key()
    async with lobby(request).table(request.path_params["table"]) as table:
        return reply(await table.record(key.strip() if scheme else None))


async def ask_hint(request: Request) -> Response:
    """Help at a game without secrets, for whoever looks on."""
    async with lobby(request).table(request.path_params["table"]) as table:
        name, view = await table.public_view()
    return reply(await puzzles(request).hint(name, view))


async def read_daily(request: Request) -> Response:
    return reply(await puzzles(request).daily())


async def check_health(request: Request) -> Response:
    storage: Storage = request.app.state.storage
    try:
        await storage.ping()
    except StorageError:
        raise refusals.storage() from None
    return reply({"status": "ok"})


async def read_metrics(request: Request) -> Response:
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


async def open_socket(socket: WebSocket) -> None:
    await serve_socket(socket, socket.app.state.lobby, socket.app.state.allowance)


# ---------------------------------------------------------------- bodies


def lobby(request: Request) -> Lobby:
    found: Lobby = request.app.state.lobby
    return found


async def prepare_everything(puzzles: PuzzleService, bots: BotRunner) -> None:
    """The puzzle of the day, then the kernels: compiled by one process, then loaded by those that bots think in."""
    with contextlib.suppress(refusals.RequestRefused):
        await puzzles.daily()
    for name in game_names():
        try:
            if await puzzles.workers.ask(prepare_named, name):
                await bots.prepare(name)
        except WorkerDied:
            log.error("kernel-not-prepared", game=name)


def puzzles(request: Request) -> PuzzleService:
    found: PuzzleService = request.app.state.puzzles
    return found


def reply(content: Any, status: int = HTTPStatus.OK) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(content), status, headers=headers, media_type="application/json")


def problem(refusal: refusals.RequestRefused) -> Response:
    return reply(refusal.problem(), refusal.status)


async def refuse_address(_request: Request, error: HTTPException) -> Response:
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "GET, HEAD")
        response = problem(refusals.wrong_method(allowed=allowed))
        response.headers["allow"] = allowed
        return response
    return problem(refusals.unknown_address())


async def body(request: Request, kind: type[T]) -> T:
    """The JSON somebody sent, checked; reading stops where it gets too long."""
    read = bytearray()
    async for chunk in request.stream():
        read += chunk
        if len(read) > MAX_BODY_BYTES:
            raise refusals.too_long(limit=MAX_BODY_BYTES)
    try:
        return msgspec.json.decode(bytes(read), type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise refusals.malformed(what=error) from None


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


class HeadersAndMetrics:
    """Puts the security headers on every answer, and counts it, by route: an address may hold a secret."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                raw = message.setdefault("headers", [])
                raw.extend((name.encode(), value.encode()) for name, value in HEADERS.items())
                endpoint = scope.get("endpoint")
                route = endpoint.__name__ if isinstance(endpoint, FunctionType) else "client"
                method = scope["method"] if scope["method"] in METHODS else "other"
                self._metrics.requests.labels(method, route, message["status"]).inc()
            await send(message)

        await self._app(scope, receive, send_with_headers)
