"""Random numbers in compiled code: a stream of 64-bit words that depends on a seed and a game's number alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from muscade.kernels.compiler import CHANCE, compiled

Chance = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX_MORE = np.uint64(0x94D049BB133111EB)
_STAR = np.uint64(0x2545F4914F6CDD1D)
_12, _25, _27, _30, _31, _32, _11 = (np.uint64(shift) for shift in (12, 25, 27, 30, 31, 32, 11))
_ONE = np.uint64(1)
_UNIT = 2.0**-53


@compiled(types.void(CHANCE, types.int64, types.int64), lean=True)
def begin(chance: Chance, seed: int, number: int) -> None:
    """The stream of game ``number`` of a seed; streams of neighbouring numbers have nothing in common."""
    word = np.uint64(seed) * _MIX_MORE + (np.uint64(number) + _ONE) * _GOLDEN
    word = (word ^ (word >> _30)) * _MIX
    word = (word ^ (word >> _27)) * _MIX_MORE
    word ^= word >> _31
    # The one word that never changes again must not be the first.
    chance[0] = word if word != np.uint64(0) else _GOLDEN


@compiled(types.uint64(CHANCE), lean=True)
def word(chance: Chance) -> Any:
    """The next 64 bits."""
    x = chance[0]
    x ^= x >> _12
    x ^= x << _25
    x ^= x >> _27
    chance[0] = x
    return x * _STAR


@compiled(types.int64(CHANCE, types.int64), lean=True)
def below(chance: Chance, n: int) -> int:
    """A number from 0 to n - 1; n is far below 2**32, so that no number is noticeably favoured."""
    return int(((word(chance) >> _32) * np.uint64(n)) >> _32)


@compiled(types.float64(CHANCE), lean=True)
def unit(chance: Chance) -> float:
    """A number from 0 up to 1, without 1."""
    return np.float64(word(chance) >> _11) * _UNIT


@compiled(types.void(CHANCE, types.Array(types.int64, 1, "C"), types.int64), lean=True)
def shuffle(chance: Chance, cards: NDArray[np.int64], count: int) -> None:
    """Put the first ``count`` in any order, all equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held


def chance_of(seed: int, number: int = 0) -> Chance:
    """A stream for use from outside compiled code."""
    stream = np.zeros(1, np.uint64)
    begin(stream, seed, number)
    return stream
