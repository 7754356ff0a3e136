"""SP-2: one piece jumps over a neighbour, straight on or around a corner; and how moves are counted (SP-4)."""

from __future__ import annotations

import pytest
from tests.games.solitaire.tables import offered, places, reason, refusal, run, table

from muscade.board import standard_board

BOARD = standard_board()


@pytest.mark.clause("SP-2")
def test_sixteen_pieces_begin_around_the_centre() -> None:
    state = table("twisted-jumps")
    rings = {ring: [name for name in places(state) if name[0] == ring] for ring in "bcd"}
    assert (len(rings["b"]), len(rings["c"]), len(rings["d"])) == (4, 4, 8)
    assert set(rings["c"]) == {"c2", "c4", "c6", "c8"}
    assert state.view(0).left == 16
    assert state.view(0).target == 1
    assert {piece.colour for piece in state.view(0).pieces} == {None}


@pytest.mark.clause("SP-2")
def test_a_jump_removes_the_piece_jumped() -> None:
    state = run(table("twisted-jumps", "b1 b4 e5"), "b1xb4>c7")
    assert places(state) == {"c7", "e5"}
    assert state.view(0).left == 2


@pytest.mark.clause("SP-2")
def test_a_jump_goes_to_any_empty_neighbour_of_the_piece_jumped() -> None:
    """Straight on and around every corner alike."""
    state = table("twisted-jumps", "b1 b4 e5")
    over = BOARD.intersection("b4")
    behind = {BOARD.intersections[place] for place in BOARD.neighbours[over]} - {"b1"}
    assert {move for move in offered(state) if move.startswith("b1x")} == {f"b1xb4>{name}" for name in behind}
    assert len(behind) > 2


@pytest.mark.clause("SP-2")
def test_a_jump_does_not_end_where_it_began() -> None:
    assert "taken" in reason(table("twisted-jumps", "b1 b4"), "b1xb4>b1")


@pytest.mark.clause("SP-2")
@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("b2xb1>c1", "no piece on b2"),
        ("b1xb2>b3", "no piece on b2 to pass over"),
        ("b1xb4>c8", "c8 is taken"),
        ("b1xe5>e4", "e5 is not next to b1"),
        ("b1xb1>c1", "b1 is not next to b1"),
        ("b1xb4>k1", "k1 is not next to b4"),
        ("c8xb4>e7", "e7 is not next to b4"),
    ],
)
def test_what_is_no_jump_is_refused(move: str, says: str) -> None:
    state = table("twisted-jumps", "b1 b4 c8 e5")
    assert says in reason(state, move)
    assert refusal(state, move) == "SP-2"


@pytest.mark.clause("SP-2")
def test_one_piece_at_a_time_is_jumped() -> None:
    """In the Spiral a piece would run over both."""
    state = table("twisted-jumps", "b1 b4 c7 k1")
    assert refusal(state, "b1xc7>d7") == "SP-2"
    assert not any(move.startswith("b1xc7") for move in offered(state))


def test_a_place_that_the_board_does_not_have_is_refused() -> None:
    assert refusal(table("twisted-jumps"), "b1xb9>c7") == "OB-10"


@pytest.mark.clause("SP-2")
def test_the_last_piece_has_to_be_on_the_centre() -> None:
    state = run(table("twisted-jumps", "b1 b2 b3"), "b3xb2>a1")
    assert state.outcome() is None, "two are left, one of them on the centre"
    run(state, "b1xa1>b3")
    assert state.outcome() is None, "one is left, but not there"
    assert offered(state) == ["stop"]
    run(state, "undo, a1xb1>c1")
    assert state.outcome() is None
    solved = run(table("twisted-jumps", "c4 b2"), "c4xb2>a1").outcome()
    assert solved is not None
    assert (solved.winners, solved.reason) == ((0,), "solved")


@pytest.mark.clause("SP-4")
def test_jumps_in_a_row_by_one_piece_count_once() -> None:
    state = table("twisted-jumps")
    assert (state.view(0).count, state.view(0).mover) == (0, None)
    run(state, "b1xb4>c7")
    assert (state.view(0).count, state.view(0).mover) == (1, "c7")
    run(state, "c7xd6>e7, e7xd7>e8")
    assert (state.view(0).count, state.view(0).mover) == (1, "e8")
    run(state, "c4xb2>b1")
    assert (state.view(0).count, state.view(0).mover) == (2, "b1")
    run(state, "e8xd8>e1")
    assert (state.view(0).count, state.view(0).mover) == (3, "e1"), "the first piece again, but after another"


@pytest.mark.clause("SP-4")
def test_taking_back_counts_nothing_and_a_chain_goes_on_afterwards() -> None:
    state = run(table("twisted-jumps"), "b1xb4>c7, c7xd6>e7, undo")
    assert (state.view(0).count, state.view(0).mover) == (1, "c7")
    run(state, "c7xd6>e7")
    assert state.view(0).count == 1
    run(state, "undo, undo")
    assert (state.view(0).count, state.view(0).mover) == (0, None)


def test_the_score_is_how_many_were_taken_off() -> None:
    outcome = run(table("twisted-jumps"), "b1xb4>c7, c7xd6>e7, stop").outcome()
    assert outcome is not None
    assert outcome.scores == (2,)
