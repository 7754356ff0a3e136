"""The kernel of PtiPassPass plays the same game as the object API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.games.ptipasspass.tables import GAME
from tests.kernels.both import MANY, any_of, play_both

from muscade.core import Move
from muscade.games.ptipasspass.moves import OK
from muscade.kernels import kernel_of
from muscade.kernels.batches import one_of, random_games
from muscade.kernels.chance import Chance, below, chance_of
from muscade.kernels.kernel import NATURE_BIT

OWN = (
    "a1 0 0, b1 1 0, c1 2 0, a2 0 1, b2 1 1, c2 2 1, a3 0 2, b3 1 2, c3 2 2 "
    "| c3 a1, b1 a2, c2 a1 | c3 a1 b1, a2 b2 c1"
)
TABLES: list[tuple[int, dict[str, Any], int]] = [
    (3, {}, 8),
    (3, {"first": 2, "notebook": True, "patience": 0}, 3),
    (3, {"diagonals": "none", "max_turns": 100}, 4),
    (3, {"layout": "ooooo/o...o/.o.o.", "max_turns": 300}, 3),
    (3, {"layout": OWN, "max_turns": 100}, 4),
    (4, {}, 3),
    (4, {"diagonals": "all", "first": 3, "max_turns": 100}, 3),
    (5, {"max_turns": 100}, 2),
    (6, {"max_turns": 100}, 2),
    (6, {"layout": "ooooooooo/ooooooooo", "max_turns": 100}, 1),
]


def seldom_objects(moves: Sequence[Move], chance: Chance) -> int:
    """Where everybody objects half of the time, hardly a token is ever placed and no game ends."""
    if OK in moves:
        return int(below(chance, 12) == 0)
    return any_of(moves, chance)


@pytest.mark.parametrize(("seats", "options", "games"), TABLES)
def test_the_kernel_and_the_object_api_play_the_same_game(
    seats: int, options: dict[str, Any], games: int
) -> None:
    for seed in range(games * MANY):
        play_both(GAME, seats, options, seed, longest=100_000, pick=seldom_objects)


@pytest.mark.parametrize("seats", GAME.seats)
def test_so_they_do_at_random(seats: int) -> None:
    for seed in range(2 * MANY):
        play_both(GAME, seats, {"max_turns": 100}, seed)


def test_a_batch_does_not_depend_on_its_threads() -> None:
    kernel = kernel_of(GAME, 4, {"max_turns": 100})
    alone = random_games(kernel, seed=5, count=30)
    for threads in (2, 3):
        shared = random_games(kernel, seed=5, count=30, threads=threads)
        np.testing.assert_array_equal(alone.moves, shared.moves)
        np.testing.assert_array_equal(alone.rewards, shared.rewards)


def test_a_game_of_a_batch_is_the_game_played_step_by_step() -> None:
    kernel = kernel_of(GAME, 3, {"max_turns": 100})
    batch = random_games(kernel, seed=8, count=3)
    turn, moves, play, draw, rewards = kernel.functions[:5]
    codes = np.empty(kernel.widest, np.int64)
    for number in range(3):
        chance, numbers, made = chance_of(8, number), kernel.start.copy(), 0
        while mask := turn(kernel.ground, numbers):
            if mask == NATURE_BIT:
                draw(kernel.ground, numbers, chance)
                continue
            seat = one_of(mask, chance)
            count = moves(kernel.ground, numbers, seat, codes)
            play(kernel.ground, numbers, seat, int(codes[below(chance, count)]))
            made += 1
        given = np.zeros(3)
        rewards(kernel.ground, numbers, given)
        assert made == batch.moves[number]
        np.testing.assert_array_equal(given, batch.rewards[number])
