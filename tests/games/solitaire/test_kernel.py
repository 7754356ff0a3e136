"""The three puzzles' kernels beside the object API."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kernels.both import MANY, play_both

import muscade
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games

PUZZLES: list[tuple[str, dict[str, Any]]] = [
    ("full-house", {}),
    ("full-house", {"target": 10}),
    ("twisted-jumps", {}),
    ("twisted-jumps", {"position": "b1 b2 c1"}),
    ("over-pass-spiral", {}),
    ("over-pass-spiral", {"position": "black b1 b3; white c2 c4; red d1"}),
]


@pytest.mark.parametrize(("name", "options"), PUZZLES)
def test_the_same_puzzles_in_both(name: str, options: dict[str, Any]) -> None:
    game = muscade.game(name)
    for seed in range(3 * MANY):
        play_both(game, 1, options, seed)


@pytest.mark.parametrize("name", ["full-house", "twisted-jumps", "over-pass-spiral"])
def test_the_view_tells_the_state(name: str) -> None:
    game = muscade.game(name)
    kernel, rng = kernel_of(game, 1), Random(2)
    state = game.new(1)
    for _ in range(40):
        [world] = kernel.worlds(state.view(0), rng, 5)
        np.testing.assert_array_equal(world, kernel.flatten(state))
        if not state.turn():
            break
        moves = state.moves(0)
        state.play(0, rng.choice(moves[:-1] or moves))


@pytest.mark.parametrize("name", ["full-house", "twisted-jumps", "over-pass-spiral"])
def test_a_batch_is_the_same_for_any_number_of_threads(name: str) -> None:
    kernel = kernel_of(muscade.game(name), 1)
    alone, together = random_games(kernel, 4, 12), random_games(kernel, 4, 12, threads=3)
    np.testing.assert_array_equal(alone.moves, together.moves)
    np.testing.assert_array_equal(alone.rewards, together.rewards)
