"""What views of all puzzles tell a search: nothing is hidden, and what was done before does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from muscade.board import COLOURS
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.course import PuzzleTable
from muscade.games.solitaire.positions import PLAIN
from muscade.games.solitaire.view import PuzzleView

T = TypeVar("T", bound=PuzzleTable)


def cells_of(view: PuzzleView, names: Sequence[str]) -> list[int]:
    """What every place holds."""
    held = {
        piece.place: PLAIN if piece.colour is None else COLOURS.index(piece.colour) for piece in view.pieces
    }
    return [held.get(name, EMPTY) for name in names]


def so_far(view: PuzzleView, table: T) -> T:
    """The same table, with the count, and over if it is."""
    table.count = view.count
    table.over = int(view.outcome is not None)
    table.solved = int(view.outcome is not None and bool(view.outcome.winners))
    return table
