"""Random numbers for courses: a stream of 64-bit words that depends on a seed and a game's number alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from muscade.kernels.primitives import begin

Chance = NDArray[np.uint64]


def chance_of(seed: int, number: int = 0) -> Chance:
    """The stream of that game, for use from outside compiled code."""
    stream = np.zeros(1, np.uint64)
    begin(stream, seed, number)
    return stream
