"""Who may come in, and one client at a table: what it wants, message after message, and what it is to know."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from muscade.core import Seat
from muscade.core.words import PACE, SKIP
from muscade.server import refusals
from muscade.server.addresses import Proxies, limited_as
from muscade.server.clocks import Alarm
from muscade.server.conversations import Conversation
from muscade.server.lag import NOTICEABLE, PROBE_EVERY, Probes
from muscade.server.limits import Limiter, Traffic
from muscade.server.lobby import Lobby
from muscade.server.origins import check_origin
from muscade.server.protocol import (
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
    SetPace,
    Show,
    Skip,
)
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.sockets import LobbyConnection, RoomConnection
from muscade.server.sockets import Pings, Socket
from muscade.server.tables import Table
from muscade.server.transport import Knock


class Gate:
    """Who may come in: `muscade.server.transport.Gate`."""

    def __init__(
        self,
        lobby: Lobby,
        hall: Hall,
        limiter: Limiter,
        proxies: Proxies,
        origins: Collection[str] = (),
    ) -> None:
        self.lobby = lobby
        self.hall = hall
        self.pings = Pings()
        self._limiter = limiter
        self._proxies = proxies
        self._origins = origins

    def admit(self, knock: Knock) -> Socket:
        check_origin(knock.headers, self._origins)
        address = self._proxies.client(knock.peer, knock.headers.get("x-forwarded-for", ""))
        traffic, on_end = Traffic(self._limiter, address), self._limiter.connect(address)
        match knock.kind:
            case "table":
                return Connection(self.lobby, knock.id, traffic, on_end)
            case "room":
                return RoomConnection(self.hall, knock.id, traffic, on_end, self._limiter)
            case "lobby":
                return LobbyConnection(self.hall, traffic, on_end, limited_as(address), self._limiter)


class Connection(Conversation[FromClient]):
    """A `muscade.server.tables.Subscriber` at the end of a socket."""

    __slots__ = (
        "_greeted",
        "_lobby",
        "_next_probe",
        "_probes",
        "_table",
        "lag",
        "look",
        "seats",
        "seen",
        "shown",
    )

    decoder = msgspec.json.Decoder(FromClient)

    def __init__(self, lobby: Lobby, table_id: str, traffic: Traffic, on_end: Callable[[], None]) -> None:
        super().__init__(lobby.services.metrics, table_id, traffic, on_end)
        self.seats: frozenset[Seat] = frozenset()
        self.look: Seat | None = None
        self.seen = 0
        self.lag: int | None = None
        self.shown: frozenset[Seat] = frozenset()
        self._lobby = lobby
        self._table: Table | None = None
        self._greeted = False
        self._probes: Probes | None = None
        self._next_probe: Alarm | None = None

    def lost(self) -> None:
        if self._next_probe:
            self._next_probe.cancel()
        super().lost()

    async def enter(self) -> None:
        """The table is there from now on, and stays in memory until one leaves it."""
        self._table = await self._lobby.shelf.enter(self.place)

    async def go(self) -> None:
        assert self._table is not None
        await self._table.leave(self)
        self._lobby.shelf.leave(self._table)

    async def take(self, message: FromClient) -> None:
        assert self._table is not None
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

    # ------------------------------------------------------------ how far away

    def _begin_probing(self) -> None:
        """Only those who play are measured: nobody waits for a spectator."""
        if self.seats and self._probes is None and self.is_open:
            self._probes = Probes()
            self._probe()

    def _probe(self) -> None:
        """Ask for an echo, now and every few seconds."""
        assert self._probes is not None
        clock = self._lobby.services.clock
        self.send(Probe(self._probes.sent(clock.steady())))
        self._next_probe = clock.call_later(PROBE_EVERY, self._probe)

    def _take_echo(self, table: Table, nonce: int) -> None:
        if self._probes is None:
            return
        lag = self._probes.answered(nonce, self._lobby.services.clock.steady())
        if lag is not None and (self.lag is None or abs(lag - self.lag) >= NOTICEABLE):
            self.lag = lag
            table.lag_changed()
