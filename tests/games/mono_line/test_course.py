"""The course on rows of numbers: boards of one's own, the world of a view, and what a glance and a search see in it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.games.mono_line.tables import (
    GABLE,
    GAME,
    WIDE,
    WINDOW,
    place,
    puts,
    random_game,
    run,
    table,
    winner,
)

from muscade.board import board_named
from muscade.bots.search import Effort, search
from muscade.games.mono_line import course, judge
from muscade.games.mono_line.course import in_words, most_moves
from muscade.kernels import kernel_of
from muscade.kernels.kernel import row_of
from muscade.kernels.primitives import room

OPTIONS = [
    {},
    {"pieces": "unlimited"},
    {"swap": True, "first": 1},
    {"play": "vigilant"},
    {"play": "vigilant", "pieces": "unlimited", "swap": True, "first": 0},
    {"board": WINDOW, "play": "vigilant", "swap": True},
    {"board": GABLE, "pieces": "unlimited", "swap": True},
    {"board": WIDE},
    {"board": WIDE, "play": "vigilant"},
]


def told(options: dict[str, object]) -> str:
    return ", ".join(str(value).strip().partition("\n")[0] for value in options.values()) or "plain"


def test_a_wide_board_takes_more_words() -> None:
    assert len(board_named(WIDE).intersections) == 143
    assert in_words(1 << 142) == [0, 0, 1 << 18, 0, 0]


@pytest.mark.clause("ML-2", "ML-3", "ML-4", "ML-5", "ML-7")
@pytest.mark.parametrize("options", OPTIONS, ids=told)
def test_boards_of_ones_own_are_the_same_game_when_compiled(options: dict[str, object]) -> None:
    """Second thoughts included."""
    kernel = kernel_of(GAME, 2, options)
    machine, row, codes = kernel.machine, kernel.start.copy(), np.empty(kernel.most_moves, np.int64)
    begun = 0
    for state in random_game(options, 7):
        for seat, move in state.history[begun:]:
            machine.play(kernel.setting, row, seat, kernel.code(row, seat, move))
        begun = len(state.history)
        np.testing.assert_array_equal(row, row_of(state.table))
        assert machine.turn(kernel.setting, row) == state.mask
        for seat in state.turn():
            listed = codes[: machine.moves(kernel.setting, row, seat, codes)]
            found = room(kernel.most_moves)
            assert listed.tolist() == list(found[: course.moves(state.setting, state.table, seat, found)])


@pytest.mark.parametrize("options", OPTIONS, ids=told)
def test_a_view_tells_the_whole_table(options: dict[str, object]) -> None:
    for number, state in enumerate(random_game(options, 11)):
        if number % 5 == 0 or state.outcome():
            for seat in range(2):
                assert GAME.worlds(state.view(seat), Random(1), 8) == [state.table]


@pytest.mark.clause("ML-5", "ML-7")
def test_it_tells_announcements_and_swaps_too() -> None:
    swapped = run(place(table(swap=True, play="vigilant"), "a1"), "swap")
    announced = run(place(swapped.copy(), "k1"), "announce a1 k1")
    won = run(place(swapped.copy(), "b1"), "announce a1 b1")
    for state in (swapped, announced, won, run(swapped.copy(), "k1")):
        assert GAME.worlds(state.view(None), Random(1), 8) == [state.table]


@pytest.mark.clause("ML-4")
def test_the_search_finds_the_winning_place() -> None:
    state = place(table(board=WINDOW), "a1 c1")
    kernel = kernel_of(GAME, 2, state.options)
    found = search(kernel, state.view(0), Effort(60, 300), Random(1))
    assert str(found.moves[0].move) == "c3"
    assert found.moves[0].value > 0.9


def test_a_glance_tells_what_is_settled() -> None:
    expected = [0.0, 0.0]
    state = place(table(), "g1")
    judge.evaluate(state.setting, state.table, None, expected)
    assert 0 < expected[0] < 1
    assert sum(expected) == 1
    won = run(place(table(board=WINDOW), "a1 c1"), "c3")
    assert winner(run(won.copy(), "end"))[0] == 0
    judge.evaluate(won.setting, won.table, None, expected)
    assert expected == [1, 0], "a tried piece counts as if it stayed"


def test_a_glance_prefers_who_is_ahead() -> None:
    """A piece that closes much is worth more to its owner than one that closes little."""

    def hopes_after(name: str) -> float:
        expected = [0.0, 0.0]
        state = place(table(pieces="unlimited"), name)
        judge.evaluate(state.setting, state.table, None, expected)
        return expected[0]

    left = {name: len(puts(place(table(), name))) for name in ("b1", "h2")}
    assert left["h2"] < left["b1"]
    assert hopes_after("h2") > hopes_after("b1")


def test_what_takes_most_is_the_most_promising() -> None:
    state = place(table(), "g1")
    codes = room(most_moves(state.setting))
    count = course.moves(state.setting, state.table, 1, codes)
    weights = [0.0] * count
    judge.priors(state.setting, state.table, 1, codes, count, weights)
    assert sum(weights) == pytest.approx(1)

    def closed_by(code: int) -> int:
        return -len(puts(place(state.copy(), str(state.move_of(code)))))

    best = codes[weights.index(max(weights))]
    assert closed_by(best) == max(closed_by(code) for code in codes[:count])
