"""Hints and the puzzle of the day: worked out in a process of their own, so that no table waits for them."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from muscade.core import Hint, View, encode, game
from muscade.server import refusals
from muscade.server.thinking import HOUSE, LineFull, Thinking, WorkerDied
from muscade.solvers import daily

HINT_SECONDS = 6.0
BUSY_SECONDS = 10
"""When to come back to a server that has no room for a question."""


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day, the same for everybody; start a table of ``game`` with these options."""

    date: str
    game: str
    options: dict[str, Any]
    grade: int
    """From 1, the easiest, to 5."""
    minimum: int
    """It takes no fewer steps or moves; proved."""


def find_hint(seconds: float, name: str, view: bytes) -> Hint | None:
    """In the other process: a view travels as it does on the wire."""
    played = game(name)
    return played.hint(msgspec.json.decode(view, type=played.view_type), seconds)


def find_daily(day: date) -> DailyPuzzle:
    """In the other process."""
    found = daily(day)
    return DailyPuzzle(day.isoformat(), found.game, found.options, found.grade, found.minimum)


class _Search:
    """A hint that is being looked for, and how many want it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.wanted = 0


class PuzzleService:
    """Asks the lane for what may take long."""

    def __init__(self, thinking: Thinking) -> None:
        self._lane = thinking.study
        self._searches: dict[tuple[str, bytes], _Search] = {}
        self._today: asyncio.Task[DailyPuzzle] | None = None
        self._day: date | None = None
        self._closed = False

    async def hint(self, name: str, view: View, *, owner: str) -> Hint:
        """Help for somebody who asks; found once for all who ask about the same view meanwhile."""
        if not game(name).gives_hints:
            raise refusals.no_hints()
        if view.outcome is not None:
            raise refusals.game_over()
        key = name, encode(view)
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = _Search(asyncio.create_task(self._find_hint(owner, *key)))
        search.wanted += 1
        try:
            found: Hint | None = await asyncio.shield(search.task)
        except asyncio.CancelledError:
            if self._closed:
                raise refusals.stopping(retry_after=BUSY_SECONDS) from None
            raise
        finally:
            search.wanted -= 1
            if not search.wanted:
                # Found, failed, or wanted no more: whoever asks now begins anew.
                search.task.cancel()
                if self._searches.get(key) is search:
                    del self._searches[key]
        return found or Hint("unknown")

    async def _find_hint(self, owner: str, name: str, view: bytes) -> Hint | None:
        found: Hint | None = await self._ask(owner, find_hint, name, view, wish=HINT_SECONDS)
        return found

    async def daily(self) -> DailyPuzzle:
        """Found once a day, however many ask at once; the day is the same all over the world (UTC)."""
        try:
            return await asyncio.shield(self.look_ahead())
        except asyncio.CancelledError:
            if self._closed:
                raise refusals.stopping(retry_after=BUSY_SECONDS) from None
            raise

    def look_ahead(self) -> asyncio.Task[DailyPuzzle]:
        """Begin to find it, if nobody has."""
        day = datetime.now(UTC).date()
        found = self._today
        failed = found is not None and found.done() and (found.cancelled() or found.exception() is not None)
        if self._today is None or self._day != day or failed:
            self._day, self._today = day, asyncio.create_task(self._ask(HOUSE, find_daily, day))
        return self._today

    async def _ask(self, owner: str, question: Any, *about: Any, wish: float | None = None) -> Any:
        try:
            return await self._lane.ask(owner, question, *about, wish=wish)
        except (WorkerDied, LineFull):
            raise refusals.too_busy(retry_after=BUSY_SECONDS) from None

    def close(self) -> None:
        """Whoever still waits is sent away."""
        self._closed = True
        if self._today is not None:
            self._today.cancel()
        for search in self._searches.values():
            search.task.cancel()
