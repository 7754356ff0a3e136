"""One client on a WebSocket: what it wants, message after message, and what it is to know."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from typing import NamedTuple

import msgspec
import structlog

from muscade.core import Seat
from muscade.core.words import PACE, SKIP
from muscade.server import refusals
from muscade.server.addresses import Proxies
from muscade.server.clocks import Alarm
from muscade.server.lag import NOTICEABLE, PROBE_EVERY, Probes
from muscade.server.limits import Limiter, Traffic
from muscade.server.lobby import Lobby
from muscade.server.origins import check_origin
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
    SetPace,
    Show,
    Skip,
)
from muscade.server.reading import message_id, read_json
from muscade.server.sockets import Pings, Socket
from muscade.server.tables import Table
from muscade.server.transport import Knock

INBOX_LENGTH = 32
"""Messages that may wait to be handled before no more are read."""

INTERNAL_ERROR = 1011
TRY_AGAIN_LATER = 1013
CLOSE_CODES = {"key": 4403, "no-watchers": 4403, "table": 4404, "outdated": 4410, "storage": TRY_AGAIN_LATER}
"""Why a connection cannot even begin, or go on."""

UNWELCOME = ("key", "no-watchers")
"""Whoever is refused for one of these has nothing more to ask."""

_decoder = msgspec.json.Decoder(FromClient)
_encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


class Incoming(NamedTuple):
    data: bytes
    is_text: bool


class Gate:
    """Who may come in: `muscade.server.transport.Gate`."""

    def __init__(
        self,
        lobby: Lobby,
        limiter: Limiter,
        proxies: Proxies,
        origins: Collection[str] = (),
    ) -> None:
        self.lobby = lobby
        self.pings = Pings()
        self._limiter = limiter
        self._proxies = proxies
        self._origins = origins

    def admit(self, knock: Knock) -> Connection:
        check_origin(knock.headers, self._origins)
        address = self._proxies.client(knock.peer, knock.headers.get("x-forwarded-for", ""))
        return Connection(self, knock.table, Traffic(self._limiter, address), self._limiter.connect(address))


class Connection(Socket):
    """A `muscade.server.tables.Subscriber` at the end of a socket.

    Messages are handled in order and one at a time, by a task that is there only while there is something to do.
    It is never cancelled: what a client began is finished, though it may have gone and nobody hears the answer.
    """

    __slots__ = (
        "_gate",
        "_greeted",
        "_inbox",
        "_next_probe",
        "_on_end",
        "_probes",
        "_resting",
        "_table",
        "_table_id",
        "_traffic",
        "_working",
        "lag",
        "look",
        "seats",
        "seen",
        "shown",
    )

    def __init__(self, gate: Gate, table_id: str, traffic: Traffic, on_end: Callable[[], None]) -> None:
        super().__init__()
        self.seats: frozenset[Seat] = frozenset()
        self.look: Seat | None = None
        self.seen = 0
        self.lag: int | None = None
        self.shown: frozenset[Seat] = frozenset()
        self._gate = gate
        self._table_id = table_id
        self._on_end = on_end
        self._table: Table | None = None
        self._greeted = False
        self._traffic = traffic
        self._inbox: deque[Incoming] | None = None
        self._working: asyncio.Task[None] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._probes: Probes | None = None
        self._next_probe: Alarm | None = None

    def send(self, message: ServerMessage | bytes) -> None:
        self.write(message if isinstance(message, bytes) else _encode(message))

    def cut(self, refusal: refusals.RequestRefused) -> None:
        """Say why, and hang up."""
        self._refuse(refusal, None)
        self.close(CLOSE_CODES.get(refusal.code, TRY_AGAIN_LATER))

    # ------------------------------------------------------------ what the socket tells

    def opened(self) -> None:
        self._gate.lobby.services.metrics.connections.inc()
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
        if self._next_probe:
            self._next_probe.cancel()
        if self._resting:
            self._resting.cancel()
            self._resting = None
        self._gate.lobby.services.metrics.connections.dec()
        self._wake()

    # ------------------------------------------------------------ one message after another

    def _wake(self) -> None:
        if self._working is None and self._resting is None:
            self._working = self.work(self._work())

    async def _work(self) -> None:
        try:
            if self._table is None and self.is_open:
                await self._enter()
            # Who does not read the answers asks in vain.
            while self._inbox and self.is_open and not self.is_behind:
                if wait := self._traffic.wait():
                    self._resting = asyncio.get_running_loop().call_later(wait, self._rest_is_over)
                    return
                await self._answer(self._inbox.popleft())
                if self._inbox:
                    # Nobody has the server to themselves, however much they ask.
                    await asyncio.sleep(0)
            if not self._inbox:
                self._inbox = None
                self.resume_reading()
        finally:
            if self.is_lost:
                await self._leave()
            self._working = None

    def _rest_is_over(self) -> None:
        self._resting = None
        self._wake()

    async def _enter(self) -> None:
        """The table is there from now on, and stays in memory until one leaves it."""
        try:
            self._table = await self._gate.lobby.shelf.enter(self._table_id)
        except refusals.RequestRefused as refusal:
            self.cut(refusal)
        except Exception as error:
            log.error("table-failed", table=self._table_id[:6], error=type(error).__name__)
            self._refuse(refusals.internal(), None)
            self.close(INTERNAL_ERROR)

    async def _leave(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            await table.leave(self)
            self._gate.lobby.shelf.leave(table)

    async def _answer(self, incoming: Incoming) -> None:
        try:
            await self._take(incoming)
        except refusals.RequestRefused as refusal:
            self._refuse(refusal, incoming)
            if refusal.code in UNWELCOME:
                self.close(CLOSE_CODES[refusal.code])
        except Exception as error:
            log.error("message-failed", table=self._table_id[:6], error=type(error).__name__)
            self._refuse(refusals.internal(), incoming)

    async def _take(self, incoming: Incoming) -> None:
        assert self._table is not None
        self._traffic.take(len(incoming.data))
        if not incoming.is_text:
            raise refusals.binary()
        message = read_json(incoming.data, _decoder, MAX_MESSAGE_BYTES)
        if isinstance(message, Hello):
            await self._table.hello(self, message)
            self._greeted = True
            self._begin_probing()
        elif isinstance(message, Ping):
            self.send(Pong(message.nonce))
        elif not self._greeted:
            raise refusals.hello_first()
        elif isinstance(message, Echo):
            self._take_echo(self._table, message.nonce)
        else:
            await self._pass_on(self._table, message)

    async def _pass_on(
        self, table: Table, message: Look | MakeMove | SetPace | Skip | Show | SayPhrase | SayText
    ) -> None:
        match message:
            case Look(seat):
                await table.look(self, seat)
            case MakeMove():
                await table.move(self, message)
            case SetPace(message_id, seat, pace):
                await table.move(self, MakeMove(message_id, seat, f"{PACE} {pace}", 0))
            case Skip(message_id, seat):
                await table.move(self, MakeMove(message_id, seat, SKIP, 0))
            case Show():
                await table.show_hand(self, message)
            case SayPhrase() | SayText():
                await table.say(self, message)

    def _refuse(self, refusal: refusals.RequestRefused, incoming: Incoming | None) -> None:
        self._gate.lobby.services.metrics.refusals.labels(refusal.code).inc()
        self.send(refusal.message(message_id(incoming.data) if incoming else None))

    # ------------------------------------------------------------ how far away

    def _begin_probing(self) -> None:
        """Only those who play are measured: nobody waits for a spectator."""
        if self.seats and self._probes is None and self.is_open:
            self._probes = Probes()
            self._probe()

    def _probe(self) -> None:
        """Ask for an echo, now and every few seconds."""
        assert self._probes is not None
        clock = self._gate.lobby.services.clock
        self.send(Probe(self._probes.sent(clock.steady())))
        self._next_probe = clock.call_later(PROBE_EVERY, self._probe)

    def _take_echo(self, table: Table, nonce: int) -> None:
        if self._probes is None:
            return
        lag = self._probes.answered(nonce, self._gate.lobby.services.clock.steady())
        if lag is not None and (self.lag is None or abs(lag - self.lag) >= NOTICEABLE):
            self.lag = lag
            table.lag_changed()
