"""Hints and the puzzle of the day: worked out in a process of their own, so that no table waits for them."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from muscade.core import Hint, Options, Text, View, encode, game, game_names
from muscade.core.series import SeriesPuzzle, begun
from muscade.pictures import Theme
from muscade.server import refusals
from muscade.server.thinking import HOUSE, LineFull, Thinking, WorkerDied
from muscade.solvers import daily

HINT_SECONDS = 6.0


ARCHIVE = timedelta(days=365)
"""For so long the puzzles of past days can be played."""
DAYS_KEPT = 64
"""So many of them are kept once they are found."""


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day, the same for everybody; start a table of ``game`` with these options."""

    date: str
    game: str
    options: dict[str, Any]
    grade: int
    """From 1, the easiest, to 5."""
    minimum: int
    """It takes no fewer steps or moves; proved."""
    goal: Text
    """What is to be reached, in one line."""


def find_hint(seconds: float, name: str, view: bytes) -> Hint | None:
    """In the other process: a view travels as it does on the wire."""
    played = game(name)
    return played.hint(msgspec.json.decode(view, type=played.view_type), seconds)


def find_daily(day: date) -> DailyPuzzle:
    """In the other process."""
    found = daily(day)
    goal = game(found.game).goal(found.options)
    return DailyPuzzle(day.isoformat(), found.game, found.options, found.grade, found.minimum, goal)


class Drawn(msgspec.Struct, frozen=True):
    """A puzzle as it lies before the first move, to be drawn so."""

    game: str
    options: Options
    position: str | None
    theme: Theme
    language: str


def draw_puzzle(wanted: Drawn) -> bytes:
    """In the other process."""
    played = game(wanted.game)
    view = begun(played, wanted.options, wanted.position).view(None)
    return played.picture(view, theme=wanted.theme, language=wanted.language).encode()


def puzzle_of(name: str, number: str) -> SeriesPuzzle:
    """A puzzle of a series, counted from 1; raises a refusal where there is none."""
    puzzles = game(name).series() if name in game_names() else ()
    if not number.isdecimal() or not 1 <= int(number) <= len(puzzles):
        raise refusals.no_series()
    return puzzles[int(number) - 1]


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
        self._past: dict[date, asyncio.Task[DailyPuzzle]] = {}
        self._closed = False

    async def hint(self, name: str, view: View, *, owner: str) -> Hint:
        """Help for somebody who asks; found once for all who ask about the same view meanwhile."""
        if not game(name).gives_hints:
            raise refusals.no_hints()
        if view.outcome is not None:
            raise refusals.game_over()
        self._check_open()
        key = name, encode(view)
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = _Search(asyncio.create_task(self._find_hint(owner, *key)))
        search.wanted += 1
        try:
            found: Hint | None = await asyncio.shield(search.task)
        except asyncio.CancelledError:
            self._check_open()
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

    async def daily(self, day: date | None = None) -> DailyPuzzle:
        """Found once, however many ask at once; days are the same all over the world (UTC). Of another day than today's: one of
        the last year."""
        self._check_open()
        try:
            return await asyncio.shield(self.look_ahead() if day is None else self._find_past(day))
        except asyncio.CancelledError:
            self._check_open()
            raise

    async def picture(self, wanted: Drawn, *, owner: str) -> bytes:
        """In SVG."""
        drawn: bytes = await self._ask(owner, draw_puzzle, wanted)
        return drawn

    def _find_past(self, day: date) -> asyncio.Task[DailyPuzzle]:
        today = datetime.now(UTC).date()
        if not today - ARCHIVE < day <= today:
            raise refusals.unknown_day()
        if day == today:
            return self.look_ahead()
        found = self._past.pop(day, None)
        if found is None or _failed(found):
            found = asyncio.create_task(self._ask(HOUSE, find_daily, day))
        # Those asked for last are kept.
        self._past[day] = found
        while len(self._past) > DAYS_KEPT:
            del self._past[next(iter(self._past))]
        return found

    def look_ahead(self) -> asyncio.Task[DailyPuzzle]:
        """Begin to find it, if nobody has."""
        day = datetime.now(UTC).date()
        if self._today is None or self._day != day or _failed(self._today):
            self._day, self._today = day, asyncio.create_task(self._ask(HOUSE, find_daily, day))
        return self._today

    async def _ask(self, owner: str, question: Any, *about: Any, wish: float | None = None) -> Any:
        try:
            return await self._lane.ask(owner, question, *about, wish=wish)
        except (WorkerDied, LineFull):
            raise refusals.too_busy(retry_after=refusals.WHEN_BUSY) from None

    def _check_open(self) -> None:
        if self._closed:
            raise refusals.stopping(retry_after=refusals.WHEN_BUSY) from None

    def close(self) -> None:
        """Whoever still waits is sent away, and whoever asks from now on."""
        self._closed = True
        for found in (*self._past.values(), *(() if self._today is None else (self._today,))):
            found.cancel()
        for search in self._searches.values():
            search.task.cancel()


def _failed(found: asyncio.Task[DailyPuzzle]) -> bool:
    return found.done() and (found.cancelled() or found.exception() is not None)
