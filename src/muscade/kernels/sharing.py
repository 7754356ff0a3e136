"""Games shared out to threads: whoever is free takes the next few, without leaving compiled code.

Each thread makes one call only; they share a counter and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

_LINE = 8
"""So many numbers fill a line of the processor's memory."""
_TIMES = 64
"""So often a thread takes some games, or less often: in the end one waits for the other's last ones, and each time they wait for
the counter."""
_MOST = 512
"""Beyond so many at a time there is nothing to gain."""
_APART = 128
"""Bytes between what two threads write to; memory nearer than that goes to and fro between the cores."""


def next_few(taken: Integers, few: int) -> int:
    """The first of that many games that nobody has taken."""
    taken[0] += few
    return int(taken[0]) - few


def few_of(count: int, threads: int, least: int) -> int:
    """How many games are taken at a time, and no fewer than the ``least``; who is alone takes them all.

    >>> few_of(1_000, 2, 8), few_of(100, 2, 1), few_of(1_000_000, 2, 1), few_of(1_000, 1, 1)
    (8, 1, 512, 1000)
    """
    if threads == 1:
        return max(1, count)
    return max(least, min(_MOST, count // (_TIMES * threads)))


def private(count: int, kind: Any = np.int64) -> Any:
    """Room for that many numbers, which shares no line of memory with anything else."""
    margin = _APART // np.dtype(kind).itemsize
    return np.empty(count + 2 * margin, kind)[margin : margin + count]


def in_threads(
    work: Callable[[Integers, int], None], count: int, threads: int, *, brief: bool = False
) -> None:
    """Have ``work`` done by that many threads at once; they share the counter it is given, and take so many games at a time
    (`next_few`). Whoever is ``brief`` with a game takes no fewer than share a line of memory."""
    if count < 0 or threads < 1:
        raise ValueError(f"{count} games in {threads} threads cannot be played")
    few = few_of(count, threads, _LINE if brief else 1)
    taken: Integers = private(1)
    taken[0] = 0
    others = min(threads, -(-count // few)) - 1
    if others <= 0:
        work(taken, few)
        return
    with ThreadPoolExecutor(others) as pool:
        waiting = [pool.submit(work, taken, few) for _ in range(others)]
        work(taken, few)
        for other in waiting:
            other.result()
