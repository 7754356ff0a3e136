"""Who may come in, and one client at a table: what it wants, message after message, and what it is to know."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from muscade.core import NOBODY, Seat
from muscade.core.words import PACE, SKIP
from muscade.server import refusals
from muscade.server.addresses import Proxies, limited_as
from muscade.server.clocks import Alarm
from muscade.server.conversations import Conversation
from muscade.server.lag import NOTICEABLE, PROBE_EVERY, Probes
from muscade.server.limits import Limiter, Traffic
from muscade.server.origins import check_origin
from muscade.server.protocol import (
    AskMove,
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
from muscade.server.reception import Reception
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.sockets import LobbyConnection, MyConnection, RoomConnection
from muscade.server.sockets import Pings, Socket
from muscade.server.tables import Table
from muscade.server.transport import Knock


class Gate:
    """Who may come in: `muscade.server.transport.Gate`."""

    def __init__(
        self,
        reception: Reception,
        hall: Hall,
        limiter: Limiter,
        proxies: Proxies,
        origins: Collection[str] = (),
    ) -> None:
        self.reception = reception
        self.hall = hall
        self.pings = Pings()
        self._admission = hall.services.admission
        self._limiter = limiter
        self._proxies = proxies
        self._origins = origins

    def admit(self, knock: Knock) -> Socket:
        check_origin(knock.headers, self._origins)
        address = self._proxies.client(knock.peer, knock.headers.get("x-forwarded-for", ""))
        found = self._conversation(knock, address)
        # Whoever is shut out hears why, which no browser tells of a refused handshake.
        found.shut_out = self._admission.refusal(limited_as(address))
        return found

    def send_out(self) -> None:
        """Others may be shut out than before: hang up on them."""
        if self._admission.exclusions:
            for found in self.pings.everybody():
                if isinstance(found, Conversation) and (
                    refusal := self._admission.refusal(limited_as(found.address), found.people)
                ):
                    found.cut(refusal)

    def tell(self, message: ServerMessage) -> None:
        """Say something to everybody who is connected, whatever for."""
        said = msgspec.json.encode(message)
        for found in self.pings.everybody():
            if isinstance(found, Conversation):
                found.send(said)

    def _conversation(self, knock: Knock, address: str) -> Conversation[Any]:
        traffic, on_end = Traffic(self._limiter, address), self._limiter.connect(address)
        match knock.kind:
            case "table":
                return Connection(self.reception, knock.id, traffic, on_end, self._limiter)
            case "room":
                return RoomConnection(self.hall, knock.id, traffic, on_end, self._limiter)
            case "lobby":
                return LobbyConnection(self.hall, traffic, on_end, limited_as(address), self._limiter)
            case "me":
                return MyConnection(self.hall, traffic, on_end)


class Connection(Conversation[FromClient]):
    """A `muscade.server.tables.Subscriber` at the end of a socket."""

    __slots__ = (
        "_greeted",
        "_limiter",
        "_next_probe",
        "_people",
        "_probes",
        "_reception",
        "_table",
        "lag",
        "look",
        "seats",
        "seen",
        "shown",
    )

    decoder = msgspec.json.Decoder(FromClient)

    def __init__(
        self,
        reception: Reception,
        table_id: str,
        traffic: Traffic,
        on_end: Callable[[], None],
        limiter: Limiter,
    ) -> None:
        super().__init__(reception.services.metrics, table_id, traffic, on_end)
        self._limiter = limiter
        self._people: tuple[str, ...] = ()
        self.seats = NOBODY
        self.look: Seat | None = None
        self.seen = 0
        self.lag: int | None = None
        self.shown = NOBODY
        self._reception = reception
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
        self._table = await self._reception.shelf.enter(self.place)

    async def go(self) -> None:
        assert self._table is not None
        await self._table.leave(self)
        self._reception.shelf.leave(self._table)

    async def take(self, message: FromClient) -> None:
        assert self._table is not None
        if isinstance(message, Hello):
            self._people = await self._table.hello(self, message)
            self._reception.services.admission.check_people(*self._people)
            self._greeted = True
            self._begin_probing()
        elif isinstance(message, Ping):
            self.send(Pong(message.nonce))
        elif not self._greeted:
            raise refusals.hello_first()
        elif isinstance(message, MakeMove):
            await self._table.move(self, message)
        else:
            await self._take_other(self._table, message)

    async def _take_other(
        self, table: Table, message: AskMove | Echo | Look | SetPace | Skip | Show | SayPhrase | SayText
    ) -> None:
        match message:
            case Echo(nonce):
                self._take_echo(table, nonce)
            case Look(seat):
                await table.look(self, seat)
            case SetPace(message_id, seat, pace):
                await table.move(self, MakeMove(message_id, seat, f"{PACE} {pace}", 0))
            case Skip(message_id, seat):
                await table.move(self, MakeMove(message_id, seat, SKIP, 0))
            case AskMove():
                await table.ask(self, message)
            case Show():
                await table.show_hand(self, message)
            case SayPhrase() | SayText():
                if message.seat in self.seats:
                    who = self._people[0] if self._people else f"{self.place} {message.seat}"
                    self._limiter.words(who, self.address)
                await table.say(self, message)

    @property
    def people(self) -> tuple[str, ...]:
        return self._people

    # ------------------------------------------------------------ how far away

    def _begin_probing(self) -> None:
        """Only those who play are measured: nobody waits for a spectator."""
        if self.seats and self._probes is None and self.is_open:
            self._probes = Probes()
            self._probe()

    def _probe(self) -> None:
        """Ask for an echo, now and every few seconds."""
        assert self._probes is not None
        clock = self._reception.services.clock
        self.send(Probe(self._probes.sent(clock.steady())))
        self._next_probe = clock.call_later(PROBE_EVERY, self._probe)

    def _take_echo(self, table: Table, nonce: int) -> None:
        if self._probes is None:
            return
        lag = self._probes.answered(nonce, self._reception.services.clock.steady())
        if lag is not None and (self.lag is None or abs(lag - self.lag) >= NOTICEABLE):
            self.lag = lag
            table.lag_changed()
