"""A turn begins on the centre and leaves it empty (OP-5, OP-6)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import (
    NO_RESERVES,
    at,
    begun,
    counted,
    holds,
    offered,
    play,
    refusal,
    refused,
)

HEMMED_IN = "black a1 b1 b2 b3 b4"


@pytest.mark.clause("OP-5")
def test_a_piece_of_the_reserve_goes_on_the_centre_before_the_roll() -> None:
    state = begun(4, first=1)
    assert state.view(None).phase == "roll"
    assert (holds(state, "a1"), counted(state, "reserves")["red"]) == ("red", 7)
    assert counted(state, "reserves")["black"] == 8


@pytest.mark.clause("OP-5")
def test_nothing_enters_from_an_empty_reserve() -> None:
    state = play(at("black b1, red d1, white c1", reserves=NO_RESERVES), "end")
    assert state.view(None).colour == "red"
    assert holds(state, "a1") is None


@pytest.mark.clause("OP-5")
def test_the_total_of_the_dice_is_there_to_spend() -> None:
    view = play(begun(), "roll 2 6").view(None)
    assert (view.dice, view.left, view.phase) == ((2, 6), 8, "act")


@pytest.mark.clause("OP-6")
def test_a_turn_does_not_end_while_the_centre_can_be_emptied() -> None:
    state = play(begun(), "roll 3 4")
    assert "end" not in offered(state)
    assert "can still be emptied" in str(refusal(state, "end"))
    assert refused(state, "end") == "OP-6"
    play(state, "a1>c3")
    assert "end" in offered(state)


@pytest.mark.clause("OP-6")
def test_a_move_may_not_spend_what_emptying_takes() -> None:
    state = at("black a1, white e1 e3, red e5", roll="1 1")
    assert offered(state) == {"a1-b1", "a1-b2", "a1-b3", "a1-b4"}, "two points, and only a slide helps"
    assert refused(state, "e1-f1") == "OP-6"
    assert "no way to move it off (0 left" in str(refusal(state, "e1-f1"))
    assert refused(state, "swap e1 e5") == "OP-6"
    play(state, "a1-b1")
    assert state.phase == "roll"


@pytest.mark.clause("OP-6")
def test_three_points_leave_one_to_spare() -> None:
    state = at("black a1, white e1, red e5", roll="1 2")
    assert refused(state, "e1-f1") == "OP-6"
    play(state, "swap e1 e5")
    assert offered(state) == {"a1-b1", "a1-b2", "a1-b3", "a1-b4"}


@pytest.mark.clause("OP-6")
def test_an_over_pass_off_the_centre_is_enough() -> None:
    # Every way to slide is taken, but a1 can pass over b1.
    state = at("black a1 b2 b3 b4, white b1, red c7", roll="1 1")
    assert refused(state, "end") == "OP-6"
    assert "swap b1 c7" in offered(state), "red will do as well as white"
    assert refused(state, "b1>c3") == "OP-6", "with one point nothing slides into the gap"
    play(state, "a1>c1")
    assert "end" in offered(state)


@pytest.mark.clause("OP-6")
def test_the_last_way_off_may_not_be_filled() -> None:
    # d1 could pass over c2 to b1; then black would surround black.
    pieces = "black a1 b2 b3 b4 d1, white c2"
    assert refused(at(pieces, roll="1 2"), "d1>b1") == "OP-6"
    # With a point more it could be undone: b1 passes over c2 again, and a1 slides.
    state = play(at(pieces, roll="2 2"), "d1>b1")
    assert refused(state, "end") == "OP-6"
    play(state, "b1>d2")
    assert offered(state) == {"a1-b1", "c2>b1"}, "over white a1 could still get away"


@pytest.mark.clause("OP-6")
def test_hemmed_in_with_too_few_points_it_returns_to_the_reserve() -> None:
    state = at(HEMMED_IN, roll="1 2")
    assert "end" in offered(state)
    assert "b1-c1" in offered(state), "then every move is free"
    before = counted(state, "reserves")["black"]
    play(state, "end")
    assert counted(state, "reserves")["black"] == before + 1
    assert holds(state, "a1") == "red", "the next player's piece"


@pytest.mark.clause("OP-6")
def test_hemmed_in_a_slide_can_make_room_for_a_slide() -> None:
    state = at(f"{HEMMED_IN} e1", roll="2 2")
    assert refused(state, "end") == "OP-6"
    assert refused(state, "e1-f1") == "OP-6"
    assert offered(state) == {
        f"b{k}-c{c}" for k, cs in ((1, "128"), (2, "234"), (3, "456"), (4, "678")) for c in cs
    }
    play(state, "b1-c1")
    assert offered(state) == {"a1-b1"}


@pytest.mark.clause("OP-6")
def test_hemmed_in_a_swap_can_make_room_for_an_over_pass() -> None:
    state = at(f"{HEMMED_IN}, white c7", roll="1 1")
    assert refused(state, "end") == "OP-6"
    assert offered(state) == {"swap a1 c7", *(f"swap b{number} c7" for number in (1, 2, 3, 4))}
    assert refused(state, "b2-c3") == "OP-6"
    play(state, "swap b1 c7")
    assert {move[:3] for move in offered(state)} == {"a1>"}


@pytest.mark.clause("OP-6")
def test_landing_on_the_centre_needs_a_way_off() -> None:
    pieces = "white b1 d8, red c1, black d5"
    state = play(at(pieces, roll="1 1"), "swap d5 d8")
    assert "c1>a1" not in offered(state)
    assert refused(state, "c1>a1") == "OP-6", "with the last point"
    roomy = play(at(pieces, roll="1 1"), "c1>a1")
    assert holds(roomy, "a1") == "red"
    assert {move[:3] for move in offered(roomy)} == {"a1>"}
    assert refused(roomy, "end") == "OP-6"


@pytest.mark.clause("OP-6")
def test_what_returns_goes_to_its_own_reserve() -> None:
    state = at("white a1 b1 b2 b3 b4, black e1", roll="1 1")
    before = counted(state, "reserves")
    play(state, "end")
    after = counted(state, "reserves")
    assert (after["white"], after["black"]) == (before["white"] + 1, before["black"])


@pytest.mark.clause("OP-5")
def test_points_need_not_be_spent() -> None:
    state = play(begun(), "roll 6 6, a1>c3, end")
    assert (state.view(None).phase, state.view(None).colour) == ("roll", "red")


@pytest.mark.clause("OP-5")
def test_a_turn_with_no_points_left_ends_by_itself() -> None:
    state = play(begun(), "roll 1 1, a1>c3, swap b1 b2")
    assert (state.phase, state.table.turns, state.colour) == ("roll", 1, "red")


@pytest.mark.clause("OP-5")
def test_a_turn_with_nothing_left_to_do_ends_by_itself() -> None:
    # One point is left: nothing to pass over, nothing to swap with, nothing slides for a point.
    state = play(at("black d1", roll="1 2", reserves={"black": 0}), "d1-e1")
    assert (state.phase, state.table.turns) == ("roll", 1)


@pytest.mark.clause("OP-5")
def test_a_roll_with_which_nothing_can_be_done() -> None:
    # All pieces are on exits, apart from each other, and none may leave.
    state = at("black k1, white k3, red k5, blue k7", roll="1 2")
    assert (state.phase, state.table.turns, state.view(None).colour) == ("roll", 1, "red")
