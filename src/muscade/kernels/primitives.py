"""What a course may call besides the law: plain Python as it stands, an instruction or two when compiled.

Those that are not made of others have a second, compiled body (`muscade.kernels.lowering`), and they alone do; a test holds each pair equal.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeAlias, cast

from muscade.kernels.layout import WORD, Numbers

NATURE_BIT = 1 << 32
"""What `turn` says when chance is to act."""
UNLISTED = -1
"""What `draw` says of an outcome that has no code, because there are too many of them, or that nobody may know."""
FINE = 0
"""What `refusal` says of a legal move; anything above says why not."""
UNOFFERED = -1
"""What `refusal` says of a move that can happen though it is never listed: a mistake that the law punishes, the clock's word."""

Chance: TypeAlias = Any
"""Where random numbers come from: one word that changes with every draw."""

_WORD = (1 << 64) - 1
_GOLDEN, _MIX, _MIX_MORE = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_STAR = 0x2545F4914F6CDD1D


def lowest(mask: int) -> int:
    """The place of the lowest bit of a mask that is not 0.

    >>> lowest(0b1010_0000)
    5
    """
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """How many bits of a mask are 1.

    >>> count(0b1010_0001)
    3
    """
    return mask.bit_count() if mask >= 0 else (mask & _WORD).bit_count()


def spread(mask: int, codes: Numbers, first: int = 0) -> int:
    """Write down the places of a mask's bits, the lowest first, each plus ``first``; how many there are.

    >>> codes = room(4)
    >>> spread(0b1101, codes, 10), list(codes)
    (3, [10, 12, 13, 0])
    """
    found = 0
    mask &= _WORD
    while mask:
        low = mask & -mask
        codes[found] = first + low.bit_length() - 1
        found += 1
        mask ^= low
    return found


def room(size: int) -> Numbers:
    """So many numbers to work with, all 0; the size is a constant. They are gone when the function returns."""
    return cast("Numbers", memoryview(bytearray(WORD * size)).cast("q"))


def fill(numbers: Numbers, value: int) -> None:
    """Make all of them the same."""
    for place in range(len(numbers)):
        numbers[place] = value


def begin(chance: Chance, seed: int, number: int) -> None:
    """The stream of game ``number`` of a seed; streams of neighbouring numbers have nothing in common."""
    word = seed * _MIX_MORE + (number + 1) * _GOLDEN & _WORD
    word = (word ^ word >> 30) * _MIX & _WORD
    word = (word ^ word >> 27) * _MIX_MORE & _WORD
    word ^= word >> 31
    chance[0] = word or _GOLDEN  # the one word that never changes again must not be the first


def below(chance: Chance, n: int) -> int:
    """A number from 0 to n - 1; n is far below 2**32, so that no number is noticeably favoured."""
    return (next_word(chance) >> 32) * n >> 32


def unit(chance: Chance) -> float:
    """A number from 0 up to 1, without 1."""
    return (next_word(chance) >> 11) * 2.0**-53


def any_seat(mask: int, chance: Chance) -> int:
    """A seat of a mask, each as likely as the others."""
    if mask & (mask - 1):
        for _ in range(below(chance, count(mask))):
            mask &= mask - 1
    return lowest(mask)


def leaders(totals: Sequence[int]) -> int:
    """The seats with the highest of some numbers, as a mask.

    >>> leaders([7, 11, 0, 11])
    10
    """
    best = totals[0]
    for total in totals:
        best = max(best, total)
    found = 0
    for seat in range(len(totals)):
        if totals[seat] == best:
            found |= 1 << seat
    return found


def share(winners: int, seats: int, given: MutableSequence[float]) -> None:
    """All that there is to win, in equal parts to the winners of a mask; the others get nothing.

    >>> given = [0.0] * 3
    >>> share(0b101, 3, given)
    >>> given
    [0.5, 0.0, 0.5]
    """
    winning = count(winners)
    for seat in range(seats):
        given[seat] = (winners >> seat & 1) / winning


def shuffle(chance: Chance, cards: Numbers, size: int) -> None:
    """Put the first ``size`` in any order, all equally likely."""
    for last in range(size - 1, 0, -1):
        other = below(chance, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held


def next_word(chance: Chance) -> int:
    """The next 64 bits of a stream."""
    word = int(chance[0])
    word ^= word >> 12
    word ^= word << 25 & _WORD
    word ^= word >> 27
    chance[0] = word
    return word * _STAR & _WORD
