"""Hints and the puzzle of the day: worked out in a process of their own, so that no table waits for them."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from muscade.core import Hint, View, encode, game
from muscade.server import refusals
from muscade.server.workers import WorkerDied, Workers
from muscade.solvers import daily

HINT_SECONDS = 6.0
LONGEST = 300.0
"""Nothing it is asked takes so many seconds, compiling included."""
MOST_WAITING = 4
"""Who comes later is asked to try again: a queue of hints would be answered when nobody wants them any more."""


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day, the same for everybody; start a table of ``game`` with these options."""

    date: str
    game: str
    options: dict[str, Any]
    grade: int
    """From 1, the easiest, to 5."""
    minimum: int
    """It takes no fewer steps or moves; proved."""


def find_hint(name: str, view: bytes, seconds: float) -> Hint | None:
    """In the other process: a view travels as it does on the wire."""
    played = game(name)
    return played.hint(msgspec.json.decode(view, type=played.view_type), seconds)


def find_daily(day: date) -> DailyPuzzle:
    """In the other process."""
    found = daily(day)
    return DailyPuzzle(day.isoformat(), found.game, found.options, found.grade, found.minimum)


class PuzzleService:
    """Asks a process of its own."""

    def __init__(self) -> None:
        self.workers = Workers(1, LONGEST, niceness=5)
        self._waiting = 0
        self._today: asyncio.Task[DailyPuzzle] | None = None
        self._day: date | None = None

    async def hint(self, name: str, view: View) -> Hint:
        if not game(name).gives_hints:
            raise refusals.no_hints()
        if view.outcome is not None:
            raise refusals.game_over()
        found: Hint | None = await self._ask(find_hint, name, encode(view), HINT_SECONDS)
        return found or Hint("unknown")

    async def daily(self) -> DailyPuzzle:
        """Found once a day, however many ask at once; the day is the same all over the world (UTC)."""
        return await asyncio.shield(self.look_ahead())

    def look_ahead(self) -> asyncio.Task[DailyPuzzle]:
        """Begin to find it, if nobody has."""
        day = datetime.now(UTC).date()
        failed = self._today is not None and self._today.done() and self._today.exception() is not None
        if self._today is None or self._day != day or failed:
            self._day, self._today = day, asyncio.create_task(self._ask(find_daily, day))
        return self._today

    async def _ask(self, question: Any, *about: Any) -> Any:
        if self._waiting >= MOST_WAITING:
            raise refusals.too_busy()
        self._waiting += 1
        try:
            return await self.workers.ask(question, *about)
        except WorkerDied:
            raise refusals.too_busy() from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        if self._today is not None:
            self._today.cancel()
        self.workers.close()
