"""GT-4 to GT-8: steps, transit spaces, going home."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.groups_of_three.tables import (
    LAST_CORNER,
    offered,
    placed,
    reason,
    refusal,
    run,
    spaces_of,
    table,
)

from muscade.board import EMPTY, NOWHERE, standard_board
from muscade.games.groups_of_three import rules
from muscade.kernels.primitives import FINE

BOARD = standard_board()


# ---------------------------------------------------------------- GT-4


@pytest.mark.clause("GT-4")
def test_the_total_of_both_dice_is_the_number_of_steps() -> None:
    state = run(table(), "roll 2 5")
    assert state.view(None).dice == (2, 5)
    assert state.view(None).left == 7
    run(state, "8.9>8.1, 7.1>6.9, 8.1>7.1")
    assert state.view(None).left == 4, "spread over several pieces"


@pytest.mark.clause("GT-4")
def test_not_all_steps_need_be_used() -> None:
    state = run(table(), "roll 6 6")
    assert "end" in offered(state)
    run(state, "end")
    assert state.view(None).colour == "white"
    assert state.view(None).left == 0


@pytest.mark.clause("GT-4")
def test_a_turn_ends_by_itself_once_nothing_is_left_to_do() -> None:
    state = run(table(), "roll 1 1, 7.1>6.10, 6.10>5.1")
    assert state.view(None).phase == "roll"
    assert state.view(None).colour == "white"
    assert state.second_thoughts(0) == ()


@pytest.mark.clause("GT-4")
def test_no_step_without_steps_left() -> None:
    state = run(placed("black 3.1 4.1", "1 1"), "3.1>3.8, 4.1>3.1")
    assert state.view(None).left == 0
    assert state.view(None).additions == ("4.1",), "the turn waits for the piece that may come in"
    assert refusal(state, "3.1>4.2") == "GT-4"


@pytest.mark.clause("GT-4")
def test_only_pieces_of_the_turns_colour_step() -> None:
    state = run(table(), "roll 3 4")
    assert refusal(state, "7.2>8.2") == "GT-4"
    assert "black" in reason(state, "7.2>8.2")
    assert refusal(state, "6.1>5.1") == "GT-4", "nobody is there"
    assert all(move == "end" or move.split(">")[0] in ("8.9", "7.8", "7.1") for move in offered(state))


@pytest.mark.clause("GT-4")
def test_in_a_game_of_two_the_other_colour_of_the_same_player_stands_still() -> None:
    state = run(table(2), "roll 3 4")
    assert state.view(None).owners[2] == state.turn()[0]
    assert refusal(state, "7.4>6.12") == "GT-4"


@pytest.mark.clause("GT-4")
def test_nobody_acts_out_of_turn() -> None:
    state = run(table(), "roll 3 4")
    assert refusal(state, "7.2>8.2", seat=1) == "GT-4"
    assert refusal(state, "end", seat=1) == "GT-4"
    assert state.moves(1) == ()


# ---------------------------------------------------------------- GT-5


@pytest.mark.clause("GT-5")
def test_a_step_crosses_a_shared_boundary_in_any_direction() -> None:
    state = placed(f"black 6.10 {LAST_CORNER}", "6 6")
    for target in ("5.1", "5.2", "6.2", "7.1", "7.2"):
        run(state, f"6.10>{target}, {target}>6.10")


@pytest.mark.clause("GT-5")
@pytest.mark.parametrize("target", ["8.2", "3.1", "6.11", "6.10"])
def test_no_step_to_a_space_that_is_no_neighbour(target: str) -> None:
    """8.2 and 6.10 meet in a point; the others not at all, and a space is not its own neighbour."""
    state = placed(f"black 6.10 {LAST_CORNER}")
    assert refusal(state, f"6.10>{target}") == "GT-5"


@pytest.mark.clause("GT-5")
@pytest.mark.parametrize("colour", ["black", "white"])
def test_no_step_into_an_occupied_space_or_over_it(colour: str) -> None:
    state = placed(f"black 6.10, {colour} 5.1, red 8.9")
    assert refusal(state, "6.10>5.1") == "GT-5"
    assert "5.1" in reason(state, "6.10>5.1")
    assert refusal(state, "6.10>4.1") == "GT-5"


@pytest.mark.clause("GT-5")
def test_a_space_that_the_board_does_not_have() -> None:
    state = run(table(), "roll 3 4")
    assert refusal(state, "8.9>9.1") == "GT-5"
    assert refusal(state, "12.1>8.9") == "GT-5"
    assert refusal(state, "add 9.9") == "GT-5"


@pytest.mark.clause("GT-5")
def test_the_steps_offered_are_those_to_empty_neighbours() -> None:
    state = run(table(), "roll 1 2")
    assert set(offered(state)) == {
        "8.9>8.1",
        *(f"7.1>{target}" for target in ("6.9", "6.10", "8.1", "8.2", "8.10")),
        *(f"7.8>{target}" for target in ("6.9", "6.16", "8.1", "8.8", "8.16")),
        "end",
    }


# ---------------------------------------------------------------- GT-6


@pytest.mark.clause("GT-6")
@pytest.mark.parametrize("target", ["1.1", "1.2", "3.2", "3.1"])
def test_a_piece_crosses_a_transit_space_to_any_empty_neighbour(target: str) -> None:
    state = run(placed(f"black 3.1 {LAST_CORNER}"), "3.1>2.1")
    assert state.view(None).crossing == "2.1"
    assert set(offered(state)) == {"2.1>1.1", "2.1>1.2", "2.1>3.1", "2.1>3.2"}
    run(state, f"2.1>{target}")
    assert state.view(None).crossing is None
    assert spaces_of(state, "black") == {target, LAST_CORNER}
    assert state.view(None).left == 5


@pytest.mark.clause("GT-6")
def test_it_enters_only_with_two_steps_left() -> None:
    state = run(placed(f"black 3.1 {LAST_CORNER}", "1 1"), "8.10>8.2")
    assert refusal(state, "3.1>2.1") == "GT-6"
    assert "3.1>4.1" in offered(state)
    state = run(placed(f"black 3.1 {LAST_CORNER}", "1 1"), "3.1>2.1, 2.1>1.2")
    assert state.view(None).colour == "white"


@pytest.mark.clause("GT-6")
def test_while_it_crosses_no_other_piece_moves() -> None:
    state = run(placed(f"black 3.1 {LAST_CORNER}"), "3.1>2.1")
    assert refusal(state, "8.10>8.2") == "GT-6"
    assert "2.1" in reason(state, "8.10>8.2")


@pytest.mark.clause("GT-6")
def test_no_turn_ends_on_a_transit_space() -> None:
    state = run(placed(f"black 3.1 {LAST_CORNER}"), "3.1>2.1")
    assert refusal(state, "end") == "GT-6"
    run(state, "2.1>1.1, end")


@pytest.mark.clause("GT-6")
def test_the_way_it_came_is_a_way_out_when_all_others_are_taken() -> None:
    state = run(placed("black 3.1 8.10, white 1.1 1.2 3.2"), "3.1>2.1")
    assert offered(state) == ["2.1>3.1"]


@pytest.mark.clause("GT-6")
def test_a_transit_space_without_a_way_out_is_not_entered() -> None:
    """Only a board with two transit spaces side by side can have one; the law is asked directly."""
    transit = [0, 1, 1, 0]
    asked = {"transit": transit, "colour": 0, "left": 5, "reserve": 1, "home": 0}
    shut = [EMPTY, 0, EMPTY, 1]
    fault = rules.step_fault(shut, beside=(2,), beyond=(1, 3), origin=1, target=2, crossing=1, **asked)
    assert fault == rules.NO_WAY_OUT
    ajar = [EMPTY, 0, EMPTY, EMPTY]
    fault = rules.step_fault(ajar, beside=(2,), beyond=(1, 3), origin=1, target=2, crossing=1, **asked)
    assert fault == FINE


# ---------------------------------------------------------------- GT-7 and GT-8


@pytest.mark.clause("GT-7")
@pytest.mark.parametrize("number", range(1, 9))
def test_from_each_small_triangle_a_step_goes_home(number: int) -> None:
    state = run(placed(f"black 1.{number} 8.9 8.10"), f"1.{number}>0")
    view = state.view(None)
    assert view.homes[0] == 1
    assert view.left == 6, "no extra step"
    assert spaces_of(state, "black") == {"8.9", "8.10"}


@pytest.mark.clause("GT-7")
def test_only_from_a_small_triangle() -> None:
    state = run(placed("black 3.1 8.9 8.10"), "3.1>2.1")
    assert refusal(state, "2.1>0") == "GT-5"
    assert refusal(placed("black 3.1 8.9 8.10"), "3.1>0") == "GT-5"


@pytest.mark.clause("GT-7")
def test_the_center_square_never_fills_and_never_gives_back() -> None:
    state = run(placed("black 1.1 1.2 1.3 8.9 8.10"), "1.1>0, 1.2>0, 1.3>0")
    assert state.view(None).homes[0] == 3
    assert refusal(state, "0>1.1") == "GT-7"
    assert refusal(state, "add 0") == "GT-9"


@pytest.mark.clause("GT-8")
def test_while_there_is_a_reserve_two_pieces_stay() -> None:
    state = placed("black 1.1 1.2 1.3")
    run(state, "1.1>0")
    assert refusal(state, "1.2>0") == "GT-8"
    assert "1.2>0" not in offered(state)
    assert "1.2>2.1" in offered(state)


@pytest.mark.clause("GT-8")
def test_with_an_empty_reserve_the_last_two_go_home() -> None:
    state = run(placed("black 1.1 1.2", home="black 8"), "1.1>0, 1.2>0")
    assert state.view(None).homes[0] == 10


@pytest.mark.clause("GT-8")
def test_a_piece_just_brought_in_lets_another_go_home() -> None:
    state = placed("black 1.1 3.1, white 4.1", home="black 7")
    assert refusal(state, "1.1>0") == "GT-8"
    run(state, "3.1>3.8, add 3.1, 1.1>0")
    assert state.view(None).homes[0] == 8


# ---------------------------------------------------------------- properties


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[int], int]:
    """A crowd of pieces anywhere but in the Center Square and the transit spaces, and steps left."""
    cells = [EMPTY] * len(BOARD.spaces)
    for space in range(1, len(cells)):
        if space not in BOARD.transit:
            cells[space] = draw(st.sampled_from((EMPTY, EMPTY, 0, 1, 2)))
    return cells, draw(st.integers(0, 4))


@pytest.mark.clause("GT-4", "GT-5", "GT-6", "GT-7", "GT-8")
@given(position=positions(), reserve=st.integers(0, 2), kept=st.integers(1, 4))
def test_a_step_is_what_the_page_says(position: tuple[list[int], int], reserve: int, kept: int) -> None:
    """Told over plainly, for every pair of spaces."""
    cells, left = position
    transit = [int(space in BOARD.transit) for space in range(len(cells))]
    home = 10 - reserve - kept
    for origin in range(1, len(cells)):
        for target in range(len(cells)):
            allowed = (
                cells[origin] == 0
                and left >= (2 if target in BOARD.transit else 1)
                and target in BOARD.space_neighbours[origin]
                and cells[target] == EMPTY
                and (target != 0 or reserve == 0 or kept > 2)
            )
            fault = rules.step_fault(
                cells,
                transit,
                BOARD.space_neighbours[origin],
                BOARD.space_neighbours[target],
                origin,
                target,
                0,
                left,
                NOWHERE,
                reserve,
                home,
            )
            assert (fault == FINE) == allowed
