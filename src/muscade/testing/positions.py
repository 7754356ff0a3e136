"""A game that begins from a position is a game like any other: what `Game.positions` promises."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from muscade.core import NATURE, IllegalMove, State
from muscade.kernels.stepping import CourseState
from muscade.testing.cases import AnyGame, Case, check_of, imagined, moves_met, refusal_of, viewers
from muscade.testing.secrecy import difference, what_goes_out

STEPS = 150
"""So many moves both games are played on together."""
ALWAYS_NEW = frozenset({"history"})


def laid_anew(game: AnyGame, state: State) -> State | None:
    """The same position in a game that begins with it; None where there is none."""
    assert game.positions is not None
    move = game.positions.move_of(state)
    if move is None:
        return None
    text = move.notation
    assert game.parse(text) == move, f"{text} is read as {game.parse(text)}"
    laid: State = game.new(state.seats, **state.options)
    if isinstance(laid, CourseState):
        code = laid.code_of(NATURE, move)
        assert code < 0, f"`code_of` has the code {code} for {text}: a position has none, which is `NO_CODE`"
    laid.play(NATURE, move)
    again = game.positions.move_of(laid)
    assert again == move, f"{text} is set, and then it is {again}"
    return laid


@check_of(cases=12)
def a_position_laid_anew_goes_on_the_same(case: Case) -> None:
    """Moves, turns, what everybody sees but the past, and with the same chance the same end."""
    positions = case.game.positions
    if positions is None:
        return
    state = case.somewhere()
    laid = laid_anew(case.game, state)
    if laid is None:
        return
    forgotten = ALWAYS_NEW | positions.forgets
    for viewer in viewers(state):
        _same(f"the view of {viewer}", *(_fields(one.view(viewer), forgotten) for one in (state, laid)))
    seed = case.rng.random()
    rng, here, there = Random(seed), state.copy(), laid
    for number in range(STEPS):
        _same("the turn", here.turn(), there.turn())
        if not here.turn():
            break
        for seat in here.turn() if here.turn() != (NATURE,) else ():
            _same(f"the moves of {seat}", list(here.moves(seat)), list(there.moves(seat)))
            _same(f"the mistakes of {seat}", list(here.mistakes(seat)), list(there.mistakes(seat)))
            _same(f"the clock of {seat}", here.timeout(seat), there.timeout(seat))
        seat = rng.choice(here.turn())
        if seat == NATURE:
            drawn = [case.game.draw(one, Random(f"{seed}/{number}")) for one in (here, there)]
            _same("chance", *drawn)
            move = drawn[0]
        else:
            move = rng.choice(here.moves(seat))
        here.play(seat, move)
        there.play(seat, move)
    _same("the end", here.outcome(), there.outcome())


@check_of(cases=6)
def a_position_is_set_first_and_by_nobody(case: Case) -> None:
    """By chance, before anything else; and what an editor may set of it is told in both languages."""
    positions = case.game.positions
    if positions is None:
        return
    state = case.somewhere()
    move = positions.move_of(state)
    fields = positions.fields(case.seats, state.options)
    for field in fields:
        assert all((field.title.en, field.title.fr, field.clause)), f"{field.name} is not told"
    if move is None:
        return
    known = {field.name for field in msgspec.structs.fields(move.position)}
    assert {field.name for field in fields} <= known, f"what can be set is not in {known}"
    fresh: State = case.game.new(case.seats, **state.options)
    refusal_of(IllegalMove, f"{move} of a seat", lambda: fresh.play(0, move))
    fresh.play(NATURE, move)
    refusal_of(IllegalMove, f"{move} for the second time", lambda: fresh.play(NATURE, move))


@check_of(cases=3)
def most_moments_are_positions(case: Case) -> None:
    """Between two rounds a game may be in none; but wherever somebody may act it is in one more often than not. In a
    laboratory a round may be shorter than what follows it."""
    positions = case.game.positions
    if positions is None or case.small:
        return
    moments = [
        positions.move_of(state) is not None
        for state in islice(case.random_game(), STEPS)
        if state.turn() not in ((), (NATURE,))
    ]
    assert sum(moments) * 2 > len(moments), f"of {len(moments)} moments {sum(moments)} are positions"


@check_of(cases=3)
def a_position_keeps_its_secrets(case: Case) -> None:
    """Of two games that begin from positions which look the same to somebody, that one gets the same, byte for byte."""
    if case.game.positions is None:
        return
    state = laid_anew(case.game, case.somewhere())
    if state is None:
        return
    attempts = sorted(moves_met(case.game, case.seats), key=str)[::20]
    for _ in range(2):
        for viewer in viewers(state):
            truth = what_goes_out(case.game, state, viewer, attempts)
            world = imagined(case.game, state.view(viewer), case.rng)
            other = what_goes_out(case.game, world, viewer, attempts)
            for what, said in truth.items():
                assert other[what] == said, (
                    f"the {what} tells viewer {viewer} which position it is: {difference(said, other[what])}"
                )
            if state.turn() not in ((), (NATURE,)):
                assert len(case.game.worlds(state.view(state.turn()[0]), case.rng, 2)) > 0, "no worlds"
        for _ in range(8):
            if turn := state.turn():
                seat = case.rng.choice(turn)
                state.play(
                    seat,
                    case.game.draw(state, case.rng) if seat == NATURE else case.rng.choice(state.moves(seat)),
                )


def _fields(view: Any, forgotten: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(view).items() if name not in forgotten}


def _same(what: str, before: object, anew: object) -> None:
    if isinstance(before, dict) and isinstance(anew, dict):
        for name, value in before.items():
            assert anew[name] == value, f"{what}: {name} was {value}, and laid anew it is {anew[name]}"
    assert before == anew, f"{what} was {before}, and laid anew it is {anew}"
