"""The kernel plays the same game as the object API."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.games.mono_line.tables import GABLE, GAME, WINDOW, place, puts, random_game, table, winner
from tests.kernels.both import MANY, play_both, step_by_step

from muscade.board import board_named
from muscade.bots.search import Effort, search
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games
from muscade.kernels.chance import chance_of

OPTIONS = [
    {},
    {"pieces": "unlimited"},
    {"swap": True, "first": 1},
    {"play": "vigilant"},
    {"play": "vigilant", "pieces": "unlimited", "swap": True, "first": 0},
    {"board": WINDOW},
    {"board": WINDOW, "play": "vigilant", "swap": True},
    {"board": GABLE, "pieces": "unlimited", "swap": True},
    {"board": GABLE, "play": "vigilant", "swap": True, "first": 1},
]


def told(options: dict[str, object]) -> str:
    return ", ".join(str(value).strip().partition("\n")[0] for value in options.values()) or "plain"


@pytest.mark.clause("ML-1", "ML-2", "ML-3", "ML-4", "ML-5", "ML-7")
@pytest.mark.parametrize("options", OPTIONS, ids=told)
def test_both_play_the_same_games(options: dict[str, object]) -> None:
    for seed in range((5 if "board" not in options else 30) * MANY):
        play_both(GAME, 2, options, seed)


def test_a_wide_board_takes_more_words() -> None:
    rows = [f"line -5,{row} 5,{row}" for row in range(-6, 7)]
    columns = [f"line {column},-6 {column},6" for column in range(-5, 6)]
    center = "center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2"
    options = {"board": "\n".join([*rows, *columns, center])}
    assert len(board_named(options["board"]).intersections) == 143
    for seed in range(2 * MANY):
        play_both(GAME, 2, options, seed)


@pytest.mark.parametrize("options", [OPTIONS[0], OPTIONS[4]], ids=told)
def test_games_of_a_batch_are_the_same_step_by_step_and_in_any_number_of_threads(
    options: dict[str, object],
) -> None:
    kernel = kernel_of(GAME, 2, options)
    batch = random_games(kernel, 3, 40)
    for threads in (2, 3):
        again = random_games(kernel, 3, 40, threads)
        np.testing.assert_array_equal(again.moves, batch.moves)
        np.testing.assert_array_equal(again.rewards, batch.rewards)
    for number in range(0, 40, 7):
        made, won = step_by_step(kernel, 3, number)
        assert made == batch.moves[number]
        np.testing.assert_array_equal(won, batch.rewards[number])


@pytest.mark.parametrize("options", OPTIONS[:5], ids=told)
def test_a_view_tells_the_whole_state(options: dict[str, object]) -> None:
    kernel = kernel_of(GAME, 2, options)
    for number, state in enumerate(random_game(options, 11)):
        if number % 5 == 0 or state.outcome():
            for seat in range(2):
                (world,) = kernel.worlds(state.view(seat), Random(1), 8)
                np.testing.assert_array_equal(world, kernel.flatten(state))


@pytest.mark.clause("ML-4")
def test_the_search_finds_the_winning_place() -> None:
    state = place(table(board=WINDOW), "a1 c1")
    kernel = kernel_of(GAME, 2, state.options)
    found = search(kernel, state.view(0), Effort(60, 300), Random(1))
    assert str(found.moves[0].move) == "c3"
    assert found.moves[0].value > 0.9


def test_a_glance_tells_what_is_settled_and_prefers_who_is_ahead() -> None:
    state = place(table(), "g1")
    kernel = kernel_of(GAME, 2, state.options)
    evaluate, priors = kernel.functions.evaluate, kernel.functions.priors
    assert evaluate is not None
    assert priors is not None
    expected = np.zeros(2)
    evaluate(kernel.ground, kernel.flatten(state), chance_of(1), expected)
    assert expected.sum() == 1
    won = place(table(board=WINDOW), "a1 c1 c3")
    assert winner(won)[0] == 0
    small = kernel_of(GAME, 2, won.options)
    evaluate(small.ground, small.flatten(won), chance_of(1), expected)
    assert expected.tolist() == [1, 0]
    numbers, codes, weights = (
        kernel.flatten(state),
        np.empty(kernel.widest, np.int64),
        np.zeros(kernel.widest),
    )
    count = kernel.functions.moves(kernel.ground, numbers, 1, codes)
    priors(kernel.ground, numbers, 1, codes, count, weights)
    assert weights[:count].sum() == pytest.approx(1)

    def closed_by(code: int) -> int:
        twin = place(state.copy(), str(kernel.move(numbers, code)))
        return -len(puts(twin))

    assert closed_by(codes[weights[:count].argmax()]) == max(closed_by(code) for code in codes[:count])
