"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from muscade.core.moves import Move
from muscade.core.text import Text


class Bot(Protocol):
    """Chooses one of the offered moves from what its seat may know.

    A bot keeps nothing between calls, so one object serves any number of seats and tables, and a server that
    restarts needs no memory of it. ``title`` is how people know its level.
    """

    title: Text

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move: ...


@runtime_checkable
class TimedBot(Bot, Protocol):
    """A bot for games in which it matters who is first; other games need none of this.

    When what it is offered changes, whoever runs it asks for a ``delay``, waits for so long, and only then, if the
    offer still stands, asks for a ``slip`` and, where there is none, for a choice.
    """

    def delay(self, view: Any, moves: Sequence[Move], rng: Random) -> float:
        """Seconds from seeing these choices to making one."""

    def slip(self, view: Any, mistakes: Sequence[Move], rng: Random) -> Move | None:
        """One of the moves that the law punishes (`State.mistakes`), made in haste; None: it takes care."""
