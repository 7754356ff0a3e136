"""The Over-Pass Spiral solved, and set as a puzzle for a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from muscade.board import CENTRE, COLOURS, EMPTY, Board, standard_board
from muscade.core import Text
from muscade.core.chance import below
from muscade.games.over_pass_spiral.state import OverPassSpiralState
from muscade.games.solitaire.setup import write_position
from muscade.games.solitaire.solver import PuzzleSolver, pick
from muscade.games.solitaire.view import PuzzlePiece
from muscade.solvers import Daily, Search

PIECES = (6, 7, 8, 9, 10)
"""How many pieces a daily puzzle has, by grade."""


class OverPassSpiralSolver(PuzzleSolver[OverPassSpiralState]):
    """A beam, and everything where that is possible; see `muscade.games.over_pass_spiral.search`."""

    package = __package__
    pieces_a_second = 400
    hopeless: ClassVar[Mapping[str, Any]] = {"position": "black b1; white h1"}

    def search(self, state: OverPassSpiralState, search: Search) -> None:
        from muscade.games.over_pass_spiral.search import solve_spiral

        solve_spiral(state, search)

    def make(self, rng: Random, grade: int) -> Daily:
        """Backwards: a piece runs back from the centre over others, the last of which appears with a colour of its own."""
        board = standard_board()
        count = PIECES[grade - 1]
        cells = [EMPTY] * len(board.intersections)
        cells[CENTRE] = below(rng, len(COLOURS))
        for _ in range(count - 1):
            choices: list[tuple[int, int, int]] = []
            while not choices:
                # Nobody passes over their own colour, so it may take another one.
                colour = below(rng, len(COLOURS))
                choices = list(_runs_back(board, cells, colour))
            start, over, target = pick(rng, choices)
            cells[over] = colour
            cells[start], cells[target] = cells[target], EMPTY
        position = write_position(
            [
                PuzzlePiece(board.intersections[place], COLOURS[colour])
                for place, colour in enumerate(cells)
                if colour != EMPTY
            ]
        )
        title = Text(f"{count} pieces, one on the centre", f"{count} pièces, une au centre")
        return self.daily(self.try_out(position), grade, title, position)


def _runs_back(board: Board, cells: list[int], colour: int) -> Iterator[tuple[int, int, int]]:
    """Where pieces of other colours may come from if a piece of that colour had been removed; never an exit."""
    for target, runner in enumerate(cells):
        if runner in (EMPTY, colour):
            continue
        for over in board.neighbours[target]:
            if cells[over] != EMPTY:
                continue
            passed = [over]
            for here in passed:
                for place in board.neighbours[here]:
                    if place in (target, over) or place in board.exits:
                        continue
                    if cells[place] == EMPTY:
                        yield place, over, target
                    elif cells[place] != runner and place not in passed:
                        passed.append(place)
