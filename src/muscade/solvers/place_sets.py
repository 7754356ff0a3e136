"""What the compiled searches share: sets of places as two words, and a set of such pairs.

All numbers are signed 64-bit ones, and a word holds 62 places, so that nothing ever overflows or turns into a
fraction. This module and those built on it import numba: import them late.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import types

from muscade.kernels.machine import Machine
from muscade.kernels.sets import BITS, EVERY
from muscade.kernels.sharing import Integers

GRID = types.Array(types.int64, 2, "C")

FREE = -1
"""The first word of a slot of a set with nothing in it."""

EXHAUSTED, FOUND, FULL, PAUSED = range(4)
"""How a compiled search comes back: nothing left, an answer, no memory left, its share of work done."""


def two_words(places: Iterable[int]) -> tuple[int, int]:
    """A set of places as two words.

    >>> two_words([0, 2, 62])
    (5, 1)
    """
    both = sum(1 << place for place in places)
    return both & EVERY, both >> BITS


def places_of(low: int, high: int) -> list[int]:
    """The places of a set, in order.

    >>> places_of(5, 1)
    [0, 2, 62]
    """
    both = low | high << BITS
    return [place for place in range(2 * BITS) if both >> place & 1]


def pack(cells: Any) -> tuple[int, int]:
    """The places that hold something, which is no number below 0; it compiles.

    >>> pack([0, -1, 3, *[-1] * 59, 0])
    (5, 1)
    """
    low = high = 0
    for place in range(min(len(cells), BITS)):
        low |= (1 if cells[place] >= 0 else 0) << place
    for place in range(BITS, len(cells)):
        high |= (1 if cells[place] >= 0 else 0) << place - BITS
    return low, high


def unpack(low: int, high: int, cells: Any) -> int:
    """Write 0 where the words have a place, -1 elsewhere; how many there are. It compiles.

    >>> cells = [-1, 2, -1]
    >>> unpack(5, 0, cells), cells
    (2, [0, -1, 0])
    """
    taken = 0
    for place in range(len(cells)):
        held = low >> place & 1 if place < BITS else high >> place - BITS & 1
        cells[place] = held - 1
        taken += held
    return taken


def add_node(nodes: Any, count: int, low: int, high: int, parent: int, code: int) -> int:
    """In compiled code: note a position, where it came from and by which move, behind so many others; how many there are then."""
    nodes[count, 0] = low
    nodes[count, 1] = high
    nodes[count, 2] = parent
    nodes[count, 3] = code
    return count + 1


def remember(keys: Any, one: int, other: int) -> bool:
    """Put a pair into a set, whose size is a power of two; was it new?"""
    mask = keys.shape[0] - 1
    mixed = (one * 0x1E3779B97F4A7C15 ^ other * 0x3F51AFD7ED558CCD) & EVERY
    mixed ^= mixed >> 29
    mixed = mixed * 0x14CEB9FE1A85EC53 & EVERY
    slot = (mixed ^ mixed >> 32) & mask
    while keys[slot, 0] != FREE:
        if keys[slot, 0] == one and keys[slot, 1] == other:
            return False
        slot = (slot + 1) & mask
    keys[slot, 0] = one
    keys[slot, 1] = other
    return True


def remember_all(keys: Any, nodes: Any, count: int) -> None:
    for number in range(count):
        remember(keys, nodes[number, 0], nodes[number, 1])


class Pool:
    """Positions met, each with the one it came from: two words, the number of that one, and how it came about.

    The words must tell all that matters of a position; equal ones are kept once.
    """

    def __init__(self, machine: Machine, capacity: int = 1 << 14) -> None:
        self.nodes: Integers = np.zeros((capacity, 4), np.int64)
        self.count = 0
        self._remember_all = machine.entry(remember_all, types.void(GRID, GRID, types.int64))
        self._forget(capacity)

    def _forget(self, capacity: int) -> None:
        self.keys: Integers = np.full((capacity * 2, 2), FREE, np.int64)
        self._remember_all(self.keys, self.nodes, self.count)

    def add(self, one: int, other: int) -> None:
        """A position that comes from nowhere."""
        self.nodes[self.count] = one, other, -1, 0
        self.count += 1
        self._remember_all(self.keys, self.nodes[self.count - 1 :], 1)

    def grow(self, largest: int) -> bool:
        """Make room for twice as many; False if that would be too many."""
        capacity = len(self.nodes) * 2
        if capacity > largest:
            return False
        grown: Integers = np.zeros((capacity, 4), np.int64)
        grown[: self.count] = self.nodes[: self.count]
        self.nodes = grown
        self._forget(capacity)
        return True

    def keep(self, first: int, chosen: Integers) -> None:
        """Of the positions from ``first`` on keep these only, in that order; none may have led anywhere yet."""
        self.nodes[first : first + len(chosen)] = self.nodes[chosen]
        self.count = first + len(chosen)
        self._forget(len(self.nodes))

    def way(self, node: int) -> list[tuple[int, int, int]]:
        """How a position came about, from the first one on: two words and what led there."""
        found: list[tuple[int, int, int]] = []
        while node >= 0:
            one, other, parent, how = (int(value) for value in self.nodes[node])
            found.append((one, other, how))
            node = parent
        return found[::-1]
