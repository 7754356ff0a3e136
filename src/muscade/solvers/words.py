"""What the compiled searches share: sets of places as two words, and a set of such pairs.

All numbers are signed 64-bit ones, and a word holds 62 places, so that nothing ever overflows or turns into a
fraction. This module and those built on it import numba: import them late.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from muscade.kernels.compiler import compiled

Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

WORD = 62
FREE = -1
"""The first word of a slot of a set with nothing in it."""

EXHAUSTED, FOUND, FULL, PAUSED = range(4)
"""How a compiled search comes back: nothing left, an answer, no memory left, its share of work done."""


def words(places: Iterable[int]) -> tuple[int, int]:
    """A set of places as two words.

    >>> words([0, 2, 62])
    (5, 1)
    """
    low = high = 0
    for place in places:
        if place < WORD:
            low |= 1 << place
        else:
            high |= 1 << place - WORD
    return low, high


def places_of(low: int, high: int) -> list[int]:
    """The places of a set, in order.

    >>> places_of(5, 1)
    [0, 2, 62]
    """
    both = low | high << WORD
    return [place for place in range(2 * WORD) if both >> place & 1]


def padded(rows: Sequence[Sequence[int]]) -> Numbers:
    """Rows of different lengths as a table, filled up with -1."""
    table = np.full((len(rows), max(1, *map(len, rows))), -1, np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


@compiled()
def has(low: int, high: int, place: int) -> bool:
    if place < 62:
        return low >> place & 1 != 0
    return high >> (place - 62) & 1 != 0


@compiled()
def remember(keys: Numbers, one: int, other: int) -> bool:
    """Put a pair into a set, whose size is a power of two; was it new?"""
    mask = keys.shape[0] - 1
    mixed = one * 0x1E3779B97F4A7C15 ^ other * 0x3F51AFD7ED558CCD
    mixed ^= mixed >> 29
    mixed *= 0x14CEB9FE1A85EC53
    slot = (mixed ^ mixed >> 32) & mask
    while keys[slot, 0] != -1:
        if keys[slot, 0] == one and keys[slot, 1] == other:
            return False
        slot = (slot + 1) & mask
    keys[slot, 0] = one
    keys[slot, 1] = other
    return True


@compiled()
def remember_all(keys: Numbers, nodes: Numbers, count: int) -> None:
    for number in range(count):
        remember(keys, nodes[number, 0], nodes[number, 1])


class Pool:
    """Positions met, each with the one it came from: two words, the number of that one, and how it came about.

    The words must tell all that matters of a position; equal ones are kept once.
    """

    def __init__(self, capacity: int = 1 << 14) -> None:
        self.nodes: Numbers = np.zeros((capacity, 4), np.int64)
        self.keys: Numbers = np.full((capacity * 2, 2), FREE, np.int64)
        self.count = 0

    def add(self, one: int, other: int) -> None:
        """A position that comes from nowhere."""
        remember(self.keys, one, other)
        self.nodes[self.count] = one, other, -1, 0
        self.count += 1

    def grow(self, largest: int) -> bool:
        """Make room for twice as many; False if that would be too many."""
        capacity = len(self.nodes) * 2
        if capacity > largest:
            return False
        grown: Numbers = np.zeros((capacity, 4), np.int64)
        grown[: self.count] = self.nodes[: self.count]
        self.nodes = grown
        self.keys = np.full((capacity * 2, 2), FREE, np.int64)
        remember_all(self.keys, self.nodes, self.count)
        return True

    def keep(self, first: int, chosen: Numbers) -> None:
        """Of the positions from ``first`` on keep these only, in that order; none may have led anywhere yet."""
        self.nodes[first : first + len(chosen)] = self.nodes[chosen]
        self.count = first + len(chosen)
        self.keys.fill(FREE)
        remember_all(self.keys, self.nodes, self.count)

    def way(self, node: int) -> list[tuple[int, int, int]]:
        """How a position came about, from the first one on: two words and what led there."""
        found: list[tuple[int, int, int]] = []
        while node >= 0:
            one, other, parent, how = (int(value) for value in self.nodes[node])
            found.append((one, other, how))
            node = parent
        return found[::-1]
