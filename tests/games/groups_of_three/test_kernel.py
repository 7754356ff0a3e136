"""The kernel plays the same game as the object API: same moves, same consequences, same end."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.groups_of_three.tables import GAME, WITH_A_GROUP_AT_A_TRANSIT_SPACE, placed, run
from tests.kernels.both import MANY, play_both

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


@pytest.mark.parametrize(("seats", "options"), SHORT)
@pytest.mark.parametrize("turns", [40, 100])
def test_the_same_moves_and_the_same_positions(seats: int, options: dict[str, Any], turns: int) -> None:
    for seed in range(MANY):
        play_both(GAME, seats, {**options, "max_turns": turns}, seed)


def test_the_same_to_the_very_end_with_colours_that_stand_in_for_others() -> None:
    for seed in range(MANY):
        assert play_both(GAME, 2, {"win": "both"}, seed, longest=100_000) > 1000


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
    _, moves, play, draw, _ = kernel.functions[:5]
    numbers, chance = kernel.start.copy(), chance_of(7, 2)
    state, codes = GAME.new(3, max_turns=40), np.empty(kernel.widest, np.int64)
    made = 0
    while turn := state.turn():
        if turn == (NATURE,):
            before = numbers.copy()
            draw(kernel.ground, numbers, chance)
            state.play(NATURE, kernel.nature(before, numbers))
            continue
        count = moves(kernel.ground, numbers, turn[0], codes)
        code = int(codes[below(chance, count) if count > 1 else 0])
        state.play(turn[0], kernel.move(numbers, code))
        play(kernel.ground, numbers, turn[0], code)
        made += 1
    outcome = state.outcome()
    assert outcome is not None
    assert batch.moves[2] == made
    assert tuple(np.flatnonzero(batch.rewards[2])) == outcome.winners


def same_from_the_view(state: GroupsOfThreeState) -> None:
    kernel = kernel_of(GAME, state.seats, state.options)
    [numbers] = kernel.worlds(state.view(None), Random(1), 8)
    np.testing.assert_array_equal(numbers, kernel.flatten(state))


@pytest.mark.parametrize(("seats", "options"), SHORT)
def test_a_view_tells_the_whole_state(seats: int, options: dict[str, Any]) -> None:
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
        stood_in += state.stands_in
        run(state, "end, roll 2 3")
    assert stood_in == 2
