"""Friends: made by a link, and told of one another while they look."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

import structlog

from muscade.server import refusals
from muscade.server.moderation.policy import around
from muscade.server.notes import FriendsChanged
from muscade.server.pacing import Errands, Paced
from muscade.server.protocol import ServerMessage
from muscade.server.rooms.protocol import Friend, FriendRoom, FriendsInfo
from muscade.server.rooms.requests import FriendAsked, FriendLink
from muscade.server.rooms.telling import open_room
from muscade.server.rooms.whereabouts import HERE, Places
from muscade.server.rows import PersonRow, RoomRow
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tokens import derive, digest

LASTS = 7 * 86_400_000
"""Milliseconds for which a link makes friends."""
MOST = 200
"""Friends somebody may have."""
TOLD_EVERY = 1000
"""Milliseconds: nobody is told more often where their friends are."""

log = structlog.get_logger()


class Wire(Protocol):
    """Somebody who wants to know where their friends are."""

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""


class Friends:
    """Of everybody who looks at this server."""

    def __init__(self, services: Services) -> None:
        self.places = Places(services, self._moved)
        self._services = services
        self._wires: dict[Wire, PersonRow] = {}
        self._told: dict[Wire, FriendsInfo] = {}
        self._stale: set[Wire] = set()
        self._errands = Errands("friends")
        self._telling = Paced(services.clock, TOLD_EVERY, lambda: self._errands.begin(self._tell()))

    async def stop(self) -> None:
        self._telling.stop()
        await self._errands.finish()

    # ------------------------------------------------------------ looking on

    async def welcome(self, wire: Wire, person: PersonRow) -> None:
        """All friends and where they are; again whenever that changes."""
        told = await self.look(person)
        self._wires[wire], self._told[wire] = person, told
        wire.send(told)
        self.places.come(wire, person.id, HERE)

    def goodbye(self, wire: Wire) -> None:
        self._wires.pop(wire, None)
        self._told.pop(wire, None)
        self._stale.discard(wire)
        self.places.go(wire)

    async def look(self, person: PersonRow) -> FriendsInfo:
        """Somebody's friends, and the rooms in which they are and where one may come in."""
        storage = self._services.storage
        try:
            friends = await storage.profiles.friends(person.id)
            places = {friend.person_id: self.places.of(friend.person_id) for friend in friends}
            wanted = set().union(*places.values()) - {HERE}
            rows = {row.id: row for row in (await storage.rooms.some(wanted) if wanted else ())}
        except StorageError:
            raise refusals.storage() from None
        rooms = {room_id: _shown(row, person) for room_id, row in rows.items()}
        return FriendsInfo(
            tuple(
                Friend(
                    friend.person_id,
                    friend.name,
                    bool(friend.account),
                    friend.portrait,
                    bool(places[friend.person_id]),
                    tuple(
                        room
                        for place in sorted(places[friend.person_id])
                        if (room := rooms.get(place)) is not None
                    ),
                )
                for friend in friends
            )
        )

    def _moved(self, people: Iterable[str]) -> None:
        """They are elsewhere: their friends want to know."""
        moved = set(people)
        self._look_again(
            wire
            for wire, told in self._told.items()
            if any(friend.person in moved for friend in told.friends)
        )

    def rooms_changed(self) -> None:
        """A room may be open that was not, or full."""
        self._look_again(
            wire for wire, told in self._told.items() if any(friend.online for friend in told.friends)
        )

    def hear_changed(self, people: Collection[str]) -> None:
        """They have another friend, or one less; or they are not who they were."""
        self._moved(people)
        self._look_again(wire for wire, person in self._wires.items() if person.id in people)

    def hear_that_something_was_missed(self) -> None:
        self.places.ask()
        self._look_again(self._wires)

    def _look_again(self, wires: Iterable[Wire]) -> None:
        self._stale.update(wires)
        if self._stale:
            self._telling.soon()

    async def _tell(self) -> None:
        stale, self._stale = self._stale, set()
        for wire in stale:
            person = self._wires.get(wire)
            if person is None:
                continue
            try:
                told = await self.look(person)
            except refusals.RequestRefused as refusal:
                log.warning("friends-not-told", code=refusal.code)
                continue
            if wire in self._wires and told != self._told[wire]:
                self._told[wire] = told
                wire.send(told)

    # ------------------------------------------------------------ making friends

    async def link(self, person: PersonRow, *, renew: bool) -> FriendLink:
        """What somebody gives to those whom they want for friends; the same one as long as it lasts, unless renewed."""
        storage, now = self._services.storage.friends, self._services.clock.now()
        try:
            made_at = await storage.link_made_at(person.id)
            if renew or made_at is None or made_at <= now - LASTS // 2:
                made_at = now
                await storage.set_link(person.id, digest(self._token(person.id, made_at)), made_at)
        except StorageError:
            raise refusals.storage() from None
        return FriendLink(self._token(person.id, made_at), made_at + LASTS)

    def _token(self, person: str, made_at: int) -> str:
        return derive(self._services.storage.secret, "friend-link", person, made_at)

    async def asked(self, link: str, viewer: PersonRow | None) -> FriendAsked:
        """Who asks somebody, by a link, to be their friend."""
        storage = self._services.storage
        try:
            found = await storage.friends.of_link(digest(link))
            if found is None or found[1] <= self._services.clock.now() - LASTS:
                raise refusals.unknown_friend_link()
            person = await storage.accounts.of_id(found[0])
            if person is None or (viewer is not None and await self._is_apart(viewer.id, person.id)):
                raise refusals.unknown_friend_link()
            you = viewer is not None and viewer.id == person.id
            friend = viewer is not None and await storage.profiles.are_friends(viewer.id, person.id)
        except StorageError:
            raise refusals.storage() from None
        return FriendAsked(person.id, person.name, person.account is not None, person.portrait, you, friend)

    async def _is_apart(self, one: str, other: str) -> bool:
        """Whoever of both has blocked the other."""
        return other in around(one, await self._services.storage.moderation.around(one)).apart

    async def agree(self, link: str, person: PersonRow) -> FriendAsked:
        """Two are friends from now on: who gave the link, and who came by it."""
        asked = await self.asked(link, person)
        if asked.you:
            raise refusals.friend_of_oneself()
        storage = self._services.storage
        both = (asked.person, person.id)
        try:
            if not asked.friend:
                for one in both:
                    if len(await storage.profiles.friends(one)) >= MOST:
                        raise refusals.too_many_friends(limit=MOST)
            note = self._services.note(FriendsChanged(self._services.keeper.id, both))
            await storage.friends.befriend(*both, self._services.clock.now(), note)
        except StorageError:
            raise refusals.storage() from None
        self._changed(both)
        return FriendAsked(asked.person, asked.name, asked.account, asked.portrait, you=False, friend=True)

    async def unfriend(self, person: PersonRow, other: str) -> None:
        both = (person.id, other)
        try:
            note = self._services.note(FriendsChanged(self._services.keeper.id, both))
            await self._services.storage.friends.unfriend(*both, note)
        except StorageError:
            raise refusals.storage() from None
        self._changed(both)

    def _changed(self, people: tuple[str, ...]) -> None:
        self._services.written(FriendsChanged(self._services.keeper.id, people))
        self.hear_changed(people)


def _shown(row: RoomRow, viewer: PersonRow) -> FriendRoom | None:
    """A room that friends may be followed to: one that the lobby may show, and that one was not sent away from."""
    room = open_room(row)
    if room is None or not {viewer.id, *viewer.former}.isdisjoint(row.state.banned):
        return None
    return FriendRoom(room.room, room.game, room.playing, room.seats, room.seated)
