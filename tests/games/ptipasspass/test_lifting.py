"""Swaps, lines, victories and void rounds: PT-15 to PT-19."""

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
    place_all,
    put,
    ready,
    refusal,
    run,
    table,
    viewers,
    win_round,
    wins_told_plainly,
)

from muscade import InvalidOptions
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.moves import Lift, Swap
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import pile_of
from muscade.games.ptipasspass.view import Reveal, RoundEnd

LAST_TURN = "This was the last of the turns that the table has set: the game is over."
EVERY_PILE = ["", "B", "G", "O", "BG", "BO", "GO", "BGO", "BB", "OOO", "BBG"]


def in_rows() -> PtiPassPassState:
    """Columns a, b and c are B, G, O from the top, but for c2 and c3, which are the other way round."""
    return filled("a1 b1 c1", "a2 b2 c3", "a3 b3 c2")


def lying_turn(state: PtiPassPassState) -> None:
    """A turn that changes nothing but the count (PT-11)."""
    run(state, "hide B a1, oks, announce G")
    run(state, "menteur")


def why(state: PtiPassPassState, seat: int, notation: str) -> list[str]:
    """What the referee says of a move, step by step."""
    return [reason.text.en for reason in state.explain(seat, GAME.parse(notation))]


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


# ---------------------------------------------------------------- rounds and the end


@pytest.mark.clause("PT-18")
def test_a_new_round_begins_afresh() -> None:
    state = ready(table())
    run(state, f"swap a3 b3, lift {WINNING}")
    view = state.view(None)
    assert (view.round, view.phase, view.turn) == (2, "hide", (1,))
    assert hands(state) == ["BGO"] * 3
    assert full_cups(state) == {}
    assert view.victories == (1, 0, 0), "victory tokens stay"
    assert (view.named, view.announced, view.ok, view.swapped) == (None, None, (), ())
    assert view.outcome is None


@pytest.mark.clause("PT-18")
def test_tokens_go_home_from_hands_too() -> None:
    state = put(table(), "B a1", "B b1", "B c1", "G a2", "G b2")
    run(state, "hide G a2, 0: doublon")
    put(state, "O a3", "O b3", "G c2")
    assert hands(state) == ["", "", "GO"]
    run(state, f"lift {WINNING}")
    assert hands(state) == ["BGO"] * 3
    assert full_cups(state) == {}


@pytest.mark.clause("PT-18")
def test_the_second_victory_token_wins() -> None:
    state = win_round(win_round(table(), 1), 0)
    assert state.outcome() is None
    win_round(state, 1)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (1, 2, 0), "victory-tokens")
    assert state.turn() == ()
    assert state.view(None).phase == "over"
    assert state.view(None).outcome == outcome
    for seat in range(3):
        assert state.moves(seat) == ()
        assert refusal(state, seat, f"lift {WINNING}") == "PT-18"


@pytest.mark.clause("PT-19")
@pytest.mark.parametrize(
    "cups",
    [
        ("a1 a1 a1", "a1 a1 a1", "a1 a1 a1"),  # one cup
        ("a1 b1 a1", "a1 b1 b1", "a1 a1 a1"),  # two cups
        ("a1 a1 a1", "a1 a1 a1", "b1 c1 c1"),  # three in a line, but their colours allow neither
        ("a1 c3 c3", "b2 b2 b2", "b2 b2 b2"),
    ],
)
def test_a_round_that_nobody_can_win_is_void_and_replayed(cups: tuple[str, str, str]) -> None:
    state = win_round(table(3), 0)
    place_all(state, *cups)
    view = state.view(None)
    assert view.last_round == RoundEnd(2, None, ())
    assert (view.round, view.phase, view.first, view.turn) == (3, "hide", 1, (1,)), "by the same first player"
    assert hands(state) == ["BGO"] * 3
    assert full_cups(state) == {}
    assert view.victories == (1, 0, 0)
    assert view.supply == 3
    assert last_shown(state) == [("placed", "void")] * 4, "nothing but that"


@pytest.mark.clause("PT-19")
@pytest.mark.parametrize(
    "cups",
    [
        ("a1 a1 a1", "c2 c2 c2", "a3 a3 a3"),  # not a line yet, but swaps can make it one
        ("a1 a1 a1", "a1 a1 b1", "c1 c1 c1"),
        ("a1 b1 c3", "a1 a1 a1", "a1 a1 a1"),
    ],
)
def test_a_round_that_somebody_could_win_goes_on(cups: tuple[str, str, str]) -> None:
    state = filled(*cups)
    view = state.view(None)
    assert (view.last_round, view.round, view.phase) == (None, 1, "swap")
    assert hands(state) == [""] * 3


