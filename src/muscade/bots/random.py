"""The bot that does anything it may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from muscade.bots import levels
from muscade.core.moves import Move


class RandomBot:
    """Every offered move with the same chance."""

    title = levels.RANDOM

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        """Any of ``moves``."""
        return rng.choice(moves)
