"""Twisted Jumps as a game of the contract."""

from __future__ import annotations

from muscade.core import Options, Text
from muscade.games.solitaire.game import Puzzle
from muscade.games.twisted_jumps.moves import NOTATION, TITLE
from muscade.games.twisted_jumps.positions import POSITIONS
from muscade.games.twisted_jumps.solver import TwistedJumpsSolver
from muscade.games.twisted_jumps.state import COURSE, TwistedJumpsState


class TwistedJumps(Puzzle[TwistedJumpsState]):
    """Jump around corners, and leave one piece on the centre."""

    name = "twisted-jumps"
    title = TITLE
    tagline = Text(
        "Sixteen pieces jump around corners and vanish one by one: leave the last on the centre.",
        "Seize pions sautent en tournant et disparaissent un à un : laissez le dernier au centre.",
    )
    version = 1
    notation = NOTATION
    course = COURSE
    positions = POSITIONS
    state_type = TwistedJumpsState
    solver_type = TwistedJumpsSolver
    plain = "red"

    def goal(self, options: Options) -> Text:
        return Text("Leave one piece, on the centre.", "Un seul pion doit rester, au centre.")


GAME = TwistedJumps()
