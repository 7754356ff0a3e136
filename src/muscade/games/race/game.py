"""What both races are as games of the contract."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeVar

from muscade.board import BoardDrawing, board_named, drawing
from muscade.core import Game, Move, Option, Options
from muscade.core.chance import below
from muscade.games.race.moves import ROLLS
from muscade.games.race.refusals import Clauses
from muscade.games.race.setup import LIMIT, race_options
from muscade.games.race.state import RaceState
from muscade.games.race.view import RaceView

S = TypeVar("S", bound=RaceState[Any, Any])
V = TypeVar("V", bound=RaceView)


class RaceGame(Game[S, V]):
    """Two to four players, two dice, and a board that all see."""

    seats = (2, 3, 4)
    equipment_type = BoardDrawing
    limit = LIMIT
    clauses: ClassVar[Clauses]

    def options(self, seats: int) -> tuple[Option, ...]:
        return race_options(seats, self.clauses)

    def draw(self, state: S, rng: Random) -> Move:
        return ROLLS[below(rng, len(ROLLS))]

    def imagine(self, view: V, rng: Random) -> S:
        return self.retell(view)

    def equipment(self, options: Options) -> BoardDrawing:
        return drawing(board_named(options["board"]))
