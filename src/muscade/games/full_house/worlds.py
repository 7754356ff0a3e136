"""The world for searches: the table that a view tells."""

from __future__ import annotations

from muscade.board import board_named
from muscade.games.full_house.course import Table, setting_of, table_with
from muscade.games.groups_of_three.rules import NOWHERE
from muscade.games.solitaire.view import PuzzleView
from muscade.games.solitaire.worlds import cells_of, so_far


def present(view: PuzzleView) -> Table:
    """Open spaces that a piece in transit keeps shut (GT-6) are left out: they stay so until the next step."""
    board = board_named(view.options["board"])
    crossing = NOWHERE if view.crossing is None else board.space(view.crossing)
    cells, opened = cells_of(view, board.spaces), [board.space(name) for name in view.additions]
    setting = setting_of(board, view.options["target"])
    return so_far(view, table_with(setting, cells, crossing, opened))
