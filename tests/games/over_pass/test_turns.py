"""Turns, taking back, winning, and the limit (OP-3, OP-5, OP-14, OP-15)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import (
    GAME,
    NATURE,
    NO_RESERVES,
    at,
    begun,
    counted,
    holds,
    lay,
    offered,
    play,
    refused,
)

from muscade import IllegalMove, Outcome
from muscade.board.moves import UNDO
from muscade.games.over_pass.state import OverPassState

# ------------------------------------------------------------ whose turn


@pytest.mark.clause("OP-3")
def test_turns_go_round() -> None:
    state = begun(4, first=2)
    colours = []
    for _ in range(5):
        play(state, "roll 6 6")
        colours.append(state.view(None).colour)
        play(state, min(offered(state, "a1")))
        play(state, "end")
    assert colours == ["white", "blue", "black", "red", "white"]
    assert state.view(None).turns == 5


@pytest.mark.clause("OP-5")
def test_only_who_is_at_turn_acts_and_only_after_the_roll() -> None:
    state = begun()
    assert state.turn() == (NATURE,)
    assert refused(state, "a1>c3", seat=0) == "OP-5"
    play(state, "roll 3 4")
    for seat in (1, 2, 3, 4, NATURE):
        assert refused(state, "a1>c3", seat=seat) == "OP-5"
    assert refused(state, "roll 1 1") == "OP-5"


# ------------------------------------------------------------ taking back

ACTIONS = {
    "an Over-Pass": "b1>d1",
    "a slide": "d2-e2",
    "a swap": "swap d2 d5",
    "an exit": "exit k1",
    "a landing on the centre": "c1>a1",
}
PIECES = "black b1 k1 d2, white c1, red d5"


@pytest.mark.clause("OP-5")
@pytest.mark.parametrize("notation", ACTIONS.values(), ids=ACTIONS)
def test_each_action_can_be_taken_back(notation: str) -> None:
    state = at(PIECES, roll="4 4")
    before = (state.table.copy(), offered(state))
    assert not state.view(0).undo
    assert state.second_thoughts(0) == ()
    play(state, notation)
    assert state.view(0).undo
    assert state.second_thoughts(0) == (UNDO,)
    assert state.second_thoughts(1) == ()
    assert UNDO not in state.moves(0)
    play(state, "undo")
    assert (state.table, offered(state)) == before
    assert [str(move) for _, move in state.history[-2:]] == [notation, "undo"]
    assert refused(state, "undo") == "OP-5"


@pytest.mark.clause("OP-5")
def test_one_action_at_a_time() -> None:
    state = play(at(PIECES, roll="4 4"), "b1>d1, d2-e2, undo")
    assert (holds(state, "d1"), holds(state, "d2"), state.table.left) == ("black", "black", 7)
    play(state, "swap d2 d5, undo, undo")
    assert (holds(state, "b1"), state.table.left) == ("black", 8)
    assert refused(state, "undo") == "OP-5"


@pytest.mark.clause("OP-5")
def test_nothing_is_taken_back_across_a_roll_or_by_another() -> None:
    state = begun()
    assert refused(play(state, "roll 3 4"), "undo") == "OP-5"
    play(state, "a1>c3")
    assert refused(state, "undo", seat=1) == "OP-5"
    play(state, "end")
    assert refused(state, "undo", seat=0) == "OP-5"
    play(state, "roll 1 2")
    assert refused(state, "undo") == "OP-5"


@pytest.mark.clause("OP-5")
def test_a_turn_that_ended_by_itself_is_over() -> None:
    state = play(begun(), "roll 1 1, a1>c3, swap b1 b2")
    assert not state.view(None).undo
    assert refused(state, "undo", seat=0) == "OP-5"
    play(state, "roll 1 1")
    assert refused(state, "undo") == "OP-5"


def test_a_state_with_taking_back_replays() -> None:
    state = play(begun(), "roll 3 4, a1>c3, undo, a1>d1, swap b1 b2")
    again = GAME.imagine(state.view(None), None)  # type: ignore[arg-type]  # nothing is hidden, nothing is drawn
    assert again.view(0) == state.view(0)
    assert again.moves(0) == state.moves(0)


# ------------------------------------------------------------ winning


def all_but(colour: str, last: str, seats: int = 4, roll: str = "3 3", **options: str) -> OverPassState:
    """Nine of a colour are home, and the tenth is on an exit."""
    return at(last, colour=colour, seats=seats, roll=roll, reserves={colour: 0}, **options)


@pytest.mark.clause("OP-14")
@pytest.mark.parametrize(("colour", "seat"), [("black", 0), ("red", 1), ("white", 2), ("blue", 3)])
def test_the_first_with_all_ten_home_wins(colour: str, seat: int) -> None:
    state = play(all_but(colour, f"{colour} k1"), "exit k1")
    scores = tuple(10 if number == seat else 0 for number in range(4))
    assert state.outcome() == Outcome((seat,), scores, "home")
    assert (state.turn(), state.view(None).phase) == ((), "over")
    assert refused(state, "end", seat=seat) == "OP-14"
    assert refused(state, "undo", seat=seat) == "OP-14"


@pytest.mark.clause("OP-14")
def test_nine_do_not() -> None:
    state = play(all_but("black", "black k1 d1, white k5"), "exit k1")
    assert state.outcome() is None


@pytest.mark.clause("OP-14")
@pytest.mark.parametrize("colour", ["black", "white"])
def test_two_players_need_one_colour(colour: str) -> None:
    state = play(all_but(colour, f"{colour} k1", seats=2), "exit k1")
    assert state.outcome() == Outcome((0,), (10, 0), "home")


@pytest.mark.clause("OP-14")
def test_or_both() -> None:
    state = play(all_but("black", "black k1, white k3", seats=2, win="both"), "exit k1")
    assert state.outcome() is None
    state = at(
        "white k1, red d1", colour="white", roll="3 3", seats=2, win="both", reserves={"black": 0, "white": 0}
    )
    assert counted(state, "homes") == {"black": 10, "white": 9, "red": 0, "blue": 0}
    play(state, "exit k1")
    assert state.outcome() == Outcome((0,), (20, 0), "home")


@pytest.mark.clause("OP-14")
def test_a_colour_wholly_home_is_skipped() -> None:
    state = at(
        "white d1 d2, red d3, blue d6",
        colour="white",
        seats=2,
        win="both",
        reserves={"black": 0, "white": 0, "red": 0, "blue": 0},
    )
    colours = []
    for _ in range(4):
        colours.append(state.view(None).colour)
        play(state, "end, roll 3 4")
    assert colours == ["white", "blue", "white", "red"], "white in the place of black, too"


# ------------------------------------------------------------ the limit


def finished(state: OverPassState, turns: int) -> OverPassState:
    """The limit is reached by ending that many turns."""
    for _ in range(turns):
        if state.phase == "roll":
            play(state, "roll 3 3")
        if state.phase == "act":
            play(state, "end")
    return state


@pytest.mark.clause("OP-15")
def test_at_the_limit_most_pieces_home_win() -> None:
    state = at("black d1, red d2, white d3, blue d4", max_turns=40, reserves=NO_RESERVES)
    lay(state, state.cells, homes=[3, 4, 5, 5], turns=38)
    finished(state, 1)
    assert state.outcome() is None
    finished(state, 1)
    assert state.view(None).turns == 40
    assert state.outcome() == Outcome((2, 3), (3, 4, 5, 5), "max-turns")
    assert state.turn() == ()


@pytest.mark.clause("OP-15")
@pytest.mark.parametrize(("win", "winners", "scores"), [("one", (0,), (6, 5)), ("both", (1,), (7, 9))])
def test_with_two_colours_the_better_one_counts_or_both(
    win: str, winners: tuple[int, ...], scores: tuple[int, int]
) -> None:
    state = at("black d1, red d2, white d3, blue d4", seats=2, win=win, max_turns=40, reserves=NO_RESERVES)
    lay(state, state.cells, homes=[6, 5, 1, 4], turns=39)
    finished(state, 1)
    assert state.outcome() == Outcome(winners, scores, "max-turns")


@pytest.mark.clause("OP-15")
def test_without_a_limit_it_goes_on() -> None:
    state = at("black d1, red d2, white d3, blue d4", reserves=NO_RESERVES)
    lay(state, state.cells, turns=10_000)
    assert finished(state, 5).outcome() is None


def test_what_belongs_to_another_game_is_refused() -> None:
    from muscade.games.ptipasspass.moves import OK

    state = play(begun(), "roll 3 4")
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, OK)
    assert refusal.value.clause == "OP-5"
