"""The three puzzles compiled."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.groups_of_three.tables import WITH_A_GROUP_AT_A_TRANSIT_SPACE
from tests.games.mono_line.tables import WINDOW
from tests.games.solitaire.tables import PUZZLES, SOLUTIONS

from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games
from muscade.kernels.primitives import FINE
from muscade.testing.lockstep import lockstep

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("full-house", {"target": 10}),
    ("full-house", {"board": WITH_A_GROUP_AT_A_TRANSIT_SPACE, "position": "3.9 8.9", "target": 5}),
    ("twisted-jumps", {"board": WINDOW, "position": "b1 b2 c1"}),
    ("twisted-jumps", {"position": "b1 b2 c1"}),
    ("over-pass-spiral", {"board": WINDOW, "position": "black b1; white b2 c1"}),
    ("over-pass-spiral", {"position": "black b1 b3; white c2 c4; red d1"}),
]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_interpreted_and_compiled_are_the_same_on_other_boards_too(
    name: str, options: dict[str, Any]
) -> None:
    game = PUZZLES[name]
    for seed in range(3):
        lockstep(kernel_of(game, 1, options), Random(seed))


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution_is_one_when_compiled(name: str) -> None:
    kernel = kernel_of(PUZZLES[name], 1)
    table, given = kernel.start.copy(), np.zeros(1)
    for notation in SOLUTIONS[name].split(","):
        assert kernel.machine.turn(kernel.setting, table) == 1
        code = kernel.code(table, 0, PUZZLES[name].parse(notation))
        assert kernel.machine.refusal(kernel.setting, table, 0, code) == FINE
        kernel.machine.play(kernel.setting, table, 0, code)
    kernel.machine.rewards(kernel.setting, table, given)
    assert kernel.machine.turn(kernel.setting, table) == 0
    assert given[0] == 1


@pytest.mark.parametrize("name", PUZZLES)
def test_the_view_tells_the_table(name: str) -> None:
    game, rng = PUZZLES[name], Random(2)
    state = game.new(1)
    for _ in range(40):
        [world] = game.worlds(state.view(0), rng, 5)
        assert world == state.table
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
