"""Worlds for searches: the one table that a view tells."""

from __future__ import annotations

from muscade.board import EMPTY, NOWHERE, board_named
from muscade.games.groups_of_three.course import Table, setting_of, table_with
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.worlds import race_present


def present(view: GroupsOfThreeView) -> Table:
    """The table while a seat is to act; a space that would shut in a crossing piece may be missing among those opened."""
    space = board_named(view.options["board"]).space
    setting = setting_of(view.seats, view.options)
    cells = [EMPTY] * setting.spaces
    for piece in view.pieces:
        cells[space(piece.place)] = view.colours.index(piece.colour)
    crossing = NOWHERE if view.crossing is None else space(view.crossing)
    return table_with(
        setting, cells, crossing, [space(name) for name in view.additions], **race_present(view)
    )
