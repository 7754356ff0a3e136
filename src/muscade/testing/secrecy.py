"""Nobody ever learns what their seat may not: whatever goes out stays the same when the hidden is dealt differently."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

from muscade.core import NATURE, Move, MuscadeError, Record, RecordedEvent, Seat, State, encode
from muscade.kernels.stepping import CourseState
from muscade.testing.cases import (
    LONGEST_GAME,
    AnyGame,
    Case,
    accepted,
    check_of,
    imagined,
    moves_met,
    step,
    viewers,
)

WORLDS = 8
"""So many are imagined to see that they differ."""
EARLY = (1, 2, 3, 5, 8, 12)
"""After so many moves."""


def record_of(game: AnyGame, state: State) -> Record:
    """The full record of a state's history."""
    events = [RecordedEvent(seat, move.notation, 0) for seat, move in state.history]
    return Record(game.name, game.version, state.seats, state.options, events)


def what_goes_out(game: AnyGame, state: State, viewer: Seat | None, attempts: list[Move]) -> dict[str, bytes]:
    """Everything a viewer can get out of a table: the view and its picture, the record, offers, the clock, every refusal, and
    what a program would be given to learn from."""
    view = state.view(viewer)
    out = {
        "view": encode(view),
        "picture": game.picture(view).encode(),
        "record": encode(record_of(game, state).redacted(viewer)),
        "turn": encode(state.turn()),
    }
    if viewer is not None:
        out["offer"] = encode([str(move) for move in accepted(state, viewer)])
        if isinstance(state, CourseState):
            out["observation"] = encode(list(state.observation(viewer)))
        out["clock"] = encode(str(state.timeout(viewer)))
        for move in attempts:
            try:
                state.ask(viewer, move)
                out[f"answer to {move}"] = b"accepted"
            except MuscadeError as refusal:
                out[f"answer to {move}"] = encode((str(refusal), refusal.text))
    return out


def difference(said: bytes, also_said: bytes) -> str:
    """Two answers that should be the same; of objects the fields alone in which they differ.

    >>> difference(b'{"seat":0,"points":[1,2]}', b'{"seat":0,"points":[1,3]}')
    'points is [1, 2] or [1, 3]'
    """
    try:
        one, other = json.loads(said), json.loads(also_said)
    except ValueError:
        one = other = None
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return f"{said!r} or {also_said!r}"
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return "; ".join(f"{name} is {one.get(name)} or {other.get(name)}" for name in names)


@check_of(cases=12)
def nothing_goes_out_that_a_seat_may_not_know(case: Case) -> None:
    """Two worlds that a viewer's view cannot tell apart are the same in everything that this viewer can get."""
    state = case.somewhere()
    attempts = sorted(moves_met(case.game, case.seats), key=str)[::5]
    for viewer in viewers(state):
        truth = what_goes_out(case.game, state, viewer, attempts)
        world = imagined(case.game, state.view(viewer), case.rng)
        other = what_goes_out(case.game, world, viewer, attempts)
        for what, said in truth.items():
            assert other[what] == said, (
                f"the {what} tells viewer {viewer} which world it is: {difference(said, other[what])}"
            )


@check_of(cases=12)
def what_is_said_next_is_the_same_too(case: Case) -> None:
    """The viewer's own next move reads the same in both worlds; what it brings to light (`shown`) may well differ."""
    state = case.somewhere()
    for viewer in state.turn():
        if viewer == NATURE:
            continue
        other = imagined(case.game, state.view(viewer), case.rng)
        move = case.rng.choice(state.moves(viewer))
        after, other_after = state.copy(), other.copy()
        after.play(viewer, move)
        other_after.play(viewer, move)
        said, also_said = after.seen(viewer)[-1], other_after.seen(viewer)[-1]
        assert (said.seat, said.move) == (also_said.seat, also_said.move), (
            f"viewer {viewer} is told {said} or {also_said}, depending on what is hidden"
        )


@check_of(cases=12)
def imagined_states_play_on_to_the_end(case: Case) -> None:
    """An imagined state is a state like any other."""
    state = case.somewhere()
    other = imagined(case.game, state.view(case.rng.choice(viewers(state))), case.rng)
    while other.turn():
        step(case.game, other, case.rng)
        assert len(other.history) <= LONGEST_GAME, "an imagined game does not end"
    assert other.outcome() is not None, "an imagined game is over without an outcome"


@check_of(cases=12)
def worlds_look_like_the_real_table(case: Case) -> None:
    """In every table that a search is given, whoever is to act sees what they see in truth, and may do the same."""
    state = case.somewhere()
    for seat in state.turn():
        if seat == NATURE or not isinstance(state, CourseState):
            continue
        tables = case.game.worlds(state.view(seat), case.rng, WORLDS)
        assert 0 < len(tables) <= WORLDS, f"seat {seat} is given {len(tables)} worlds"
        for table in tables:
            world = state.copy()
            world.set_table(table)
            for what, true, told in (
                ("the turn is", state.turn(), world.turn()),
                (f"seat {seat} sees", [*state.observation(seat)], [*world.observation(seat)]),
                (f"seat {seat} may do", state.codes(seat), world.codes(seat)),
            ):
                assert told == true, f"{what} {told} in a world, and in truth {true}"


@check_of(cases=2)
def imagination_differs_where_anything_is_hidden(case: Case) -> None:
    """Without this the checks above could be passed by imagining the truth.

    What was hidden may have come out by other ways, so worlds need not differ in every position; but in one of the first, mostly in
    that where something has just been hidden. In a laboratory there may be so little that all can be known from the beginning.
    """
    hidden: dict[Seat | None, Move] = {}
    differ: set[Seat | None] = set()
    for state in islice(case.random_game(), 1, EARLY[-1] + 1):
        seat, move = state.history[-1]
        for viewer in viewers(state):
            just_hidden = state.redact(seat, move, viewer) != move
            if just_hidden:
                hidden[viewer] = move
            if len(state.history) not in EARLY and (viewer in differ or not just_hidden):
                continue
            view = state.view(viewer)
            worlds = {
                record_of(case.game, imagined(case.game, view, Random(number))).to_json()
                for number in range(WORLDS)
            }
            if len(worlds) > 1:
                assert viewer in hidden, f"nothing is hidden from viewer {viewer}, and worlds differ"
                differ.add(viewer)
    for viewer, move in hidden.items():
        assert viewer in differ or case.small, (
            f"{move} is hidden from viewer {viewer}, and all worlds imagined are the same"
        )
