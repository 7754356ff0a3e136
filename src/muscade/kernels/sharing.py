"""Games shared out to threads: whoever is free takes the next few, without leaving compiled code.

Each thread makes one call only; they share a counter and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

FEW = 8
"""So many games are taken at a time: what comes of them fills a line of the processor's memory."""
_APART = 128
"""Bytes between what two threads write to; memory nearer than that goes to and fro between the cores."""


def next_few(taken: Numbers) -> int:
    """The first of the next `FEW` games that nobody has taken."""
    taken[0] += 1
    return FEW * (int(taken[0]) - 1)


def private(count: int, kind: Any = np.int64) -> Any:
    """Room for that many numbers, which shares no line of memory with anything else."""
    margin = _APART // np.dtype(kind).itemsize
    return np.empty(count + 2 * margin, kind)[margin : margin + count]


def in_threads(work: Callable[[Numbers], None], count: int, threads: int) -> None:
    """Have ``work`` done by that many threads at once; they share the counter it is given (`next_few`)."""
    if count < 0 or threads < 1:
        raise ValueError(f"{count} games in {threads} threads cannot be played")
    taken: Numbers = private(1)
    taken[0] = 0
    others = min(threads, -(-count // FEW)) - 1
    if others <= 0:
        work(taken)
        return
    with ThreadPoolExecutor(others) as pool:
        waiting = [pool.submit(work, taken) for _ in range(others)]
        work(taken)
        for other in waiting:
            other.result()
