"""Bots think outside the event loop, so that no table waits for another's."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import structlog

from muscade.bots import Bot, RandomBot, TalkingBot, ThinkingBot, TimedBot
from muscade.core import Game, Move, View
from muscade.core import game as game_named
from muscade.kernels import prepare_named
from muscade.server.metrics import Metrics
from muscade.server.workers import Workers

NAMES = (
    "Olgivanna",
    "Marion",
    "Walter",
    "Avery",
    "Darwin",
    "Catherine",
    "Louis",
    "Susan",
    "Isabel",
    "Taliesin",
    "Wesley",
    "Aline",
)
"""Of people and places around the Prairie school; the same in every language."""

LONGEST = 12.0
"""No bot takes so many seconds, even where several wait for one core."""

LOADING = 300.0
"""Nor does any process take so many to load what another has compiled."""

log = structlog.get_logger()


class BotRunner:
    """Asks bots for moves, and never fails to get one."""

    def __init__(self, metrics: Metrics, workers: Workers | None = None) -> None:
        self._threads = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")
        self._workers = workers or Workers(os.cpu_count() or 1, LONGEST)
        self._own_workers = workers is None
        self._rng = Random()
        self._metrics = metrics

    def delay(self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move]) -> float | None:
        """Seconds a bot takes from an offer to its move; None for one that leaves that to the table."""
        try:
            bot = game.bot(level)
            return max(0.0, bot.delay(view, moves, self._rng)) if isinstance(bot, TimedBot) else None
        except Exception as error:
            log.error("bot-failed", game=game.name, level=level, error=type(error).__name__)
            return None

    async def choose(
        self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move], mistakes: Sequence[Move]
    ) -> tuple[Move, int | None]:
        """The bot's choice, and the phrase it says with it, if any.

        A bot that fails, or takes too long, is played for by a simpler one, so that the table goes on.
        """
        for name in (level, *simpler(game, level)):
            try:
                with self._metrics.bot_seconds.labels(game.name, name).time():
                    move, remark = await self._ask(game, name, view, moves)
                if move in moves or move in mistakes:
                    return move, remark
                log.error("bot-chose-what-was-not-offered", game=game.name, level=name)
            except Exception as error:
                # The traceback stays out: its values may be cards.
                log.error("bot-failed", game=game.name, level=name, error=type(error).__name__)
        return self._rng.choice(moves), None

    async def _ask(
        self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move]
    ) -> tuple[Move, int | None]:
        """In a thread what is done in no time; a bot that thinks does so in a process of its own."""
        seed = self._rng.getrandbits(64)
        bot = game.bot(level)
        if isinstance(bot, RandomBot) or (game.real_time and not isinstance(bot, ThinkingBot)):
            answer = asyncio.get_running_loop().run_in_executor(self._threads, ask, bot, view, moves, seed)
            return await asyncio.wait_for(answer, LONGEST)
        return await self._workers.ask(ask_level, game.name, level, view, tuple(moves), seed)

    async def prepare(self, game: str) -> None:
        """Have every process get ready for a game, from what another one has compiled."""
        asked = (self._workers.ask(prepare_named, game, limit=LOADING) for _ in range(self._workers.count))
        await asyncio.gather(*asked, return_exceptions=True)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._own_workers:
            self._workers.close()


def simpler(game: Game[Any, Any], level: str) -> list[str]:
    """Levels below, the next one first; none where the level is not known."""
    levels = list(game.bots())
    name = game.nicknames.get(level, level)
    return levels[: levels.index(name)][::-1] if name in levels else []


def ask_level(name: str, level: str, view: View, moves: Sequence[Move], seed: int) -> tuple[Move, int | None]:
    """In another process, which finds the game by its name."""
    return ask(game_named(name).bot(level), view, moves, seed)


def ask(bot: Bot, view: View, moves: Sequence[Move], seed: int) -> tuple[Move, int | None]:
    """Outside the event loop. A bot that is lost for words still makes its move."""
    move, remark = bot.choose(view, moves, Random(seed)), None
    if isinstance(bot, TalkingBot):
        try:
            remark = bot.remark(view, moves)
        except Exception as error:
            log.error("bot-cannot-speak", error=type(error).__name__)
    return move, remark


def names_for_bots(people: Sequence[str | None], rng: Random) -> list[str]:
    """Enough names, none of which anybody at the table already has."""
    given = {name.casefold() for name in people if name}
    free = [name for name in NAMES if name.casefold() not in given]
    return rng.sample(free, len(free))
