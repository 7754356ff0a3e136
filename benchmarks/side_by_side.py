"""Two contestants in turn, slice by slice, so that a noisy machine troubles both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Contestant = Callable[[], int]
"""Plays one complete game and returns the number of players' moves in it."""


@dataclass(frozen=True)
class Ratio:
    """Moves a second of both, the median over all slices, and how many times faster ours is.

    ``low`` and ``high`` are the quartiles of the ratio from slice to slice.
    """

    name: str
    ours: float
    peer: float
    ratio: float
    low: float
    high: float


def moves_a_second(contestant: Contestant, seconds: float) -> float:
    """Complete games for about that long, in processor time of this process."""
    moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += contestant()
    return moves / spent


def compare(name: str, ours: Contestant, peer: Contestant, slices: int = 25, seconds: float = 0.2) -> Ratio:
    """Alternate the two; a ratio is taken within each pair of slices."""
    ours(), peer()  # first games pay for imports and caches
    pairs = [(moves_a_second(ours, seconds), moves_a_second(peer, seconds)) for _ in range(slices)]
    low, ratio, high = statistics.quantiles([mine / theirs for mine, theirs in pairs], n=4)
    return Ratio(
        name,
        statistics.median(mine for mine, _ in pairs),
        statistics.median(theirs for _, theirs in pairs),
        ratio,
        low,
        high,
    )
