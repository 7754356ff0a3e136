"""Many games at once: each depends on the seed and its own number alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import types
from tests.kernels import urn
from tests.kernels.urn import Urn

from muscade.kernels.batches import random_games
from muscade.kernels.chance import chance_of
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.primitives import NATURE_BIT, any_seat, below, room
from muscade.kernels.sharing import in_threads, next_few

URN = Urn(reds=3, pile=20)


def test_the_same_whatever_the_number_of_threads() -> None:
    alone = random_games(URN, 7, 100)
    for threads in (2, 3, 200):
        batch = random_games(URN, 7, 100, threads)
        np.testing.assert_array_equal(batch.moves, alone.moves)
        np.testing.assert_array_equal(batch.rewards, alone.rewards)


def test_a_longer_batch_begins_like_a_shorter_one() -> None:
    np.testing.assert_array_equal(random_games(URN, 7, 40).moves, random_games(URN, 7, 100).moves[:40])


def test_another_seed_plays_other_games() -> None:
    assert not np.array_equal(random_games(URN, 7, 100).moves, random_games(URN, 8, 100).moves)


def test_every_game_is_what_it_is_step_by_step() -> None:
    batch = random_games(URN, 5, 30)
    for number in range(30):
        made, won = interpreted(5, number)
        assert made == batch.moves[number]
        assert won == batch.rewards[number].tolist()


def interpreted(seed: int, number: int) -> tuple[int, list[float]]:
    """Game ``number`` of a seed, step by step: the players' moves, and the rewards."""
    setting, table = urn.Setting.of(URN.setting.tolist()), urn.Table.of(URN.start.tolist())
    chance, codes = chance_of(seed, number), room(urn.MOST)
    made = 0
    while mask := urn.turn(setting, table):
        if mask == NATURE_BIT:
            urn.draw(setting, table, chance)
            continue
        seat = any_seat(mask, chance)
        count = urn.moves(setting, table, seat, codes)
        urn.play(setting, table, seat, codes[below(chance, count) if count > 1 else 0])
        made += 1
    won = [0.0, 0.0]
    urn.rewards(setting, table, won)
    return made, won


def test_the_urn_is_fair_to_nobody_who_plays_at_random() -> None:
    batch = random_games(URN, 1, 4_000)
    assert np.all(batch.rewards.sum(axis=1) == 1)
    assert abs(batch.rewards[:, 0].mean() - 0.5) < 0.05


def take_all(taken: Any, few: int, takers: Any) -> None:
    first = next_few(taken, few)
    while first < len(takers):
        for game in range(first, min(first + few, len(takers))):
            takers[game] += 1
        first = next_few(taken, few)


def test_every_game_is_taken_once_by_whoever_is_free() -> None:
    takers = np.zeros(1_000_003, np.int64)
    compiled = URN.machine.entry(take_all, types.void(NUMBERS, types.int64, NUMBERS))
    in_threads(lambda taken, few: compiled(taken, few, takers), len(takers), threads=4)
    assert np.all(takers == 1)


def test_no_games_are_a_batch_too() -> None:
    batch = random_games(URN, 1, 0, 2)
    assert batch.moves.shape == (0,)
    assert batch.rewards.shape == (0, 2)


@pytest.mark.parametrize(("count", "threads"), [(-1, 1), (5, 0), (5, -2)])
def test_what_cannot_be_played_is_refused(count: int, threads: int) -> None:
    with pytest.raises(ValueError, match=f"{count} games in {threads} threads"):
        random_games(URN, 1, count, threads)


def test_of_several_seats_each_is_as_likely() -> None:
    chance = chance_of(2)
    counts = np.bincount([any_seat(0b10110010, chance) for _ in range(4_000)], minlength=8)
    assert counts[[0, 2, 3, 6]].tolist() == [0, 0, 0, 0]
    assert np.all(np.abs(counts[[1, 4, 5, 7]] - 1000) < 5 * np.sqrt(1000))
