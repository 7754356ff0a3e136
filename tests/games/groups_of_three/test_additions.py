"""GT-9: a step that completes a group lets pieces in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.groups_of_three.tables import (
    LAST_CORNER,
    WITH_A_GROUP_AT_A_TRANSIT_SPACE,
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
from muscade.games.groups_of_three.board_facts import facts_of

BOARD = standard_board()


@pytest.mark.clause("GT-9")
@pytest.mark.parametrize("occupant", ["black", "white"])
def test_a_step_beside_one_piece_of_a_group_lets_one_in(occupant: str) -> None:
    """3.1, 3.8 and 4.1 are a group; whose the other piece is does not matter."""
    state = run(placed(f"black 4.2 {LAST_CORNER}, {occupant} 4.1"), "4.2>3.1")
    assert state.view(None).additions == ("3.8",)
    left, reserve = state.view(None).left, state.view(None).reserves[0]
    run(state, "add 3.8")
    assert "3.8" in spaces_of(state, "black")
    assert state.view(None).left == left, "it is free"
    assert state.view(None).reserves[0] == reserve - 1
    assert state.view(None).additions == ()


@pytest.mark.clause("GT-9")
def test_adding_is_optional_and_at_once() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1"), "4.2>3.1")
    assert {"add 3.8", "3.1>3.8", "8.10>8.2", "end"} <= set(offered(state))
    run(state, "8.10>8.2")
    assert state.view(None).additions == ()
    assert refusal(state, "add 3.8") == "GT-9"


@pytest.mark.clause("GT-9")
def test_a_step_home_forfeits_it_too() -> None:
    state = run(placed("black 4.2 1.1 8.10, white 4.1"), "4.2>3.1, 1.1>0")
    assert state.view(None).additions == ()
    assert refusal(state, "add 3.8") == "GT-9"


@pytest.mark.clause("GT-9")
def test_the_end_of_the_turn_forfeits_it() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1"), "4.2>3.1, end")
    assert state.view(None).additions == ()
    run(state, "roll 1 2")
    assert refusal(state, "add 3.8") == "GT-9"


@pytest.mark.clause("GT-9")
def test_a_turn_without_steps_left_waits_for_the_addition() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1", "1 1"), "8.10>8.2, 4.2>3.1")
    assert offered(state) == ["add 3.8", "end"]
    run(state, "add 3.8")
    assert state.view(None).colour == "white"


@pytest.mark.clause("GT-9")
def test_none_when_both_others_are_taken_or_both_are_empty() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1 3.8"), "4.2>3.1")
    assert state.view(None).additions == ()
    assert refusal(state, "add 3.8") == "GT-9"
    assert "taken" in reason(state, "add 3.8")
    state = run(placed(f"black 4.2 {LAST_CORNER}"), "4.2>3.1")
    assert state.view(None).additions == ()
    assert refusal(state, "add 3.8") == "GT-9"


@pytest.mark.clause("GT-9")
def test_none_outside_of_any_group() -> None:
    state = run(placed(f"black 3.1 {LAST_CORNER}, white 3.2"), "3.1>4.2")
    assert not BOARD.groups_of[BOARD.space("4.2")]
    assert state.view(None).additions == ()


@pytest.mark.clause("GT-9")
def test_none_from_an_empty_reserve() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1", home="black 8"), "4.2>3.1")
    assert state.view(None).additions == ()
    assert refusal(state, "add 3.8") == "GT-9"
    assert "reserve" in reason(state, "add 3.8")


@pytest.mark.clause("GT-9")
def test_nothing_comes_in_without_a_step() -> None:
    """The set-up itself has two pieces in a group."""
    state = run(table(), "roll 3 4")
    assert state.view(None).additions == ()
    assert refusal(state, "add 8.1") == "GT-9"


@pytest.mark.clause("GT-9")
def test_a_step_can_complete_two_groups_and_both_may_be_used() -> None:
    """5.1 is in a group with 6.1 and 6.9, and in one with 6.2 and 6.10."""
    state = run(placed(f"black 4.1 {LAST_CORNER}, white 6.1 6.10"), "4.1>5.1")
    assert state.view(None).additions == ("6.9", "6.2")
    run(state, "add 6.2")
    assert state.view(None).additions == ("6.9",)
    run(state, "add 6.9")
    assert spaces_of(state, "black") == {"5.1", "6.2", "6.9", LAST_CORNER}
    assert state.view(None).reserves[0] == 6


@pytest.mark.clause("GT-9")
def test_both_are_judged_before_anything_is_placed() -> None:
    """6.1 shares 6.9 with both its groups; 5.1 and 5.8 are the others. Putting a piece into 5.1 closes no offer."""
    state = run(placed(f"black 5.1 {LAST_CORNER}, white 6.9"), "5.1>6.1")
    assert set(state.view(None).additions) == {"5.1", "5.8"}
    run(state, "add 5.1, add 5.8")
    assert {"5.1", "5.8"} <= spaces_of(state, "black")


@pytest.mark.clause("GT-9")
def test_two_groups_that_point_to_the_same_space_let_one_piece_in() -> None:
    state = run(placed(f"black 6.9 {LAST_CORNER}, white 5.1 5.8"), "6.9>6.1")
    assert state.view(None).additions == ("6.9",)
    run(state, "add 6.9")
    assert state.view(None).additions == ()
    assert state.view(None).reserves[0] == 7


@pytest.mark.clause("GT-9")
def test_the_last_of_the_reserve_can_go_into_one_of_two() -> None:
    state = run(placed(f"black 4.1 {LAST_CORNER}, white 6.1 6.10", home="black 7"), "4.1>5.1")
    run(state, "add 6.2")
    assert state.view(None).additions == ()
    assert refusal(state, "add 6.9") == "GT-9"


@pytest.mark.clause("GT-9")
def test_moving_within_a_group_counts() -> None:
    state = run(placed("black 3.1 4.1"), "3.1>3.8")
    assert state.view(None).additions == ("3.1",)


@pytest.mark.clause("GT-9")
def test_moving_out_and_back_counts_as_two_steps() -> None:
    state = run(placed("black 3.1 4.1"), "3.1>4.2, 4.2>3.1")
    assert state.view(None).additions == ("3.8",)
    assert state.view(None).left == 5


@pytest.mark.clause("GT-9")
def test_a_placed_piece_triggers_nothing() -> None:
    """A piece put into 5.1 stands beside 6.2 in another group, whose third space stays closed."""
    state = run(placed("black 5.8 6.9, white 6.2"), "5.8>6.1")
    assert set(state.view(None).additions) == {"5.1", "5.8"}
    run(state, "add 5.1")
    assert state.view(None).additions == ("5.8",), "not 6.10, though 5.1 and 6.2 are taken"
    assert refusal(state, "add 6.10") == "GT-9"


@pytest.mark.clause("GT-9")
def test_only_the_space_that_the_step_opened() -> None:
    state = run(placed(f"black 4.2 {LAST_CORNER}, white 4.1"), "4.2>3.1")
    assert refusal(state, "add 8.1") == "GT-9"
    assert "3.8" in reason(state, "add 8.1")
    assert refusal(state, "add 4.1") == "GT-9"
    assert refusal(state, "add 2.1") == "GT-9"
    assert refusal(state, "add 0") == "GT-9"


@pytest.mark.clause("GT-9")
def test_a_piece_just_added_may_step_in_the_same_turn() -> None:
    state = run(placed("black 3.1 4.1"), "3.1>3.8, add 3.1, 3.1>4.2")
    assert spaces_of(state, "black") == {"3.8", "4.1", "4.2"}


# ---------------------------------------------------------------- transit spaces in groups: boards of one's own


@pytest.mark.clause("GT-6", "GT-9")
def test_no_transit_space_of_the_standard_board_is_in_a_group() -> None:
    assert not any(BOARD.groups_of[space] for space in (*BOARD.transit, *BOARD.small))


@pytest.fixture
def halves() -> tuple[str, str]:
    """The two spaces that share a T with the transit space 2.1."""
    state = table(board=WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    board = state.board
    transit = board.space("2.1")
    [group] = [board.groups[number] for number in board.groups_of[transit]]
    one, other = (board.spaces[space] for space in group if space != transit)
    return one, other


@pytest.mark.clause("GT-9")
def test_no_piece_is_put_into_a_transit_space(halves: tuple[str, str]) -> None:
    one, other = halves
    state = placed(f"black 4.1 {LAST_CORNER}, white {other}", board=WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    run(state, f"4.1>{one}")
    assert "2.1" not in state.view(None).additions
    assert refusal(state, "add 2.1") == "GT-9"


@pytest.mark.clause("GT-6", "GT-9")
def test_a_step_into_a_transit_space_completes_its_group_and_the_piece_still_steps_out(
    halves: tuple[str, str],
) -> None:
    one, other = halves
    state = placed(f"black {one} {LAST_CORNER}, white {other}", board=WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    run(state, f"{one}>2.1")
    assert state.view(None).additions == (one,)
    assert state.view(None).crossing == "2.1"
    assert refusal(state, "end") == "GT-6"
    run(state, f"add {one}")
    assert state.view(None).crossing == "2.1"
    run(state, "2.1>1.1")
    assert spaces_of(state, "black") == {one, "1.1", LAST_CORNER}


@pytest.mark.clause("GT-6", "GT-9")
def test_a_piece_that_would_shut_in_the_one_crossing_is_not_added(halves: tuple[str, str]) -> None:
    one, other = halves
    state = placed(f"black {one} {LAST_CORNER}, white {other}", board=WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    beside = [state.board.spaces[k] for k in state.board.space_neighbours[state.board.space("2.1")]]
    walls = " ".join(name for name in beside if name != one)
    state = placed(f"black {one} {LAST_CORNER}, white {walls}", board=WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    run(state, f"{one}>2.1")
    assert state.view(None).additions == ()
    assert offered(state) == [f"2.1>{one}"]
    assert refusal(state, f"add {one}") == "GT-6"


# ---------------------------------------------------------------- properties


def told_plainly(cells: list[int], space: int) -> set[int]:
    """GT-9 word for word."""
    found = set()
    for group in BOARD.groups:
        if space in group:
            others = [other for other in group if other != space]
            occupied = [other for other in others if cells[other] != EMPTY]
            if len(occupied) == 1:
                found |= {other for other in others if other not in occupied and other not in BOARD.transit}
    return found


@pytest.mark.clause("GT-9")
@given(st.lists(st.sampled_from((EMPTY, EMPTY, 0, 3)), min_size=77, max_size=77), st.integers(0, 7))
def test_additions_are_what_the_page_says(cells: list[int], reserve: int) -> None:
    rows = facts_of(BOARD)
    for space in range(1, len(BOARD.spaces)):
        partners = rows.fields["partners"][space]
        opened = [NOWHERE] * (len(partners) // 2)
        found = opened[: rules.fill_additions(cells, rows.fields["transit"], partners, reserve, opened)]
        assert len(set(found)) == len(found)
        assert set(found) == (told_plainly(cells, space) if reserve else set())


@pytest.mark.clause("GT-9")
@pytest.mark.parametrize("group", BOARD.groups, ids=str)
def test_every_group_of_the_board_lets_a_piece_in(group: tuple[int, int, int]) -> None:
    """A step within it, beside a piece of somebody else's."""
    origin, target, other = (BOARD.spaces[space] for space in group)
    corner = "8.10" if "8.10" not in (origin, target, other) else "8.12"
    state = run(placed(f"black {origin} {corner}, white {other}"), f"{origin}>{target}")
    assert origin in state.view(None).additions


# ---------------------------------------------------------------- the examples of the rules page


@pytest.mark.clause("GT-9")
@pytest.mark.parametrize(
    ("pieces", "step", "open_spaces"),
    [
        ("black 6.10 5.8, white 8.9", "6.10>7.1", {"8.1"}),
        ("black 6.10 5.8", "6.10>7.1", set()),
        ("black 6.10 5.8, white 8.1 8.9", "6.10>7.1", set()),
        ("black 8.9 7.1", "8.9>8.1", {"8.9"}),
        ("black 6.10 5.8, white 8.9 8.2", "6.10>7.1", {"8.1", "8.10"}),
        ("black 8.9 7.1 7.8", "8.9>8.1", {"8.9"}),
        ("black 8.9 5.4, white 7.1", "8.9>8.1", {"8.9"}),
    ],
)
def test_the_examples_of_the_page(pieces: str, step: str, open_spaces: set[str]) -> None:
    state = run(placed(pieces), step)
    assert set(state.view(None).additions) == open_spaces
    run(state, ", ".join([*(f"add {space}" for space in sorted(open_spaces)), "end"]))
    assert open_spaces <= spaces_of(state, "black")
