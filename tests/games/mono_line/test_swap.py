"""The balanced start: ML-7."""

from __future__ import annotations

import pytest
from tests.games.mono_line.tables import (
    GABLE,
    WINDOW,
    offered,
    place,
    puts,
    refusal,
    run,
    table,
    thoughts,
    winner,
)

from muscade.games.mono_line import rules
from muscade.games.mono_line.view import Stone


@pytest.mark.clause("ML-7")
def test_off_by_default() -> None:
    state = place(table(), "a1")
    assert "swap" not in offered(state)
    assert state.view(None).phase == "place"
    assert refusal(state, "swap").clause == "ML-7"


@pytest.mark.clause("ML-7")
def test_the_second_player_may_take_the_first_piece_over() -> None:
    state = place(table(swap=True), "a1")
    assert state.view(None).phase == "swap"
    assert "swap" in offered(state)
    run(state, "swap")
    view = state.view(None)
    assert view.pieces == (Stone("a1", 1, 1),)
    assert view.swapped
    assert (view.turn, view.phase) == ((0,), "place")
    assert refusal(state, "b1").clause == "ML-2", "the lines of a1 are seat 1's now"
    place(state, "k1 b1")
    assert [piece.seat for piece in view.pieces] == [1]
    assert [piece.seat for piece in state.view(None).pieces] == [1, 0, 1]


@pytest.mark.clause("ML-7")
def test_or_just_place() -> None:
    state = place(table(swap=True), "a1 k1")
    assert not state.view(None).swapped
    assert [piece.seat for piece in state.view(None).pieces] == [0, 1]
    for _ in range(2):
        assert "swap" not in offered(state)
        assert refusal(state, "swap").clause == "ML-7"
        place(state, "b1" if state.turn() == (0,) else "k2")


@pytest.mark.clause("ML-7")
def test_not_before_the_first_piece_is_declared_over() -> None:
    state = table(swap=True)
    assert refusal(state, "swap").clause == "ML-7"
    run(state, "a1")
    assert refusal(state, "swap").clause == "ML-7"
    assert refusal(state, "swap", seat=1).clause == "ML-2"


@pytest.mark.clause("ML-7")
def test_no_swap_back() -> None:
    state = run(place(table(swap=True), "a1"), "swap")
    assert "swap" not in offered(state)
    assert refusal(state, "swap").clause == "ML-7"
    assert not thoughts(state)


@pytest.mark.clause("ML-3", "ML-7")
def test_a_tried_piece_is_taken_up_before_a_swap() -> None:
    state = run(place(table(swap=True), "a1"), "k1")
    assert state.view(None).phase == "place"
    assert refusal(state, "swap").clause == "ML-7"
    run(state, "undo")
    assert state.view(None).phase == "swap"
    run(state, "swap")
    assert state.turn() == (0,)


@pytest.mark.clause("ML-1", "ML-7")
def test_the_piece_counts_for_its_new_owner() -> None:
    state = run(place(table(swap=True), "a1"), "swap")
    assert state.view(None).supply == (20, 19)


@pytest.mark.clause("ML-4", "ML-7")
def test_whoever_could_not_place_may_still_swap() -> None:
    state = place(table(swap=True, board=GABLE), "c1")
    assert offered(state) == {"swap"}
    assert winner(run(state, "swap")) == (1, "no-place")
    assert winner(place(table(board=GABLE), "c1")) == (0, "no-place")


@pytest.mark.clause("ML-5", "ML-7")
def test_vigilant_tables_swap_too() -> None:
    state = place(table(swap=True, play="vigilant", board=WINDOW), "a1")
    assert offered(state) == {"swap", "concede", *puts(state)}
    place(run(state, "swap"), "b1")
    assert winner(run(state, "announce a1 b1")) == (1, "announced")


@pytest.mark.clause("ML-7")
@pytest.mark.parametrize(
    ("on", "pieces", "swapped", "may"),
    [
        (True, 1, False, True),
        (False, 1, False, False),
        (True, 0, False, False),
        (True, 2, False, False),
        (True, 1, True, False),
    ],
)
def test_when_one_may_swap(on: bool, pieces: int, swapped: bool, may: bool) -> None:
    assert rules.may_swap(on, pieces, swapped) == may
