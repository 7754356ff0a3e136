"""Who is connected to a room, here and at other servers, and for how long somebody has been away."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

from muscade.server.notes import RoomPresent, WhoIsInRoom
from muscade.server.protocol import ServerMessage
from muscade.server.refusals import RequestRefused
from muscade.server.tables.services import Services

AWAY = 60_000
"""Milliseconds after which somebody who is not connected is away for long."""


class RoomSubscriber(Protocol):
    """Somebody connected to a room."""

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""

    def cut(self, refusal: RequestRefused) -> None:
        """Say why, and hang up."""

    def close(self, code: int) -> None:
        """Hang up."""


class Presence:
    """No database knows this: servers tell each other."""

    def __init__(self, room_id: str, services: Services) -> None:
        self._room_id = room_id
        self._services = services
        self._here: dict[RoomSubscriber, str] = {}
        self._onlookers = 0
        """Others at this server who want to know who is there, and are not there themselves."""
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._told: set[str] = set()
        """What the other servers know of who is here."""
        self._away: dict[str, int] = {}
        """Since when, in steady time."""

    def __bool__(self) -> bool:
        return bool(self._here)

    def __iter__(self) -> Iterator[tuple[RoomSubscriber, str]]:
        """Everybody connected here, and who they are."""
        return iter(list(self._here.items()))

    def everybody(self) -> set[str]:
        """Wherever they are connected."""
        return set(self._here.values()).union(*self._elsewhere.values())

    @property
    def is_anybody_elsewhere(self) -> bool:
        return bool(self._elsewhere)

    # ------------------------------------------------------------ coming and going

    def welcome(self, subscriber: RoomSubscriber, person: str) -> bool:
        """Somebody is connected here: were they nowhere before?"""
        if not self._listens:
            self._ask()
        is_new = person not in self.everybody()
        self._here[subscriber] = person
        self._tell_changes()
        return is_new

    def goodbye(self, subscriber: RoomSubscriber) -> bool:
        """Somebody hangs up: are they nowhere now?"""
        person = self._here.pop(subscriber, None)
        if person is None:
            return False
        self._tell_changes()
        gone = person not in self.everybody()
        self._rest()
        return gone

    def look_on(self) -> None:
        if not self._listens:
            self._ask()
        self._onlookers += 1

    def look_away(self) -> None:
        self._onlookers -= 1
        self._rest()

    @property
    def _listens(self) -> bool:
        return bool(self._here) or self._onlookers > 0

    def _rest(self) -> None:
        if not self._here:
            self._away.clear()
        if not self._listens:
            self._elsewhere.clear()

    def _ask(self) -> None:
        self._services.tell(WhoIsInRoom(self._services.keeper.id, self._room_id))

    def hear(self, server: str, people: Collection[str]) -> bool:
        """Another server tells who is connected there: is anybody new, or anybody gone?"""
        if not self._listens:
            return False
        before = self.everybody()
        if people:
            self._elsewhere[server] = frozenset(people)
        else:
            self._elsewhere.pop(server, None)
        return self.everybody() != before

    def tell(self) -> None:
        """Other servers want to know who is here."""
        if self._here:
            self._tell_others()

    def ask_again(self) -> None:
        """Notes may have been lost, of this server's and of the others'."""
        if self._listens:
            self._ask()
        if self._here:
            self._tell_others()

    def _tell_changes(self) -> None:
        if set(self._here.values()) != self._told:
            self._tell_others()

    def _tell_others(self) -> None:
        self._told = set(self._here.values())
        people = tuple(sorted(self._told))
        self._services.tell(RoomPresent(self._services.keeper.id, self._room_id, people))

    # ------------------------------------------------------------ being away

    def watch(self, members: Collection[str]) -> int | None:
        """Begin to count for those of the members who are not here; milliseconds until the next is away for long."""
        now, present = self._services.clock.steady(), self.everybody()
        self._away = {member: self._away.get(member, now) for member in members if member not in present}
        waits = [since + AWAY - now for since in self._away.values()]
        return min((wait for wait in waits if wait > 0), default=None)

    def away_for_long(self) -> set[str]:
        now = self._services.clock.steady()
        return {person for person, since in self._away.items() if now - since >= AWAY}
