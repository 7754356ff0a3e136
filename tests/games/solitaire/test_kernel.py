"""The three puzzles' kernels beside the object API."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.groups_of_three.tables import WITH_A_GROUP_AT_A_TRANSIT_SPACE
from tests.games.mono_line.tables import WINDOW
from tests.games.solitaire.tables import PUZZLES, SOLUTIONS, table
from tests.kernels.both import MANY, play_both

from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("full-house", {}),
    ("full-house", {"target": 10}),
    ("full-house", {"board": WITH_A_GROUP_AT_A_TRANSIT_SPACE, "position": "3.9 8.9", "target": 5}),
    ("twisted-jumps", {}),
    ("twisted-jumps", {"board": WINDOW, "position": "b1 b2 c1"}),
    ("twisted-jumps", {"position": "b1 b2 c1"}),
    ("over-pass-spiral", {}),
    ("over-pass-spiral", {"board": WINDOW, "position": "black b1; white b2 c1"}),
    ("over-pass-spiral", {"position": "black b1 b3; white c2 c4; red d1"}),
]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_same_puzzles_in_both(name: str, options: dict[str, Any]) -> None:
    game = PUZZLES[name]
    for seed in range(3 * MANY):
        play_both(game, 1, options, seed)


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution_is_one_in_both(name: str) -> None:
    state = table(name)
    kernel = kernel_of(PUZZLES[name], 1)
    numbers = kernel.start.copy()
    for notation in SOLUTIONS[name].split(","):
        move = PUZZLES[name].parse(notation)
        state.play(0, move)
        kernel.functions.play(kernel.ground, numbers, 0, kernel.code(numbers, move))
        np.testing.assert_array_equal(kernel.flatten(state), numbers)
    given = np.zeros(1)
    kernel.functions.rewards(kernel.ground, numbers, given)
    assert kernel.functions.turn(kernel.ground, numbers) == 0
    assert given[0] == 1


@pytest.mark.parametrize("name", PUZZLES)
def test_the_view_tells_the_state(name: str) -> None:
    game = PUZZLES[name]
    kernel, rng = kernel_of(game, 1), Random(2)
    state = game.new(1)
    for _ in range(40):
        [world] = kernel.worlds(state.view(0), rng, 5)
        np.testing.assert_array_equal(world, kernel.flatten(state))
        if not state.turn():
            break
        moves = state.moves(0)
        state.play(0, rng.choice(moves[:-1] or moves))


@pytest.mark.parametrize("name", PUZZLES)
def test_a_batch_is_the_same_for_any_number_of_threads(name: str) -> None:
    kernel = kernel_of(PUZZLES[name], 1)
    alone, together = random_games(kernel, 4, 12), random_games(kernel, 4, 12, threads=3)
    np.testing.assert_array_equal(alone.moves, together.moves)
    np.testing.assert_array_equal(alone.rewards, together.rewards)
