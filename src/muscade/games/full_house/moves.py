"""What the codes of Full House mean. Its moves are those of Groups-of-Three, and the words that all puzzles know.

>>> NOTATION.parse("set pieces=8.1,7.1 count=3").position.count
3
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

from muscade.board import Board
from muscade.core import Move, Text
from muscade.core.positions import SetUp, spelt
from muscade.games.groups_of_three.board_facts import facts_of
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.solitaire.moves import STOP, PuzzlePosition, puzzle_notation

TITLE = Text("Full House", "Salle comble")


class HousePosition(PuzzlePosition, frozen=True, kw_only=True):
    """See `PuzzlePosition`; a piece in a transit space is the one that is crossing it."""

    opened: tuple[str, ...] = ()
    """Where the last step lets a new piece in (GT-9)."""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[HousePosition, spelt(HousePosition, str.lower)]


NOTATION = puzzle_notation(TITLE, "8.9>7.1, add 6.2", Step, Add, Set)


class Coded(NamedTuple):
    """The moves of a board by their codes, and the other way round."""

    moves: tuple[Move, ...]
    codes: dict[Move, int]


@lru_cache(maxsize=16)
def coded(board: Board) -> Coded:
    """As `course` counts them: steps, additions, and to stop."""
    *actions, _ = facts_of(board).moves
    moves = (*actions, STOP)
    return Coded(moves, {move: code for code, move in enumerate(moves)})
