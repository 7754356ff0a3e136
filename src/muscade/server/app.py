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
from muscade.server.accounts.accounts import Accounts
from muscade.server.addresses import Proxies
from muscade.server.analysis.service import AnalysisService
from muscade.server.answers import problem, refuse_address
from muscade.server.bots import BotRunner
from muscade.server.bus import Alone, Bus, bus_for
from muscade.server.cleaning import clean_now_and_then
from muscade.server.clocks import Clock, SystemClock
from muscade.server.config import Config, PushSettings
from muscade.server.connections import Gate
from muscade.server.engines import seat_engines
from muscade.server.keepers import Keeper, Pace
from muscade.server.limits import Limiter
from muscade.server.metrics import Metrics
from muscade.server.middleware import Callers, HeadersAndMetrics, OwnPages
from muscade.server.moderation.admission import Admission
from muscade.server.moderation.decisions import Decisions
from muscade.server.operator.desk import Desk
from muscade.server.pictures.service import PictureService
from muscade.server.puzzles import PuzzleService
from muscade.server.reception import Reception
from muscade.server.replays.keeping import Keeping
from muscade.server.replays.service import ReplayService
from muscade.server.rooms.hall import Hall
from muscade.server.routes import routes
from muscade.server.storage import Storage
from muscade.server.tables import Services
from muscade.server.tables.shelf import MemoryLimits
from muscade.server.thinking import HOUSE, Thinking, WorkerDied

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from muscade.server.push.office import PostOffice

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
    memory: MemoryLimits | None


def create_app(
    config: Config,
    clock: Clock | None = None,
    *,
    thinking: Thinking | None = None,
    bus: Bus | None = None,
    pace: Pace | None = None,
    memory: MemoryLimits | None = None,
) -> Starlette:
    """A server on one database; the schema is brought up to date when it starts.

    ``thinking`` may be shared with other servers. ``bus`` is the way to other servers on the same database, if it is
    not the database itself. ``pace`` is how soon they notice that one of them has died, ``memory`` how long idle games
    stay in memory.
    """
    given = Given(config, clock, thinking, bus, pace, memory)
    metrics, limiter, proxies = Metrics(), Limiter(config.limits), Proxies(config.proxies)
    admission = Admission()
    app = Starlette(
        routes=routes(),
        middleware=[
            Middleware(HeadersAndMetrics, metrics=metrics),
            Middleware(Callers, limiter=limiter, proxies=proxies, admission=admission),
            Middleware(OwnPages, origins=config.origins),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            refusals.RequestRefused: lambda _, error: problem(error),
            HTTPException: refuse_address,
            Exception: lambda _, _error: problem(refusals.internal()),
        },
        lifespan=lambda app: run(app, given),
    )
    app.state.metrics, app.state.limiter, app.state.proxies = metrics, limiter, proxies
    app.state.config, app.state.admission = config, admission
    app.state.readiness = Readiness()
    return app


@asynccontextmanager
async def run(app: Starlette, given: Given) -> AsyncIterator[dict[str, Any]]:
    """From its start to its end."""
    config, time = given.config, given.clock or SystemClock()
    metrics, limiter, proxies = app.state.metrics, app.state.limiter, app.state.proxies
    seat_engines(config.engines)
    storage = await Storage.open(config.database)
    lanes = given.thinking or Thinking(config.thinking)
    lanes.show(metrics)
    bots, puzzles, pictures = BotRunner(metrics, lanes), PuzzleService(lanes), PictureService(lanes)
    way = given.bus or bus_for(config.database)
    keeper = Keeper(storage, alone=isinstance(way, Alone), pace=given.pace)
    services = Services(storage, way, keeper, time, bots, metrics, admission=app.state.admission)
    reception = Reception(services, given.memory)
    hall = Hall(services, reception.shelf)
    accounts = Accounts(services, hall, reception.shelf)
    gate = Gate(reception, hall, limiter, proxies, config.origins)
    decisions = Decisions(services, gate)
    reception.shelf.listeners.append(decisions)
    app.state.reception, app.state.hall, app.state.storage = reception, hall, storage
    app.state.replays = ReplayService(storage, time)
    app.state.pictures = pictures
    app.state.analysis = analysis = AnalysisService(reception, lanes, config.thinking.analysis_seconds)
    app.state.puzzles, app.state.gate, app.state.accounts = puzzles, gate, accounts
    app.state.thinking = lanes
    app.state.decisions, app.state.desk = decisions, Desk(services, hall, decisions)
    await decisions.start()
    office = open_office(config.push, hall, reception)
    app.state.push_settings, app.state.office = config.push, office
    await reception.start()
    await hall.start()
    beside = [
        asyncio.create_task(clean_now_and_then(storage, time, config.cleaning)),
        asyncio.create_task(Keeping(storage, lanes).now_and_then()),
    ]
    if config.thinking.look_ahead:
        beside.append(asyncio.create_task(prepare_everything(lanes, puzzles, bots)))
    try:
        # What uvicorn gives to connections: `muscade.server.transport`, `muscade.server.slow_clients`.
        yield {"gate": gate, "limiter": limiter, "proxies": proxies}
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        if office:
            await office.stop()
        await decisions.stop()
        accounts.close()
        await hall.stop()
        await reception.stop()
        bots.close()
        puzzles.close()
        pictures.close()
        await analysis.close()
        if given.thinking is None:
            await lanes.close()
        await way.close()
        await storage.close()


def open_office(settings: PushSettings, hall: Hall, reception: Reception) -> PostOffice | None:
    """What sends Web Push is loaded where it is wanted."""
    if not settings.private_key:
        return None
    from muscade.server.push.office import PostOffice

    return PostOffice(settings, hall, reception.shelf)


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
