"""Open and closed intersections, tries, and the end: ML-2, ML-3, ML-4 at friendly tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.mono_line.tables import (
    BOARD,
    GAME,
    WIDE,
    WINDOW,
    offered,
    open_told_plainly,
    place,
    puts,
    random_game,
    refusal,
    run,
    table,
    thoughts,
    winner,
)

from muscade.board.moves import END
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import Put

boards = st.sampled_from(["standard", WINDOW, WIDE])
supplies = st.sampled_from(["unlimited", 20])
seeds = st.integers(0, 2**32)


@pytest.mark.clause("ML-2")
def test_a_turn_places_one_piece_and_then_the_other_plays() -> None:
    state = table()
    place(state, "a1")
    assert state.turn() == (1,)
    assert refusal(state, "k1", seat=0).clause == "ML-2"
    place(state, "k1")
    assert state.turn() == (0,)
    assert [(piece.place, piece.seat, piece.turn) for piece in state.view(None).pieces] == [
        ("a1", 0, 1),
        ("k1", 1, 2),
    ]


@pytest.mark.clause("ML-2")
def test_only_on_an_empty_intersection() -> None:
    state = place(table(), "a1 k1")
    for taken in ("a1", "k1"):
        refused = refusal(state, taken)
        assert refused.clause == "ML-2"
        assert taken in refused.text.en


@pytest.mark.clause("ML-2")
@pytest.mark.parametrize("closed", ["b1", "b3", "c1", "c5", "b2", "b4", "c3", "c7"])
def test_a_line_of_the_opponent_is_closed_to_its_ends(closed: str) -> None:
    state = place(table(), "a1")
    assert closed not in puts(state)
    refused = refusal(state, closed)
    assert refused.clause == "ML-2"
    assert refused.text.en == f"{closed} shares a line with the opponent's piece on a1."
    assert "a1" in refused.text.fr


@pytest.mark.clause("ML-2")
def test_a_line_that_ends_at_an_intersection_counts() -> None:
    """b1-b2 is a line of two, and both its ends are on it."""
    state = place(table(), "b1")
    assert refusal(state, "b2").text.en.endswith("piece on b1.")


@pytest.mark.clause("ML-2")
def test_the_oldest_closing_piece_is_named() -> None:
    state = place(table(), "c1 k1 b3")
    assert refusal(state, "a1").text.en.endswith("piece on c1.")


@pytest.mark.clause("ML-2")
@pytest.mark.parametrize(
    ("piece", "closed"),
    [
        ("d1", "f3 e2 c1 d8 e8 f14 f5 e3 d2 c2 e1 f16"),
        ("b1", "a1 b2 b3 b4 c1 c2 c5 c8"),
        ("k1", "j1 i2 i3 j2 k3 j8 i15 i14 j7 k7"),
    ],
)
def test_what_a_piece_closes_on_this_board(piece: str, closed: str) -> None:
    state = place(table(), piece)
    assert set(BOARD.intersections) - set(puts(state)) == {piece, *closed.split()}


@pytest.mark.clause("ML-2")
def test_places_on_lines_of_ones_own_alone_are_safe() -> None:
    """d1 and d3 keep e2, e3 and d2 for their owner, whatever else is closed to both."""
    state = place(table(), "d1 k5 d3")
    safe = {"e2", "e3", "d2"}
    assert not safe & set(puts(state))
    for name in puts(state):
        assert safe <= set(puts(place(state.copy(), name)))


@pytest.mark.clause("ML-2")
def test_sharing_lines_with_ones_own_is_fine() -> None:
    state = place(table(), "a1 k1")
    assert {"b1", "b2", "c5"} <= offered(state)
    place(state, "b1 j1 c5")
    assert state.view(None).pieces[-1].place == "c5"


@pytest.mark.clause("ML-2")
def test_two_lines_of_different_owners_close_their_crossing_to_both() -> None:
    state = place(table(), "k1 k2")
    for _ in range(2):
        assert refusal(state, "j1").clause == "ML-2", "k1-k3 and k8-k2 cross there"
        place(state, "a1" if state.turn() == (0,) else "k4")


@pytest.mark.clause("ML-2")
def test_captured_lines_are_shown() -> None:
    state = table()
    assert set(state.view(None).captured) == {None}
    place(state, "a1 k1")
    captured = state.view(None).captured
    assert len(captured) == len(BOARD.lines)
    for line, seat in enumerate(captured):
        names = {BOARD.intersections[number] for number in BOARD.lines[line]}
        assert seat == (0 if "a1" in names else 1 if "k1" in names else None)
    run(state, "b1")
    assert state.view(None).captured == captured, "a tried piece holds nothing yet"


@pytest.mark.clause("ML-2", "ML-5")
@given(boards, supplies, seeds)
def test_offers_are_what_is_open_word_for_word(board: str, pieces: str | int, seed: int) -> None:
    for state in random_game({"board": board, "pieces": pieces}, seed):
        view = state.view(None)
        if view.active is None:
            assert view.open == ()
            continue
        plain = [name for name in open_told_plainly(state, view.active) if name != view.tried]
        assert list(view.open) == plain
        if view.tried is None:
            assert state.moves(view.active) == [Put(name) for name in plain]
        else:
            assert list(state.moves(view.active)) == [END]
            assert thoughts(state) == {"undo", *plain}


@pytest.mark.clause("ML-2")
@given(boards, seeds)
def test_no_line_ever_holds_pieces_of_both(board: str, seed: int) -> None:
    *_, state = random_game({"board": board}, seed)
    owners = state.owners
    for line in state.board.lines:
        assert not {0, 1} <= {owners[number] for number in line}


@pytest.mark.clause("ML-3")
def test_a_piece_may_be_tried_in_several_places() -> None:
    state = place(table(), "a1")
    run(state, "k1")
    assert state.turn() == (1,)
    assert state.view(None).tried == "k1"
    assert state.view(0).pieces == state.view(1).pieces == place(table(), "a1").view(0).pieces
    assert offered(state) == {"end"}
    assert {"undo", "k2", "d1"} <= thoughts(state)
    assert "b1" not in thoughts(state)
    assert refusal(state, "b1").clause == "ML-2"
    assert refusal(state, "k1").clause == "ML-3"
    run(state, "k2, d1, d2, end")
    assert [piece.place for piece in state.view(None).pieces] == ["a1", "d2"]
    assert state.view(None).tried is None
    assert "k1" in puts(state)


@pytest.mark.clause("ML-3")
def test_a_tried_piece_may_be_taken_up() -> None:
    state = place(table(), "a1")
    before = state.view(None)
    run(state, "k1, undo")
    after = state.view(None)
    assert (after.pieces, after.tried, after.open) == (before.pieces, None, before.open)
    assert state.turn() == (1,)
    assert not thoughts(state)


@pytest.mark.clause("ML-3")
@pytest.mark.parametrize("word", ["end", "undo"])
def test_there_must_be_a_piece_to_declare_or_to_take_up(word: str) -> None:
    assert refusal(table(), word).clause == "ML-3"
    assert refusal(place(table(), "a1"), word).clause == "ML-3"


@pytest.mark.clause("ML-3")
def test_what_is_declared_over_stays() -> None:
    state = place(table(), "a1")
    assert refusal(state, "undo", seat=0).clause == "ML-2"
    assert refusal(state, "undo", seat=1).clause == "ML-3"
    place(state, "k1")
    assert refusal(state, "a1").clause == "ML-2"


@pytest.mark.clause("ML-3")
def test_while_one_tries_the_other_waits() -> None:
    state = run(table(), "a1")
    for move in ("k1", "end", "undo"):
        assert refusal(state, move, seat=1).clause == "ML-2"
    assert not state.second_thoughts(1)


@pytest.mark.clause("ML-4")
def test_the_last_to_place_wins() -> None:
    """On the window the corner opposite to c1 closes both others to its owner; b3 leaves c4 to them."""
    state = place(table(board=WINDOW), "a1 c1")
    ended = place(state.copy(), "c3")
    assert open_told_plainly(ended, 1) == []
    assert open_told_plainly(ended, 0) == ["b3", "b4"]
    assert winner(ended) == (0, "no-place")
    assert winner(place(state, "b3 c4")) == (1, "no-place")


@pytest.mark.clause("ML-4")
def test_it_ends_when_the_turn_is_declared_over_and_not_before() -> None:
    state = run(place(table(board=WINDOW), "a1 c1"), "c3")
    assert state.outcome() is None
    assert state.turn() == (0,)
    run(state, "b3, c3, end")
    assert winner(state) == (0, "no-place")
    view = state.view(None)
    assert (view.phase, view.active, view.open) == ("over", None, ())
    for move in ("b3", "undo", "end", "swap"):
        assert refusal(state, move, seat=0).clause == "ML-4"


@pytest.mark.clause("ML-4")
@pytest.mark.parametrize(
    ("places", "left", "can"), [(1, 1, True), (1, 0, False), (0, 1, False), (2, -1, True), (0, -1, False)]
)
def test_what_it_takes_to_place(places: int, left: int, can: bool) -> None:
    assert rules.can_place(places, left) == can


@pytest.mark.clause("ML-4")
@given(boards, supplies, st.booleans(), seeds)
def test_every_friendly_game_ends_and_the_last_to_place_wins(
    board: str, pieces: str | int, swap: bool, seed: int
) -> None:
    *_, state = random_game({"board": board, "pieces": pieces, "swap": swap}, seed)
    seat, reason = winner(state)
    last = state.view(None).pieces[-1]
    assert last.seat == seat
    spent = sum(piece.seat != seat for piece in state.view(None).pieces) == pieces
    assert reason == ("no-piece" if spent else "no-place")
    assert spent or open_told_plainly(state, 1 - seat) == []


@pytest.mark.clause("ML-5")
def test_at_a_friendly_table_nobody_announces_or_concedes() -> None:
    state = place(table(), "a1 k1")
    assert refusal(state, "announce a1 k1").clause == "ML-5"
    assert refusal(state, "concede").clause == "ML-5"


def test_what_the_board_does_not_have() -> None:
    refused = refusal(table(), "z9")
    assert refused.clause == "ML-2"
    assert "z9" in refused.text.en
    assert GAME.parse("z9") == Put("z9")
