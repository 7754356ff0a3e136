"""What all WebSockets of clients have in common: one message after another, limited, and refusals that name them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import msgspec
import structlog

from muscade.server import refusals
from muscade.server.limits import Traffic
from muscade.server.metrics import Metrics
from muscade.server.protocol import MAX_MESSAGE_BYTES, ServerMessage
from muscade.server.reading import message_id, read_json
from muscade.server.sockets import Socket, framed

INBOX_LENGTH = 32
"""Messages that may wait to be handled before no more are read."""

INTERNAL_ERROR = 1011
TRY_AGAIN_LATER = 1013
CLOSE_CODES = {
    "person": 4401,
    "key": 4403,
    "banned": 4403,
    "excluded": 4403,
    "no-watchers": 4403,
    "unwelcome": 4403,
    "table": 4404,
    "room": 4404,
    "outdated": 4410,
    "closed": 4410,
    "storage": TRY_AGAIN_LATER,
}
"""Why a connection cannot even begin, or go on."""
HANGS_UP = frozenset({"key", "person", "banned", "excluded", "no-watchers", "unwelcome", "closed"})
"""Whoever is refused for one of these in the middle has nothing more to say."""

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


class Incoming(NamedTuple):
    data: bytes
    is_text: bool


class Conversation(Socket, Generic[T]):
    """With one client, about one place: ``T`` is what the client may say.

    Messages are handled in order and one at a time, by a task that is there only while there is something to do.
    It is never cancelled: what a client began is finished, though it may have gone and nobody hears the answer.
    """

    __slots__ = (
        "_entered",
        "_inbox",
        "_metrics",
        "_on_end",
        "_resting",
        "_retiring",
        "_traffic",
        "_working",
        "place",
        "shut_out",
    )

    decoder: msgspec.json.Decoder[T]

    def __init__(self, metrics: Metrics, place: str, traffic: Traffic, on_end: Callable[[], None]) -> None:
        """``place`` is the id of a table or a room; ``on_end`` is called once the line is lost."""
        super().__init__()
        self.place = place
        self.shut_out: refusals.RequestRefused | None = None
        """Why this one may not come in, if so."""
        self._metrics = metrics
        self._on_end = on_end
        self._entered = False
        self._traffic = traffic
        self._inbox: deque[Incoming] | None = None
        self._working: asyncio.Task[None] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._retiring: int | None = None

    # ------------------------------------------------------------ for those who converse

    async def enter(self) -> None:
        """Before the first message; a refusal ends the conversation."""

    async def take(self, message: T) -> None:
        """Do what a message asks for, or refuse it."""
        raise NotImplementedError

    async def go(self) -> None:
        """The client has gone; once, and only after it has entered."""

    @property
    def address(self) -> str:
        """Where the client is."""
        return self._traffic.address

    @property
    def people(self) -> tuple[str, ...]:
        """Who speaks, as far as that is known."""
        return ()

    def send(self, message: ServerMessage | bytes) -> None:
        self.write(framed(message if isinstance(message, bytes) else _encode(message)))

    def cut(self, refusal: refusals.RequestRefused) -> None:
        """Say why, and hang up."""
        self._refuse(refusal, None)
        self.close(CLOSE_CODES.get(refusal.code, TRY_AGAIN_LATER))

    def retire(self, code: int) -> None:
        """Whoever is being answered has the answer first; what they said after that, they say again elsewhere."""
        if self._working is None:
            self.close(code)
        else:
            self._retiring = code

    # ------------------------------------------------------------ what the socket tells

    def opened(self) -> None:
        self._metrics.connections.inc()
        self._wake()

    def received(self, data: bytes, *, is_text: bool) -> None:
        if self._inbox is None:
            self._inbox = deque()
        self._inbox.append(Incoming(data, is_text))
        if len(self._inbox) >= INBOX_LENGTH:
            self.pause_reading()
        self._wake()

    def writable(self) -> None:
        self._wake()

    def lost(self) -> None:
        self._on_end()
        if self._resting:
            self._resting.cancel()
            self._resting = None
        self._metrics.connections.dec()
        self._wake()

    # ------------------------------------------------------------ one message after another

    def _wake(self) -> None:
        if self._working is None and self._resting is None:
            self._working = self.work(self._work())

    async def _work(self) -> None:
        try:
            if not self._entered and self.is_open:
                await self._enter()
            # Who does not read the answers asks in vain.
            while self._inbox and self.is_open and not self.is_behind:
                if wait := self._traffic.wait():
                    self._resting = asyncio.get_running_loop().call_later(wait, self._rest_is_over)
                    return
                await self._answer(self._inbox.popleft())
                if self._retiring is not None:
                    break
                if self._inbox:
                    # Nobody has the server to themselves, however much they ask.
                    await asyncio.sleep(0)
            if not self._inbox:
                self._inbox = None
                self.resume_reading()
            if self._retiring is not None:
                self.close(self._retiring)
        finally:
            try:
                if self.is_lost and self._entered:
                    self._entered = False
                    await self.go()
            finally:
                assert self._working is not None
                self.worked(self._working)
                self._working = None

    def _rest_is_over(self) -> None:
        self._resting = None
        self._wake()

    async def _enter(self) -> None:
        try:
            if self.shut_out is not None:
                raise self.shut_out
            await self.enter()
            self._entered = True
        except refusals.RequestRefused as refusal:
            self.cut(refusal)
        except Exception as error:
            log.error("entering-failed", place=self.place[:6], error=type(error).__name__)
            self._refuse(refusals.internal(), None)
            self.close(INTERNAL_ERROR)

    async def _answer(self, incoming: Incoming) -> None:
        try:
            self._traffic.take(len(incoming.data))
            if not incoming.is_text:
                raise refusals.binary()
            await self.take(read_json(incoming.data, self.decoder, MAX_MESSAGE_BYTES))
        except refusals.RequestRefused as refusal:
            self._refuse(refusal, incoming)
            if refusal.code in HANGS_UP:
                self.close(CLOSE_CODES[refusal.code])
        except Exception as error:
            log.error("message-failed", place=self.place[:6], error=type(error).__name__)
            self._refuse(refusals.internal(), incoming)

    def _refuse(self, refusal: refusals.RequestRefused, incoming: Incoming | None) -> None:
        self._metrics.refusals.labels(refusal.code).inc()
        self.send(refusal.message(message_id(incoming.data) if incoming else None))
