"""One WebSocket: reading what a client wants, and writing what it is to know."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections import deque
from dataclasses import dataclass

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from muscade.core import Seat
from muscade.server import refusals
from muscade.server.clocks import Alarm
from muscade.server.lobby import Lobby
from muscade.server.protocol import (
    MAX_MESSAGE_BYTES,
    Echo,
    FromClient,
    Hello,
    Look,
    MakeMove,
    Ping,
    Pong,
    Probe,
    SayPhrase,
    SayText,
    ServerMessage,
)
from muscade.server.tables import Services, Table

QUEUE_LENGTH = 256
"""Messages a client may lag behind before it is cut off; it can come back and resume."""
CLOSE_PATIENCE = 5.0
PROBE_EVERY = 5000
NOTICEABLE = 10
"""Milliseconds: how often the way is measured, and from which change on everybody is told."""

TRY_AGAIN_LATER = 1013
CLOSE_CODES = {"key": 4403, "table": 4404, "outdated": 4410, "storage": TRY_AGAIN_LATER}
"""Why a connection cannot even begin, or go on."""

_decoder = msgspec.json.Decoder(FromClient)
log = structlog.get_logger()


@dataclass(frozen=True)
class Allowance:
    """How much one client may send: messages a second, and how many at once."""

    rate: float = 20.0
    burst: float = 60.0


class Bucket:
    """A token bucket."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._tokens = allowance.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        earned = (now - self._at) * self._allowance.rate
        self._tokens = min(self._allowance.burst, self._tokens + earned)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Probes:
    """How long the way to a client and back is: the median of the last few echoes."""

    def __init__(self) -> None:
        self._nonce = 0
        self._sent_at: int | None = None
        self._lags: deque[int] = deque(maxlen=5)

    def sent(self, now: int) -> int:
        """Note a new probe; its number."""
        self._nonce += 1
        self._sent_at = now
        return self._nonce

    def answered(self, nonce: int, now: int) -> int | None:
        """The lag as known with this echo; None for an echo of anything but the last probe, or a second one."""
        if nonce != self._nonce or self._sent_at is None:
            return None
        self._lags.append(now - self._sent_at)
        self._sent_at = None
        return int(statistics.median(self._lags))


class Connection:
    """A `muscade.server.tables.Subscriber` at the end of a socket."""

    def __init__(self, socket: WebSocket, table: Table, services: Services, allowance: Allowance) -> None:
        self.seats: frozenset[Seat] = frozenset()
        self.look: Seat | None = None
        self.seen = 0
        self.lag: int | None = None
        self._socket = socket
        self._table = table
        self._metrics = services.metrics
        self._clock = services.clock
        self._greeted = False
        self._bucket = Bucket(allowance)
        self._probes = Probes()
        self._next_probe: Alarm | None = None
        # An int in the queue is the code to close with once everything before it is written.
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue(QUEUE_LENGTH)
        self._hopeless = asyncio.Event()

    def send(self, message: ServerMessage | bytes) -> None:
        self._put(message if isinstance(message, bytes) else msgspec.json.encode(message))

    def _put(self, item: bytes | int) -> None:
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            self._hopeless.set()

    async def run(self) -> None:
        """Until either side has had enough."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        giving_up = asyncio.create_task(self._hopeless.wait())
        tasks = {reading, writing, giving_up}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if giving_up.done():
                log.info("client-too-slow", table=self._table.id[:6])
                writing.cancel()
                await close(self._socket, TRY_AGAIN_LATER)
            elif reading.done() and reading.result():
                await asyncio.wait({writing}, timeout=CLOSE_PATIENCE)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._next_probe:
                self._next_probe.cancel()
            await self._table.leave(self)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                item = await self._queue.get()
                if isinstance(item, int):
                    await self._socket.close(item)
                    return
                await self._socket.send_text(item.decode())

    async def _read(self) -> bool:
        """True when the connection is to be closed from this side."""
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return False
            text: str | None = frame.get("text")
            try:
                await self._take(text)
            except refusals.RequestRefused as refusal:
                self._refuse(refusal, text)
                if refusal.code == "key":
                    self._put(CLOSE_CODES[refusal.code])
                    return True
            except Exception as error:
                log.error("message-failed", table=self._table.id[:6], error=type(error).__name__)
                self._refuse(refusals.internal(), text)

    async def _take(self, text: str | None) -> None:
        if not self._bucket.take():
            raise refusals.slow_down()
        if text is None:
            raise refusals.binary()
        if len(text) > MAX_MESSAGE_BYTES or len(text.encode()) > MAX_MESSAGE_BYTES:
            raise refusals.too_long(limit=MAX_MESSAGE_BYTES)
        try:
            message = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise refusals.malformed(what=error) from None
        if isinstance(message, Hello):
            await self._table.hello(self, message)
            if not self._greeted:
                self._greeted = True
                self._probe()
        elif isinstance(message, Ping):
            self.send(Pong(message.nonce))
        elif not self._greeted:
            raise refusals.hello_first()
        elif isinstance(message, Echo):
            await self._take_echo(message.nonce)
        else:
            await self._pass_on(message)

    def _probe(self) -> None:
        """Ask for an echo, now and every few seconds."""
        self.send(Probe(self._probes.sent(self._clock.now())))
        self._next_probe = self._clock.call_at(self._clock.now() + PROBE_EVERY, self._probe)

    async def _take_echo(self, nonce: int) -> None:
        lag = self._probes.answered(nonce, self._clock.now())
        if lag is not None and (self.lag is None or abs(lag - self.lag) >= NOTICEABLE):
            self.lag = lag
            await self._table.lag_changed()

    async def _pass_on(self, message: Look | MakeMove | SayPhrase | SayText) -> None:
        match message:
            case Look(seat):
                await self._table.look(self, seat)
            case MakeMove():
                await self._table.move(self, message)
            case SayPhrase() | SayText():
                await self._table.say(self, message)

    def _refuse(self, refusal: refusals.RequestRefused, text: str | None) -> None:
        self._metrics.refusals.labels(refusal.code).inc()
        self.send(refusal.message(message_id(text)))


def message_id(text: str | None) -> str | None:
    """The id of a message that may be anything at all, so that a refusal can name it."""
    if text is None or len(text) > MAX_MESSAGE_BYTES:
        return None
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 else None


async def close(socket: WebSocket, code: int) -> None:
    """Say goodbye, but do not wait for long."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(socket.close(code), CLOSE_PATIENCE)


async def serve_socket(socket: WebSocket, lobby: Lobby, allowance: Allowance) -> None:
    """From the handshake to the end."""
    metrics = lobby.services.metrics
    await socket.accept()
    metrics.connections.inc()
    try:
        async with lobby.table(socket.path_params["table"]) as table:
            await Connection(socket, table, lobby.services, allowance).run()
    except refusals.RequestRefused as refusal:
        metrics.refusals.labels(refusal.code).inc()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(msgspec.json.encode(refusal.message(None)).decode())
        await close(socket, CLOSE_CODES[refusal.code])
    except WebSocketDisconnect:
        pass
    finally:
        metrics.connections.dec()
