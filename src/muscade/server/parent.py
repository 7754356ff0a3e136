"""``--workers``: a process that serves nobody itself, but starts those that do, and others in place of those that die."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec
import structlog

from muscade.server.bus import Relay
from muscade.server.config import Config
from muscade.server.garbage import search_seldom
from muscade.server.logs import configure_logs
from muscade.server.serving import Child, serve

SHORTEST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
"""Seconds before another takes the place of one that died; twice as long each time it does so soon again."""
LONG_LIFE = 60.0
"""Seconds: who lived so long did not die of how it was started."""
PATIENCE = 10.0
"""Seconds that workers have to stop, beside those for draining."""

log = structlog.get_logger()


class Parent:
    """Binds nothing and reads nothing: what the workers share is the socket that it was given, and its relay."""

    def __init__(self, config: Config, listener: socket.socket, on_start: Callable[[], None]) -> None:
        self._listener = listener
        self._on_start = on_start
        self._running: dict[int, SpawnProcess] = {}
        self._stopping = asyncio.Event()
        self._patience = PATIENCE + config.drain_seconds
        processes = config.thinking.processes or max(1, (os.cpu_count() or 1) // config.workers)
        thinking = msgspec.structs.replace(config.thinking, processes=processes)
        self._config = msgspec.structs.replace(config, thinking=thinking)

    async def run(self) -> None:
        """Until a signal comes; a second one ends everything at once."""
        loop = asyncio.get_running_loop()
        for sig in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sig, self._stop)
        with tempfile.TemporaryDirectory(prefix="muscade-") as folder:
            relay = Relay(Path(folder) / "relay")
            await relay.start()
            keeping = [
                asyncio.create_task(self._keep(Child(index, Path(folder) / "relay")))
                for index in range(self._config.workers)
            ]
            self._on_start()
            await asyncio.gather(*keeping)
            await relay.close()

    def _stop(self) -> None:
        if self._stopping.is_set():
            for process in self._running.values():
                process.kill()
            os._exit(128 + signal.SIGTERM)
        self._stopping.set()
        for process in self._running.values():
            process.terminate()

    async def _keep(self, child: Child) -> None:
        """One worker, and its successors."""
        pause = SHORTEST_PAUSE
        while not self._stopping.is_set():
            begun = time.monotonic()
            code = await self._run(child)
            if self._stopping.is_set():
                return
            pause = SHORTEST_PAUSE if time.monotonic() - begun > LONG_LIFE else min(2 * pause, LONGEST_PAUSE)
            log.error("worker-died", worker=child.index, code=code, again_in=pause)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run(self, child: Child) -> int | None:
        # Not a daemon: those may have no children, and this one starts processes that think.
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(self._config, self._listener, child), name=f"worker-{child.index}"
        )
        process.start()
        self._running[child.index] = process
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, ended.set)
        try:
            stopping = asyncio.create_task(self._stopping.wait())
            ending = asyncio.create_task(ended.wait())
            await asyncio.wait({stopping, ending}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            try:
                await asyncio.wait_for(ending, self._patience)
            except TimeoutError:
                log.error("worker-does-not-stop", worker=child.index)
                process.kill()
                await ended.wait()
        finally:
            loop.remove_reader(process.sentinel)
        process.join()
        del self._running[child.index]
        return process.exitcode


def _serve(config: Config, listener: socket.socket, child: Child) -> None:
    """In the worker."""
    serve(config, listener, child=child)


def run_workers(config: Config, listener: socket.socket, on_start: Callable[[], None]) -> None:
    configure_logs(config.logs.form, config.logs.level)
    search_seldom()

    async def run() -> None:
        await Parent(config, listener, on_start).run()

    asyncio.run(run())
