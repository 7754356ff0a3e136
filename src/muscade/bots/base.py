"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

from muscade.core.moves import Move
from muscade.core.text import Text


class Bot(Protocol):
    """Chooses one of the offered moves from what its seat may know.

    A bot keeps nothing between calls, so one object serves any number of seats and tables, and a server that
    restarts needs no memory of it. ``title`` is how people know its level.
    """

    title: Text

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        """One of ``moves``, all of which are legal; whatever it leaves to chance comes from ``rng``."""
        ...


@runtime_checkable
class TimedBot(Bot, Protocol):
    """A bot for games in which everybody plays at once: it also says how long it takes to see its chance.

    It is asked anew whenever its offer changes, and may then choose one of the state's mistakes as well.
    """

    def delay(self, view: Any, moves: Sequence[Move], rng: Random) -> float:
        """Seconds from the moment of the offer to the move."""
        ...


@runtime_checkable
class TickBot(Bot, Protocol):
    """A bot for such games where there is no clock, and time passes in ticks: see `muscade.bots.ticks`."""

    @property
    def speed(self) -> float:
        """How often it would act in a second: its weight in the draw of who is first."""
        ...


@runtime_checkable
class TalkingBot(Bot, Protocol):
    """A bot that may say something about the game it plays."""

    def remark(self, view: Any, moves: Sequence[Move]) -> int | None:
        """One of the game's phrases, by its place among them, said after the move chosen from this view; or nothing.

        A table hears each phrase from its bots once, however often they think of it.
        """
        ...


@runtime_checkable
class ThinkingBot(Bot, Protocol):
    """A bot that plays the better the longer it may think."""

    @property
    def seconds(self) -> float:
        """How many it takes for a move, unless told otherwise."""
        ...

    def thinking(self, seconds: float) -> Self:
        """The same bot with so many seconds for a move."""
        ...


class Valued(NamedTuple):
    """What a move is worth to whoever makes it, from 0, lost, to 1, won; as far as a bot can tell."""

    move: Move
    value: float
    spread: float
    """How far off that may well be: its standard error."""
    proved: bool = False
    """It is no estimate."""


@runtime_checkable
class ValuingBot(Bot, Protocol):
    """A bot that can say what it thinks of each of its moves."""

    def values(self, view: Any, moves: Sequence[Move], rng: Random, seconds: float) -> Sequence[Valued]:
        """Its opinion of ``moves``, first of the one that it would play; those that it knows nothing of are left out.

        It may take about that many seconds of an ordinary core, but counts its work and looks at no clock: so the answer
        is the same, anywhere, for the same ``rng``.
        """
        ...


def with_time(bot: Bot, seconds: float) -> Bot:
    """A bot with that much time for a move, or just as it is if time is nothing to it."""
    return bot.thinking(seconds) if isinstance(bot, ThinkingBot) else bot
