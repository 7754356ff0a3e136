"""The law of Twisted Jumps, in plain numbers: ``cells`` is empty or not for every intersection (SP-2)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import CENTRE, EMPTY
from muscade.games.solitaire.rules import LANDS_ELSEWHERE, OWN_FAULTS, capture_fault
from muscade.kernels.primitives import FINE

NOT_BESIDE = OWN_FAULTS
"""What is wrong with a jump over a piece that is not next to the one that jumps."""


def jump_fault(
    cells: Sequence[int], beside: Sequence[int], beyond: Sequence[int], start: int, over: int, target: int
) -> int:
    """What forbids a jump, or `FINE`: over one occupied neighbour to an empty neighbour of that one (SP-2).

    Straight on or around a corner. ``beside`` and ``beyond`` are the neighbours of ``start`` and of ``over``.
    """
    fault = capture_fault(cells, start, over, target)
    if fault:
        return fault
    if over not in beside:
        return NOT_BESIDE
    return FINE if target in beyond else LANDS_ELSEWHERE


def moves_made(count: int, mover: int, start: int) -> int:
    """The count of moves after a jump: a chain of jumps by one piece counts once (SP-4).

    ``mover`` is where the piece stands that jumped last.
    """
    return count if start == mover else count + 1


def is_solved(cells: Sequence[int], pieces: int) -> bool:
    """One piece is left, and it is on the centre (SP-2)."""
    return pieces == 1 and cells[CENTRE] != EMPTY
