"""SP-1: Groups-of-Three without colours, dice or a way home."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.solitaire.tables import (
    FULL_HOUSE_IN_37,
    full_but_for_one_in_transit,
    offered,
    places,
    reason,
    refusal,
    run,
    table,
)

from muscade.board import standard_board
from muscade.core.chance import SeedStream

BOARD = standard_board()


@pytest.mark.clause("SP-1")
def test_three_pieces_begin_where_black_does_in_groups_of_three() -> None:
    state = table("full-house")
    black = BOARD.setups["groups-of-three"]["black"]
    assert places(state) == {BOARD.spaces[space] for space in black} == {"8.9", "7.8", "7.1"}
    assert {piece.colour for piece in state.view(0).pieces} == {None}
    assert (state.view(0).left, state.view(0).target) == (3, 40)


@pytest.mark.clause("SP-1")
def test_a_step_beside_one_piece_of_a_group_lets_one_in() -> None:
    state = run(table("full-house"), "8.9>8.1")
    assert state.view(0).additions == ("8.9",)
    run(state, "add 8.9")
    assert places(state) == {"8.1", "8.9", "7.1", "7.8"}
    assert state.view(0).additions == ()


@pytest.mark.clause("SP-4")
def test_steps_count_and_additions_do_not() -> None:
    state = run(table("full-house"), "8.9>8.1")
    assert state.view(0).count == 1
    run(state, "add 8.9")
    assert state.view(0).count == 1
    run(state, "undo, undo")
    assert state.view(0).count == 0
    run(state, "redo, redo, 7.8>8.8")
    assert state.view(0).count == 2


@pytest.mark.clause("SP-1")
def test_there_is_no_limit_on_steps() -> None:
    state = table("full-house")
    for _ in range(50):
        run(state, "8.9>8.1, 8.1>8.9")
    assert state.view(0).count == 100
    assert state.outcome() is None


@pytest.mark.clause("SP-1")
def test_the_next_step_forfeits_an_addition() -> None:
    state = run(table("full-house"), "8.9>8.1, 7.8>8.8")
    assert refusal(state, "add 8.9") == "GT-9"
    run(state, "undo")
    assert "add 8.9" in offered(state), "but it can be taken back"


@pytest.mark.clause("SP-1")
def test_nothing_leaves_the_board() -> None:
    state = table("full-house", "1.1 3.3 4.1")
    assert "1.1>0" not in offered(state)
    assert refusal(state, "1.1>0") == "SP-1"
    assert "Nothing leaves the board" in reason(state, "1.1>0")
    assert refusal(state, "0>1.1") == "SP-1"
    assert refusal(state, "3.3>0") == "GT-5"
    assert refusal(state, "3.1>0") == "GT-4"


@pytest.mark.clause("SP-1")
def test_a_transit_space_is_crossed_and_nothing_rests_there() -> None:
    state = run(table("full-house", "3.1 8.9"), "3.1>2.1")
    assert state.view(0).crossing == "2.1"
    assert all(move.startswith("2.1>") or move == "stop" for move in offered(state))
    assert refusal(state, "8.9>8.1") == "GT-6"
    run(state, "2.1>1.1")
    assert state.view(0).crossing is None
    assert "8.9>8.1" in offered(state)
    run(state, "undo")
    assert state.view(0).crossing == "2.1"
    run(state, "undo")
    assert state.view(0).crossing is None


@pytest.mark.clause("SP-1")
@pytest.mark.parametrize(
    ("move", "clause", "says"),
    [
        ("8.1>8.2", "GT-4", "no piece in 8.1"),
        ("8.9>5.1", "GT-5", "share no stretch"),
        ("8.9>7.1", "GT-5", "There is a piece in 7.1"),
        ("8.9>9.1", "GT-5", "no space 9.1"),
        ("add 8.1", "GT-9", "right after a step"),
        ("add 7.1", "GT-9", "7.1 is taken"),
        ("add 2.1", "GT-9", "transit"),
        ("add 0", "GT-9", "Center Square"),
    ],
)
def test_what_groups_of_three_forbids_is_forbidden(move: str, clause: str, says: str) -> None:
    state = table("full-house")
    assert says in reason(state, move)
    assert refusal(state, move) == clause


@pytest.mark.clause("SP-1")
def test_only_the_space_that_was_opened_takes_a_piece() -> None:
    assert "8.9" in reason(run(table("full-house"), "8.9>8.1"), "add 8.2")


@pytest.mark.clause("SP-1")
def test_the_puzzle_ends_with_the_last_piece() -> None:
    *before, last = FULL_HOUSE_IN_37.split(", ")
    state = run(table("full-house"), ",".join(before))
    assert state.view(0).left == 39
    assert state.outcome() is None
    run(state, last)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "solved", (40,))


@pytest.mark.clause("SP-1")
def test_a_smaller_house_is_full_sooner() -> None:
    outcome = run(table("full-house", target=4), "8.9>8.1, add 8.9").outcome()
    assert outcome is not None
    assert outcome.reason == "solved"
    assert run(table("full-house", target=5), "8.9>8.1, add 8.9").outcome() is None


@pytest.mark.clause("SP-1")
def test_a_house_is_not_full_while_somebody_stands_in_transit() -> None:
    """On a board with a group at a transit space, the last piece can come in while another one crosses."""
    state = full_but_for_one_in_transit()
    crossing = state.view(0).crossing
    [open_space] = state.view(0).additions
    run(state, f"add {open_space}")
    assert (state.view(0).left, state.view(0).target) == (3, 3)
    assert state.outcome() is None
    way_out = next(move for move in offered(state) if move.startswith(f"{crossing}>"))
    run(state, way_out)
    assert state.outcome() is not None


@pytest.mark.clause("SP-1")
@given(seed=st.integers(0, 2**32))
def test_pieces_are_never_lost(seed: int) -> None:
    state, rng = table("full-house"), SeedStream("full house", seed)
    for _ in range(150):
        before = state.view(0)
        move = rng.choice(state.moves(0)[:-1])
        state.play(0, move)
        after = state.view(0)
        if move.notation.startswith("add"):
            assert (after.left, after.count) == (before.left + 1, before.count)
        else:
            assert (after.left, after.count) == (before.left, before.count + 1)
        assert "0" not in places(state)
        resting = places(state) - {after.crossing}
        assert not resting & {BOARD.spaces[space] for space in BOARD.transit}
        if state.outcome():
            break
