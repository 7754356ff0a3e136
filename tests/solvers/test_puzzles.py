"""The puzzle of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import muscade
from muscade.solvers import Daily, daily, solve
from muscade.solvers.puzzles import GRADES

MONDAY = date(2027, 3, 1)
THREE_WEEKS = [MONDAY + timedelta(days) for days in range(21)]


def solution(puzzle: Daily) -> tuple[str, int | None, tuple[str, ...]]:
    answer = solve(puzzle.game, seconds=100, **puzzle.options)
    return answer.status, answer.length, answer.moves


@pytest.mark.clause("SP-5")
def test_every_day_has_a_puzzle_that_can_be_solved_in_what_it_says() -> None:
    for day in THREE_WEEKS:
        puzzle = daily(day)
        game = muscade.game(puzzle.game)
        state = game.new(1, **puzzle.options)
        assert state.view(0).par == puzzle.minimum
        status, length, moves = solution(puzzle)
        assert status == "optimal"
        assert length == puzzle.minimum > 0
        for move in moves:
            state.play(0, game.parse(move))
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == ("master" if puzzle.game == "over-pass-spiral" else "solved")
        assert puzzle.grade == GRADES[day.weekday()]


def test_the_kinds_take_turns_and_no_two_days_are_equal() -> None:
    puzzles = [daily(day) for day in THREE_WEEKS]
    for one, two, three in zip(puzzles, puzzles[1:], puzzles[2:], strict=False):
        assert len({one.game, two.game, three.game}) == 3
    assert len({str(puzzle.options["position"]) for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.title.en != puzzle.title.fr for puzzle in puzzles)


def test_a_day_is_the_same_for_everybody() -> None:
    for day in THREE_WEEKS[:3]:
        assert daily.__wrapped__(day) == daily(day)
