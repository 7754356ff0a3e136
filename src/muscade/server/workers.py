"""Other processes that think, so that the one that serves never has to wait."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from muscade.server.stories import Told

SLOWNESS = 5
"""So many times longer than it may use the processor a question may stay, what it waits for the processor apart."""

log = structlog.get_logger()


class WorkerDied(Exception):
    """A question killed the process that was to answer it, or stayed without answer for too long."""


class Answer(NamedTuple):
    what: Any
    seconds: float
    """Of the processor, that it took."""


class _Process(NamedTuple):
    process: SpawnProcess
    line: Connection
    told: Told


class Worker:
    """One process, which answers one question at a time; started when first needed, and anew when it has died."""

    def __init__(self, niceness: int = 0) -> None:
        """With more ``niceness`` it lets more of everything else on the machine go first, where the system can."""
        self._niceness = niceness
        self._running: _Process | None = None
        self._closed = False
        # Waits for the process; the event loop does not, whatever kind of loop it is.
        self._waiting = ThreadPoolExecutor(1, "worker")

    async def ask(self, limit: float, question: Callable[..., Any], *about: Any) -> Answer:
        """A question is a function of a module, and what it is about can be sent to another process.

        After ``limit`` seconds of the processor it is given up, and the process with it; or when it has been silent
        for far longer, although the processor was to be had: on a machine with too much to do everything takes long.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._waiting, self._exchange, limit, question, about)

    def _exchange(self, limit: float, question: Callable[..., Any], about: tuple[Any, ...]) -> Answer:
        running = self._running or self._start()
        try:
            running.line.send_bytes(running.told.letter((limit, question, about)))
            wait_for_answer(running, limit * SLOWNESS)
            answer, error = running.line.recv()
        except (EOFError, OSError) as lost:
            self._running = None
            end(running)
            if not self._closed:
                overdue = isinstance(lost, TimeoutError)
                log.error("worker-died", question=question.__name__, overdue=overdue)
            raise WorkerDied from None
        if error is not None:
            raise error
        assert isinstance(answer, Answer)
        return answer

    def _start(self) -> _Process:
        # A fresh interpreter: forking a server with threads and sockets is asking for trouble.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._niceness), daemon=True)
        process.start()
        theirs.close()
        self._running = _Process(process, ours, Told())
        return self._running

    def close(self) -> None:
        """At once, whatever it is thinking about."""
        self._closed = True
        self._waiting.shutdown(wait=False, cancel_futures=True)
        if self._running is not None:
            self._running.process.kill()


def wait_for_answer(running: _Process, seconds: float) -> None:
    """Raises `TimeoutError` after so long, not counting the time for which the process only waited for its turn."""
    begun, starved = time.monotonic(), starved_for(running.process.pid)
    left = seconds
    while left > 0:
        if running.line.poll(left):
            return
        waited = starved_for(running.process.pid) - starved
        left = seconds - (time.monotonic() - begun - waited)
    raise TimeoutError


def starved_for(pid: int | None) -> float:
    """Seconds for which a process was ready to run and others ran; 0 where the system does not tell."""
    try:
        _, waited, _ = Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0
    return int(waited) / 1e9


def end(running: _Process) -> None:
    running.process.kill()
    running.process.join()
    running.line.close()


def _serve(line: Connection, niceness: int) -> None:
    """In the other process."""
    give_way(niceness)
    # Ctrl+C in a terminal is for the server, which ends its helpers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    while True:
        try:
            limit, question, about = line.recv()
        except (EOFError, OSError):
            return  # The server has gone.
        # Of this thread: others may be compiling what nobody has asked for yet.
        begun = time.thread_time()
        answer, fault = None, None
        end_after(limit)
        try:
            answer = Answer(question(*about), time.thread_time() - begun)
        except Exception as error:
            fault = error
        end_after(0)
        try:
            line.send((answer, fault))
        except OSError:
            return
        except Exception as error:
            # What cannot travel is at least named.
            line.send((None, TypeError(f"{type(fault or error).__name__} cannot be sent")))


def end_after(seconds: float) -> None:
    """Have the system end this process once it has used so much of the processor, whatever it is lost in; 0: never.

    Windows cannot, and leaves it to who waits.
    """
    with suppress(AttributeError):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with_the_server() -> None:
    """A server that is killed cannot say so, and nobody would ever ask again."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def give_way(niceness: int) -> None:
    """Be scheduled after others, where the system can do that; Windows cannot."""
    with suppress(AttributeError):
        os.nice(niceness)
