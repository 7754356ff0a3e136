"""What all games on the board have in common."""

from __future__ import annotations

from random import Random

from muscade.board import BoardDrawing, board_named, drawing
from muscade.core import Game, Options
from muscade.core.game import S, V


class BoardGame(Game[S, V]):
    """Everybody sees the board and all that is on it."""

    equipment_type = BoardDrawing

    def equipment(self, seats: int, options: Options) -> BoardDrawing:
        return drawing(board_named(options["board"]))

    def imagine(self, view: V, rng: Random) -> S:
        """Nothing is hidden, so there is one state only: the real one."""
        return self.retell(view)
