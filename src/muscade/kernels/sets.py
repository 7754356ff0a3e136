"""Sets of places of a board, for courses: a few words of bits each, as many as the board needs.

Place 0 is the lowest bit of the first word.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence

from muscade.board.derive import MAX_PLACES
from muscade.kernels.primitives import count

BITS = 62
"""Of a word: so many that nothing overflows in signed numbers of 64."""
EVERY = (1 << BITS) - 1
MOST_WORDS = -(-MAX_PLACES // BITS)
NONE = -1
"""What `which` says where none is meant."""


def words_for(places: int) -> int:
    """How many words a set needs on a board of so many places.

    >>> words_for(93)
    2
    """
    return -(-places // BITS)


def set_of(places: Iterable[int], words: int) -> list[int]:
    """A set of these.

    >>> set_of([0, 2, 63], 2)
    [5, 2]
    """
    row = [0] * words
    for place in places:
        row[place // BITS] |= 1 << place % BITS
    return row


def sets_of(rows: Sequence[Iterable[int]], words: int) -> list[tuple[int, ...]]:
    """A set for every row, all first words first.

    >>> sets_of([[0], [2, 63]], 2)
    [(1, 4), (0, 2)]
    """
    return list(zip(*(set_of(row, words) for row in rows), strict=True))


def width(places: Sequence[int]) -> int:
    """How many words a set has: few, as whoever compiles a loop over them ought to know."""
    return min(len(places), MOST_WORDS)


def contains(places: Sequence[int], place: int) -> bool:
    return places[place // BITS] >> place % BITS & 1 != 0


def joined(sets: Sequence[Sequence[int]], one: int, other: int) -> bool:
    """Of sets for every place, all first words first: does the set of one contain the other?"""
    return sets[other // BITS][one] >> other % BITS & 1 != 0


def flip(places: MutableSequence[int], place: int) -> None:
    """Put it in, or take it out if it is in."""
    places[place // BITS] ^= 1 << place % BITS


def size(places: Sequence[int]) -> int:
    """How many places are in a set."""
    total = 0
    for word in range(width(places)):
        total += count(places[word])
    return total


def none(sets: Sequence[int]) -> bool:
    """Is there nothing in any of the sets in a row?"""
    found = 0
    for word in range(len(sets)):
        found |= sets[word]
    return found == 0


def unite(sets: Sequence[Sequence[int]], union: MutableSequence[int]) -> None:
    """Make ``union`` what is in any of these."""
    for word in range(width(union)):
        mask = 0
        for number in range(len(sets)):
            mask |= sets[number][word]
        union[word] = mask


def which(sets: Sequence[Sequence[int]], place: int) -> int:
    """The number of the one of these sets that has it, or `NONE`."""
    word, bit = place // BITS, 1 << place % BITS
    for number in range(len(sets)):
        if sets[number][word] & bit:
            return number
    return NONE
