"""The Over-Pass Spiral as a game of the contract."""

from __future__ import annotations

from muscade.core import Options, Text
from muscade.games.over_pass_spiral.moves import NOTATION, TITLE
from muscade.games.over_pass_spiral.positions import POSITIONS
from muscade.games.over_pass_spiral.solver import OverPassSpiralSolver
from muscade.games.over_pass_spiral.state import COURSE, OverPassSpiralState
from muscade.games.solitaire.game import Puzzle


class OverPassSpiral(Puzzle[OverPassSpiralState]):
    """Forty pieces, thirty-nine Over-Passes."""

    name = "over-pass-spiral"
    title = TITLE
    tagline = Text(
        "Forty pieces in a spiral, and every Over-Pass removes the last one passed: leave a single one.",
        "Quarante pions en spirale, et chaque Over-Pass retire le dernier survolé : n'en laissez qu'un.",
    )
    version = 1
    notation = NOTATION
    course = COURSE
    positions = POSITIONS
    state_type = OverPassSpiralState
    solver_type = OverPassSpiralSolver

    def goal(self, options: Options) -> Text:
        return Text(
            "Leave one piece, best on the centre.", "Un seul pion doit rester, si possible au centre."
        )


GAME = OverPassSpiral()
