"""Swaps, lines, and what wins a round: PT-15 to PT-17."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.ptipasspass.tables import (
    GAME,
    LOSING,
    WINNING,
    alive_told_plainly,
    filled,
    full_cups,
    hands,
    inside,
    last_shown,
    ready,
    refusal,
    run,
    table,
    viewers,
    wins_told_plainly,
)

from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.moves import Lift, Swap
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import pile_of
from muscade.games.ptipasspass.view import Reveal, RoundEnd

EVERY_PILE = ["", "B", "G", "O", "BG", "BO", "GO", "BGO", "BB", "OOO", "BBG"]


def in_rows() -> PtiPassPassState:
    """Columns a, b and c are B, G, O from the top, but for c2 and c3, which are the other way round."""
    return filled("a1 b1 c1", "a2 b2 c3", "a3 b3 c2")


# ---------------------------------------------------------------- swapping


@pytest.mark.clause("PT-15")
def test_contents_move_along_and_nobody_sees_them() -> None:
    state = filled("a1 a1 c1", "a2 a1 c2", "a3 a3 c3", diagonals="all")
    before = {viewer: state.view(viewer).revealed for viewer in viewers(state)}
    assert (inside(state, "a1"), inside(state, "b2")) == ("BBG", "")
    run(state, "swap b2 a1")
    assert (inside(state, "a1"), inside(state, "b2")) == ("", "BBG")
    assert len(full_cups(state)) == 6
    assert last_shown(state) == [()] * 4
    assert {viewer: state.view(viewer).revealed for viewer in viewers(state)} == before
    for viewer in viewers(state):
        assert state.view(viewer).swapped == ("a1", "b2")
        assert state.view(viewer).history[-1].move == "swap a1 b2"


@pytest.mark.clause("PT-15", "PT-3")
@pytest.mark.parametrize("diagonals", ["lines", "all", "none"])
def test_any_two_neighbours_and_no_others(diagonals: str) -> None:
    state = filled("a1 b1 c1 d1", "a2 b2 c2 d2", "a3 b3 c3 d3", diagonals=diagonals)
    swaps = [move for move in state.moves(0) if isinstance(move, Swap)]
    assert len(swaps) == (29 if diagonals == "all" else 17)
    for move in swaps:
        state.copy().play(0, move)
    for far in ("swap a1 c1", "swap a1 a3", "swap a1 c3", "swap d1 a2", "swap b2 b2"):
        assert refusal(state, 0, far) == "PT-15"
    if diagonals != "all":
        assert refusal(state, 0, "swap a1 b2") == "PT-15"
        assert refusal(state, 0, "swap c2 b3") == "PT-15"


@pytest.mark.clause("PT-15", "PT-16")
def test_one_swap_and_then_a_lift() -> None:
    state = run(in_rows(), "swap a1 b1")
    assert state.turn() == (0,)
    assert all(isinstance(move, Lift) for move in state.moves(0))
    assert len(state.moves(0)) == 8
    assert refusal(state, 0, "swap a1 b1") == "PT-15"


@pytest.mark.clause("PT-15")
def test_the_swap_stays_after_a_lift_that_fails() -> None:
    state = run(filled("a1 b1 a3", "a2 b2 b2", "a3 b3 b3"), "swap c3 b3")
    run(state, "lift c1 c2 c3")
    assert state.turn() == (1,)
    assert (inside(state, "b3"), inside(state, "c3")) == ("", "OO")
    assert state.view(None).swapped == (), "it was this turn's"
    run(state, "lift b1 b2 b3, lift c1 c2 c3")
    assert (inside(state, "b3"), inside(state, "c3")) == ("", "OO")


@pytest.mark.clause("PT-15")
def test_the_swap_is_optional_and_can_win() -> None:
    lost = run(in_rows(), "lift b2 c2 a2")
    assert lost.view(None).victories == (0, 0, 0)
    won = run(in_rows(), "swap c2 c3, lift b2 c2 a2")
    assert won.view(None).victories == (1, 0, 0)


# ---------------------------------------------------------------- lifting


@pytest.mark.clause("PT-16")
def test_without_tokens_one_must_lift() -> None:
    state = in_rows()
    assert state.turn() == (0,)
    assert {type(move) for move in state.moves(0)} == {Swap, Lift}
    for passing in ("ok", "hide B a1", "announce B", "doublon"):
        assert refusal(state, 0, passing) == "PT-16"
    run(state, "swap a1 b1")
    for passing in ("ok", "hide B a1", "announce B", "doublon"):
        assert refusal(state, 0, passing) == "PT-16"


@pytest.mark.clause("PT-16", "PT-3")
@pytest.mark.parametrize("diagonals", ["lines", "all", "none"])
def test_any_line_and_nothing_else(diagonals: str) -> None:
    state = filled("a1 b1 c1 d1", "a2 b2 c2 d2", "a3 b3 c3 d3", diagonals=diagonals)
    for swap in (None, "swap a1 b1"):
        if swap:
            run(state, swap)
        lifts = {move for move in state.moves(0) if isinstance(move, Lift)}
        assert len(lifts) == (10 if diagonals == "none" else 14)
        for crooked in ("a1 b1 b2", "a1 b1 d1", "a1 b2 c2", "a1 a1 a1", "a1 a1 b1", "a1 c1 a3"):
            assert refusal(state, 0, f"lift {crooked}") == "PT-16"
    if diagonals == "none":
        assert refusal(state, 0, "lift b1 c2 d3") == "PT-16"
    else:
        run(state, "lift b1 c2 d3")


@pytest.mark.clause("PT-16", "PT-20")
def test_cups_are_lifted_in_the_open() -> None:
    state = run(filled("a1 b1 a1", "a1 b2 a1", "a3 b3 b3"), "lift c1 a1 b1")
    for viewer in viewers(state):
        assert state.view(viewer).history[-1].shown == ("a1 BBGG", "b1 B", "c1 -")
        assert state.view(viewer).revealed == (
            Reveal("a1", tuple("BBGG")),
            Reveal("b1", ("B",)),
            Reveal("c1", ()),
        )


# ---------------------------------------------------------------- winning


@pytest.mark.clause("PT-17")
@pytest.mark.parametrize(
    ("cups", "wins"),
    [
        (("B", "B", "B"), True),
        (("B", "G", "O"), True),
        (("B", "B", "G"), False),
        (("B", "G", ""), False),
        (("B", "B", ""), False),
        (("BGO", "", "BGO"), False),
        (("BB", "B", "BG"), True),
        (("BG", "BG", "O"), True),
        (("BG", "BG", "BG"), True),
        (("BG", "O", "O"), False),
        (("BG", "GO", "O"), True),
        (("BG", "BG", "B"), True),
        (("BBBGGG", "O", "OO"), False),
        (("BG", "GO", "BO"), True),
    ],
)
def test_one_token_of_each_cup(cups: tuple[str, str, str], wins: bool) -> None:
    assert bool(rules.line_wins(*(rules.palette(pile_of(cup)) for cup in cups))) == wins
    assert wins_told_plainly(*cups) == wins


@pytest.mark.clause("PT-17")
def test_every_three_cups_as_told_plainly() -> None:
    for cups in product(EVERY_PILE, repeat=3):
        piles = (rules.palette(pile_of(cup)) for cup in cups)
        assert bool(rules.line_wins(*piles)) == wins_told_plainly(*cups), cups


@pytest.mark.clause("PT-17", "PT-19")
@given(st.integers(3, 4), st.data())
def test_every_lift_as_told_plainly(seats: int, data: st.DataObject) -> None:
    names = table(seats).layout.names
    few = data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=6, unique=True))
    cups = [
        " ".join(data.draw(st.lists(st.sampled_from(few), min_size=seats, max_size=seats))) for _ in "BGO"
    ]
    state = filled(*cups)
    expected = {
        name: "".join(colour * row.split().count(name) for colour, row in zip("BGO", cups, strict=True))
        for name in names
    }
    if not alive_told_plainly([cup for cup in expected.values() if cup]):
        assert state.view(None).last_round == RoundEnd(1, None, ())
        return
    assert {name: inside(state, name) for name in names} == expected
    assert state.view(None).last_round is None
    for move in state.moves(0):
        if isinstance(move, Lift):
            after = state.copy()
            after.play(0, move)
            won = wins_told_plainly(*(expected[cup] for cup in move.cups))
            assert after.view(None).victories[0] == won
            assert after.view(None).round == 1 + won
            if not won:
                assert full_cups(after) == full_cups(state)


@pytest.mark.clause("PT-17")
def test_the_winner_takes_a_victory_token() -> None:
    state = run(ready(table(4, first=3)), f"lift {WINNING}")
    for viewer in viewers(state):
        view = state.view(viewer)
        assert view.victories == (0, 0, 0, 1)
        assert view.supply == 4
        assert view.last_round == RoundEnd(1, 3, ("a1", "b1", "c1"))
        assert view.history[-1].shown == ("a1 BB", "b1 B", "c1 B", "won")


@pytest.mark.clause("PT-17")
def test_otherwise_the_cups_go_back_as_they_were() -> None:
    state = ready(table())
    before = full_cups(state)
    run(state, f"lift {LOSING}")
    assert full_cups(state) == before
    assert hands(state) == ["", "", ""]
    view = state.view(None)
    assert (view.victories, view.supply, view.round, view.last_round) == ((0, 0, 0), 4, 1, None)
    assert state.turn() == (1,)


@pytest.mark.clause("PT-5", "PT-14", "PT-15", "PT-16")
def test_what_there_is_to_do_is_told_by_what_one_holds() -> None:
    """With a token in hand nobody swaps or lifts."""

    def told(state: PtiPassPassState) -> str:
        return GAME.describe(state.view(None)).en

    assert "To do: hide a token in the fist and name a cup.\n" in told(table())
    state = in_rows()
    assert "To do: swap two cups, or not, then lift three in a line.\n" in told(state)
    assert "To do: lift three cups in a line.\n" in told(run(state, "swap c2 c3"))
