"""``muscade backup``, ``muscade restore``, ``muscade prune`` and ``muscade ratings``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from sqlalchemy import make_url

from muscade.cli import UsageError
from muscade.cli.serve import default_database
from muscade.server.cleaning import MODERATION_DAYS
from muscade.server.ratings.again import Recomputed, recompute
from muscade.server.storage import Pruned, Storage, StorageError
from muscade.server.storage.addresses import check_exists
from muscade.server.storage.backup import back_up, restore
from muscade.server.times import DAY

console = Console()

Found = TypeVar("Found")


def write_backup(database: str | None, file: Path) -> None:
    counts = _do("back up", database or default_database(), lambda name: back_up(name, file))
    console.print(f"{file}: {_described(counts)}", highlight=False)


def read_backup(database: str | None, file: Path) -> None:
    counts = _do("restore", database or default_database(), lambda name: restore(name, file))
    console.print(f"Restored {_described(counts)}.", highlight=False)


def clean_away(
    database: str | None, unjoined: int, finished: int | None, rooms: int | None, *, dry_run: bool
) -> None:
    now = time.time_ns() // 1_000_000

    def before(days: int | None) -> int | None:
        return None if days is None else now - days * DAY

    async def clean(name: str) -> Pruned:
        check_exists(name)
        storage = await Storage.open(name)
        try:
            if not dry_run:
                await storage.moderation.prune(now - MODERATION_DAYS * DAY)
            return await storage.prune(
                unjoined_before=before(unjoined),
                finished_before=before(finished),
                unused_before=before(rooms),
                dry_run=dry_run,
            )
        finally:
            await storage.close()

    pruned = _do("prune", database or default_database(), clean)
    kept = "would be cleaned away" if dry_run else "cleaned away"
    console.print(
        f"Tables {kept}: {pruned.unjoined} that nobody joined, {pruned.finished} finished; rooms: {pruned.rooms}.",
        highlight=False,
    )


def rate_again(database: str | None, *, check: bool) -> bool:
    """Whether all ratings were as the games make them."""

    async def again(name: str) -> Recomputed:
        check_exists(name)
        storage = await Storage.open(name)
        try:
            return await recompute(storage, write=not check)
        finally:
            await storage.close()

    found = _do("rate the games of", database or default_database(), again)
    told = f"{found.games} games that count, {found.ratings} ratings"
    if not (found.differing or found.missed):
        console.print(f"{told}: all as the games make them.", highlight=False)
        return True
    what = "differ" if check else "are put right"
    console.print(
        f"{told}: {found.differing} {what}; games of which nobody had taken note: {found.missed}.",
        highlight=False,
    )
    return not check


def _do(what: str, database: str, action: Callable[[str], Coroutine[Any, Any, Found]]) -> Found:
    try:
        return asyncio.run(action(database))
    except StorageError as error:
        raise UsageError(f"cannot {what} {_without_password(database)}: {error}") from None


def _without_password(database: str) -> str:
    """As it may be printed.

    >>> _without_password("postgresql://ada:secret@localhost/muscade")
    'postgresql://ada:***@localhost/muscade'
    """
    return make_url(database).render_as_string(hide_password=True) if "://" in database else database


def _described(counts: dict[str, int]) -> str:
    said = counts["chats"] + counts["room_chats"]
    return f"{counts['tables']} tables, {counts['events']} moves, {counts['rooms']} rooms, {said} messages"
