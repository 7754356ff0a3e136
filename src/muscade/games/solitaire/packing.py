"""Cells as two words and back, for searches that keep millions of positions. They compile."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.positions import PLAIN

WORD = 62
"""Places in the first word."""


def pack(cells: Sequence[int]) -> tuple[int, int]:
    """Where pieces stand.

    >>> pack([PLAIN, EMPTY, PLAIN, *[EMPTY] * 59, PLAIN])
    (5, 1)
    """
    low = high = 0
    for place in range(min(len(cells), WORD)):
        low |= (1 if cells[place] != EMPTY else 0) << place
    for place in range(WORD, len(cells)):
        high |= (1 if cells[place] != EMPTY else 0) << place - WORD
    return low, high


def unpack(low: int, high: int, cells: MutableSequence[int]) -> int:
    """Put plain pieces where the words say; how many there are.

    >>> cells = [EMPTY, PLAIN, EMPTY]
    >>> unpack(5, 0, cells), cells
    (2, [0, -1, 0])
    """
    pieces = 0
    for place in range(len(cells)):
        taken = low >> place & 1 if place < WORD else high >> place - WORD & 1
        cells[place] = PLAIN if taken else EMPTY
        pieces += taken
    return pieces
