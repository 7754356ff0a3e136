"""Each primitive has two bodies, one to be interpreted and one to be compiled; they say the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import njit

from muscade.kernels import primitives
from muscade.kernels.chance import chance_of
from muscade.kernels.lowering import COMPILED
from muscade.kernels.primitives import (
    begin,
    below,
    count,
    fill,
    leaders,
    lowest,
    next_word,
    room,
    share,
    shuffle,
    spread,
    unit,
)

MASKS = [1, 0b1011000, (1 << 48) - 1, 1 << 61, 0x2545F4914F6CDD1D]


@cache
def compiled(function: Callable[..., Any]) -> Any:
    """A function of this module with the compiled primitives in their places."""
    space = {name: COMPILED.get(value, value) for name, value in globals().items() if callable(value)}
    return njit(type(function)(function.__code__, space | {"SIZE": 6}))


SIZE = 6


def places(mask: int, codes: Any) -> int:
    return spread(mask, codes, 3)


def bits(mask: int) -> tuple[int, int]:
    return lowest(mask), count(mask)


def work_in_room(value: int) -> tuple[int, int]:
    numbers = room(SIZE)
    before = numbers[SIZE - 1]
    fill(numbers, value)
    return before, numbers[SIZE - 1]


def draws(chance: Any) -> tuple[int, int, float]:
    return next_word(chance) & 1023, below(chance, 93), unit(chance)


def begin_anew(chance: Any) -> None:
    begin(chance, 5, 3)


def test_what_compiled_functions_call_is_called_by_nobody_else() -> None:
    compiled(draws)(chance_of(5, 3))
    with pytest.raises(TypeError, match="below has no machine code"):
        COMPILED[below](chance_of(5, 3), 93)


def test_every_primitive_has_a_compiled_body() -> None:
    plain = {
        value for name, value in vars(primitives).items() if callable(value) and not name.startswith("_")
    }
    named = {function for function in plain if getattr(function, "__module__", "") == primitives.__name__}
    made_of_others = {primitives.any_seat, primitives.leaders, primitives.share, primitives.shuffle}
    assert named - made_of_others == set(COMPILED) & named
    assert not made_of_others & set(COMPILED)


@pytest.mark.parametrize("mask", MASKS)
def test_bits(mask: int) -> None:
    assert compiled(bits)(mask) == bits(mask)
    one, other = np.zeros(64, np.int64), np.zeros(64, np.int64)
    assert compiled(places)(mask, one) == places(mask, other) == mask.bit_count()
    assert one.tolist() == other.tolist()


def test_room_is_empty_and_can_be_filled() -> None:
    assert compiled(work_in_room)(7) == work_in_room(7) == (0, 7)


def test_chance() -> None:
    one, other = chance_of(5, 3), chance_of(5, 3)
    cards, same_cards = np.arange(12), np.arange(12)
    for _ in range(50):
        assert compiled(draws)(one) == draws(other)
        compiled(shuffle)(one, cards, 12)
        shuffle(other, same_cards, 12)
        assert cards.tolist() == same_cards.tolist()
    begun = np.zeros(1, np.uint64)
    compiled(begin_anew)(begun)
    assert begun[0] == chance_of(5, 3)[0]


@pytest.mark.parametrize(
    ("totals", "ahead"), [([3], 0b1), ([0, 0, 0], 0b111), ([7, 11, 0, 11], 0b1010), ([-2, -1], 0b10)]
)
def test_who_leads_and_what_they_share(totals: list[int], ahead: int) -> None:
    assert compiled(leaders)(np.array(totals)) == leaders(totals) == ahead
    one, other = np.zeros(len(totals)), np.zeros(len(totals))
    compiled(share)(ahead, len(totals), one)
    share(ahead, len(totals), other)
    assert one.tolist() == other.tolist()
    assert one.sum() == 1
