"""The Over-Pass Spiral as a game of the contract."""

from __future__ import annotations

from muscade.core import Text
from muscade.games.over_pass_spiral.solver import OverPassSpiralSolver
from muscade.games.over_pass_spiral.state import COURSE, OverPassSpiralState
from muscade.games.solitaire.game import Puzzle
from muscade.games.solitaire.moves import Capture, puzzle_notation


class OverPassSpiral(Puzzle[OverPassSpiralState]):
    """Forty pieces, thirty-nine Over-Passes."""

    name = "over-pass-spiral"
    title = Text("Over-Pass Spiral", "Spirale de dépassement")
    tagline = Text(
        "Forty pieces in a spiral, and every Over-Pass removes the last one passed: leave a single one.",
        "Quarante pions en spirale, et chaque Over-Pass retire le dernier survolé : n'en laissez qu'un.",
    )
    version = 1
    notation = puzzle_notation(title, "b1xb4>c7", Capture)
    course = COURSE
    state_type = OverPassSpiralState

    def solver(self) -> OverPassSpiralSolver:
        return _SOLVER


GAME = OverPassSpiral()
_SOLVER = OverPassSpiralSolver(GAME)
