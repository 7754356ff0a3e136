"""One process that serves: uvicorn with our application, a port for metrics, and a way to stop without hurting anybody."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from wsgiref.simple_server import WSGIServer

import structlog
import uvicorn
from prometheus_client import start_http_server
from starlette.applications import Starlette

from muscade.server.app import create_app
from muscade.server.bus import bus_for
from muscade.server.config import Config
from muscade.server.garbage import search_seldom
from muscade.server.logs import configure_logs
from muscade.server.transport import server_config

log = structlog.get_logger()


@dataclass(frozen=True)
class Child:
    """One of several processes that serve on one port."""

    index: int
    relay: Path
    """Where it finds the others."""


class Server(uvicorn.Server):
    """Stops in order on the first signal, and at once on the second.

    In order: it is no longer ready, and may go on for a while so that whoever sends people to it notices. Then it
    takes no new connections, finishes what it was asked to do, closes WebSockets with 1012, and gives the tables it
    kept to others.
    """

    def __init__(
        self,
        app: Starlette,
        *,
        drain_seconds: float = 0.0,
        child: bool = False,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(server_config(app))
        self._app = app
        self._drain_seconds = drain_seconds
        self._child = child
        self._on_start = on_start
        self._stop_at: float | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        search_seldom()
        if self._on_start:
            self._on_start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """uvicorn would raise the signal again afterwards, and the process end as if it had not been caught."""
        if self._child and sig == signal.SIGINT:
            return  # Ctrl+C is for the parent, which passes it on.
        if self._stop_at is not None:
            os._exit(128 + sig)
        self._app.state.readiness.stopping = True
        self._stop_at = time.monotonic() + self._drain_seconds

    async def on_tick(self, counter: int) -> bool:
        if self._stop_at is not None and time.monotonic() >= self._stop_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        # Who waits for a hint need not be waited for.
        self._app.state.puzzles.close()
        await super().shutdown(sockets)


def serve(
    config: Config,
    listener: socket.socket,
    *,
    child: Child | None = None,
    on_start: Callable[[], None] | None = None,
) -> None:
    """Until a signal comes."""
    configure_logs(config.logs.form, config.logs.level)
    if child is not None:
        structlog.contextvars.bind_contextvars(worker=child.index)
        threading.Thread(target=_end_with_the_parent, daemon=True).start()
    app = create_app(config, bus=bus_for(config.database, child.relay) if child else None)
    figures = show_metrics(app, config, child.index if child else 0)
    try:
        Server(app, drain_seconds=config.drain_seconds, child=child is not None, on_start=on_start).run(
            sockets=[listener]
        )
    finally:
        if figures is not None:
            figures.shutdown()
            figures.server_close()


def show_metrics(app: Starlette, config: Config, index: int) -> WSGIServer | None:
    """On a port of their own, beside the server: each of several workers has the next one."""
    if not config.metrics.port:
        return None
    server, _ = start_http_server(
        config.metrics.port + index, config.metrics.host, app.state.metrics.registry
    )
    return server


def _end_with_the_parent() -> None:
    """A parent that is killed cannot say so."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
