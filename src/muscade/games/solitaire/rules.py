"""The law that puzzles share, in plain numbers: what every capture needs, whoever makes it (SP-2, SP-3)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import EMPTY
from muscade.kernels.primitives import FINE

# What can be wrong with a capture; a puzzle's own faults come after these.
NOTHING_THERE, NOTHING_TO_REMOVE, OCCUPIED, LANDS_ELSEWHERE = range(1, 5)
OWN_FAULTS = 5


def capture_fault(cells: Sequence[int], start: int, over: int, target: int) -> int:
    """What forbids any capture there, or `FINE`: there is a piece, one to remove, and an empty intersection (SP-2, SP-3)."""
    if cells[start] == EMPTY:
        return NOTHING_THERE
    if cells[over] == EMPTY:
        return NOTHING_TO_REMOVE
    return FINE if cells[target] == EMPTY else OCCUPIED
