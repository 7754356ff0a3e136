"""Who begins a race: the highest roll, ties rolling again among themselves."""

from __future__ import annotations

import pytest
from tests.games.groups_of_three.tables import GAME, refusal, run

from muscade import NATURE
from muscade.games.race.moves import ROLLS


@pytest.mark.clause("OP-4", "GT-3")
@pytest.mark.parametrize("first", range(4))
def test_everyone_rolls_and_the_highest_total_starts(first: int) -> None:
    state = GAME.new(4)
    for seat in range(4):
        view = state.view(None)
        assert view.phase == "opening"
        assert view.rolling == tuple(range(seat, 4))
        assert view.active is None
        assert view.colour is None
        run(state, "roll 5 4" if seat == first else "roll 6 2")
    view = state.view(None)
    assert view.phase == "roll"
    assert view.active == first
    assert view.colour == ("black", "white", "red", "blue")[first]
    assert view.opening == tuple((5, 4) if seat == first else (6, 2) for seat in range(4))


@pytest.mark.clause("OP-4", "GT-3")
def test_those_who_tie_roll_again_among_themselves() -> None:
    state = run(GAME.new(4), "roll 6 3, roll 1 1, roll 5 4, roll 2 2")
    assert state.view(None).rolling == (0, 2)
    run(state, "roll 1 2, roll 2 1")
    assert state.view(None).rolling == (0, 2), "and again, whatever the others had"
    run(state, "roll 1 1, roll 1 2")
    assert state.view(None).active == 2
    assert state.view(None).opening == ((1, 1), (1, 1), (1, 2), (2, 2))


@pytest.mark.clause("OP-4", "GT-3")
def test_a_tie_of_all_is_rolled_by_all_and_may_leave_fewer() -> None:
    state = run(GAME.new(3), "roll 3 3, roll 2 4, roll 1 5")
    assert state.view(None).rolling == (0, 1, 2)
    run(state, "roll 1 1, roll 6 6, roll 6 6")
    assert state.view(None).rolling == (1, 2)
    run(state, "roll 1 1, roll 1 2")
    assert state.view(None).active == 2


@pytest.mark.clause("OP-4", "GT-3")
def test_all_are_shown_who_rolls_and_who_begins() -> None:
    state = run(GAME.new(3), "roll 6 3, roll 1 1, roll 5 4, roll 1 2, roll 2 2, roll 6 6")
    assert [event.shown for event in state.view(None).history] == [
        ("start 0",),
        ("start 1",),
        ("start 2",),
        ("start 0",),
        ("start 2", "begins 2"),
        ("turn 1 red",),
    ]


@pytest.mark.clause("OP-4", "GT-3")
def test_nobody_moves_before_that() -> None:
    state = GAME.new(2)
    assert state.turn() == (NATURE,)
    assert state.moves(0) == ()
    assert state.moves(NATURE) == ROLLS
    for notation in ("end", "undo", "8.9>8.1", "roll 6 6"):
        assert refusal(state, notation, seat=0) == "GT-3"
    assert refusal(state, "end") == "GT-3", "nor does chance do anything but roll"


def test_every_roll_is_there_once() -> None:
    assert len(set(ROLLS)) == 36
