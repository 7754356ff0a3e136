"""Twisted Jumps as a game of the contract."""

from __future__ import annotations

from muscade.core import Text
from muscade.games.solitaire.game import Puzzle
from muscade.games.solitaire.moves import Capture, puzzle_notation
from muscade.games.twisted_jumps.solver import TwistedJumpsSolver
from muscade.games.twisted_jumps.state import COURSE, TwistedJumpsState


class TwistedJumps(Puzzle[TwistedJumpsState]):
    """Jump around corners, and leave one piece on the centre."""

    name = "twisted-jumps"
    title = Text("Twisted Jumps", "Sauts tordus")
    tagline = Text(
        "Sixteen pieces jump around corners and vanish one by one: leave the last on the centre.",
        "Seize pions sautent en tournant et disparaissent un à un : laissez le dernier au centre.",
    )
    version = 1
    notation = puzzle_notation(title, "b1xb4>c7", Capture)
    course = COURSE
    state_type = TwistedJumpsState

    def solver(self) -> TwistedJumpsSolver:
        return _SOLVER


GAME = TwistedJumps()
_SOLVER = TwistedJumpsSolver(GAME)
