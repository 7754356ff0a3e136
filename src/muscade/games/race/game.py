"""What both races are as games of the contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from muscade.board.game import BoardGame
from muscade.core import Option
from muscade.core.lots import Lots, OneOf
from muscade.core.options import limit_option
from muscade.games.race.moves import ROLLS
from muscade.games.race.refusals import Clauses
from muscade.games.race.setup import LIMIT, race_options
from muscade.games.race.state import RaceState
from muscade.games.race.view import RaceView
from muscade.kernels.layout import Layout

DICE = OneOf(ROLLS, lambda roll: roll)
S = TypeVar("S", bound=RaceState[Any, Any])
V = TypeVar("V", bound=RaceView)


class RaceGame(BoardGame[S, V]):
    """Two to four players, two dice, and a board that all see."""

    seats = (2, 3, 4)
    limit = LIMIT
    clauses: ClassVar[Clauses]

    def options(self, seats: int) -> tuple[Option, ...]:
        return race_options(seats, self.clauses)

    def laboratory(self, seats: int) -> tuple[Option, ...]:
        return (limit_option(LIMIT, tuple(range(1, 21)), self.clauses.limit),)

    def lots(self, state: S) -> Lots:
        return DICE

    @staticmethod
    @abstractmethod
    def present(view: V) -> Layout:
        """The table that a view tells while a seat is to act."""

    def worlds(self, view: V, rng: Random, count: int) -> Sequence[Layout]:
        return [self.present(view)] if view.phase == "act" else super().worlds(view, rng, 1)