@pytest.mark.clause("PT-19")
def test_no_round_is_void_while_somebody_holds_a_token() -> None:
    state = put(table(), *["B a1"] * 3, *["G a1"] * 3, *["O b1"] * 2)
    assert state.view(None).round == 1
    run(state, "hide O b1, 0: doublon")
    assert state.view(None).round == 1
    run(state, "lift a1 b1 c1, lift a1 b1 c1")
    assert (state.view(None).round, state.turn()) == (1, (2,))


@pytest.mark.clause("PT-19")
def test_a_limit_of_turns_ends_the_game() -> None:
    state = win_round(table(3, max_turns=100), 1)
    assert state.view(None).turns == 11
    while state.view(None).turns < 99:
        lying_turn(state)
    assert state.outcome() is None
    lying_turn(state)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (0, 1, 0), "max-turns")
    assert state.turn() == ()
    assert state.view(None).turns == 100


@pytest.mark.clause("PT-19", "PT-17")
def test_a_round_won_with_the_last_turn_counts() -> None:
    state = table(3, max_turns=100)
    for _ in range(90):
        lying_turn(state)
    run(ready(state), f"lift {WINNING}")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (1, 0, 0), "max-turns")


@pytest.mark.clause("PT-19")
def test_a_round_void_with_the_last_turn_is_not_replayed() -> None:
    state = table(3, max_turns=100)
    for _ in range(91):
        lying_turn(state)
    place_all(state, *["a1 a1 a1"] * 3)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1, 2), "max-turns")
    assert state.turn() == ()


@pytest.mark.clause("PT-13", "PT-17", "PT-18", "PT-19")
def test_what_is_said_of_a_last_turn_is_what_comes_of_it() -> None:
    """Nothing begins again after it, and a round won with it is not the game."""
    last_but_one = table(3, max_turns=100)
    for _ in range(91):
        lying_turn(last_but_one)
    for state, says in ((table(3), "The round begins again."), (last_but_one, LAST_TURN)):
        put(state, *["B a1"] * 3, *["G a1"] * 3, *["O a1"] * 2)
        run(state, "hide O a1, oks, announce O")
        run(state, f"{state.turn()[0]}: ok")
        void, last = why(state, state.turn()[0], "ok")[-2:]
        assert void.endswith("the round is void.")
        assert last == says
    state = table(3, max_turns=100)
    for _ in range(90):
        lying_turn(state)
    won, last = why(ready(state), 0, f"lift {WINNING}")[-2:]
    assert won.endswith("wins the round.")
    assert last == LAST_TURN
    state = table(3, max_turns=100)
    for _ in range(99):
        lying_turn(state)
    assert why(run(state, "hide B a1, oks, announce G"), 1, "menteur")[-1] == LAST_TURN
    second = run(ready(win_round(table(3), 0)), f"lift {LOSING}, lift {LOSING}")
    assert "wins the game" in why(second, 0, f"lift {WINNING}")[-1]


@pytest.mark.clause("PT-19")
def test_equal_players_share_a_game_that_was_cut_short() -> None:
    state = table(3, max_turns=100)
    for _ in range(100):
        lying_turn(state)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0, 1, 2), (0, 0, 0))


@pytest.mark.clause("PT-19")
def test_every_turn_is_counted() -> None:
    """Nine to place and one or three to lift; the turn that wins the game is no exception."""
    state = win_round(table(), 0)
    assert state.view(None).turns == 10
    win_round(state, 0)
    assert state.view(None).turns == 22
    assert state.outcome() is not None


@pytest.mark.clause("PT-19")
def test_there_is_no_limit_unless_told_otherwise() -> None:
    state = table()
    assert state.options["max_turns"] == 0
    for _ in range(101):
        lying_turn(state)
    assert state.outcome() is None
    with pytest.raises(InvalidOptions, match="PT-19"):
        GAME.new(3, max_turns=-5)


@pytest.mark.clause("PT-5", "PT-14", "PT-15", "PT-16")
def test_what_there_is_to_do_is_told_by_what_one_holds() -> None:
    """With a token in hand nobody swaps or lifts."""

    def told(state: PtiPassPassState) -> str:
        return GAME.describe(state.view(None)).en

    assert "To do: hide a token in the fist and name a cup.\n" in told(table())
    state = in_rows()
    assert "To do: swap two cups, or not, then lift three in a line.\n" in told(state)
    assert "To do: lift three cups in a line.\n" in told(run(state, "swap c2 c3"))
