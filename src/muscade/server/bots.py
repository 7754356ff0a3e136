"""Bots think outside the event loop, so that no table waits for another's."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import structlog

from muscade.bots import Bot, TalkingBot, TimedBot
from muscade.core import Game, Move, View
from muscade.server.metrics import Metrics

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

log = structlog.get_logger()


class BotRunner:
    """Asks bots for moves, and never fails to get one."""

    def __init__(self, metrics: Metrics) -> None:
        self._threads = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")
        self._rng = Random()
        self._metrics = metrics

    def delay(self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move]) -> float | None:
        """Seconds a bot takes from an offer to its move; None for one that leaves that to the table."""
        bot = game.bots().get(level)
        if not isinstance(bot, TimedBot):
            return None
        try:
            return max(0.0, bot.delay(view, moves, self._rng))
        except Exception as error:
            log.error("bot-failed", game=game.name, level=level, error=type(error).__name__)
            return None

    async def choose(
        self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move], mistakes: Sequence[Move]
    ) -> tuple[Move, int | None]:
        """The bot's choice, and the phrase it says with it, if any; a bot that fails is played for at random, so that the table goes on."""
        try:
            bot = game.bots()[level]
            with self._metrics.bot_seconds.labels(game.name, level).time():
                move, remark = await asyncio.get_running_loop().run_in_executor(
                    self._threads, _ask, bot, view, moves, Random(self._rng.getrandbits(64))
                )
            if move in moves or move in mistakes:
                return move, remark
            log.error("bot-chose-what-was-not-offered", game=game.name, level=level)
        except Exception as error:
            # The traceback stays out: its values may be cards.
            log.error("bot-failed", game=game.name, level=level, error=type(error).__name__)
        return self._rng.choice(moves), None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _ask(bot: Bot, view: View, moves: Sequence[Move], rng: Random) -> tuple[Move, int | None]:
    """In a thread of its own. A bot that is lost for words still makes its move."""
    move, remark = bot.choose(view, moves, rng), None
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
