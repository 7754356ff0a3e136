"""Full House solved, and set as a puzzle for a day."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from muscade.board import CENTRE, Board, standard_board
from muscade.core import Text
from muscade.core.chance import below, shuffled
from muscade.games.full_house.state import FullHouseState
from muscade.games.solitaire.solver import PuzzleSolver, pick
from muscade.solvers import Daily, Search

TARGETS = (8, 9, 10, 11, 12)
"""How many pieces a daily puzzle wants, by grade."""


class FullHouseSolver(PuzzleSolver[FullHouseState]):
    """Steps level by level; see `muscade.games.full_house.search`."""

    package = __package__
    pieces_a_second = 1000
    hopeless: ClassVar[Mapping[str, Any]] = {"position": "8.9", "target": 2}

    def search(self, state: FullHouseState, search: Search) -> None:
        from muscade.games.full_house.search import solve_full_house

        solve_full_house(state, search)

    def make(self, rng: Random, grade: int) -> Daily:
        """A few pieces near one another; the more have to come in, the harder."""
        board = standard_board()
        target = TARGETS[grade - 1]
        resting = [
            space for space in range(len(board.spaces)) if space not in (CENTRE, *board.transit, *board.small)
        ]
        while True:
            around = _near(board, pick(rng, resting), set(resting))
            pieces = sorted(shuffled(rng, around)[: 3 + below(rng, 2)])
            position = " ".join(board.spaces[space] for space in pieces)
            answer = self.try_out(position, target=target)
            # A step for each piece brought in is about what it takes; with much less there is nothing to find.
            if answer.status == "optimal" and (answer.length or 0) > (target - len(pieces)) // 2 + 1:
                title = Text(
                    f"{len(pieces)} pieces become {target}", f"{len(pieces)} pièces en font {target}"
                )
                return self.daily(answer, grade, title, position, target=target)


def _near(board: Board, start: int, resting: set[int], steps: int = 3) -> list[int]:
    found = {start}
    for _ in range(steps):
        found |= {other for space in found for other in board.space_neighbours[space]} & resting
    return sorted(found)
