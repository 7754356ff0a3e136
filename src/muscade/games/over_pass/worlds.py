"""Worlds for searches: the one table that a view tells."""

from __future__ import annotations

from muscade.board import EMPTY, board_named
from muscade.games.over_pass.course import Table, table_with
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.worlds import race_present


def present(view: OverPassView) -> Table:
    """The table while a seat is to act."""
    board = board_named(view.options["board"])
    cells = [EMPTY] * len(board.intersections)
    for piece in view.pieces:
        cells[board.intersection(piece.place)] = view.colours.index(piece.colour)
    return table_with(cells, **race_present(view))
