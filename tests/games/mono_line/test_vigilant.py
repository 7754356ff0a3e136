"""Vigilant tables: wrong placements, announcements, conceding, and no hints: ML-5, ML-6."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.mono_line.tables import (
    BOARD,
    GAME,
    WINDOW,
    offered,
    place,
    puts,
    random_game,
    refusal,
    run,
    table,
    thoughts,
    viewers,
    winner,
)

from muscade import IllegalMove, Move
from muscade.board.moves import END, UNDO
from muscade.core import encode
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import CONCEDE, SWAP, Announce, Put
from muscade.games.mono_line.state import MonoLineState
from muscade.games.mono_line.view import Announcement
from muscade.kernels.primitives import fill

SMALL = ["a1", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"]


def vigilant(names: str = "", **options: object) -> MonoLineState:
    return place(table(play="vigilant", **options), names)


@pytest.mark.clause("ML-5")
def test_a_wrong_placement_is_accepted() -> None:
    state = vigilant("a1")
    assert "b1" in offered(state)
    place(state, "b1")
    assert [piece.place for piece in state.view(None).pieces] == ["a1", "b1"]
    assert state.outcome() is None


@pytest.mark.clause("ML-5")
def test_an_occupied_intersection_is_refused_all_the_same() -> None:
    assert refusal(vigilant("a1"), "a1").clause == "ML-2"


@pytest.mark.clause("ML-5")
def test_a_right_announcement_wins_at_once() -> None:
    state = vigilant("a1 b1")
    assert "announce a1 b1" in offered(state)
    run(state, "announce b1 a1")
    assert winner(state) == (0, "announced")
    view = state.view(1)
    assert view.announcement == Announcement(0, ("a1", "b1"), True)
    assert view.history[-1].shown == ("right",)


@pytest.mark.clause("ML-5")
def test_the_ends_of_a_long_line_share_it() -> None:
    assert winner(run(vigilant("f5 f16"), "announce f5 f16")) == (0, "announced")
    assert run(vigilant("d1 g1"), "announce d1 g1").outcome() is None


@pytest.mark.clause("ML-5")
def test_a_wrong_announcement_is_seen_and_has_no_effect() -> None:
    state = vigilant("a1 k1")
    before = state.view(1)
    run(state, "announce a1 k1")
    after = state.view(1)
    assert after.announcement == Announcement(0, ("a1", "k1"), False)
    assert after.history[-1].shown == ("wrong",)
    assert (after.pieces, after.turn, after.outcome) == (before.pieces, before.turn, None)
    assert puts(state) == [name for name in BOARD.intersections if name not in ("a1", "k1")]


@pytest.mark.clause("ML-5")
def test_one_announcement_a_turn() -> None:
    state = run(vigilant("a1 b1 k1 k3"), "announce a1 k3")
    assert state.view(None).announced
    assert not any(move.startswith("announce") for move in offered(state))
    assert refusal(state, "announce a1 b1").clause == "ML-5"
    place(state, "j1 k5")
    assert not state.view(None).announced
    assert winner(run(state, "announce a1 b1")) == (0, "announced")


@pytest.mark.clause("ML-5")
def test_any_two_opposing_pieces_will_do_whoever_placed_the_later_one() -> None:
    """Seat 1 placed b1 wrongly; seat 0 overlooks it and places k1. Now it is seat 1's to announce, or later seat 0's."""
    state = vigilant("a1 b1 k1")
    assert winner(run(state.copy(), "announce a1 b1")) == (1, "announced")
    place(state, "k2")
    assert winner(run(state, "announce a1 b1")) == (0, "announced")


@pytest.mark.clause("ML-5", "ML-7")
def test_a_piece_that_was_taken_over_counts_for_whoever_has_it() -> None:
    state = place(run(place(table(swap=True, play="vigilant"), "a1"), "swap"), "b1 k1")
    assert winner(run(state, "announce a1 b1")) == (0, "announced")


@pytest.mark.clause("ML-5")
def test_a_conflict_stays_announceable() -> None:
    state = vigilant("a1 b1 k1 k4 k2 k6")
    assert winner(run(state, "announce a1 b1")) == (0, "announced")


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize(
    "pair",
    ["a1 k1", "b1 d1", "a1 e1", "e1 e2", "a1 a1"],
    ids=["own", "opposing", "empty", "both empty", "the same"],
)
def test_an_announcement_names_a_piece_of_each(pair: str) -> None:
    state = vigilant("a1 b1 k1 d1")
    assert refusal(state, f"announce {pair}").clause == "ML-5"


@pytest.mark.clause("ML-5")
def test_an_announcement_of_a_place_the_board_does_not_have() -> None:
    assert refusal(vigilant("a1 b1"), "announce a1 z9").clause == "ML-2"


@pytest.mark.clause("ML-5")
def test_each_pair_has_one_name() -> None:
    state = vigilant("a1 b1")
    with pytest.raises(IllegalMove, match="in board order"):
        state.play(0, Announce(("b1", "a1")))


@pytest.mark.clause("ML-3", "ML-5")
def test_announcing_comes_before_placing() -> None:
    state = run(vigilant("a1 b1"), "k1")
    assert refusal(state, "announce a1 b1").clause == "ML-5"
    assert refusal(state, "concede").clause == "ML-3"
    run(state, "undo")
    assert winner(run(state, "announce a1 b1")) == (0, "announced")


@pytest.mark.clause("ML-3", "ML-5")
def test_a_piece_is_tried_anywhere() -> None:
    state = run(vigilant("a1"), "b1")
    assert offered(state) == {"end"}
    assert thoughts(state) == {"undo", *BOARD.intersections} - {"a1", "b1"}
    run(state, "c1, k1, end")
    assert [piece.place for piece in state.view(None).pieces] == ["a1", "k1"]


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize("turns", ["", "a1", "a1 b1"])
def test_one_may_concede(turns: str) -> None:
    state = vigilant(turns)
    active = state.turn()[0]
    assert "concede" in offered(state)
    assert winner(run(state, "concede")) == (1 - active, "conceded")


@pytest.mark.clause("ML-5", "ML-6")
def test_nobody_is_told_that_they_cannot_place() -> None:
    """The friendly table ends here; the vigilant one says nothing and goes on."""
    assert place(table(board=WINDOW), "a1 c1 c3").outcome() is not None
    state = vigilant("a1 c1 c3", board=WINDOW)
    assert state.turn() == (1,)
    assert puts(state) == ["b1", "b2", "b3", "b4", "c2", "c4"]
    place(state, "c2")
    assert winner(run(state, "announce c2 c3")) == (0, "announced")


@pytest.mark.clause("ML-4", "ML-5")
def test_on_a_full_board_the_last_announcement_is_still_possible() -> None:
    full = vigilant(" ".join(SMALL), board=WINDOW)
    assert full.turn() == (1,)
    assert puts(full) == []
    assert "concede" in offered(full)
    assert winner(run(full.copy(), "concede")) == (0, "conceded")
    assert winner(run(full.copy(), "announce b3 c4")) == (0, "no-place"), "no line, and nothing left to do"
    assert winner(run(full.copy(), "announce a1 b1")) == (1, "announced"), "b1 was their own mistake"
    assert winner(run(full, "announce b1 c4")) == (1, "announced")


@pytest.mark.clause("ML-1", "ML-4", "ML-5")
def test_without_a_piece_left_one_announces_or_loses() -> None:
    names = [name for name in BOARD.intersections if name[0] in "fghi"]
    state = vigilant(" ".join(names[:39]))
    assert state.view(None).supply == (0, 1)
    place(state, names[39])
    assert state.outcome() is None
    assert state.turn() == (0,)
    assert puts(state) == []
    assert refusal(state, "a1").clause == "ML-4"
    assert winner(run(state.copy(), "concede")) == (1, "conceded")
    assert winner(run(state.copy(), "announce f1 f10")) == (1, "no-piece")
    assert winner(run(state, "announce f1 f16")) == (0, "announced")


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize(
    ("owner", "other_owner", "lines", "other_lines", "right"),
    [
        (0, 1, 0b001, 0b001, True),
        (1, 0, 0b011, 0b110, True),
        (0, 1, 0b001, 0b010, False),
        (0, 0, 0b001, 0b001, False),
        (1, rules.NOBODY, 0b001, 0b001, False),
    ],
)
def test_when_an_announcement_is_right(
    owner: int, other_owner: int, lines: int, other_lines: int, right: bool
) -> None:
    on_one_line = rules.share_a_line(lines, other_lines)
    assert rules.announcement_is_right(owner, other_owner, on_one_line) == right


def all_that_goes_out(state: MonoLineState) -> bytes:
    """Views, counts, offers, second thoughts, and what is said to every move there is, but for what announcements bring."""
    out: list[object] = [state.turn(), [state.view(viewer) for viewer in viewers(state)], state.tallies()]
    names = BOARD.intersections
    attempts: list[Move] = [END, UNDO, SWAP, CONCEDE, *map(Put, names)]
    attempts += [Announce((one, other)) for one, other in pairwise(names)]
    for seat in (0, 1):
        out += [str(move) for move in (*state.moves(seat), *state.second_thoughts(seat))]
        for move in attempts:
            try:
                state.copy().play(seat, move)
            except IllegalMove as refusal:
                out.append((refusal.clause, refusal.text))
            else:
                out.append(str(move))
    return encode(out)


@pytest.mark.clause("ML-6")
@given(st.permutations(BOARD.intersections), st.integers(0, 39), st.booleans(), st.booleans())
def test_no_hint_of_closed_intersections(names: list[str], turns: int, limited: bool, trying: bool) -> None:
    """A table whose board had no lines at all would look, offer and refuse just the same."""
    state = vigilant(" ".join(names[:turns]), swap=True, pieces=20 if limited else "unlimited")
    if trying:
        run(state, names[turns])
    blank = state.copy()
    blank.board = dataclasses.replace(state.board, lines_of=(0,) * len(state.board.lines_of))
    blank.setting = state.setting.copy()
    for near in blank.setting.near:
        fill(near, 0)
    blank.set_table(blank.table)
    assert all_that_goes_out(blank) == all_that_goes_out(state)
    view = state.view(0)
    assert view.open == view.captured == ()


@pytest.mark.clause("ML-6")
def test_lines_are_counted_where_everything_is_open() -> None:
    [told] = vigilant("a1 b1").tallies(whole=True)
    assert told.counts == (2, 4)
    assert place(table(), "a1 d1").tallies() == place(table(), "a1 d1").tallies(whole=True) != ()


@pytest.mark.clause("ML-6")
def test_what_is_offered_is_every_empty_place_and_every_pair() -> None:
    state = vigilant("a1 b1 k1")
    empty = [name for name in BOARD.intersections if name not in ("a1", "b1", "k1")]
    assert offered(state) == {*empty, "announce a1 b1", "announce b1 k1", "concede"}


@pytest.mark.clause("ML-5")
@given(
    st.sampled_from(["standard", WINDOW]),
    st.sampled_from(["unlimited", 20]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_every_vigilant_game_ends(board: str, pieces: str | int, swap: bool, seed: int) -> None:
    options = {"board": board, "pieces": pieces, "swap": swap, "play": "vigilant"}
    *_, state = random_game(options, seed)
    assert winner(state)[1] in ("announced", "conceded", "no-place", "no-piece")


@pytest.mark.clause("ML-5")
def test_the_goal_of_a_vigilant_table_names_both_ways_to_win() -> None:
    friendly, watched = (
        GAME.goal(GAME.settle_options(2, {"play": play})) for play in ("friendly", "vigilant")
    )
    assert (friendly.en, friendly.fr) == (
        "Be the last who can place a piece.",
        "Soyez le dernier à pouvoir poser un pion.",
    )
    assert "announce two opposing pieces" in watched.en
    assert "annoncez deux rivaux" in watched.fr
