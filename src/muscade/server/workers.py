"""Other processes that think, so that the one that serves never has to wait."""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import structlog

R = TypeVar("R")
log = structlog.get_logger()


class WorkerDied(Exception):
    """A question killed the process that was to answer it, or stayed without answer for too long."""


class Workers:
    """Processes that are started when they are first needed, and again if they die."""

    def __init__(self, count: int, limit: float, niceness: int = 0) -> None:
        """``limit`` is in seconds: who thinks longer about one question is given up, and its process with it.

        With more ``niceness`` they let more of everything else on the machine go first, where the system knows such a thing.
        """
        self.count = count
        self._limit = limit
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Callable[..., R], *about: Any, limit: float | None = None) -> R:
        """A question is a function of a module, and what it is about can be sent to another process.

        What is no thinking may have a ``limit`` of its own.
        """
        pool = self._pool
        if pool is None:
            # Fresh interpreters: forking a server with threads and sockets is asking for trouble.
            pool = self._pool = ProcessPoolExecutor(
                self.count, multiprocessing.get_context("spawn"), _start_worker, (self._niceness,)
            )
        try:
            answer = pool.submit(_run_within, limit or self._limit, question, *about)
            return await asyncio.wrap_future(answer)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                log.error("worker-died", question=question.__name__)
            raise WorkerDied from None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _start_worker(niceness: int) -> None:
    """In the other process: a server that is killed cannot say so, and nobody would ever ask again."""
    give_way(niceness)
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def give_way(niceness: int) -> None:
    """Be scheduled after others, where the system can do that; Windows cannot."""
    with suppress(AttributeError):
        os.nice(niceness)


def _run_within(limit: float, question: Callable[..., R], *about: Any) -> R:
    """In the other process: nothing but its end stops a program that is lost in thought."""
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
        try:
            return question(*about)
        finally:
            faulthandler.cancel_dump_traceback_later()
