"""The law of Twisted Jumps, in plain numbers: ``cells`` is empty or not for every intersection (SP-2)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.games.race.rules import EMPTY

CENTRE = 0
"""The centre is the first of all intersections (OB-10)."""
NOBODY = -1
"""Where the last mover stands before anybody has moved."""


def may_jump(
    cells: Sequence[int], neighbours: Sequence[Sequence[int]], start: int, over: int, target: int
) -> bool:
    """Over one occupied neighbour to an empty neighbour of that one, straight on or around a corner (SP-2)."""
    if cells[start] == EMPTY or cells[over] == EMPTY or cells[target] != EMPTY:
        return False
    return over in neighbours[start] and target in neighbours[over]


def moves_made(count: int, mover: int, start: int) -> int:
    """The count of moves after a jump: a chain of jumps by one piece counts once (SP-4).

    ``mover`` is where the piece stands that jumped last.
    """
    return count if start == mover else count + 1


def is_solved(cells: Sequence[int]) -> bool:
    """One piece is left, and it is on the centre (SP-2)."""
    if cells[CENTRE] == EMPTY:
        return False
    left = 0
    for piece in cells:
        left += piece != EMPTY
    return left == 1
