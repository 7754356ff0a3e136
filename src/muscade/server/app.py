"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from muscade.core import game_names
from muscade.kernels import prepare_named
from muscade.server import refusals
from muscade.server.addresses import Proxies
from muscade.server.answers import problem, refuse_address
from muscade.server.bots import BotRunner
from muscade.server.bus import Alone, Bus, bus_for
from muscade.server.cleaning import clean_now_and_then
from muscade.server.clocks import Clock, SystemClock
from muscade.server.config import Config
from muscade.server.connections import Gate
from muscade.server.keepers import Keeper, Pace
from muscade.server.limits import Limiter
from muscade.server.lobby import Lobby
from muscade.server.metrics import Metrics
from muscade.server.middleware import Callers, HeadersAndMetrics, OwnPages
from muscade.server.puzzles import PuzzleService
from muscade.server.rooms.hall import Hall
from muscade.server.routes import routes
from muscade.server.storage import Storage
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


@dataclass(frozen=True)
class Given:
    """What a server is made with; see `create_app`."""

    config: Config
    clock: Clock | None
    thinking: Thinking | None
    bus: Bus | None
    pace: Pace | None
    room: Room | None


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
    given = Given(config, clock, thinking, bus, pace, room)
    metrics, limiter, proxies = Metrics(), Limiter(config.limits), Proxies(config.proxies)
    app = Starlette(
        routes=routes(),
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
        lifespan=lambda app: run(app, given),
    )
    app.state.metrics, app.state.limiter, app.state.proxies = metrics, limiter, proxies
    app.state.readiness = Readiness()
    return app


@asynccontextmanager
async def run(app: Starlette, given: Given) -> AsyncIterator[dict[str, Any]]:
    """From its start to its end."""
    config, time = given.config, given.clock or SystemClock()
    metrics, limiter, proxies = app.state.metrics, app.state.limiter, app.state.proxies
    storage = await Storage.open(config.database)
    lanes = given.thinking or Thinking(config.thinking)
    lanes.show(metrics)
    bots, puzzles = BotRunner(metrics, lanes), PuzzleService(lanes)
    way = given.bus or bus_for(config.database)
    keeper = Keeper(storage, alone=isinstance(way, Alone), pace=given.pace)
    lobby = Lobby(Services(storage, way, keeper, time, bots, metrics), given.room)
    hall = Hall(lobby.services, lobby.shelf)
    gate = Gate(lobby, hall, limiter, proxies, config.origins)
    app.state.lobby, app.state.hall, app.state.storage = lobby, hall, storage
    app.state.puzzles, app.state.gate = puzzles, gate
    await lobby.start()
    await hall.start()
    beside = [asyncio.create_task(clean_now_and_then(storage, time, config.cleaning))]
    if config.thinking.look_ahead:
        beside.append(asyncio.create_task(prepare_everything(lanes, puzzles, bots)))
    try:
        # What uvicorn gives to connections: `muscade.server.transport`, `muscade.server.slow_clients`.
        yield {"gate": gate, "limiter": limiter, "proxies": proxies}
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await hall.stop()
        await lobby.stop()
        bots.close()
        puzzles.close()
        if given.thinking is None:
            await lanes.close()
        await way.close()
        await storage.close()


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
