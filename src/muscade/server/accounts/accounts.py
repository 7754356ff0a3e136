"""Accounts: made, signed in to on further devices, changed, left; and people who want to be forgotten."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import structlog
from msgspec.structs import replace

from muscade.server import refusals
from muscade.server.accounts.names import key_of
from muscade.server.accounts.passwords import Passwords
from muscade.server.accounts.requests import (
    Account,
    ChangeAccount,
    Device,
    MakeAccount,
    SignedIn,
    SignIn,
    SignOut,
)
from muscade.server.notes import PersonChanged
from muscade.server.people import visible_name
from muscade.server.rooms import identity, law
from muscade.server.rooms.games import key_digests, seat_key, to_bots
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.room import as_member
from muscade.server.rooms.state import RoomState
from muscade.server.rows import DeviceRow, PersonRow, RoomRow
from muscade.server.storage import Conflict, StorageError
from muscade.server.storage.rooms import HandedOver
from muscade.server.tables.memory import TRIES
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf
from muscade.server.tokens import derive, digest

T = TypeVar("T")
log = structlog.get_logger()


class Accounts:
    """Whatever changes who somebody is changes their rooms in the same transaction; then all servers look again."""

    def __init__(self, services: Services, hall: Hall, shelf: Shelf) -> None:
        self._services = services
        self._storage = services.storage.accounts
        self._hall = hall
        self._shelf = shelf
        self._passwords = Passwords()

    def close(self) -> None:
        self._passwords.close()

    # ------------------------------------------------------------ having one

    async def read(self, person: PersonRow, key: str) -> Account:
        """What somebody is to be told of their account and devices; ``key`` is that of the device that asks."""
        found = await self._asked(self._storage.devices(person.id))
        devices = tuple(
            Device(
                self._device_id(row.key_digest),
                row.label,
                row.key_digest == digest(key),
                row.created_at,
                row.seen_at,
            )
            for row in found
        )
        return Account(person.id, person.name, person.portrait, person.account is not None, devices)

    async def open(self, person: PersonRow, key: str, wanted: MakeAccount) -> Account:
        """An account for somebody who has none."""
        name, account = allowed_name(wanted.name)
        if person.account is not None:
            # Perhaps the answer was lost.
            if person.account == account and await self._passwords.is_right(wanted.password, person.password):
                return await self.read(person, key)
            raise refusals.has_account()
        password = await self._passwords.hash(wanted.password)
        opened = replace(person, name=name, account=account, password=password)
        device = DeviceRow(digest(key), person.id, person.created_at, wanted.label)
        note = self._note(person.id)
        await self._renamed(opened, lambda rooms: self._storage.open(opened, device, rooms, note))
        self._services.metrics.accounts_made.inc()
        return await self.read(opened, key)

    async def change(self, person: PersonRow, key: str, wanted: ChangeAccount) -> Account:
        """Another name, another password."""
        if person.account is None:
            raise refusals.no_account()
        await self._check(wanted.password, person.password)
        changed = person
        if wanted.name is not None:
            name, account = allowed_name(wanted.name)
            changed = replace(changed, name=name, account=account)
        if wanted.new_password is not None:
            changed = replace(changed, password=await self._passwords.hash(wanted.new_password))
        note = self._note(person.id)
        await self._renamed(changed, lambda rooms: self._storage.change(changed, rooms, note))
        return await self.read(changed, key)

    async def _renamed(
        self, person: PersonRow, write: Callable[[Sequence[RoomRow]], Awaitable[None]]
    ) -> None:
        """Somebody has another name, unless it is another's; their rooms show it from the same moment on."""
        for _ in range(TRIES):
            rooms = await self._asked(self._storage.rooms(person.id))
            try:
                await self._asked(
                    write([_changed(row, identity.renamed(row.state, as_member(person))) for row in rooms])
                )
            except Conflict:
                owner = await self._asked(self._storage.of_account(person.account or ""))
                if owner is not None and owner.id != person.id:
                    raise refusals.account_taken() from None
                continue
            self._tell(person.id)
            return
        raise refusals.too_busy()

    # ------------------------------------------------------------ devices

    async def sign_in(self, wanted: SignIn, person: PersonRow | None, key: str | None) -> SignedIn:
        """A device is joined to an account: a new one, or that of somebody who has none and is one with its person."""
        account = key_of(wanted.name)
        found = await self._asked(self._storage.of_account(account)) if account else None
        await self._check(wanted.password, found.password if found else None)
        assert found is not None
        if found.password is not None and self._passwords.is_old(found.password):
            found = replace(found, password=await self._passwords.hash(wanted.password))
            await self._asked(self._storage.change(found, (), None))
        if person is None or key is None:
            key = derive(self._services.storage.secret, "device", wanted.id)
            now = self._services.clock.now()
            device = DeviceRow(digest(key), found.id, now, wanted.label, now)
            if not await self._asked(self._storage.add_device(device)):
                await self._check_own(key, found)
        elif person.account is None:
            device = DeviceRow(digest(key), found.id, person.created_at, wanted.label)
            await self._merge(person, found, device)
        elif person.id != found.id:
            raise refusals.has_account()
        return SignedIn(found.id, key, found.name, found.portrait)

    async def _check_own(self, key: str, person: PersonRow) -> None:
        """A device of this id was known before: it is theirs, or it is nobody's to have."""
        known = await self._hall.people.known(key)
        if known.id != person.id:
            raise refusals.reused()

    async def sign_out(self, person: PersonRow, key: str, wanted: SignOut) -> None:
        """Keys of devices are void from now on, and so are the keys of seats that they know."""
        if person.account is None:
            raise refusals.no_account()
        devices = [row.key_digest for row in await self._asked(self._storage.devices(person.id))]
        if wanted.others:
            out = [known for known in devices if known != digest(key)]
        elif wanted.device is not None:
            out = [known for known in devices if self._device_id(known) == wanted.device]
        else:
            out = [digest(key)]

        def renew(state: RoomState) -> RoomState:
            return identity.renewed(state, person.id)

        async def write(rooms: Sequence[RoomRow], _: Sequence[HandedOver]) -> None:
            played = [row for row in rooms if law.plays(row.state, person.id)]
            digests = key_digests(self._services, played, person.id)
            seats = [(*place, found) for place, found in digests.items()]
            await self._storage.sign_out(person.id, out, played, seats, self._note(person.id))

        await self._in_all_rooms(person, renew, write)
        self._tell(person.id)

    def _device_id(self, key_digest: str) -> str:
        """What a device is called by: its key cannot be found from it."""
        return derive(self._services.storage.secret, "device-id", key_digest)

    # ------------------------------------------------------------ two who turn out to be one, and people who go

    async def _merge(self, old: PersonRow, new: PersonRow, device: DeviceRow) -> None:
        def become(state: RoomState) -> RoomState:
            return identity.become(state, old.id, as_member(new))

        async def write(rooms: Sequence[RoomRow], bots: Sequence[HandedOver]) -> None:
            given = {(seat.table_id, seat.seat) for seat in bots}
            known = key_digests(self._services, rooms, new.id)
            seats = [
                (*place, known.get(place) or digest(seat_key(self._services, place[0], new.id, place[1])))
                for place in await self._storage.seats(old.id)
                if place not in given
            ]
            await self._storage.merge(old.id, device, rooms, seats, bots, self._note(old.id, new.id))

        await self._in_all_rooms(old, become, write)
        self._tell(old.id, new.id)

    async def delete(self, person: PersonRow, password: str | None) -> None:
        """Everything somebody has here."""
        if person.account is not None:
            await self._check(password or "", person.password)

        def vanish(state: RoomState) -> RoomState:
            return identity.vanish(state, person.id)

        async def write(rooms: Sequence[RoomRow], bots: Sequence[HandedOver]) -> None:
            await self._storage.delete(person.id, rooms, bots, self._note(person.id))

        await self._in_all_rooms(person, vanish, write)
        self._tell(person.id)

    async def _in_all_rooms(
        self,
        person: PersonRow,
        change: Callable[[RoomState], RoomState],
        write: Callable[[Sequence[RoomRow], Sequence[HandedOver]], Awaitable[None]],
    ) -> None:
        """Change all rooms somebody is in and whatever else is written with them; look again where something came in between."""
        for _ in range(TRIES):
            before = await self._asked(self._storage.rooms(person.id))
            after = [_changed(row, change(row.state)) for row in before]
            bots = [
                seat for old, new in zip(before, after, strict=True) for seat in to_bots(old.state, new.state)
            ]
            try:
                await self._asked(write(after, bots))
            except Conflict:
                continue
            for row in before:
                if row.state.playing and row.state.table is not None:
                    self._shelf.seats_changed(row.state.table)
            return
        raise refusals.too_busy()

    # ------------------------------------------------------------ what they need

    async def _check(self, password: str, stored: str | None) -> None:
        """The same answer, after the same time, for a wrong name and a wrong password."""
        if not await self._passwords.is_right(password, stored):
            raise refusals.wrong_password()

    @staticmethod
    async def _asked(work: Awaitable[T]) -> T:
        try:
            return await work
        except Conflict:
            raise
        except StorageError as error:
            log.error("account-not-stored", error=str(error))
            raise refusals.storage() from None

    def _note(self, *people: str) -> bytes | None:
        return self._services.note(PersonChanged(self._services.keeper.id, people))

    def _tell(self, *people: str) -> None:
        changed = PersonChanged(self._services.keeper.id, people)
        self._services.written(changed)
        self._hall.hear(changed)


def allowed_name(name: str) -> tuple[str, str]:
    """A name that an account may have, and what makes it the only one."""
    shown = visible_name(name)
    key = key_of(shown)
    if key is None:
        raise refusals.bad_account_name()
    return shown, key


def _changed(row: RoomRow, state: RoomState) -> RoomRow:
    """The row as it is to be; its version is still the one that was read."""
    return replace(
        row,
        state=state,
        wish=state.wish if not state.closed else None,
        listed_at=None if state.closed else row.listed_at,
        closed_at=row.closed_at or (row.used_at if state.closed else None),
    )
