"""The world for searches: the table that a view tells."""

from __future__ import annotations

from muscade.board import board_named
from muscade.games.over_pass_spiral.course import Table, table_with
from muscade.games.solitaire.view import PuzzleView
from muscade.games.solitaire.worlds import cells_of, so_far


def present(view: PuzzleView) -> Table:
    names = board_named(view.options["board"]).intersections
    return so_far(view, table_with(cells_of(view, names)))
