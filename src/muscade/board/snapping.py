"""Comparing measured numbers so that rounding can never decide: equal, different, or refused as unclear (OB-9)."""

from __future__ import annotations

from collections.abc import Sequence

CLEARLY = 3.0
"""Numbers that differ by more than this many snaps are different."""


class Unclear(Exception):
    """Two numbers are neither equal nor clearly different; the board's file must say it more exactly."""

    def __init__(self, difference: float) -> None:
        super().__init__(difference)
        self.difference = difference


class Snap:
    """Numbers within ``snap`` of each other are the same, beyond three times that they differ.

    >>> Snap(0.01).same(1.0, 1.004), Snap(0.01).same(1.0, 1.04)
    (True, False)
    >>> Snap(0.01).same(1.0, 1.02)
    Traceback (most recent call last):
    muscade.board.snapping.Unclear: 0.020000000000000018
    """

    def __init__(self, snap: float) -> None:
        self.snap = snap

    def same(self, one: float, other: float) -> bool:
        return self.zero(one - other)

    def zero(self, difference: float) -> bool:
        size = abs(difference)
        if size <= self.snap:
            return True
        if size < CLEARLY * self.snap:
            raise Unclear(size)
        return False

    def sign(self, number: float) -> int:
        """-1, 0 or 1."""
        return 0 if self.zero(number) else 1 if number > 0 else -1

    def ranks(self, numbers: Sequence[float]) -> list[int]:
        """For each number the place of its cluster, from the smallest.

        >>> Snap(0.01).ranks([2.0, 1.0, 2.001, 0.5])
        [2, 1, 2, 0]
        """
        ranks = [0] * len(numbers)
        rank, first, last = -1, 0.0, 0.0
        for place in sorted(range(len(numbers)), key=numbers.__getitem__):
            number = numbers[place]
            if rank < 0 or not self.same(number, last):
                rank, first = rank + 1, number
            elif not self.same(number, first):  # a chain of small steps must not add up
                raise Unclear(number - first)
            last = number
            ranks[place] = rank
        return ranks
