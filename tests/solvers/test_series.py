"""Graded series: what is told of every puzzle holds."""

from __future__ import annotations

import pytest

import muscade
from muscade.core.series import GRADES, PLACES, SOLVER, after
from muscade.solvers import SeriesMaker, solver_of, solvers
from muscade.solvers.series import make_series, right_ways, standing

WITH_SERIES = [name for name in muscade.game_names() if muscade.game(name).series()]
SAMPLE = range(0, PLACES, 25)


def test_whoever_can_make_a_series_has_one() -> None:
    assert [name for name, solver in solvers().items() if isinstance(solver, SeriesMaker)] == WITH_SERIES
    assert len(WITH_SERIES) == 4


@pytest.mark.clause("SP-5")
@pytest.mark.parametrize("name", WITH_SERIES)
def test_every_solution_is_played_to_its_end_by_the_law(name: str) -> None:
    game, solver = muscade.game(name), solver_of(name)
    puzzles = game.series()
    assert len(puzzles) == PLACES
    assert len({(puzzle.position, str(puzzle.options)) for puzzle in puzzles}) == PLACES
    for number, puzzle in enumerate(puzzles):
        end = after(game, puzzle, puzzle.moves)
        outcome = end.outcome()
        assert outcome is not None, f"puzzle {number + 1} goes on"
        assert outcome.winners == (SOLVER,)
        assert outcome.reason == puzzle.reason
        assert puzzle.minimum in (None, solver.spent(end))
        assert (puzzle.minimum is None) == (len(outcome.scores) > 1)
        assert puzzle.grade == 1 + number * GRADES // PLACES
    assert [puzzle.bits for puzzle in puzzles] == sorted(puzzle.bits for puzzle in puzzles)


@pytest.mark.clause("SP-5")
@pytest.mark.parametrize("name", WITH_SERIES)
def test_what_is_said_to_be_proved_is_proved_again(name: str) -> None:
    game, solver = muscade.game(name), solver_of(name)
    for number in SAMPLE:
        puzzle = game.series()[number]
        state = after(game, puzzle)
        worth = standing(solver, state)
        assert worth.solved
        assert worth.length == puzzle.minimum
        assert worth.reason in (None, puzzle.reason)
        right, _ = right_ways(solver, state)
        assert (len(right) == 1) == puzzle.unique
        # The first of what it keeps is one of these.
        assert puzzle.moves[0] in [way.moves[0] for way in right]


def test_the_same_seeds_make_the_same_series() -> None:
    solver = solver_of("twisted-jumps")
    assert isinstance(solver, SeriesMaker)
    made = make_series(solver, places=2)
    assert make_series(solver, places=2) == made
    assert made[0].options in [puzzle.options for puzzle in solver.game.series()]
