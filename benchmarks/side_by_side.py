"""Contestants slice by slice, in any order within a slice, so that a noisy machine troubles all alike."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
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
    patience: float = 0.0
    """So many seconds in all go into slices that are taken again because somebody else was at work on the machine."""


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


DISTURBED = 0.1
"""A slice is disturbed if others have had more than that of a processor meanwhile."""


def worked_elsewhere() -> float:
    """Seconds that the machine's processors have worked for others than this process; no more than 0 where nobody tells."""
    told = Path("/proc/stat")
    if not told.is_file():
        return 0.0
    user, nice, system, _idle, _waiting, *interrupts = map(int, told.read_text().split("\n")[0].split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK") - time.process_time()


class Slices:
    """Rates of contestants by name, a list each, in which the same place is the same slice."""

    def __init__(
        self, runners: Mapping[str, Runner], pace: Pace, elsewhere: Clock = worked_elsewhere
    ) -> None:
        rng = Random(1)
        self.rates: dict[str, list[float]] = {name: [] for name in runners}
        order = list(runners)
        patience = pace.patience
        for _ in range(pace.slices):
            rng.shuffle(order)
            calmest, rates = float("inf"), dict.fromkeys(order, 0.0)
            while calmest > DISTURBED:
                begun, others = time.perf_counter(), elsewhere()
                told = {name: runners[name](pace.seconds) for name in order}
                spent = time.perf_counter() - begun
                if (disturbance := (elsewhere() - others) / spent) < calmest:
                    calmest, rates = disturbance, told
                patience -= spent
                if patience < 0:
                    break
            for name, rate_now in rates.items():
                self.rates[name].append(rate_now)

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
