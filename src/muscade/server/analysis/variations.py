"""Variations of finished games: a tree of branches, each kept by somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import structlog

from muscade.core import Record
from muscade.server import refusals
from muscade.server.analysis.protocol import (
    KeepVariation,
    Tried,
    TriedMove,
    TryMoves,
    VariationInfo,
    VariationTold,
)
from muscade.server.analysis.refusals import not_your_variation, too_many_variations, unknown_variation
from muscade.server.analysis.rows import VariationRow
from muscade.server.analysis.trying import try_moves, whole_record
from muscade.server.people import visible_name
from muscade.server.reception import Reception
from muscade.server.rows import PersonRow
from muscade.server.storage import StorageError
from muscade.server.tokens import derive, new_token

MOST = 100
"""Of one game."""

log = structlog.get_logger()


class Variations:
    """What else could have been played."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception
        self._services = reception.services

    async def try_out(self, table_id: str, wanted: TryMoves) -> Tried:
        """Nothing is kept of it."""
        record = await self.record(table_id, wanted.parent)
        return await asyncio.to_thread(try_moves, record, wanted.version, wanted.moves)

    async def all(self, table_id: str, viewer: PersonRow | None) -> tuple[VariationInfo, ...]:
        async with self._reception.table(table_id):  # or there is none, and that is said
            return tuple(info(row, viewer) for row in await self._rows(table_id))

    async def read(self, table_id: str, variation_id: str, viewer: PersonRow | None) -> VariationTold:
        rows = await self._rows(table_id)
        found = find(rows, variation_id)
        return VariationTold(info(found, viewer), await self._record(table_id, rows, found))

    async def record(self, table_id: str, variation_id: str | None) -> Record:
        """The whole game as it would be in a variation; None: as it was."""
        if variation_id is None:
            return await whole_record(self._reception, table_id)
        rows = await self._rows(table_id)
        return await self._record(table_id, rows, find(rows, variation_id))

    async def keep(self, table_id: str, wanted: KeepVariation, author: PersonRow) -> VariationInfo:
        """Kept as it was checked, with what chance has done."""
        name = visible_name(wanted.name)
        rows = await self._rows(table_id)
        storage, at = self._services.storage, self._services.clock.now()
        variation_id = (
            new_token() if wanted.id is None else derive(storage.secret, "variation", author.id, wanted.id)
        )
        known = next((row for row in rows if row.id == variation_id), None)
        if known is None and len(rows) >= MOST:
            raise too_many_variations(limit=MOST)
        record = await self.record(table_id, wanted.parent)
        tried = await asyncio.to_thread(try_moves, record, wanted.version, wanted.moves)
        row = VariationRow(
            variation_id,
            table_id,
            wanted.parent,
            wanted.version,
            name,
            msgspec.json.encode(tried.moves).decode(),
            author.id,
            author.name,
            at,
        )
        if known is not None:
            same = msgspec.structs.replace(known, created_at=at, author=author.name)
            if same != row:
                raise refusals.reused()
            return info(known, author)
        try:
            await storage.analyses.add(row)
        except StorageError as error:
            log.error("cannot-keep-variation", error=str(error))
            raise refusals.storage() from None
        return info(row, author)

    async def rename(self, table_id: str, variation_id: str, name: str, person: PersonRow) -> VariationInfo:
        name = visible_name(name)
        found = find(await self._rows(table_id), variation_id)
        try:
            renamed = await self._services.storage.analyses.rename(found.id, person.id, name)
        except StorageError as error:
            log.error("cannot-rename-variation", error=str(error))
            raise refusals.storage() from None
        if not renamed:
            raise not_your_variation()
        return info(msgspec.structs.replace(found, name=name), person)

    async def remove(self, table_id: str, variation_id: str, person: PersonRow) -> None:
        found = find(await self._rows(table_id), variation_id)
        try:
            removed = await self._services.storage.analyses.remove(found.id, person.id)
        except StorageError as error:
            log.error("cannot-remove-variation", error=str(error))
            raise refusals.storage() from None
        if not removed:
            raise not_your_variation()

    async def _rows(self, table_id: str) -> list[VariationRow]:
        try:
            return await self._services.storage.analyses.variations(table_id)
        except StorageError as error:
            log.error("cannot-read-variations", error=str(error))
            raise refusals.storage() from None

    async def _record(self, table_id: str, rows: Sequence[VariationRow], wanted: VariationRow) -> Record:
        """Branch by branch, from the game itself on."""
        branches = [wanted]
        while branches[-1].parent_id is not None:
            branches.append(find(rows, branches[-1].parent_id))
        record = await whole_record(self._reception, table_id)
        for branch in reversed(branches):
            record = (await asyncio.to_thread(try_moves, record, branch.version, moves_in(branch))).record
        return record


def find(rows: Sequence[VariationRow], variation_id: str) -> VariationRow:
    found = next((row for row in rows if row.id == variation_id), None)
    if found is None:
        raise unknown_variation()
    return found


def moves_in(row: VariationRow) -> tuple[TriedMove, ...]:
    return msgspec.json.decode(row.moves, type=tuple[TriedMove, ...])


def info(row: VariationRow, viewer: PersonRow | None) -> VariationInfo:
    return VariationInfo(
        row.id,
        row.parent_id,
        row.version,
        row.name,
        row.author,
        viewer is not None and row.person_id == viewer.id,
        moves_in(row),
        row.created_at,
    )
