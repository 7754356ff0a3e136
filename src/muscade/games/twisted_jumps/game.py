"""Twisted Jumps as a game of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.core import Move, Options, Text
from muscade.games.solitaire.game import Puzzle
from muscade.games.solitaire.moves import parse_capture
from muscade.games.twisted_jumps.solver import TwistedJumpsSolver
from muscade.games.twisted_jumps.state import NAME, VERSION, TwistedJumpsState

if TYPE_CHECKING:
    from muscade.games.twisted_jumps.kernel import TwistedJumpsKernel


class TwistedJumps(Puzzle[TwistedJumpsState]):
    """Jump around corners, and leave one piece on the centre."""

    name = NAME
    title = Text("Twisted Jumps", "Sauts tordus")
    tagline = Text(
        "Sixteen pieces jump around corners and vanish one by one: leave the last on the centre.",
        "Seize pions sautent en tournant et disparaissent un à un : laissez le dernier au centre.",
    )
    version = VERSION
    state_type = TwistedJumpsState

    def solver(self) -> TwistedJumpsSolver:
        return _SOLVER

    def kernel(self, seats: int, options: Options) -> TwistedJumpsKernel:
        from muscade.games.twisted_jumps.kernel import TwistedJumpsKernel

        return TwistedJumpsKernel(self, seats, options)

    def parse(self, notation: str) -> Move:
        return parse_capture(notation, self.title)


GAME = TwistedJumps()
_SOLVER = TwistedJumpsSolver(GAME)
