"""The spectators of a table, here and at other servers: how many, what they are called, and whose hand they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

import msgspec

from muscade.core import NOBODY, Seat
from muscade.server.clocks import Alarm, Clock
from muscade.server.notes import AtServer
from muscade.server.protocol import Watcher, WatchersMessage
from muscade.server.tables.services import Subscriber
from muscade.server.tokens import new_token

TELL_EVERY = 3000
"""Milliseconds: no table tells more often how many look on."""
MOST_NAMED = 20
"""So many spectators of a server can be told apart."""
ID_LENGTH = 12


class Watching:
    """Changes are told now and then, not one by one: thousands may come at once."""

    __slots__ = ("_alarm", "_clock", "_elsewhere", "_here", "_tell")

    def __init__(self, clock: Clock, tell: Callable[[], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._here: dict[Subscriber, Watcher] = {}
        self._elsewhere: dict[str, AtServer] = {}
        self._alarm: Alarm | None = None

    # ------------------------------------------------------------ who

    def come(self, subscriber: Subscriber, name: str | None) -> None:
        """Somebody without a seat says hello, perhaps again."""
        known = self._here.get(subscriber)
        if known is None or known.name != name:
            given = known.id if known else new_token()[:ID_LENGTH]
            self._here[subscriber] = Watcher(given, name, known.shown if known else ())
            self.changed()

    def go(self, subscriber: Subscriber) -> None:
        subscriber.shown = NOBODY
        if self._here.pop(subscriber, None) is not None:
            self.changed()

    def hear(self, server: str, there: AtServer) -> bool:
        """Another server tells of its own: is that news?"""
        if there == self._elsewhere.get(server, AtServer()):
            return False
        if there.count:
            self._elsewhere[server] = there
        else:
            self._elsewhere.pop(server, None)
        return True

    def here(self) -> AtServer:
        return AtServer(len(self._here), tuple(islice(self._here.values(), MOST_NAMED)))

    @property
    def count(self) -> int:
        return len(self._here) + sum(there.count for there in self._elsewhere.values())

    def named(self) -> tuple[Watcher, ...]:
        """Those one can choose from."""
        elsewhere = [watcher for there in self._elsewhere.values() for watcher in there.some]
        return (*self.here().some, *elsewhere)

    # ------------------------------------------------------------ what they are shown

    def show(self, watcher: str, seat: Seat, *, yes: bool) -> Subscriber | None:
        """Let a spectator who is connected here look through a seat, or no more; who it is."""
        for subscriber, known in self._here.items():
            if known.id == watcher:
                subscriber.shown = subscriber.shown | {seat} if yes else subscriber.shown - {seat}
                self._here[subscriber] = msgspec.structs.replace(known, shown=tuple(sorted(subscriber.shown)))
                self.changed()
                return subscriber
        return None

    # ------------------------------------------------------------ telling

    def changed(self) -> None:
        if self._alarm is None:
            self._alarm = self._clock.call_later(TELL_EVERY, self._ring)

    def quiet(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def tell(self, members: Iterable[Subscriber]) -> None:
        """Everybody hears how many there are; only who plays, which."""
        many = msgspec.json.encode(WatchersMessage(self.count, ()))
        named = msgspec.json.encode(WatchersMessage(self.count, self.named()))
        for member in members:
            member.send(named if member.seats else many)

    def _ring(self) -> None:
        self._alarm = None
        self._tell()
