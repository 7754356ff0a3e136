"""The world for searches: the table that a view tells."""

from __future__ import annotations

from muscade.board import board_named
from muscade.games.solitaire.course import NOWHERE
from muscade.games.solitaire.view import PuzzleView
from muscade.games.solitaire.worlds import cells_of, so_far
from muscade.games.twisted_jumps.course import Table, table_with


def present(view: PuzzleView) -> Table:
    board = board_named(view.options["board"])
    mover = NOWHERE if view.mover is None else board.intersection(view.mover)
    return so_far(view, table_with(cells_of(view, board.intersections), mover))
