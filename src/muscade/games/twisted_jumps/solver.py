"""Twisted Jumps solved, and set as a puzzle for a day."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from muscade.board import CENTRE, Board, standard_board
from muscade.core import Text
from muscade.games.solitaire.solver import PuzzleSolver, pick
from muscade.games.twisted_jumps.state import TwistedJumpsState
from muscade.solvers import Answer, Daily, Search

PIECES = (5, 6, 7, 8, 9)
"""How many pieces a daily puzzle has, by grade."""
FEWEST = (1, 2, 2, 3, 3)
"""How many moves it should take, by grade; a little less will do if that is not found soon."""
TRIES = 12


class TwistedJumpsSolver(PuzzleSolver[TwistedJumpsState]):
    """Every chain of jumps; see `muscade.games.twisted_jumps.search`."""

    package = __package__
    hopeless: ClassVar[Mapping[str, Any]] = {"position": "b1 h1"}

    def search(self, state: TwistedJumpsState, search: Search) -> None:
        from muscade.games.twisted_jumps.search import solve_twisted

        solve_twisted(state, search)

    def make(self, rng: Random, grade: int) -> Daily:
        """Backwards from one piece on the centre: each piece jumps back, and the one it had removed appears."""
        board = standard_board()
        count = PIECES[grade - 1]
        best: tuple[int, str, Answer] | None = None
        tries = 0
        while best is None or (best[0] < FEWEST[grade - 1] and tries < TRIES):
            tries += 1
            pieces = _jumped_back(rng, board, count)
            position = " ".join(board.intersections[place] for place in sorted(pieces))
            answer = self.try_out(position)
            if answer.status == "optimal" and (best is None or (answer.length or 0) > best[0]):
                best = (answer.length or 0, position, answer)
        _, position, answer = best
        title = Text(f"{count} pieces, one stays", f"{count} pièces, une seule reste")
        return self.daily(answer, grade, title, position)


def _jumped_back(rng: Random, board: Board, count: int) -> set[int]:
    pieces = {CENTRE}
    while len(pieces) < count:
        start, over, target = pick(
            rng,
            [
                (start, over, target)
                for target in sorted(pieces)
                for over in board.neighbours[target]
                for start in board.neighbours[over]
                if over not in pieces and start not in pieces
            ],
        )
        pieces ^= {start, over, target}
    return pieces
