"""Bots think outside the event loop, so that no table waits for another's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeAlias

import structlog

from muscade.bots import Bot, RandomBot, TalkingBot, ThinkingBot, TimedBot, with_time
from muscade.bots.engines import EngineBot, EngineFault
from muscade.core import Game, Move, View
from muscade.core import game as game_named
from muscade.kernels import prepare_named
from muscade.server.engines import Patience, ask_engine
from muscade.server.metrics import Metrics
from muscade.server.thinking import LineFull, Thinking

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

IN_NO_TIME = 0.05
"""Seconds of the processor: who takes longer has to wait for a turn among those that search."""
FORGIVEN = 0.95
"""What a bot once took is forgotten by so much with every answer: the first one may have loaded half a library."""
LONGEST_CASUAL = 12.0
"""Seconds for what takes no time at all."""

log = structlog.get_logger()


class BotRunner:
    """Asks bots for moves, and never fails to get one."""

    def __init__(self, metrics: Metrics, thinking: Thinking) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="bot")
        self._thinking = thinking
        self._rng = Random()
        self._metrics = metrics
        self._took: dict[tuple[str, str], float] = {}
        self._patience = Patience()

    def delay(self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move]) -> float | None:
        """Seconds a bot takes from an offer to its move; None for one that leaves that to the table."""
        try:
            bot = game.bot(level)
            return max(0.0, bot.delay(view, moves, self._rng)) if isinstance(bot, TimedBot) else None
        except Exception as error:
            log.error("bot-failed", game=game.name, bot_level=level, error=type(error).__name__)
            return None

    async def choose(
        self,
        game: Game[Any, Any],
        level: str,
        view: View,
        moves: Sequence[Move],
        mistakes: Sequence[Move],
        *,
        owner: str,
    ) -> tuple[Move, int | None]:
        """The bot's choice, and the phrase it says with it, if any; ``owner`` is whose turn to think it is.

        A bot that fails, takes too long, or whose owner has more questions waiting than may be, is played for by a
        simpler one, so that the table goes on. Cancel it once nobody wants the answer any more.
        """
        for name in (level, *simpler(game, level)):
            if not self._patience.has(name):
                continue
            try:
                with self._metrics.bot_seconds.labels(game.name, name).time():
                    move, remark = await self._ask(game, name, view, moves, owner)
                if move in moves or move in mistakes:
                    return move, remark
                log.error("bot-chose-what-was-not-offered", game=game.name, bot_level=name)
            except EngineFault as fault:
                rests = self._patience.did_wrong(name)
                told = {"engine": name, "kind": fault.kind, "said": fault.said, "stderr": fault.stderr}
                log.error("engine-failed", game=game.name, **told, left_alone=rests)
            except LineFull:
                log.info("bot-not-waited-for", game=game.name, bot_level=name)
            except Exception as error:
                # The traceback stays out: its values may be cards.
                log.error("bot-failed", game=game.name, bot_level=name, error=type(error).__name__)
        return self._rng.choice(moves), None

    async def _ask(
        self, game: Game[Any, Any], level: str, view: View, moves: Sequence[Move], owner: str
    ) -> tuple[Move, int | None]:
        """In a thread what is done in no time; in a process whatever thinks, those that search apart from the rest."""
        bot, seed = game.bot(level), self._rng.getrandbits(64)
        answered: tuple[Move, int | None]
        if isinstance(bot, EngineBot):
            about = bot.engine, view, tuple(moves), seed
            answered, _ = await self._thinking.deep.ask(owner, ask_engine, *about, wish=bot.seconds)
            self._patience.did_well(level)
            return answered
        if isinstance(bot, RandomBot):
            answer = asyncio.get_running_loop().run_in_executor(self._threads, ask, bot, view, moves, seed)
            return (await asyncio.wait_for(answer, LONGEST_CASUAL))[0]
        known = game.name, level
        took = self._took.get(known, 0.0)
        wish = bot.seconds if isinstance(bot, ThinkingBot) else None
        lane = self._thinking.quick if wish is None and took < IN_NO_TIME else self._thinking.deep
        question = ask_level if wish is None else ask_for
        asked = game.name, level, view, tuple(moves), seed
        answered, seconds = await lane.ask(owner, question, *asked, wish=wish)
        self._took[known] = max(seconds, took * FORGIVEN)
        return answered

    def prepare(self, game: str) -> None:
        """Have every process get ready for a game, from what another one has compiled."""
        self._thinking.quick.teach(prepare_named, game)
        self._thinking.deep.teach(prepare_named, game)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def simpler(game: Game[Any, Any], level: str) -> list[str]:
    """Levels below, the next one first; of one that is none of the game's own, those from the middle on."""
    levels = list(game.bots())
    name = game.nicknames.get(level, level)
    return levels[: levels.index(name) if name in levels else len(levels) // 2 + 1][::-1]


Asked: TypeAlias = tuple[tuple[Move, int | None], float]
"""A move, a phrase, and the processor's seconds they took."""


def ask_level(name: str, level: str, view: View, moves: Sequence[Move], seed: int) -> Asked:
    """In another process, which finds the game by its name."""
    return ask(game_named(name).bot(level), view, moves, seed)


def ask_for(seconds: float, name: str, level: str, view: View, moves: Sequence[Move], seed: int) -> Asked:
    """The same with a time to think."""
    return ask(with_time(game_named(name).bot(level), seconds), view, moves, seed)


def ask(bot: Bot, view: View, moves: Sequence[Move], seed: int) -> Asked:
    """Outside the event loop. A bot that is lost for words still makes its move."""
    begun = time.thread_time()
    move, remark = bot.choose(view, moves, Random(seed)), None
    if isinstance(bot, TalkingBot):
        try:
            remark = bot.remark(view, moves)
        except Exception as error:
            log.error("bot-cannot-speak", error=type(error).__name__)
    return (move, remark), time.thread_time() - begun


def names_for_bots(people: Sequence[str | None], rng: Random) -> list[str]:
    """Enough names, none of which anybody at the table already has."""
    given = {name.casefold() for name in people if name}
    free = [name for name in NAMES if name.casefold() not in given]
    return rng.sample(free, len(free))
