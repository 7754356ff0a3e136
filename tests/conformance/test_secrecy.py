"""Nobody ever learns what their seat may not: whatever goes out stays the same when the hidden is dealt differently."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.tables import TABLES, accepted, option_spread, random_game, step, viewers
from tests.conformance.test_contract import every_table, moves_met, seeds, some_state

import muscade
from muscade import MuscadeError, Record, State
from muscade.core import RecordedEvent, encode


def record_of(state: State, name: str) -> Record:
    """The full record of a state's history."""
    events = [RecordedEvent(seat, move.notation, 0) for seat, move in state.history]
    return Record(name, muscade.game(name).version, state.seats, state.options, events)


def what_goes_out(state: State, name: str, viewer: int | None, attempts: list[muscade.Move]) -> bytes:
    """Everything a viewer can get out of a table: the view, the record, offers, the clock, and every refusal."""
    out: list[object] = [state.view(viewer), record_of(state, name).redacted(viewer), state.turn()]
    if viewer is not None:
        out += [
            [str(move) for move in accepted(state, viewer)],
            str(state.timeout(viewer)),
        ]
        for move in attempts:
            try:
                state.copy().play(viewer, move)
                out.append("accepted")
            except MuscadeError as refusal:
                out.append((str(refusal), refusal.text))
    return encode(out)


@every_table
@given(data=st.data())
def test_nothing_goes_out_that_a_seat_may_not_know(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    state = some_state(name, seats, data)
    attempts = sorted(moves_met(name, seats, 1), key=str)[::5]
    rng = Random(data.draw(seeds))
    for viewer in viewers(state):
        truth = what_goes_out(state, name, viewer, attempts)
        other = game.imagine(state.view(viewer), rng)
        assert what_goes_out(other, name, viewer, attempts) == truth


@every_table
@given(data=st.data())
def test_what_is_said_next_is_the_same_too(name: str, seats: int, data: st.DataObject) -> None:
    """The viewer's own next move reads the same in both worlds; what it brings to light (`shown`) may well differ."""
    game = muscade.game(name)
    state = some_state(name, seats, data)
    rng = Random(data.draw(seeds))
    for viewer in state.turn():
        if viewer == muscade.NATURE:
            continue
        other = game.imagine(state.view(viewer), rng)
        move = rng.choice(state.moves(viewer))
        state_after, other_after = state.copy(), other.copy()
        state_after.play(viewer, move)
        other_after.play(viewer, move)
        # What the move brings to light may differ, that is the point of making it; how it is told may not.
        said, also_said = state_after.seen(viewer)[-1], other_after.seen(viewer)[-1]
        assert (said.seat, said.move) == (also_said.seat, also_said.move)


@every_table
@given(data=st.data())
def test_an_imagined_state_plays_on_to_the_end(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    state = some_state(name, seats, data)
    rng = Random(data.draw(seeds))
    other = game.imagine(state.view(data.draw(st.sampled_from(viewers(state)))), rng)
    while other.turn():
        step(game, other, rng)
    assert other.outcome() is not None


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)
def test_imagination_differs_where_anything_is_hidden(name: str, seats: int) -> None:
    """Without this the tests above could pass by imagining the truth."""
    game = muscade.game(name)
    options = option_spread(game, seats)[0]
    for number, state in enumerate(random_game(game, seats, options, 5)):
        if number != 12:
            continue
        for viewer in viewers(state):
            hides = any(state.redact(seat, move, viewer) != move for seat, move in state.history)
            worlds = {
                record_of(game.imagine(state.view(viewer), Random(k)), name).to_json() for k in range(8)
            }
            assert (len(worlds) > 1) == hides
