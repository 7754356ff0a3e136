"""All tables: creating them, finding them, and which of them are in memory."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import TYPE_CHECKING

import structlog

from muscade.core import InvalidOptions, Seat, UnknownGame, game
from muscade.core.chance import new_seed
from muscade.server import refusals
from muscade.server.bots import names_for_bots
from muscade.server.protocol import (
    BotSeat,
    CreateTable,
    Here,
    Invitation,
    InvitationInfo,
    Invited,
    Joined,
    JoinTable,
    SeatKey,
    TableCreated,
)
from muscade.server.rows import SeatRow, TableRow
from muscade.server.storage import StorageError
from muscade.server.tables import Services, Table
from muscade.server.tokens import digest, new_token
from muscade.server.wording import is_visible

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = structlog.get_logger()


class Lobby:
    """At most one `Table` a table, for as long as anybody uses it or something is about to happen there."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._tables: dict[str, Table] = {}
        self._resuming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go on, in the background, with the games that a former server left in the middle."""
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        try:
            unfinished = await self.services.storage.unfinished()
        except StorageError as error:
            log.error("cannot-resume", error=str(error))
            return
        for table_id in unfinished:
            try:
                async with self.table(table_id):
                    pass
            except refusals.RequestRefused as refusal:
                log.warning("cannot-resume-table", table=table_id[:6], code=refusal.code)

    async def stop(self) -> None:
        """Let what is being written be written, and do nothing more."""
        tasks = [table.stop() for table in list(self._tables.values())]
        if self._resuming:
            self._resuming.cancel()
            tasks.append(self._resuming)
        await asyncio.gather(*(task for task in tasks if task), return_exceptions=True)

    @asynccontextmanager
    async def table(self, table_id: str) -> AsyncIterator[Table]:
        """A table to use; it stays in memory meanwhile."""
        table = self._tables.get(table_id)
        if table is None:
            # In the dictionary before anything is awaited, so that there is never a second one.
            table = self._tables[table_id] = Table(table_id, self.services, self._unload)
            self.services.metrics.tables.set(len(self._tables))
        table.users += 1
        try:
            await table.ready()
            yield table
        finally:
            table.users -= 1
            self._unload(table)

    def _unload(self, table: Table) -> None:
        if table.at_rest:
            self._tables.pop(table.id, None)
            self.services.metrics.tables.set(len(self._tables))

    # ------------------------------------------------------------ before one sits down

    async def create(self, request: CreateTable) -> TableCreated:
        try:
            chosen = game(request.game)
        except UnknownGame as error:
            raise refusals.of_request("game", error) from None
        try:
            # By name first: an option called like a parameter of `new` must not reach it.
            chosen.settle_options(len(request.seats), request.options)
            options = chosen.new(len(request.seats), **request.options).options
        except InvalidOptions as error:
            code = "options" if len(request.seats) in chosen.seats else "seats"
            raise refusals.of_request(code, error) from None
        keys, invitations = [], []
        people = [seat.name.strip() if isinstance(seat, Here) else None for seat in request.seats]
        bot_names = names_for_bots(people, SystemRandom())
        table_id, at = new_token(), self.services.clock.now()
        rows = []
        for number, seat in enumerate(request.seats):
            match seat:
                case Here(name):
                    if not is_visible(name):
                        raise refusals.bad_name()
                    key = new_token()
                    keys.append(SeatKey(number, key))
                    row = SeatRow(number, "here", name.strip(), None, digest(key), None, at)
                case BotSeat(level):
                    if chosen.nicknames.get(level, level) not in chosen.bots():
                        raise refusals.unknown_level(level=level, known=", ".join(chosen.bots()))
                    row = SeatRow(number, "bot", bot_names.pop(), level, None, None, at)
                case Invited():
                    invite = new_token()
                    invitations.append(Invitation(number, invite))
                    row = SeatRow(number, "invited", None, None, None, digest(invite), None)
            rows.append(row)
        table = TableRow(table_id, chosen.name, chosen.version, options, request.settings, new_seed(), at)
        try:
            await self.services.storage.create(table, rows)
        except StorageError as error:
            log.error("cannot-create", error=str(error))
            raise refusals.storage() from None
        self.services.metrics.created.labels(chosen.name).inc()
        log.info("table-created", table=table_id[:6], game=chosen.name, seats=len(rows))
        # Deals at once if nobody is missing, and lets bots begin.
        async with self.table(table_id):
            return TableCreated(table_id, tuple(keys), tuple(invitations))

    async def join(self, request: JoinTable) -> Joined:
        if not is_visible(request.name):
            raise refusals.bad_name()
        table_id, seat = await self._invitation(request.invite)
        key = new_token()
        async with self.table(table_id) as table:
            about = await table.info()
            await table.sit(digest(request.invite), request.name.strip(), digest(key))
            return Joined(table_id, about.game, SeatKey(seat, key))

    async def invitation(self, invite: str) -> InvitationInfo:
        table_id, seat = await self._invitation(invite)
        async with self.table(table_id) as table:
            about = await table.info()
            taken = about.people[seat].name is not None
            return InvitationInfo(table_id, about.game, seat, taken, about.people)

    async def _invitation(self, invite: str) -> tuple[str, Seat]:
        try:
            found = await self.services.storage.invitation(digest(invite))
        except StorageError as error:
            log.error("cannot-read", error=str(error))
            raise refusals.storage() from None
        if found is None:
            raise refusals.unknown_invitation()
        return found
