"""Leaving the board (OP-8, OP-12)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import (
    GAME,
    NO_RESERVES,
    at,
    counted,
    holds,
    offered,
    play,
    refusal,
    refused,
)


@pytest.mark.clause("OP-12")
def test_on_an_even_roll_a_piece_goes_home() -> None:
    state = at("black k1 k4 b1, white c1", roll="3 5")
    assert state.view(0).exits_open
    assert offered(state, "exit") == {"exit k1", "exit k4"}
    play(state, "exit k1")
    assert (holds(state, "k1"), counted(state, "homes")["black"], state.table.left) == (None, 1, 7)
    play(state, "exit k4")
    assert counted(state, "homes")["black"] == 2


@pytest.mark.clause("OP-12")
def test_it_is_the_roll_that_must_be_even_not_what_is_left() -> None:
    state = play(at("black k1 b1, white c1", roll="3 5"), "b1>d1")
    assert state.table.left == 7
    play(state, "exit k1")
    odd = play(at("black k1 b1, white c1", roll="3 4"), "b1>d1")
    assert odd.table.left == 6
    assert refused(odd, "exit k1") == "OP-12"


@pytest.mark.clause("OP-12")
@pytest.mark.parametrize("holder", ["black", "white", "red", "blue"])
def test_on_an_odd_roll_not_while_anybody_has_a_reserve(holder: str) -> None:
    state = at("black k1 b1, white c1", reserves={**NO_RESERVES, holder: 1})
    assert not state.view(0).exits_open
    assert offered(state, "exit") == set()
    assert "7 is odd" in str(refusal(state, "exit k1"))
    assert refused(state, "exit k1") == "OP-12"


@pytest.mark.clause("OP-12")
def test_on_any_roll_once_every_reserve_is_empty() -> None:
    state = at("black k1 b1, white c1", reserves=NO_RESERVES)
    assert state.view(0).exits_open
    play(state, "exit k1")
    assert counted(state, "homes")["black"] == 9


@pytest.mark.clause("OP-12")
def test_a_colour_left_out_has_no_reserve() -> None:
    state = at("black k1 b1, red c1", reserves=NO_RESERVES, seats=3, left_out="white")
    assert "exit k1" in offered(state)


@pytest.mark.clause("OP-12", "OP-8")
@pytest.mark.parametrize(("seats", "colour"), [(4, "red"), (2, "white")])
def test_only_the_colour_of_the_turn_leaves(seats: int, colour: str) -> None:
    state = at("black k1, white k2 c1, red k3 d1", colour=colour, roll="3 3", seats=seats)
    assert offered(state, "exit") == {"exit k3" if colour == "red" else "exit k2"}
    assert refused(state, "exit k1") == "OP-12"


@pytest.mark.clause("OP-12", "OP-8")
def test_ones_other_colour_runs_along_the_perimeter_but_does_not_leave() -> None:
    state = at("black k1, white k5, red j1 j4", colour="black", seats=2, roll="3 3", reserves=NO_RESERVES)
    assert offered(state, "exit") == {"exit k1"}
    assert refused(state, "exit k5") == "OP-12"
    assert refused(play(state, "k5>k4"), "exit k4") == "OP-12"


@pytest.mark.clause("OP-12", "OP-7")
def test_only_from_an_exit_and_only_a_piece() -> None:
    state = at("black j1 k1 b1, white c1", roll="3 3")
    assert refused(state, "exit j1") == "OP-12"
    assert refused(state, "exit k2") == "OP-7"


@pytest.mark.clause("OP-8")
def test_a_piece_on_an_exit_stays_out_of_the_board() -> None:
    state = at("black k1, white j1 i1, red j8", roll="3 3")
    assert offered(state, "k1") == {"k1>k2", "k1>k8"}
    for inside in ("h1", "i2", "i16", "e1"):
        assert refused(state, f"k1>{inside}") == "OP-8"


@pytest.mark.clause("OP-12")
def test_nobody_sees_open_exits_before_the_roll() -> None:
    state = play(at("black k1 b1, white c1", reserves=NO_RESERVES), "end")
    assert state.phase == "roll"
    assert not state.view(0).exits_open


@pytest.mark.clause("OP-14")
@pytest.mark.parametrize(
    ("win", "said"), [("one", "All ten are home"), ("both", "All twenty are home, both colours")]
)
def test_whoever_wins_is_told_why(win: str, said: str) -> None:
    state = at("black k1", seats=2, roll="3 3", reserves=NO_RESERVES, win=win)
    *_, why = state.explain(0, GAME.parse("exit k1"))
    assert why.clause == "OP-14"
    assert why.text.en == f"{said}: seat 0 wins."
