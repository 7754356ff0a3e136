"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from muscade.core.moves import Move
from muscade.core.text import Text


class Bot(Protocol):
    """Chooses one of the offered moves from what its seat may know.

    A bot keeps nothing between calls, so one object serves any number of seats and tables, and a server that
    restarts needs no memory of it. ``title`` is how people know its level.
    """

    title: Text

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move: ...
