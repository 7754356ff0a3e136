"""The kernel of Over-Pass beside the object API: the same games, step by step."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.over_pass.tables import GAME, at
from tests.games.over_pass.test_set_up import OWN_BOARD
from tests.kernels.both import MANY, play_both

from muscade import NATURE
from muscade.games.over_pass import beam
from muscade.games.over_pass.planner import Care, Taste
from muscade.kernels import kernel_of
from muscade.kernels.batches import play_out, random_games
from muscade.kernels.chance import chance_of
from muscade.kernels.kernel import NATURE_BIT

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"win": "one"}),
    (2, {"win": "both"}),
    *((3, {"left_out": colour}) for colour in ("black", "blue")),
    (4, {}),
    (4, {"board": OWN_BOARD}),
]


@pytest.mark.parametrize(
    ("seats", "options"),
    TABLES,
    ids=lambda value: next(iter(value), "all") if isinstance(value, dict) else str(value),
)
def test_random_games_are_the_same(seats: int, options: dict[str, Any]) -> None:
    for seed in range(MANY):
        play_both(GAME, seats, {**options, "max_turns": 40}, 100 * seed + seats)


@pytest.mark.parametrize(("seats", "win"), [(2, "both"), (4, None)])
def test_planned_games_are_the_same_until_all_are_home(seats: int, win: str | None) -> None:
    options = {"win": win} if win else {}
    thought = beam.thought(Taste(), Care(3, 6, meddling=True))
    kernel = kernel_of(GAME, seats, options)
    turn, _, play, draw, rewards = kernel.functions[:5]
    for seed in range(MANY):
        chance, numbers, state = chance_of(seed), kernel.start.copy(), GAME.new(seats, **options)
        while mask := turn(kernel.ground, numbers):
            if mask == NATURE_BIT:
                before = numbers.copy()
                draw(kernel.ground, numbers, chance)
                state.play(NATURE, kernel.nature(before, numbers))
            else:
                code = beam.best_action(kernel.ground, numbers, *thought)
                state.play(state.active, kernel.move(numbers, code))
                play(kernel.ground, numbers, state.active, code)
            np.testing.assert_array_equal(kernel.flatten(state), numbers)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "home"
        won = np.zeros(seats)
        rewards(kernel.ground, numbers, won)
        assert won.tolist() == [float(seat in outcome.winners) for seat in range(seats)]


@pytest.mark.clause("OP-8", "OP-12")
@pytest.mark.parametrize("colour", ["black", "red", "white", "blue"])
@pytest.mark.parametrize("seats", [2, 4])
def test_around_the_perimeter_the_same_is_offered(seats: int, colour: str) -> None:
    state = at(
        "black k1 k3 a1, white k5 c1, red j1 j4 k7, blue j2 j5 k8", colour=colour, seats=seats, roll="3 3"
    )
    kernel = kernel_of(GAME, seats, state.options)
    numbers, codes = kernel.flatten(state), np.empty(kernel.widest, np.int64)
    count = kernel.functions.moves(kernel.ground, numbers, state.active, codes)
    listed = sorted(str(kernel.move(numbers, code)) for code in codes[:count])
    assert listed == sorted(map(str, state.moves(state.active)))


def test_a_batch_depends_on_its_seed_alone() -> None:
    kernel = kernel_of(GAME, 3, {"max_turns": 40})
    alone = random_games(kernel, 7, 6)
    for threads in (2, 3):
        together = random_games(kernel, 7, 6, threads)
        np.testing.assert_array_equal(together.moves, alone.moves)
        np.testing.assert_array_equal(together.rewards, alone.rewards)
    codes = np.empty(kernel.widest, np.int64)
    for game in range(6):
        state = kernel.start.copy()
        made = play_out(*kernel.functions[:4], kernel.ground, state, codes, chance_of(7, game))
        assert made == alone.moves[game]


def test_a_view_tells_the_state() -> None:
    state = at("black a1 k1 d2, white j3 d1, red j5", colour="black", roll="2 4", max_turns=100)
    kernel = kernel_of(GAME, 4, state.options)
    seen = kernel.worlds(state.view(0), Random(1), 1)
    np.testing.assert_array_equal(seen, [kernel.flatten(state)])
