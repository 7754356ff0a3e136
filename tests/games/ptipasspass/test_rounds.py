"""The end of rounds and of the game: PT-18 and PT-19."""

from __future__ import annotations

import pytest
from tests.games.ptipasspass.tables import (
    GAME,
    LOSING,
    WINNING,
    filled,
    full_cups,
    hands,
    last_shown,
    place_all,
    put,
    ready,
    refusal,
    run,
    table,
    win_round,
)

from muscade import InvalidOptions
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.view import RoundEnd

LAST_TURN = "This was the last of the turns that the table has set: the game is over."


def lying_turn(state: PtiPassPassState) -> None:
    """A turn that changes nothing but the count (PT-11)."""
    run(state, "hide B a1, oks, announce G")
    run(state, "menteur")


def why(state: PtiPassPassState, seat: int, notation: str) -> list[str]:
    """What the referee says of a move, step by step."""
    return [reason.text.en for reason in state.explain(seat, GAME.parse(notation))]


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
