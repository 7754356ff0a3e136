"""What happens before one sits down: creating tables, joining them, and getting another key."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from random import SystemRandom
from typing import Any

import msgspec
import structlog

from muscade.core import Game, InvalidOptions, Options, Seat, UnknownGame, game
from muscade.core.chance import new_seed
from muscade.server import refusals
from muscade.server.bots import names_for_bots
from muscade.server.keepers import FIRST_EPOCH
from muscade.server.protocol import (
    BotSeat,
    CreateTable,
    Here,
    Invitation,
    InvitationInfo,
    Invited,
    Joined,
    JoinTable,
    ReplaceKey,
    SeatKey,
    TableCreated,
)
from muscade.server.rows import SeatRow, StoredTable, TableRow
from muscade.server.storage import StorageError
from muscade.server.tables import Services, Table
from muscade.server.tables.shelf import Room, Shelf
from muscade.server.tokens import derive, digest, new_token
from muscade.server.wording import is_visible

log = structlog.get_logger()


class Lobby:
    """Where one asks for tables."""

    def __init__(self, services: Services, room: Room | None = None) -> None:
        self.services = services
        self.shelf = Shelf(services, room)

    async def start(self) -> None:
        await self.shelf.start()

    async def stop(self) -> None:
        await self.shelf.stop()

    def table(self, table_id: str) -> AbstractAsyncContextManager[Table]:
        """A table to use; it stays in memory meanwhile."""
        return self.shelf.table(table_id)

    # ------------------------------------------------------------ creating

    async def open_tables(self, address: str) -> int:
        """How many unfinished tables somebody has made."""
        try:
            return await self.services.storage.open_tables(self.services.owner_of(address))
        except StorageError as error:
            log.error("cannot-read", error=str(error))
            raise refusals.storage() from None

    async def create(self, request: CreateTable, address: str) -> TableCreated:
        """``address`` is where the request comes from."""
        chosen, options = settled_game(request.game, len(request.seats), request.options)
        table_id = self._token(request.id, "table")
        secrets = [self._token(request.id, "seat", seat) for seat in range(len(request.seats))]
        at = self.services.clock.now()
        rows = seat_rows(chosen, request, secrets, at)
        table = TableRow(
            id=table_id,
            game=chosen.name,
            game_version=chosen.version,
            options=options,
            settings=request.settings,
            seed=new_seed(),
            created_at=at,
            owner=self.services.owner_of(address),
            # Whoever finds it deals, should this server not come to it.
            due_at=None if any(row.taken_at is None for row in rows) else at,
            keeper=self.services.keeper.id,
            epoch=FIRST_EPOCH,
        )
        await self._store(table, rows)
        # Deals at once if nobody is missing, and lets bots begin.
        async with self.table(table_id):
            return TableCreated(
                table_id,
                tuple(SeatKey(row.seat, secrets[row.seat]) for row in rows if row.kind == "here"),
                tuple(Invitation(row.seat, secrets[row.seat]) for row in rows if row.kind == "invited"),
            )

    async def _store(self, table: TableRow, rows: list[SeatRow]) -> None:
        """Unless it has been stored before, when the answer was lost."""
        storage, keeper, metrics = self.services.storage, self.services.keeper, self.services.metrics
        try:
            if await storage.create(table, rows):
                keeper.keep_new(table.id)
                metrics.created.labels(table.game).inc()
                log.info("table-created", table=table.id[:6], game=table.game, seats=len(rows))
                return
            stored = await storage.load(table.id)
        except StorageError as error:
            log.error("cannot-create", error=str(error))
            raise refusals.storage() from None
        if stored is None or not same_table(stored, table, rows):
            raise refusals.reused()

    def _token(self, request_id: str | None, purpose: str, *parts: str | int) -> str:
        """The same for the same request, if it has an id."""
        if request_id is None:
            return new_token()
        return derive(self.services.storage.secret, purpose, request_id, *parts)

    # ------------------------------------------------------------ joining

    async def join(self, request: JoinTable) -> Joined:
        if not is_visible(request.name):
            raise refusals.bad_name()
        table_id, seat = await self._invitation(request.invite)
        key = self._token(request.id, "join", request.invite)
        async with self.table(table_id) as table:
            about = await table.info()
            await table.sit(digest(request.invite), request.name.strip(), digest(key))
            return Joined(table_id, about.game, SeatKey(seat, key))

    async def replace_key(self, table_id: str, old: str, request: ReplaceKey) -> SeatKey:
        """Another key for a seat; whoever is connected with the old one is cut off."""
        key = self._token(request.id, "replacement", table_id, old)
        async with self.table(table_id) as table:
            return SeatKey(await table.replace_key(digest(old), digest(key)), key)

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


def settled_game(name: str, seats: int, options: Options) -> tuple[Game[Any, Any], Options]:
    """A game by its name, and all its options, as it would be played with so many seats."""
    try:
        chosen = game(name)
    except UnknownGame as error:
        raise refusals.of_request("game", error) from None
    try:
        # By name first: an option called like a parameter of `new` must not reach it.
        chosen.settle_options(seats, options)
        return chosen, chosen.new(seats, **options).options
    except InvalidOptions as error:
        raise refusals.of_request("options" if seats in chosen.seats else "seats", error) from None


def seat_rows(chosen: Game[Any, Any], request: CreateTable, secrets: list[str], at: int) -> list[SeatRow]:
    people = [seat.name.strip() if isinstance(seat, Here) else None for seat in request.seats]
    bot_names = names_for_bots(people, SystemRandom())
    rows = []
    for number, (seat, secret) in enumerate(zip(request.seats, secrets, strict=True)):
        match seat:
            case Here(name):
                if not is_visible(name):
                    raise refusals.bad_name()
                row = SeatRow(number, "here", name.strip(), None, digest(secret), None, at)
            case BotSeat(level):
                if chosen.nicknames.get(level, level) not in chosen.bots():
                    raise refusals.unknown_level(level=level, known=", ".join(chosen.bots()))
                row = SeatRow(number, "bot", bot_names.pop(), level, None, None, at)
            case Invited():
                row = SeatRow(number, "invited", None, None, None, digest(secret), None)
        rows.append(row)
    return rows


def same_table(stored: StoredTable, table: TableRow, rows: list[SeatRow]) -> bool:
    """Is what is asked for again what was asked for before? Bots' names are drawn, and guests may have come."""

    def chosen(table: TableRow) -> tuple[object, ...]:
        return table.game, msgspec.to_builtins(table.options), table.settings

    def wanted(row: SeatRow) -> tuple[object, ...]:
        return row.kind, row.level, row.name if row.kind == "here" else None

    return chosen(stored.row) == chosen(table) and [*map(wanted, stored.seats)] == [*map(wanted, rows)]
