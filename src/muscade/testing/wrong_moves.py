"""Moves that mean nothing: no notation reads so, but programs make moves by their fields."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec

from muscade.core import IllegalMove, InvalidNotation, Move
from muscade.testing.cases import AnyGame, Case, check_of, fingerprint, refusal_of

FAR_OFF = (-(2**40), -99, -2, -1, 10**6, 2**31, 2**40)
"""Numbers of nothing, whatever is counted."""
NEAR = 400
"""Where moves are small numbers, one number too large may be another move's."""
NO_SEATS = (-(2**40), -99, -2, 99, 2**31, 2**40)
NO_NAMES = ("", "?", "nowhere", "\x00")
TRIED = 15
"""Moves, each with some of its fields gone wrong."""


@check_of(cases=6)
def what_means_nothing_is_refused(case: Case) -> None:
    """A move with numbers or names of nothing, or by a seat that there is not, is refused, and changes nothing."""
    state, rng = case.somewhere(), case.rng
    before = fingerprint(state)
    moves = [move for _, move in state.history]
    moves += [move for seat in state.turn() for move in state.moves(seat)]
    for move in rng.sample(moves, min(TRIED, len(moves))):
        for wrong in gone_wrong(case.game, move, rng):
            for seat in state.turn():
                what = f"{wrong!r} of seat {seat}, which means nothing,"
                refusal_of(IllegalMove, what, partial(state.play, seat, wrong))
        for seat in NO_SEATS:
            what = f"{move!r} of seat {seat}, which there is not,"
            refusal_of(IllegalMove, what, partial(state.play, seat, move))
    assert fingerprint(state) == before, "a refused move has changed the state"


def gone_wrong(game: AnyGame, move: Move, rng: Random) -> Iterator[Move]:
    """The move with one field that means nothing."""
    for field in msgspec.structs.fields(type(move)):
        value = getattr(move, field.name)
        for wrong in _other_values(value, rng):
            found = msgspec.structs.replace(move, **{field.name: wrong})
            if not _can_be_written(game, found):
                yield found


def _other_values(value: Any, rng: Random) -> Iterator[Any]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from FAR_OFF
        yield rng.randrange(NEAR)
    elif isinstance(value, str):
        yield from NO_NAMES
    elif isinstance(value, tuple):
        yield ()
        yield value * 2
        if value:
            place = rng.randrange(len(value))
            yield from (
                (*value[:place], wrong, *value[place + 1 :]) for wrong in _other_values(value[place], rng)
            )


def _can_be_written(game: AnyGame, move: Move) -> bool:
    try:
        return game.parse(move.notation) == move
    except (InvalidNotation, LookupError, TypeError, ValueError):
        return False
