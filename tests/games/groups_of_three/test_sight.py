"""What the search sees is what the planner measures."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from tests.games.groups_of_three.tables import GAME, placed

from muscade.games.groups_of_three.planner import BEST, Judge, terrain
from muscade.games.groups_of_three.rules import CENTRE
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.games.race.rules import EMPTY
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of


def positions(count: int) -> Iterator[GroupsOfThreeState]:
    rng = Random(4)
    state = GAME.new(4)
    for _ in range(count):
        for _ in range(9):
            [seat] = state.turn()
            state.play(seat, rng.choice(state.moves(seat)))
        yield state


def way_in(judge: Judge, own: tuple[int, ...]) -> float:
    """What the planner takes the way to the next addition for."""
    return judge.cost(own, 1) - judge.cost(own, 0) - BEST.waiting


def test_steps_are_counted_as_the_planner_counts_them() -> None:
    from muscade.games.groups_of_three.sight import nearest, next_addition, ways_home

    kernel = kernel_of(GAME, 4)
    ground = kernel.ground
    for state in positions(60):
        land, numbers = terrain(state.board), kernel.flatten(state)
        for colour in state.colours:
            judge = Judge(land, state.cells, colour, BEST)
            found = np.empty(len(state.cells), np.int64)
            ways_home(ground, numbers, colour, found)
            assert found.tolist() == judge.distance
            own = tuple(space for space, holder in enumerate(state.cells) if holder == colour)
            near = np.empty((len(land.groups), 5), np.int64)
            count = nearest(ground, numbers, colour, near)
            assert count == len(judge.groups)
            assert next_addition(ground, near, count, CENTRE, CENTRE) == pytest.approx(way_in(judge, own))
            for origin in own:
                for target in land.rows.beside[origin]:
                    if state.cells[target] == EMPTY:
                        moved = tuple(({*own} - {origin} | {target}) - {CENTRE})
                        stepped = next_addition(ground, near, count, origin, target)
                        assert stepped == pytest.approx(way_in(judge, moved))


def test_chances_add_up_to_one() -> None:
    kernel = kernel_of(GAME, 4)
    moves, priors, evaluate = kernel.functions.moves, kernel.functions.priors, kernel.functions.evaluate
    assert priors is not None
    assert evaluate is not None
    codes, weights, shares = np.empty(kernel.widest, np.int64), np.empty(kernel.widest), np.empty(4)
    for state in positions(60):
        numbers = kernel.flatten(state)
        evaluate(kernel.ground, numbers, chance_of(1), shares)
        assert shares.sum() == pytest.approx(1)
        if state.phase == "act":
            count = moves(kernel.ground, numbers, state.active, codes)
            priors(kernel.ground, numbers, state.active, codes, count, weights)
            assert weights[:count].sum() == pytest.approx(1)
            assert weights[:count].min() > 0
            np.testing.assert_array_equal(numbers, kernel.flatten(state), "looking changes nothing")


def test_who_is_ahead_has_better_chances() -> None:
    kernel = kernel_of(GAME, 4)
    assert kernel.functions.evaluate is not None
    pieces = "black 3.1 4.1 5.1, white 3.2 4.2 5.3, red 8.13 7.4 7.5, blue 8.15 7.6 7.7"
    shares = np.empty(4)
    state = placed(pieces, "", home="black 7, white 6, red 1")
    kernel.functions.evaluate(kernel.ground, kernel.flatten(state), chance_of(1), shares)
    assert shares[0] > shares[1] > shares[2] > shares[3]
