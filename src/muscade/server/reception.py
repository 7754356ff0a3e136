"""What happens before one sits down: creating tables, joining them, and getting another key."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from random import SystemRandom
from typing import Any, NamedTuple

import msgspec
import structlog

from muscade.core import (
    NATURE,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    Options,
    Origin,
    RecordedEvent,
    Seat,
    UnknownGame,
    game,
)
from muscade.core.chance import is_number, new_seed
from muscade.core.positions import SET, set_up
from muscade.server import refusals
from muscade.server.bots import names_for_bots
from muscade.server.draws import DrawsOfGames
from muscade.server.keepers import FIRST_EPOCH
from muscade.server.requests import (
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
from muscade.server.rows import EventRow, SeatRow, StoredTable, TableRow
from muscade.server.storage import StorageError
from muscade.server.tables import Services, Table
from muscade.server.tables.shelf import MemoryLimits, Shelf
from muscade.server.tokens import derive, digest, new_token
from muscade.server.wording import is_visible

log = structlog.get_logger()


class KnownDeal(NamedTuple):
    """What all draws of a game follow from, and the game that was dealt so first."""

    seed: str
    of: str


class Before(NamedTuple):
    """Where a table goes on from, and the moves that brought it there."""

    origin: Origin
    moves: Sequence[RecordedEvent]


class Reception:
    """Where one asks for tables."""

    def __init__(self, services: Services, memory: MemoryLimits | None = None) -> None:
        self.services = services
        self.shelf = Shelf(services, memory)
        self.draws = DrawsOfGames()

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

    async def create(
        self,
        request: CreateTable,
        address: str,
        before: Before | None = None,
        deal: KnownDeal | None = None,
    ) -> TableCreated:
        """``address`` is where the request comes from; ``before`` is what the table goes on from, if it does; ``deal`` is that of
        another game, where that is to be played again."""
        chosen, options = settled_game(request.game, len(request.seats), request.options)
        begun = None if request.position is None else position_of(chosen, options, request)
        if request.settings.rated:
            raise refusals.only_in_rooms()
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
            seed=new_seed() if deal is None else deal.seed,
            created_at=at,
            owner=self.services.owner_of(address),
            # Whoever finds it deals, should this server not come to it.
            due_at=None if any(row.taken_at is None for row in rows) else at,
            keeper=self.services.keeper.id,
            epoch=FIRST_EPOCH,
            deal_of=None if deal is None else deal.of,
            origin=before and before.origin,
        )
        events = [
            EventRow(number, event.seat, event.move, at, None)
            for number, event in enumerate(before.moves if before else (), 1)
        ]
        if begun is not None:
            events = [EventRow(1, NATURE, begun, at, None)]
        await self._store(table, rows, events)
        # Deals at once if nobody is missing, and lets bots begin.
        async with self.table(table_id):
            return TableCreated(
                table_id,
                tuple(SeatKey(row.seat, secrets[row.seat]) for row in rows if row.kind == "here"),
                tuple(Invitation(row.seat, secrets[row.seat]) for row in rows if row.kind == "invited"),
            )

    async def _store(self, table: TableRow, rows: list[SeatRow], events: list[EventRow]) -> None:
        """Unless it has been stored before, when the answer was lost."""
        storage, keeper, metrics = self.services.storage, self.services.keeper, self.services.metrics
        try:
            if await storage.create(table, rows, events):
                keeper.keep_new(table.id)
                metrics.created.labels(table.game).inc()
                log.info("table-created", table=table.id[:6], game=table.game, seats=len(rows))
                return
            stored = await storage.load(table.id)
        except StorageError as error:
            log.error("cannot-create", error=str(error))
            raise refusals.storage() from None
        if stored is None or not same_table(stored, table, rows, events):
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
        if request.number is not None and not is_number(request.number):
            raise refusals.bad_number()
        table_id, seat = await self._invitation(request.invite)
        key = self._token(request.id, "join", request.invite)
        async with self.table(table_id) as table:
            about = await table.info()
            await table.sit(digest(request.invite), request.name.strip(), digest(key), request.number)
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
            return InvitationInfo(table_id, about.game, seat, taken, about.people, about.commitment)

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
        # By name first: an option called like a parameter of `new` must not reach it. Nobody plays a laboratory's settings here.
        chosen.settle_options(seats, options, laboratory=False)
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
                if chosen.nicknames.get(level, level) not in chosen.levels():
                    raise refusals.unknown_level(level=level, known=", ".join(chosen.levels()))
                row = SeatRow(number, "bot", bot_names.pop(), level, None, None, at)
            case Invited():
                row = SeatRow(number, "invited", None, None, None, digest(secret), None)
        rows.append(row)
    return rows


def position_of(chosen: Game[Any, Any], options: Options, request: CreateTable) -> str:
    """The event that sets the position a table is to begin from, by its one name; or what is wrong with it."""
    if chosen.positions is None or request.position is None:
        raise refusals.no_positions()
    try:
        move = set_up(chosen, request.position)
        chosen.new(len(request.seats), **options).play(NATURE, move)
    except (IllegalMove, InvalidNotation) as error:
        raise refusals.of_move(error) from None
    return move.notation


def same_table(stored: StoredTable, table: TableRow, rows: list[SeatRow], events: Sequence[EventRow]) -> bool:
    """Is what is asked for again what was asked for before? Bots' names are drawn, and guests may have come."""

    def chosen(table: TableRow) -> tuple[object, ...]:
        return table.game, msgspec.to_builtins(table.options), table.settings, table.origin

    def wanted(row: SeatRow) -> tuple[object, ...]:
        return row.kind, row.level, row.name if row.kind == "here" else None

    def begun(events: Sequence[EventRow]) -> str | None:
        return events[0].move if events and events[0].move.startswith(SET) else None

    return (
        chosen(stored.row) == chosen(table)
        and [*map(wanted, stored.seats)] == [*map(wanted, rows)]
        and begun(stored.events) == begun(events)
    )
