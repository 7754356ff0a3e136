"""The bot that does anything it may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from muscade.core.moves import Move
from muscade.core.text import Text


class RandomBot:
    """Every offered move with the same chance."""

    title = Text("random", "au hasard")

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        """Any of ``moves``."""
        return rng.choice(moves)
