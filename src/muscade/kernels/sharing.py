"""Games shared out to threads: whoever is free takes the next few, without leaving compiled code.

A call of compiled code that is given functions costs a third of a millisecond, in which no other thread can begin, so each
thread makes one call only.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from muscade.kernels.compiler import NUMBERS, compiled
from muscade.kernels.kernel import Numbers

FEW = 8
"""So many games are taken at a time: what comes of them fills a line of the processor's memory."""
_APART = 128
"""Bytes between what two threads write to; memory nearer than that goes to and fro between the cores."""


def _adding(_context: Any, numbers: Any) -> Any:
    """Add one to the first of some numbers, no thread coming between; what it was before."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.atomic_rmw("add", array.data, context.get_constant(types.int64, 1), "seq_cst")

    return types.int64(numbers), code


_add_one: Any = intrinsic(_adding)


@compiled(types.int64(NUMBERS), lean=True)
def next_few(taken: Numbers) -> int:
    """The first of the next `FEW` games that nobody has taken."""
    piece: int = _add_one(taken)
    return FEW * piece


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
