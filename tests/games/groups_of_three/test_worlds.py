"""A view tells the whole table, and games of a batch are games of the object API."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.groups_of_three.tables import GAME, WITH_A_GROUP_AT_A_TRANSIT_SPACE, placed, run

from muscade import NATURE
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games
from muscade.kernels.chance import chance_of
from muscade.kernels.primitives import below

SHORT: list[tuple[int, dict[str, Any]]] = [
    (2, {"win": "one"}),
    (2, {"win": "both"}),
    *((3, {"left_out": colour}) for colour in ("black", "white", "red", "blue")),
    (4, {}),
    (4, {"board": WITH_A_GROUP_AT_A_TRANSIT_SPACE}),
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_a_batch_do_not_depend_on_threads(seats: int) -> None:
    kernel = kernel_of(GAME, seats, {"max_turns": 40})
    alone = random_games(kernel, 7, 24)
    for threads in (2, 3):
        shared = random_games(kernel, 7, 24, threads)
        np.testing.assert_array_equal(alone.moves, shared.moves)
        np.testing.assert_array_equal(alone.rewards, shared.rewards)
    np.testing.assert_allclose(alone.rewards.sum(axis=1), 1)


def test_a_game_of_a_batch_step_by_step_in_the_object_api() -> None:
    kernel = kernel_of(GAME, 3, {"max_turns": 40})
    batch = random_games(kernel, 7, 3)
    row, chance = kernel.start.copy(), chance_of(7, 2)
    state = GAME.new(3, max_turns=40)
    made = 0
    while turn := state.turn():
        [seat] = turn
        if seat == NATURE:
            code = kernel.machine.draw(kernel.setting, row, chance)
        else:
            codes = state.codes(seat)
            code = codes[below(chance, len(codes)) if len(codes) > 1 else 0]
            kernel.machine.play(kernel.setting, row, seat, code)
            made += 1
        state.play(seat, state.move_of(code))
        assert state.table.numbers.tolist() == row.tolist()
    outcome = state.outcome()
    assert outcome is not None
    assert batch.moves[2] == made
    assert tuple(np.flatnonzero(batch.rewards[2])) == outcome.winners


def same_from_the_view(state: GroupsOfThreeState) -> None:
    [table] = GAME.worlds(state.view(None), Random(1), 8)
    assert table == state.table


@pytest.mark.parametrize(("seats", "options"), SHORT)
def test_a_view_tells_the_whole_table(seats: int, options: dict[str, Any]) -> None:
    rng = Random(seats)
    state = GAME.new(seats, **options)
    for _ in range(120):
        same_from_the_view(state)
        [seat] = state.turn()
        state.play(seat, rng.choice(state.moves(seat)))


@pytest.mark.parametrize("first", [0, 1])
def test_a_view_tells_who_stands_in_for_whom(first: int) -> None:
    """No field says so, but turns and the first player do."""
    pieces = "black 8.9 8.1, white 8.11 8.3, blue 8.15 8.7"
    state = placed(pieces, home="red 10", seats=2, first=first, win="both")
    stood_in = 0
    for _ in range(9):
        same_from_the_view(state)
        stood_in += state.table.stands_in
        run(state, "end, roll 2 3")
    assert stood_in == 2
