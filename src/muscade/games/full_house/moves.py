"""What the codes of Full House mean. Its moves are those of Groups-of-Three, and the words that all puzzles know."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from muscade.board import Board
from muscade.core import Move
from muscade.games.groups_of_three.tables import tables
from muscade.games.solitaire.moves import STOP


class Coded(NamedTuple):
    """The moves of a board by their codes, and the other way round."""

    moves: tuple[Move, ...]
    codes: dict[Move, int]


@lru_cache(maxsize=16)
def coded(board: Board) -> Coded:
    """As `course` counts them: steps, additions, and to stop."""
    rows = tables(board)
    moves = (*(step for row in rows.steps for step in row), *rows.adds, STOP)
    return Coded(moves, {move: code for code, move in enumerate(moves)})
