"""Two contestants in turn, slice by slice, so that a noisy machine troubles both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import TypeAlias

import msgspec

Contestant: TypeAlias = Callable[[], int]
"""Does a piece of work and returns how much that was: the players' moves of a complete game, say."""
Clock: TypeAlias = Callable[[], float]


class Pace(msgspec.Struct, frozen=True):
    """How long a comparison takes."""

    slices: int = 25
    seconds: float = 0.2
    """Of each contestant in each slice."""


class Ratio(msgspec.Struct, frozen=True, kw_only=True):
    """What both do in a second, the median over all slices, and how many times as much ours is.

    ``low`` and ``high`` are the quartiles of the ratio from slice to slice; ``aim`` is what we want it to be.
    """

    group: str
    ours: str
    peer: str
    unit: str
    ours_rate: float
    peer_rate: float
    ratio: float
    low: float
    high: float
    aim: float | None = None


def rate(contestant: Contestant, seconds: float, clock: Clock) -> float:
    """How much a contestant does in a second, over about that long."""
    done = 0
    start = clock()
    while (spent := clock() - start) < seconds:
        done += contestant()
    return done / spent


def compare(
    group: str,
    ours: tuple[str, Contestant],
    peer: tuple[str, Contestant],
    pace: Pace,
    *,
    unit: str = "moves",
    clock: Clock = time.process_time,
    aim: float | None = None,
) -> Ratio:
    """Alternate the two, in processor time unless another clock is given; a ratio is taken within each pair of slices."""
    ours[1](), peer[1]()  # the first time pays for imports and caches
    pairs = [
        (rate(ours[1], pace.seconds, clock), rate(peer[1], pace.seconds, clock)) for _ in range(pace.slices)
    ]
    low, ratio, high = statistics.quantiles([mine / theirs for mine, theirs in pairs], n=4)
    return Ratio(
        group=group,
        ours=ours[0],
        peer=peer[0],
        unit=unit,
        ours_rate=statistics.median(mine for mine, _ in pairs),
        peer_rate=statistics.median(theirs for _, theirs in pairs),
        ratio=ratio,
        low=low,
        high=high,
        aim=aim,
    )
