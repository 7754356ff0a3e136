"""From a seed to shuffles, in a way that anybody can check in any language.

The seed is a text. Draw number *k* of a match (the place its event has in the record, from 0 and not counting words of
the table) reads bits from a stream of its own: the SHA-256 digests of ``seed/k/0``, ``seed/k/1`` … (UTF-8), one after another, each digest as
256 bits with the most significant first. A number below *n* takes as many bits as *n - 1* needs and starts again
while the result is not below *n*. A shuffle walks from the last place to the second, swapping each with a place
drawn from those up to and including itself.

At a table of several people the seed is made of several parts, so that nobody can choose it: one of the server's, to which it
commits first, and a number from each seat that adds one.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

T = TypeVar("T")


class SeedStream(Random):
    """A `random.Random` whose bits are those of one draw of a seed.

    >>> SeedStream("muscade", 0).getrandbits(16) == SeedStream("muscade", 0).getrandbits(16)
    True
    """

    def __init__(self, seed: str, draw: int) -> None:
        super().__init__(0)
        self._prefix = f"{seed}/{draw}/"
        self._block = 0
        self._bits = 0
        self._left = 0

    def getrandbits(self, k: int, /) -> int:
        while self._left < k:
            digest = hashlib.sha256(f"{self._prefix}{self._block}".encode()).digest()
            self._bits = self._bits << 256 | int.from_bytes(digest, "big")
            self._left += 256
            self._block += 1
        self._left -= k
        taken = self._bits >> self._left
        self._bits &= (1 << self._left) - 1
        return taken

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)


def below(rng: Random, n: int) -> int:
    """A whole number from 0 to n - 1, each as likely.

    >>> below(Random(1), 1)
    0
    >>> below(Random(1), 0)
    Traceback (most recent call last):
    ValueError: there is no number from 0 to -1
    """
    if n < 1:
        raise ValueError(f"there is no number from 0 to {n - 1}")
    bits = (n - 1).bit_length()
    while True:
        number = rng.getrandbits(bits) if bits else 0
        if number < n:
            return number


def shuffled(rng: Random, items: Iterable[T]) -> list[T]:
    """The items in an order drawn by ``rng``, each order as likely."""
    order = list(items)
    bits_of = rng.getrandbits
    for last, bits in _places(len(order)):
        other = bits_of(bits)
        while other > last:
            other = bits_of(bits)
        order[last], order[other] = order[other], order[last]
    return order


@lru_cache(maxsize=256)
def _places(count: int) -> tuple[tuple[int, int], ...]:
    """Every place but the first, from the last on, and how many bits it has."""
    return tuple((place, place.bit_length()) for place in range(count - 1, 0, -1))


def new_seed() -> str:
    """A seed, or one's part of it, that nobody can guess: 128 bits, in hex."""
    return secrets.token_hex(16)


NUMBER = "^[0-9a-f]{32,64}$"
"""What a seat adds: 128 bits or more, in small hex digits."""
_is_number = re.compile(NUMBER, re.ASCII).fullmatch
NOTHING = "-"
"""For a seat that adds no number."""


def is_number(text: str) -> bool:
    """
    >>> is_number("0123456789abcdef" * 2), is_number("7"), is_number("0123456789ABCDEF" * 2)
    (True, False, False)
    """
    return _is_number(text) is not None


def seed_of(part: str, numbers: Sequence[str | None]) -> str:
    """The seed that chance goes by: the SHA-256, in hex, of the server's part and what each seat has added, in the order of the
    seats and with a blank between; the server's part itself where nobody has added anything.

    >>> seed_of("muscade", (None, None))
    'muscade'
    >>> seed_of("muscade", ("0" * 32, None, "f" * 32))[:16]
    '858ba179de2e0a4f'
    """
    if not any(numbers):
        return part
    return hashlib.sha256(" ".join([part, *(number or NOTHING for number in numbers)]).encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is shown before anything is added, so that the server's part cannot be changed later: its SHA-256, in hex.

    >>> commitment("muscade")[:16]
    '5b488676875bada5'
    """
    return hashlib.sha256(seed.encode()).hexdigest()
