"""The referee says what the rulebooks' worked examples say."""

from __future__ import annotations

import pytest
from tests.law import traceability as law
from tests.law.test_refusals import ROOT

import muscade
from muscade import NATURE
from muscade.core import IllegalMove
from muscade.core.examples import Example
from muscade.core.positions import set_up

EXAMPLES = [(name, example) for name in muscade.game_names() for example in muscade.game(name).examples()]


def test_every_game_has_some() -> None:
    assert {name for name, _ in EXAMPLES} == set(muscade.game_names())


@pytest.mark.clause("PP-18")
def test_the_rulebooks_score_of_a_round_is_told() -> None:
    """Six cards with three diamonds."""
    game = muscade.game("pass-pass")
    [example] = [example for example in game.examples() if example.clause == "PP-18"]
    state = game.new(example.seats, **example.options)
    state.play(NATURE, set_up(game, example.position))
    *before, (last, notation) = example.moves
    for seat, move in before:
        state.play(seat, game.parse(move))
    told = [str(reason.text.en) for reason in state.explain(last, game.parse(notation))]
    assert "The round is over: seat 0 has 6 cards and 3 diamonds, 9 points in all." in told


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=lambda part: getattr(part, "clause", str(part)))
def test_it_comes_out_as_it_is_told(name: str, example: Example) -> None:
    game = muscade.game(name)
    assert example.clause in law.clauses(ROOT)
    assert example.title.en != example.title.fr
    state = game.new(example.seats, **example.options)
    state.play(NATURE, set_up(game, example.position))
    *before, (last, notation) = example.moves
    for seat, move in before:
        state.play(seat, game.parse(move))
    move = game.parse(notation)
    if example.refused is not None:
        with pytest.raises(IllegalMove) as refusal:
            state.play(last, move)
        assert refusal.value.clause == example.refused
        return
    why = state.explain(last, move)
    assert why
    assert all(reason.text.en != reason.text.fr for reason in why)
    state.play(last, move)
    if example.shown is not None:
        assert example.shown in state.seen(None)[-1].shown


def test_what_a_drawing_points_at_is_on_the_board() -> None:
    """Spaces by their names, and lines that really run through two places."""
    pointed = [(name, example) for name, example in EXAMPLES if example.lit]
    assert pointed
    for name, example in pointed:
        board = muscade.game(name).equipment(
            example.seats, muscade.game(name).settle_options(example.seats, example.options)
        )
        spaces = {patch.name for patch in board.patches}
        for text in example.lit:
            ends = set(text.split("-"))
            assert text in spaces or any(ends <= set(line.spots) for line in board.strokes), (name, text)
