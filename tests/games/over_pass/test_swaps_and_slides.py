"""Swaps and slides (OP-7, OP-10, OP-11)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import at, holds, offered, play, refusal, refused

from muscade.games.over_pass import rules


@pytest.mark.clause("OP-10")
def test_two_colours_on_parallel_lines_change_places() -> None:
    state = at("black d1, white d4")
    assert offered(state, "swap") == {"swap d1 d4"}
    play(state, "swap d1 d4")
    assert (holds(state, "d1"), holds(state, "d4"), state.table.left) == ("white", "black", 6)


@pytest.mark.clause("OP-10", "OP-7")
def test_pieces_of_two_others_can_be_swapped() -> None:
    state = play(at("red d1, white d4", colour="black"), "swap d4 d1")
    assert (holds(state, "d1"), holds(state, "d4")) == ("white", "red")


@pytest.mark.clause("OP-10")
def test_a_line_in_common_is_not_enough() -> None:
    state = at("black c1, white d1")
    assert "share a line" in str(refusal(state, "swap c1 d1"))
    assert refused(state, "swap c1 d1") == "OP-10"


@pytest.mark.clause("OP-10")
def test_a_line_in_common_does_no_harm() -> None:
    # Both are on one horizontal line, and each is on a vertical one too.
    state = play(at("black e8, white e2"), "swap e2 e8")
    assert (holds(state, "e8"), holds(state, "e2")) == ("white", "black")


@pytest.mark.clause("OP-10")
def test_lines_that_are_not_parallel() -> None:
    state = at("black c1, white c2")
    assert "parallel lines" in str(refusal(state, "swap c1 c2"))
    assert refused(state, "swap c1 c2") == "OP-10"


@pytest.mark.clause("OP-10")
def test_a_line_that_ends_at_a_piece_does_not_count() -> None:
    # The upright axis ends at c1; c7 rests on an upright line.
    state = at("black c1, white c7")
    assert refused(state, "swap c1 c7") == "OP-10"
    # One step down the axis goes on at both sides.
    assert offered(at("black b1, white c7"), "swap") == {"swap b1 c7"}


@pytest.mark.clause("OP-10")
def test_same_colour_and_same_piece() -> None:
    state = at("black d1 d4, white k5")
    assert "same colour" in str(refusal(state, "swap d1 d4"))
    assert refused(state, "swap d1 d4") == "OP-10"
    assert refused(state, "swap d1 d1") == "OP-10"


@pytest.mark.clause("OP-10")
@pytest.mark.parametrize("colour", ["black", "white", "red"])
def test_never_on_an_exit_not_even_by_its_owner(colour: str) -> None:
    state = at("black k1 d1 d2, white d4 k5, red b2", colour=colour)
    assert refused(state, "swap d4 k1") == "OP-10"
    assert refused(state, "swap d1 k5") == "OP-10"
    assert not {move for move in offered(state, "swap") if "k" in move}


@pytest.mark.clause("OP-7", "OP-10")
def test_a_swap_needs_two_pieces() -> None:
    state = at("black d1, white d4")
    assert refused(state, "swap d1 d5") == "OP-7"
    assert refused(state, "swap c1 d4") == "OP-7"


@pytest.mark.clause("OP-11")
def test_one_step_outward_for_two_points() -> None:
    state = at("black c1, white k5")
    assert offered(state, "c1-") == {"c1-d1", "c1-d8"}
    play(state, "c1-d1")
    assert (holds(state, "c1"), holds(state, "d1"), state.table.left) == (None, "black", 5)


@pytest.mark.clause("OP-11")
@pytest.mark.parametrize(("start", "target"), [("d1", "c1"), ("b1", "b2"), ("f1", "f16"), ("j1", "i1")])
def test_never_inward_nor_at_the_same_distance(start: str, target: str) -> None:
    state = at(f"black {start}, white k5")
    assert "outward" in str(refusal(state, f"{start}-{target}"))
    assert refused(state, f"{start}-{target}") == "OP-11"


@pytest.mark.clause("OP-11")
def test_only_to_a_neighbour_on_a_line() -> None:
    state = at("black c1, white k5")
    assert refused(state, "c1-e1") == "OP-11"
    assert refused(state, "c1-c1") == "OP-11"


@pytest.mark.clause("OP-7", "OP-11")
def test_only_to_an_empty_intersection() -> None:
    state = at("black c1, white d1")
    assert refused(state, "c1-d1") == "OP-7"
    assert refused(state, "d2-e2") == "OP-7", "nothing slides from an empty one"


@pytest.mark.clause("OP-7", "OP-11")
def test_others_pieces_slide_too() -> None:
    state = play(at("white c1, black k5", colour="red"), "c1-d8")
    assert holds(state, "d8") == "white"


@pytest.mark.clause("OP-11")
def test_onto_an_exit_but_not_from_one() -> None:
    state = play(at("black j1, white i1 j8"), "j1-k1")
    assert holds(state, "k1") == "black"
    assert "as far out" in str(refusal(state, "k1-j1"))
    assert refused(state, "k1-j1") == "OP-11"


@pytest.mark.clause("OP-11")
def test_with_one_point_nothing_slides() -> None:
    state = play(at("black d1, white d4", roll="1 1"), "swap d1 d4")
    assert state.table.left == 1
    assert offered(state, "d1-") == set()
    assert "costs 2" in str(refusal(state, "d1-e1"))
    assert refused(state, "d1-e1") == "OP-11"


@pytest.mark.clause("OP-10")
def test_not_even_on_a_board_whose_exits_have_lines_passing_through() -> None:
    state = at("black d1, white d4")
    plan = state.facts.plan
    one, other = state.board.intersection("d1"), state.board.intersection("d4")
    assert rules.may_swap(plan, one, other)
    for place in (one, other):
        is_exit = [number == place for number in range(len(plan.is_exit))]
        assert not rules.may_swap(plan._replace(is_exit=is_exit), one, other)
