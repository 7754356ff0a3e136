"""Random numbers of courses: always the same ones, all equally likely, no two streams alike."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from muscade.kernels.chance import chance_of
from muscade.kernels.primitives import below, shuffle, unit
from muscade.kernels.primitives import next_word as word

MASK = (1 << 64) - 1


def stream_told_plainly(seed: int, number: int, count: int) -> list[int]:
    """splitmix64's mixer for the first word, xorshift64* from there on."""
    x = (seed * 0x94D049BB133111EB + (number + 1) * 0x9E3779B97F4A7C15) & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    x ^= x >> 31
    words = []
    for _ in range(count):
        x ^= x >> 12
        x ^= x << 25 & MASK
        x ^= x >> 27
        words.append(x * 0x2545F4914F6CDD1D & MASK)
    return words


@pytest.mark.parametrize(("seed", "number"), [(0, 0), (1, 0), (1, 1), (2**62, 123_456)])
def test_streams_are_what_they_always_were(seed: int, number: int) -> None:
    stream = chance_of(seed, number)
    assert [int(word(stream)) for _ in range(20)] == stream_told_plainly(seed, number, 20)


def test_neighbouring_streams_have_nothing_in_common() -> None:
    words = {
        int(word(stream)) for number in range(500) for stream in [chance_of(7, number)] for _ in range(4)
    }
    assert len(words) == 500 * 4


@pytest.mark.parametrize("n", [1, 2, 6, 93])
def test_every_number_below_is_as_likely_as_the_others(n: int) -> None:
    stream = chance_of(3)
    counts = np.bincount([below(stream, n) for _ in range(400 * n)], minlength=n)
    assert len(counts) == n
    # Five standard deviations: a fair stream fails once in a million, and this one is always the same.
    assert np.all(np.abs(counts - 400) < 5 * np.sqrt(400))


def test_a_unit_is_at_least_0_and_below_1() -> None:
    stream = chance_of(4)
    values = [unit(stream) for _ in range(4_000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
    assert abs(np.mean(values) - 0.5) < 0.03


def test_all_orders_are_equally_likely() -> None:
    stream = chance_of(5)
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(200 * len(counts)):
        cards = np.array([0, 1, 2, 3, 9])
        shuffle(stream, cards, 4)
        assert cards[4] == 9, "what is not to be shuffled stays"
        counts[tuple(cards[:4].tolist())] += 1
    assert all(abs(count - 200) < 5 * np.sqrt(200) for count in counts.values())
