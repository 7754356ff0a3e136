"""What a seat sees of a table, as a row of small numbers: what programs learn from.

The module ``observation`` of a game has two functions. Nothing is seen that is not written here, so a new field of a table is
hidden until somebody decides who may see it.

``fields(setting)``
    What is written, one `Field` after the other. It is never compiled.
``observe(setting, table, seat, seen)``
    Writes down what a seat sees, in the order of the fields, and returns how many numbers that are. It is interpreted and compiled
    like the rest of the course, and uses the functions of this module: each writes from a place on and returns the place behind.

Seats are told from where the observer sits: itself first, then on in the order of play. So one learner can play every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from muscade.kernels.layout import Numbers

LETTER = "h"
"""What Python's arrays call the numbers of an observation: 16 bits each."""
HIGHEST = (1 << 15) - 1
"""No number of an observation is higher; what only grows stops there."""


class Field(NamedTuple):
    """A part of an observation: numbers of one meaning."""

    name: str
    shape: tuple[int, ...]
    """How many numbers, along each side; nothing at all for a single number."""
    highest: int
    """None of them is higher: 1 for what is so or is not."""
    text: str
    """What they mean."""
    lowest: int = 0

    @property
    def size(self) -> int:
        """How many numbers it has.

        >>> Field("points", (2, 3), 9, "…").size, Field("round", (), 3, "…").size
        (6, 1)
        """
        return prod(self.shape)


def size_of(fields: Sequence[Field]) -> int:
    """How many numbers an observation of these fields has."""
    return sum(field.size for field in fields)


def put(seen: Numbers, at: int, number: int) -> int:
    """One number.

    >>> seen = [9, 9, 9]
    >>> put(seen, 1, 5), seen
    (2, [9, 5, 9])
    """
    seen[at] = number
    return at + 1


def put_count(seen: Numbers, at: int, number: int) -> int:
    """One number that may grow for ever: it stops at `HIGHEST`."""
    seen[at] = min(number, HIGHEST)
    return at + 1


def put_row(seen: Numbers, at: int, numbers: Sequence[int]) -> int:
    """Several numbers.

    >>> seen = [9, 9, 9]
    >>> put_row(seen, 1, [5, 6]), seen
    (3, [9, 5, 6])
    """
    for place in range(len(numbers)):
        seen[at + place] = numbers[place]
    return at + len(numbers)


def put_flags(seen: Numbers, at: int, mask: int, size: int) -> int:
    """The bits of a mask, the lowest first.

    >>> seen = [9] * 4
    >>> put_flags(seen, 0, 0b101, 3), seen
    (3, [1, 0, 1, 9])
    """
    for place in range(size):
        seen[at + place] = mask >> place & 1
    return at + size


def put_set(seen: Numbers, at: int, words: Sequence[int], bits: int, size: int) -> int:
    """A set of so many things that is kept in words of so many bits.

    >>> seen = [9] * 6
    >>> put_set(seen, 0, [0b01, 0b10], 2, 3), seen
    (3, [1, 0, 0, 9, 9, 9])
    """
    word = 0
    end = at + size
    while at < end:
        at = put_flags(seen, at, words[word], min(bits, end - at))
        word += 1
    return at


def put_one_of(seen: Numbers, at: int, place: int, size: int) -> int:
    """A 1 at that place among so many; nowhere if there is no such place, such as -1.

    >>> seen = [9] * 6
    >>> put_one_of(seen, put_one_of(seen, 0, 1, 3), -1, 3), seen
    (6, [0, 1, 0, 0, 0, 0])
    """
    for other in range(size):
        seen[at + other] = 1 if other == place else 0
    return at + size


def put_places(seen: Numbers, at: int, places: Sequence[int], nowhere: int, size: int) -> int:
    """A 1 at each of these places among so many; ``nowhere`` is none.

    >>> seen = [9] * 4
    >>> put_places(seen, 0, [2, 0, -1], -1, 4), seen
    (4, [1, 0, 1, 0])
    """
    for other in range(size):
        seen[at + other] = 0
    for place in places:
        if place != nowhere:
            seen[at + place] = 1
    return at + size


def seen_from(seat: int, mask: int, seats: int) -> int:
    """A mask of seats from where one of them sits: itself first, then on around the table; chance is left out.

    >>> bin(seen_from(1, 0b0011, 4)), seen_from(1, 1 << 32, 4)
    ('0b1001', 0)
    """
    mask &= (1 << seats) - 1
    return (mask >> seat | mask << seats - seat) & (1 << seats) - 1


def put_seats(seen: Numbers, at: int, seat: int, mask: int, seats: int) -> int:
    """A mask of seats, from where one sits."""
    return put_flags(seen, at, seen_from(seat, mask, seats), seats)


def put_seat(seen: Numbers, at: int, seat: int, other: int, seats: int) -> int:
    """One seat, from where another sits; nobody if there is no such seat, such as -1."""
    return put_flags(seen, at, seen_from(seat, 1 << other, seats) if other >= 0 else 0, seats)


def further(seat: int, steps: int, seats: int) -> int:
    """Who sits so many places further on.

    >>> further(2, 1, 4), further(2, 3, 4)
    (3, 1)
    """
    there = seat + steps
    return there - seats if there >= seats else there


def put_around(seen: Numbers, at: int, seat: int, numbers: Sequence[int], seats: int) -> int:
    """What each seat has of something, from where one sits.

    >>> seen = [9] * 3
    >>> put_around(seen, 0, 1, [5, 6, 7], 3), seen
    (3, [6, 7, 5])
    """
    for steps in range(seats):
        seen[at + steps] = numbers[further(seat, steps, seats)]
    return at + seats
