"""WebSocket layers behind uvicorn, in one run on loopback: deliveries a second, and memory for each idle connection.

``python -m benchmarks.sockets`` starts a server for each layer on one core, and clients on another. A delivery is one
message of 600 bytes to one of a hundred clients; whenever one of them speaks, all hundred hear it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import socket
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar

import picows
import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from muscade.server.addresses import Proxies
from muscade.server.limits import Limiter, Limits
from muscade.server.sockets import Pings, Socket, framed
from muscade.server.transport import Knock, server_config

LAYERS = ("websockets", "websockets-sansio", "wsproto", "picows")
LISTENERS = 100
MESSAGE = b"x" * 600


def rss() -> int:
    """Kilobytes of this process in memory."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


# ---------------------------------------------------------------- servers


class Listener(Socket):
    everybody: ClassVar[set[Listener]] = set()

    def opened(self) -> None:
        self.everybody.add(self)

    def received(self, data: bytes, *, is_text: bool) -> None:
        for one in self.everybody:
            one.write(framed(MESSAGE))

    def lost(self) -> None:
        self.everybody.discard(self)


class Door:
    def __init__(self) -> None:
        self.pings = Pings()

    def admit(self, _knock: Knock) -> Socket:
        return Listener()


def ours() -> uvicorn.Config:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Any]]:
        limiter = Limiter(Limits(connections=0))
        yield {"gate": Door(), "limiter": limiter, "proxies": Proxies(())}

    return server_config(Starlette(lifespan=lifespan), loop="uvloop")


def theirs(layer: str) -> uvicorn.Config:
    everybody: set[WebSocket] = set()
    text = MESSAGE.decode()

    async def serve(line: WebSocket) -> None:
        await line.accept()
        everybody.add(line)
        with suppress(WebSocketDisconnect):
            while True:
                await line.receive_text()
                for one in tuple(everybody):
                    await one.send_text(text)
        everybody.discard(line)

    app = Starlette(routes=[WebSocketRoute("/ws/{table}", serve)])
    return uvicorn.Config(
        app, http="httptools", ws=layer, loop="uvloop", log_level="critical", ws_per_message_deflate=False
    )


def serve(layer: str, listener: socket.socket, core: int, pipe: Connection) -> None:
    """A server that tells, whenever it is asked, how much memory and processor time it has taken."""
    os.sched_setaffinity(0, {core})
    server = uvicorn.Server(ours() if layer == "picows" else theirs(layer))

    async def run() -> None:
        asyncio.get_running_loop().add_reader(
            pipe.fileno(), lambda: pipe.send((rss(), time.process_time(), pipe.recv()))
        )
        await server.serve(sockets=[listener])

    uvloop.run(run())


# ---------------------------------------------------------------- clients


class Counter(picows.WSListener):
    heard = 0
    wanted: int
    done: asyncio.Event

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        Counter.heard += 1
        if Counter.heard == Counter.wanted:
            Counter.done.set()


async def connected(address: str, count: int) -> list[picows.WSTransport]:
    lines: list[picows.WSTransport] = []
    for start in range(0, count, 50):
        some = (picows.ws_connect(Counter, address) for _ in range(min(50, count - start)))
        lines += [line for line, _ in await asyncio.gather(*some)]
    return lines


async def measure(address: str, pipe: Connection, idle: int, rounds: int) -> dict[str, Any]:
    loop = asyncio.get_running_loop()

    async def taken() -> tuple[int, float]:
        pipe.send("how much?")
        memory, seconds, _ = await loop.run_in_executor(None, pipe.recv)
        return memory, seconds

    lines = await connected(address, LISTENERS)
    before, _ = await taken()
    more = await connected(address, idle)
    after, _ = await taken()
    for line in more:
        line.disconnect(graceful=False)
    await asyncio.sleep(1)
    rates, costs = [], []
    for _ in range(5):
        Counter.heard, Counter.wanted, Counter.done = 0, LISTENERS * rounds, asyncio.Event()
        _, worked = await taken()
        begun = time.perf_counter()
        for turn in range(rounds):
            lines[turn % LISTENERS].send(picows.WSMsgType.TEXT, b"speak")
        await asyncio.wait_for(Counter.done.wait(), 120)
        rates.append(Counter.wanted / (time.perf_counter() - begun))
        costs.append(1e6 * ((await taken())[1] - worked) / Counter.wanted)
    for line in lines:
        line.disconnect(graceful=False)
    return {
        "deliveries a second": round(statistics.median(rates)),
        "microseconds of processor each": round(statistics.median(costs), 1),
        "KB an idle connection": round((after - before) / idle, 1),
    }


def run(layer: str, idle: int, rounds: int) -> dict[str, Any]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    address = f"ws://127.0.0.1:{listener.getsockname()[1]}/ws/any"
    cores = sorted(os.sched_getaffinity(0))
    mine, other = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(
        target=serve, args=(layer, listener, cores[-1], other)
    )
    server.start()
    try:
        os.sched_setaffinity(0, {cores[0]})
        return uvloop.run(measure(address, mine, idle, rounds))
    finally:
        os.sched_setaffinity(0, cores)
        server.kill()
        server.join()
        listener.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=5000, help="idle connections to measure memory with")
    parser.add_argument("--rounds", type=int, default=300, help="messages to a hundred clients, five times")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for layer in LAYERS:
        print(json.dumps({"layer": layer} | run(layer, options.idle, options.rounds)), flush=True)


if __name__ == "__main__":
    main()
