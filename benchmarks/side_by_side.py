"""Contestants slice by slice, in any order within a slice, so that a noisy machine troubles all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

import msgspec

Contestant: TypeAlias = Callable[[], int]
"""Does a piece of work and returns how much that was: the players' moves of a complete game, say."""
Clock: TypeAlias = Callable[[], float]
Runner: TypeAlias = Callable[[float], float]
"""Works for about so many seconds and says how much it does in one."""


class Pace(msgspec.Struct, frozen=True):
    """How long a comparison takes."""

    slices: int = 60
    seconds: float = 0.05
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


def rate(contestant: Contestant, seconds: float, clock: Clock = time.thread_time) -> float:
    """How much a contestant does in a second, over about that long, and at least once."""
    start = clock()
    done = contestant()
    while (spent := clock() - start) < seconds:
        done += contestant()
    return done / spent


def runner(contestant: Contestant, clock: Clock = time.thread_time) -> Runner:
    """A contestant by that clock: what its own thread spends, unless it has several."""
    contestant()  # the first time pays for imports and caches
    return lambda seconds: rate(contestant, seconds, clock)


class Slices:
    """Rates of contestants by name, a list each, in which the same place is the same slice."""

    def __init__(self, runners: Mapping[str, Runner], pace: Pace) -> None:
        rng = Random(1)
        self.rates: dict[str, list[float]] = {name: [] for name in runners}
        order = list(runners)
        for _ in range(pace.slices):
            rng.shuffle(order)
            for name in order:
                self.rates[name].append(runners[name](pace.seconds))

    def ratio(
        self,
        group: str,
        ours: tuple[str, str],
        peer: tuple[str, str],
        *,
        unit: str = "moves",
        aim: float | None = None,
    ) -> Ratio:
        """One contestant beside another, each by its name here and by what people call it."""
        mine, theirs = self.rates[ours[0]], self.rates[peer[0]]
        low, ratio, high = quartiles([one / other for one, other in zip(mine, theirs, strict=True)])
        return Ratio(
            group=group,
            ours=ours[1],
            peer=peer[1],
            unit=unit,
            ours_rate=statistics.median(mine),
            peer_rate=statistics.median(theirs),
            ratio=ratio,
            low=low,
            high=high,
            aim=aim,
        )


def quartiles(values: list[float]) -> tuple[float, float, float]:
    low, median, high = statistics.quantiles(values, n=4)
    return low, median, high
