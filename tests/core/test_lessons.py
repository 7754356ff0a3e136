"""What a lesson is, and what a coach knows: that every lesson is played to its end is for the conformance suite."""

from __future__ import annotations

import re
from random import Random

import pytest

import muscade
from muscade.core import InvalidNotation
from muscade.core.lessons import Taught

GAMES = 12
MOVES = 400
PLACE = re.compile(r"\b(?:[a-k]\d+|\d\.\d+|[PBGY]\d+|[LMRFV]>[LMRFV])\b")
"""Crossings and cups, spaces, cards."""
WHOLE = {"hand", "trick", "middle", "mine"}
"""Parts that hold many things."""


@pytest.mark.parametrize("name", muscade.game_names())
def test_every_game_of_ours_has_one(name: str) -> None:
    lesson = muscade.game(name).lesson()
    assert lesson is not None
    assert lesson.remarks, "a coach with nothing to say"
    assert any(step.parts for step in lesson.steps)


@pytest.mark.parametrize("name", muscade.game_names())
def test_whatever_a_coach_speaks_of_happens(name: str) -> None:
    game = muscade.game(name)
    lesson = game.lesson()
    assert lesson is not None
    missing = {remark.on for remark in lesson.remarks}
    for seed in range(GAMES):
        match, rng = muscade.Match(game, seats=lesson.seats, seed=seed), Random(seed)
        state = match.state
        for _ in range(MOVES):
            if not state.turn():
                break
            seat = rng.choice(state.turn())
            wrong = (*state.mistakes(seat), *state.second_thoughts(seat))
            match.play(seat, rng.choice(wrong if wrong and rng.random() < 0.2 else state.moves(seat)))
        events = state.seen(0)
        missing -= {text.split()[0] for event in events for text in (event.move, *event.shown)}
        if not missing:
            return
    raise AssertionError(f"never happened: {missing}")


@pytest.mark.clause("ML-2")
def test_only_what_the_step_wants_changes_anything() -> None:
    taught = Taught(muscade.game("mono-line"))
    before = list(taught.state.history)
    answer = taught.attempt("b1")
    assert (answer.done, answer.refusal) == (False, None)
    with pytest.raises(InvalidNotation):
        taught.attempt("the moon")
    assert (taught.done, taught.state.history) == (0, before)
    assert taught.attempt("D1").done, "as a player may write it"
    taught.attempt("end")
    answer = taught.attempt("d6")
    assert answer.done, "a refusal was wanted"
    assert answer.refusal is not None
    assert answer.refusal.clause == "ML-2"


def test_a_table_is_laid_anew_where_a_step_says_so() -> None:
    told: list[bool] = []
    taught = Taught(muscade.game("mono-line"), lambda _, laid: told.append(laid))
    while taught.step is not None:
        taught.attempt(taught.step.moves[0])
    assert told.count(True) == sum(1 for step in taught.lesson.steps if step.begin)
    assert taught.state.outcome() is not None


@pytest.mark.parametrize("name", muscade.game_names())
def test_what_is_to_be_touched_stands_in_the_light(name: str) -> None:
    lesson = muscade.game(name).lesson()
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        move, parts = step.moves[0], set(step.parts)
        assert move in parts or parts & WHOLE or set(PLACE.findall(move)) <= parts, (number, move, step.parts)
