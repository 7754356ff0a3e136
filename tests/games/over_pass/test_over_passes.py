"""Over-Passes: where a piece may run (OP-7, OP-8, OP-9, OP-13)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import at, counted, holds, offered, play, refusal, refused


@pytest.mark.clause("OP-9")
def test_over_one_piece_to_whatever_is_next() -> None:
    state = at("black b1, white c1")
    assert offered(state, "b1>") == {"b1>d1", "b1>d8"}
    play(state, "b1>d1")
    assert (holds(state, "b1"), holds(state, "d1"), state.table.left) == (None, "black", 6)


@pytest.mark.clause("OP-9")
def test_over_many_turning_as_it_likes() -> None:
    state = at("black b1, white c1, red d1, blue e2")
    assert offered(state, "b1>") == {f"b1>{target}" for target in ("d8", "c2", "e1", "d2", "f2", "f3")}
    play(state, "b1>f2")
    assert state.view(None).history[-1].shown == ("via c1 d1 e2",)


@pytest.mark.clause("OP-9")
def test_own_colour_is_in_the_way() -> None:
    state = at("black b1 d1, white c1 e1")
    assert offered(state, "b1>") == {"b1>d8"}
    assert "same colour" in str(refusal(state, "b1>f1"))
    assert refused(state, "b1>f1") == "OP-9"
    assert "same colour" in str(refusal(at("black b1 c1"), "b1>d1")), "the first of all, too"


@pytest.mark.clause("OP-9")
def test_an_empty_intersection_is_never_crossed() -> None:
    state = at("black b1, white c1 e1")
    assert "b1>f1" not in offered(state)
    assert "empty intersection" in str(refusal(state, "b1>f1"))
    assert refused(state, "b1>f1") == "OP-9"


@pytest.mark.clause("OP-9")
def test_somebody_must_be_passed() -> None:
    state = at("black b1, white e1")
    assert offered(state, "b1>") == set()
    assert "needs somebody" in str(refusal(state, "b1>c1"))
    assert refused(state, "b1>c1") == "OP-9"


@pytest.mark.clause("OP-9")
def test_it_does_not_land_where_it_started() -> None:
    # A circle of other colours leads back to the start.
    state = at("black d1, white c1 d8 e1")
    assert refused(state, "d1>d1") == "OP-9"
    assert "d1>d1" not in offered(state)


@pytest.mark.clause("OP-7")
def test_one_intersection_holds_one_piece() -> None:
    state = at("black b1, white c1 d1")
    assert refused(state, "b1>d1") == "OP-7"
    assert refused(state, "b1>c1") == "OP-7"


@pytest.mark.clause("OP-7")
def test_any_piece_of_any_colour() -> None:
    state = at("black b1 e5, white c1, red d4", colour="blue")
    assert refused(state, "c2>d1") == "OP-7", "there must be one"
    play(state, "c1>b2, d4>f8")
    assert (holds(state, "b2"), holds(state, "f8")) == ("white", "red")


@pytest.mark.clause("OP-7", "OP-9")
def test_whose_turn_it_is_does_not_change_what_is_in_the_way() -> None:
    state = at("white b1 d1, black c1", colour="black")
    assert offered(state, "b1>") == {"b1>d8"}, "over black on black's turn, but white is in white's way"


@pytest.mark.clause("OP-13")
def test_passing_does_nothing_to_the_passed() -> None:
    state = play(at("black b1, white c1, red d1"), "b1>e1")
    assert (holds(state, "c1"), holds(state, "d1"), holds(state, "e1")) == ("white", "red", "black")
    assert [counted(state, "reserves")[colour] for colour in ("black", "white", "red")] == [9, 9, 9]


@pytest.mark.clause("OP-9")
def test_pieces_on_exits_can_be_passed_and_exits_reached() -> None:
    state = at("black j1, white k1, red i2")
    assert offered(state, "j1>") == {"j1>j8", "j1>h2", "j1>i3"}
    state = play(at("black i1, white j1"), "i1>k1")
    assert holds(state, "k1") == "black"


@pytest.mark.clause("OP-9", "OP-8")
def test_from_exit_to_exit_along_the_perimeter() -> None:
    state = at("black k1, white j1")
    assert offered(state, "k1>") == {"k1>k2"}
    assert refused(state, "k1>i1") == "OP-8"
    assert refused(state, "k1>i2") == "OP-8"
    play(state, "k1>k2")
    assert holds(state, "k2") == "black"


@pytest.mark.clause("OP-9")
def test_every_intersection_of_the_way_is_on_the_perimeter() -> None:
    inside = at("black k1, white j1 i2 i3 j2")
    assert offered(inside, "k1>") == {"k1>k2"}
    assert "perimeter" in str(refusal(inside, "k1>k3"))
    assert refused(inside, "k1>k3") == "OP-9"
    around = play(at("black k1, white j1 k2, red j2"), "k1>k3")
    assert around.view(None).history[-1].shown == ("via j1 k2 j2",)


@pytest.mark.clause("OP-9")
def test_from_an_exit_to_nowhere_but_an_exit() -> None:
    state = at("black k1, white j1 k2")
    assert offered(state, "k1>") == set()
    assert "not an exit" in str(refusal(state, "k1>j2"))
    assert refused(state, "k1>j2") == "OP-9"


@pytest.mark.clause("OP-9")
def test_own_colour_blocks_the_perimeter_too() -> None:
    state = at("black k1 k2, white j1 j2")
    assert offered(state, "k1>") == set()
    assert refused(state, "k1>k3") == "OP-9"


@pytest.mark.clause("OP-8")
@pytest.mark.parametrize("notation", ["k1>k2", "k1-j1"])
def test_only_its_owner_moves_a_piece_on_an_exit(notation: str) -> None:
    state = at("black k1 b1, white j1", colour="red")
    assert refused(state, notation) == "OP-8"


@pytest.mark.clause("OP-8")
@pytest.mark.parametrize("colour", ["black", "white"])
def test_with_two_colours_their_player_moves_either_on_any_of_their_turns(colour: str) -> None:
    state = at("black k1, white k5 c1, red j1 j4 k3, blue j2", colour=colour, seats=2)
    assert offered(state, "k") == {"k1>k2", "k5>k4"}
    assert "player of its colour" in str(refusal(state, "k3>k2"))
    assert refused(state, "k3>k2") == "OP-8", "red is the other player's"
    other = "k5>k4" if colour == "black" else "k1>k2"
    play(state, other)
    assert holds(state, other[3:]) != colour


@pytest.mark.clause("OP-8")
def test_with_three_or_four_players_nobody_moves_another_colour_on_an_exit() -> None:
    state = at("black k1, white k5 c1, red j1 j4", colour="black", seats=4)
    assert offered(state, "k") == {"k1>k2"}
    assert refused(state, "k5>k4") == "OP-8"


@pytest.mark.clause("OP-8", "OP-9")
def test_ones_other_colour_can_be_passed_over_on_the_way() -> None:
    state = at("black k1, white j1", colour="white", seats=2)
    assert offered(state, "k") == {"k1>k2"}


@pytest.mark.clause("OP-5", "OP-8")
def test_a_run_of_ones_other_colour_keeps_the_turn_open() -> None:
    """Odd, so nobody leaves; all pieces are on the perimeter, and only white, on black's turn, can run."""
    state = at("black k1, white k5, red k4", colour="black", seats=2, roll="1 2")
    assert state.phase == "roll", "nothing to pass over next to it"
    state = at("black k1, white k5, red j4", colour="black", seats=2, roll="1 2")
    assert "k5>k4" in offered(state)


@pytest.mark.clause("OP-9")
def test_it_costs_a_point() -> None:
    state = at("black b1 b3, white c1 c5 k5", roll="1 1")
    play(state, "b1>d1, b3>d4")
    assert state.phase == "roll", "two points, two Over-Passes"


def test_ways_are_shown_to_the_seat_to_act() -> None:
    state = at("black b1, white c1, red d1")
    ways = set(state.view(0).ways)
    assert {"b1 c1 d8", "b1 c1 d1 e1", "c1 b1 b2", "d1 c1 b1 a1"} <= ways
    over_passes = {way.split()[0] + ">" + way.split()[-1] for way in ways}
    assert over_passes == {move for move in offered(state) if ">" in move}
    assert state.view(1).ways == state.view(None).ways == ()


def test_ways_run_along_the_perimeter_from_an_exit() -> None:
    state = at("black k1, white j1 i1 i16 j8 k2, red j2")
    assert "k1 j1 k2 j2 k3" in state.view(0).ways
    assert "k1 j8 k8" in state.view(0).ways


def test_a_place_that_the_board_has_not() -> None:
    state = at("black b1, white c1")
    assert refused(state, "b1>c9") == refused(state, "z1-z2") == refused(state, "exit k9") == "OB-10"
