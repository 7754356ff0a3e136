"""How much better than expected each decision turned out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LAMBDA = 0.95
"""How far what comes later counts for what came before."""


def advantages_of(
    movers: NDArray[np.int64], worth: NDArray[np.float32], over: NDArray[np.bool_], won: NDArray[np.float32]
) -> NDArray[np.float32]:
    """How much better than expected each decision turned out, for its own seat: generalised advantages, seat by seat.

    A seat's next decision may be many steps later. Of its last one before the end of the lesson nothing is known yet: it counts as expected.
    """
    steps, count = worth.shape
    seats = won.shape[2]
    found = np.zeros_like(worth)
    rows = np.arange(count)
    following = np.full((count, seats), np.nan, np.float32)
    ahead, due = np.zeros((2, count, seats), np.float32)
    for step in range(steps - 1, -1, -1):
        ended = over[step]
        following[ended], ahead[ended], due[ended] = 0.0, 0.0, won[step][ended]
        seat = movers[step]
        next_worth = following[rows, seat]
        known = ~np.isnan(next_worth)
        delta = np.where(known, due[rows, seat] + np.nan_to_num(next_worth) - worth[step], 0.0)
        found[step] = ahead[rows, seat] = delta + LAMBDA * ahead[rows, seat]
        following[rows, seat], due[rows, seat] = worth[step], 0.0
    return found
