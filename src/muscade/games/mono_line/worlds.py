"""Worlds for searches: nothing is hidden, so there is one, and a view tells it all."""

from __future__ import annotations

from muscade.board import NOWHERE, board_named
from muscade.games.mono_line.course import Table, opening, setting_of, stand
from muscade.games.mono_line.state import ENDINGS
from muscade.games.mono_line.view import MonoLineView


def present(view: MonoLineView) -> Table:
    """The table as it is now."""
    number = board_named(view.options["board"]).intersection
    setting = setting_of(view.seats, view.options)
    table = opening(setting, "random" if view.active is None else view.active)
    for piece in view.pieces:
        stand(setting, table, piece.seat, number(piece.place))
    table.tried = NOWHERE if view.tried is None else number(view.tried)
    table.announced = view.announced
    table.swapped = view.swapped
    if view.outcome:
        table.turn = 0
        [table.winner] = view.outcome.winners
        table.ending = ENDINGS.index(view.outcome.reason)
    return table
