"""Who is connected to a table, here and at other servers, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

import msgspec

from muscade.core import Seat
from muscade.server import refusals
from muscade.server.clocks import Alarm
from muscade.server.garbage import weakly
from muscade.server.live import LiveGame
from muscade.server.notes import AtServer, Present, WhoIsThere
from muscade.server.protocol import LagsMessage
from muscade.server.records import by_turns
from muscade.server.rows import ChatRow, SeatRow
from muscade.server.sockets import framed
from muscade.server.tables.absence import Absence
from muscade.server.tables.late import Late
from muscade.server.tables.services import Answer, Services, Subscriber
from muscade.server.tables.waits import Waits
from muscade.server.tables.watching import Watching
from muscade.server.telling import Lags, Presence, TimesLeft, TimeTold

LAGS_EVERY = 3000
"""Milliseconds: no table tells more often how far away everybody is."""


class Audience:
    """Nothing is told here before it is stored: whoever calls has the table to itself."""

    __slots__ = (
        "__weakref__",
        "_absence",
        "_begun",
        "_elsewhere",
        "_lags_alarm",
        "_late",
        "_late_alarm",
        "_late_said",
        "_members",
        "_said",
        "_seats",
        "_services",
        "_table_id",
        "_told",
        "_waits",
        "_wake",
        "_watching",
        "_words",
    )

    def __init__(
        self, table_id: str, services: Services, waits: Waits, absence: Absence, wake: Callable[[], None]
    ) -> None:
        """``wake`` has everybody told again soon."""
        self._table_id = table_id
        self._services = services
        self._absence = absence
        self._waits = waits
        self._members: dict[Subscriber, tuple[str, ...]] = {}
        self._elsewhere: dict[str, Lags] = {}
        self._told: Lags = {}
        """What the other servers know of who is here."""
        self._seats = 0
        self._begun = False
        self._said = 0
        """The last chat that everybody here has heard."""
        self._words = 0
        """How much was said beside the moves when everybody here was last told of the table."""
        self._lags_alarm: Alarm | None = None
        self._watching = Watching(services.clock, weakly(self._tell_watching))
        self._wake = wake
        self._late = Late(services.clock)
        self._late_alarm: Alarm | None = None
        self._late_said = 0

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self._members

    def __bool__(self) -> bool:
        return bool(self._members)

    # ------------------------------------------------------------ who is there

    def welcome(
        self, subscriber: Subscriber, digests: tuple[str, ...], seats: frozenset[Seat], name: str | None
    ) -> bool:
        """Somebody says hello, perhaps again, with the keys that have these digests: is anybody new online?"""
        if not self._members:
            self.ask()
        before = self.online().keys()
        self._members[subscriber] = digests
        subscriber.seats = seats
        if seats:
            self._watching.go(subscriber)
        else:
            self._watching.come(subscriber, name)
        self._tell_changes()
        return self._noticed() != before

    def goodbye(self, subscriber: Subscriber) -> bool:
        """Somebody hangs up: is anybody offline now?"""
        before = self.online().keys()
        if self._members.pop(subscriber, None) is None:
            return False
        self._watching.go(subscriber)
        self._tell_changes()
        if not self._members:
            self.quiet()
        return self._noticed() != before

    def quiet(self) -> None:
        if self._lags_alarm:
            self._lags_alarm.cancel()
            self._lags_alarm = None
        if self._late_alarm:
            self._late_alarm.cancel()
            self._late_alarm = None
        self._watching.quiet()

    def here(self) -> Lags:
        """A seat held by several connections is as far away as the nearest of them."""
        return _nearest((dict.fromkeys(member.seats, member.lag)) for member in self._members)

    def online(self) -> Lags:
        """Wherever they are connected."""
        return _nearest([self.here(), *self._elsewhere.values()]) if self._elsewhere else self.here()

    def hear_present(self, server: str, lags: Lags, watching: AtServer) -> bool:
        """Another server tells who is connected there: is anybody new, or anybody gone?"""
        if self._watching.hear(server, watching) and self._members:
            self._watching.changed()
        before = self.online()
        if lags:
            self._elsewhere[server] = lags
        else:
            self._elsewhere.pop(server, None)
        after = self.online()
        if after.keys() == before.keys() and after != before and self._members:
            self.lag_changed()
        return self._noticed() != before.keys()

    def presence(self) -> Presence:
        watching = self._watching
        return Presence(self.online(), self._absence.standing, watching.count, watching.named())

    def _noticed(self) -> Set[Seat]:
        """Who is online; those who were and are not any more are missed from now on."""
        online = self.online().keys()
        self._absence.notice(online)
        return online

    def ask(self) -> None:
        """Who is there at other servers?"""
        self._services.tell(WhoIsThere(self._services.keeper.id, self._table_id))

    def tell_present(self) -> None:
        """Other servers have asked who is here."""
        if self._members:
            self._tell_others(self.here())

    def ask_again(self) -> None:
        """Notes may have been lost, of this server's and of the others'."""
        self.ask()
        if self._members:
            self._tell_others(self.here())

    def _tell_changes(self) -> None:
        if (here := self.here()) != self._told:
            self._tell_others(here)

    def _tell_others(self, here: Lags) -> None:
        self._told = here
        watching = self._watching.here()
        self._services.tell(Present(self._services.keeper.id, self._table_id, dict(here), watching))

    def _tell_watching(self) -> None:
        self._tell_others(self.here())
        self._watching.tell(self._members)

    def show_hand(self, live: LiveGame, watcher: str, seat: Seat, *, yes: bool) -> bool:
        """Let a spectator look through a seat, or no more; whether there is one here."""
        member = self._watching.show(watcher, seat, yes=yes)
        if member is None:
            return False
        self.inform(live, (member,))
        if not yes and member.look == seat:
            member.look = None
            self.show(live, member)
        return True

    def knows_watcher(self, watcher: str) -> bool:
        """Is there such a spectator, anywhere?"""
        return any(known.id == watcher for known in self._watching.named())

    # ------------------------------------------------------------ what they are told

    def follow(self, live: LiveGame, answer: Answer | None = None) -> None:
        """Bring everybody up to date; many who see the same get the same bytes. An ``answer`` goes first."""
        self._seats = len(live.seats)
        past = self._late.game(live)
        if past is None:
            self._bring(live, self._members, answer)
        else:
            self._bring(live, [member for member in self._members if member.seats], answer)
            self._follow_late(live, past)
        if live.words.count != self._words:
            self._words = live.words.count
            self.inform(live)
        if live.under_way and not self._begun and live.untouched:
            # No draw of chance tells them that they may begin.
            for member in self._members:
                self.show(live, member)
        self._begun = live.under_way
        if chats := live.chats_after(self._said):
            self._repeat(live, chats, [member for member in self._members if past is None or member.seats])
        self._said = live.last_chat

    def _bring(self, game: LiveGame, members: Iterable[Subscriber], answer: Answer | None = None) -> None:
        version, now = game.version, self._services.clock.now()
        behind = [member for member in members if member.seen < version]
        clocks = self._clocks(game) if behind else None
        if answer is not None and answer.to not in behind:
            answer.to.send(answer.message)
        encoded: dict[tuple[Seat | None, int, bool], bytes] = {}
        for member in behind:
            look, seen = member.look, member.seen
            own = look is None or look in member.seats
            if (updates := encoded.get((look, seen, own))) is None:
                deadline = self._deadline(game, look, now) if own else None
                messages = game.messages(look, seen, TimeTold(now, deadline, clocks), own=own)
                updates = framed(messages[0]) if len(messages) == 1 else b"".join(map(framed, messages))
                encoded[look, seen, own] = updates
            if answer is not None and answer.to is member:
                # In one with it: each call of the system costs as much as a view.
                updates = framed(msgspec.json.encode(answer.message)) + updates
            member.write(updates)
            member.seen = version
        game.all_told()
        if behind and game.outcome and game.words.count == self._words:
            self.inform(game, behind)

    def _follow_late(self, live: LiveGame, past: LiveGame) -> None:
        """Those who see the table as it was."""
        late = [member for member in self._members if not member.seats]
        self._bring(past, late)
        heard = self._late.heard(live, past, self._late_said)
        self._repeat(live, heard, late)
        self._late_said = heard[-1].number if heard else self._late_said
        if late:
            self._await_more(live, past)

    def _await_more(self, live: LiveGame, past: LiveGame) -> None:
        wait = self._late.next_wait(live, past)
        if wait is not None and self._late_alarm is None:
            self._late_alarm = self._services.clock.call_later(wait, self._wake_late)

    def _wake_late(self) -> None:
        self._late_alarm = None
        self._wake()

    def _repeat(self, live: LiveGame, chats: Iterable[ChatRow], members: list[Subscriber]) -> None:
        for chat in chats:
            message = msgspec.json.encode(live.chat_message(chat))
            for member in members:
                member.send(message)

    def seen_by(self, live: LiveGame, member: Subscriber) -> LiveGame:
        """The table as somebody may see it: the present, but for spectators who see it later."""
        return live if member.seats else self.past(live) or live

    def past(self, live: LiveGame) -> LiveGame | None:
        """The table as spectators may see it, where that is not the present."""
        return self._late.game(live)

    def heard_by(self, live: LiveGame, member: Subscriber) -> list[ChatRow]:
        past = None if member.seats else self.past(live)
        return live.chats_after(0) if past is None else self._late.heard(live, past)

    def show(self, live: LiveGame, member: Subscriber) -> None:
        """Where the game stands, whether or not there is anything new."""
        game = self.seen_by(live, member)
        member.send(b"".join(self._parts(game, member)))
        member.seen = game.version
        game.all_told()

    async def show_by_turns(self, live: LiveGame, member: Subscriber) -> None:
        """The same for who may have been away for long: others have their turn while it is written."""
        game = self.seen_by(live, member)
        member.send(b"".join([part async for part in by_turns(self._parts(game, member))]))
        member.seen = game.version
        game.all_told()
        if game is not live:
            self._await_more(live, game)

    def looks(self, live: LiveGame) -> set[Seat | None]:
        """Through whose eyes they look on who are up to date."""
        return {member.look for member in self._members if member.seen == live.version}

    def inform(self, live: LiveGame, members: Iterable[Subscriber] | None = None) -> None:
        """Of who sits where, and who is there."""
        presence = self.presence()
        for member in self._members if members is None else members:
            member.send(self.seen_by(live, member).info(member.seats, presence, member.shown))

    def inform_others(self, live: LiveGame, one: Subscriber) -> None:
        self.inform(live, [member for member in self._members if member is not one])

    def lag_changed(self) -> None:
        """Soon everybody who plays is told how far away the others are, but not at every change."""
        if self._lags_alarm is None:
            self._lags_alarm = self._services.clock.call_later(LAGS_EVERY, self._tell_lags)

    def _tell_lags(self) -> None:
        self._lags_alarm = None
        self._tell_changes()
        online = self.online()
        message = msgspec.json.encode(LagsMessage(tuple(online.get(seat) for seat in range(self._seats))))
        for member in self._members:
            if member.seats:
                member.send(message)

    def cut_off(self, rows: Iterable[SeatRow]) -> bool:
        """Hang up on whoever came with a key that opens nothing any more: is anybody offline now?"""
        valid = {row.key_digest for row in rows}
        offline = False
        for member, digests in list(self._members.items()):
            if not valid.issuperset(digests):
                member.cut(refusals.forged_key())
                offline |= self.goodbye(member)
        return offline

    def send_away(self) -> None:
        """Hang up on everybody, who may find another server."""
        for member in self._members:
            member.cut(refusals.storage())

    def _parts(self, game: LiveGame, member: Subscriber) -> Iterator[bytes]:
        now, look = self._services.clock.now(), member.look
        own = look is None or look in member.seats
        deadline = self._deadline(game, look, now) if own else None
        since = min(member.seen, game.version)
        return game.message_parts(look, since, TimeTold(now, deadline, self._clocks(game)), own=own)

    def _clocks(self, game: LiveGame) -> TimesLeft:
        return None if game.times is None else game.times.all_left(self._waits.time.now())

    def _deadline(self, live: LiveGame, look: Seat | None, now: int) -> int | None:
        """As the clock on the wall would have it now, for whoever shows it."""
        at = None if look is None or not live.offers[look].moves else self._waits.deadline(live, look)
        return None if at is None else now + at - self._services.clock.steady()


def _nearest(lags: Iterable[Lags]) -> dict[Seat, int | None]:
    found: dict[Seat, int | None] = {}
    for some in lags:
        for seat, lag in some.items():
            known = found.get(seat)
            found[seat] = lag if known is None else known if lag is None else min(known, lag)
    return found
