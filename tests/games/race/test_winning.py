"""How a race ends: all ten home, both colours where the table says so, or the limit of turns."""

from __future__ import annotations

import pytest
from tests.games.groups_of_three.tables import GAME, offered, placed, refusal, run, table

import muscade
from muscade import InvalidOptions
from muscade.games.race import rules


@pytest.mark.clause("OP-14", "GT-10")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_first_to_bring_all_ten_home_wins(seats: int) -> None:
    state = placed("white 1.1 1.2, black 8.9 8.1", home="white 8", first=1, seats=seats)
    run(state, "1.1>0")
    assert state.outcome() is None
    run(state, "1.2>0")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == (0, 10, 0, 0)[:seats]
    assert outcome.reason == "home"
    assert state.view(None).phase == "over"
    assert state.view(None).active is None
    assert state.turn() == ()
    assert refusal(state, "end", seat=1) == "GT-10"


@pytest.mark.clause("GT-10")
def test_a_reserve_stands_in_the_way_of_winning() -> None:
    state = placed("black 1.1 1.2", home="black 7")
    assert refusal(state, "1.1>0") == "GT-8"
    assert state.outcome() is None


@pytest.mark.clause("OP-14", "GT-10")
def test_two_players_need_one_colour_unless_they_say_otherwise() -> None:
    state = run(placed("black 1.1, white 8.11 8.3, red 8.13 8.5", home="black 9", seats=2), "1.1>0")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores == (10, 0)
    state = run(
        placed("black 1.1, white 8.11 8.3, red 8.13 8.5", home="black 9", seats=2, win="both"), "1.1>0"
    )
    assert state.outcome() is None


@pytest.mark.clause("OP-14", "GT-10")
def test_with_both_a_colour_wholly_home_is_skipped_for_the_other() -> None:
    state = placed(
        "black 1.1, white 8.11 8.3, red 8.13 8.5, blue 8.15 8.7", home="black 9", seats=2, win="both"
    )
    run(state, "1.1>0")
    seen = [state.view(None).colour]
    for _ in range(8):
        run(state, "roll 1 2, end")
        seen.append(state.view(None).colour)
    assert seen == ["white", "red", "blue", "red", "white", "red", "blue", "red", "white"], (
        "the opponent's colours go on alternating"
    )


@pytest.mark.clause("OP-14", "GT-10")
def test_the_turn_goes_on_no_further_once_its_colour_is_home() -> None:
    """Steps may be left, but there is no piece to make them."""
    state = placed("black 1.1, white 8.11 8.3, red 8.13 8.5", home="black 9", seats=2, win="both")
    run(state, "1.1>0")
    assert state.view(None).phase == "roll"
    assert state.view(None).active == 1


@pytest.mark.clause("OP-14", "GT-10")
def test_with_both_the_second_colour_home_wins() -> None:
    state = placed(
        "red 1.1, white 8.11 8.3, blue 8.15 8.7", "", home="black 10, red 9", seats=2, first=1, win="both"
    )
    run(state, "roll 1 2, end, roll 1 2, 1.1>0")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores == (20, 0)


@pytest.mark.clause("OP-14", "GT-10")
@pytest.mark.parametrize("seats", [3, 4])
def test_more_than_two_players_have_no_such_choice(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="win"):
        GAME.new(seats, win="both")


# ---------------------------------------------------------------- a limit of turns


@pytest.mark.clause("OP-15", "GT-10")
def test_at_the_limit_most_pieces_home_wins() -> None:
    state = placed(
        "black 8.9 8.1, white 8.11 8.3, red 8.13 8.5, blue 8.15 8.7",
        "",
        home="black 2, white 3",
        max_turns=40,
    )
    for _ in range(40):
        assert state.outcome() is None
        run(state, "roll 1 2, end")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == (2, 3, 0, 0)
    assert outcome.reason == "max-turns"
    assert state.view(None).turns == 40
    assert state.turn() == ()


@pytest.mark.clause("OP-15", "GT-10")
def test_a_tie_is_shared() -> None:
    state = table(3, max_turns=40)
    for _ in range(40):
        run(state, "roll 1 2, end")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)
    assert outcome.scores == (0, 0, 0)


@pytest.mark.clause("OP-15", "GT-10")
@pytest.mark.parametrize(("win", "winner", "scores"), [("one", 1, (4, 5)), ("both", 0, (7, 5))])
def test_two_players_count_their_better_colour_or_both(
    win: str, winner: int, scores: tuple[int, int]
) -> None:
    state = placed(
        "black 8.9 8.1, white 8.11 8.3, red 8.13 8.5, blue 8.15 8.7",
        "",
        home="black 4, red 3, white 5",
        seats=2,
        win=win,
        max_turns=40,
    )
    for _ in range(40):
        run(state, "roll 1 2, end")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (winner,)
    assert outcome.scores == scores


@pytest.mark.clause("OP-15", "GT-10")
def test_without_a_limit_a_game_goes_on() -> None:
    state = table()
    for _ in range(450):
        run(state, "roll 1 2, end")
    assert state.outcome() is None
    assert offered(run(state, "roll 1 2"))


@pytest.mark.clause("OP-15", "GT-10")
def test_a_win_on_the_last_turn_is_a_win() -> None:
    state = placed(
        "black 8.9 8.1, white 8.11 8.3, red 8.13 8.5, blue 1.1", "", home="blue 9, red 8", max_turns=40
    )
    for _ in range(39):
        run(state, "roll 1 2, end")
    run(state, "roll 1 2, 1.1>0")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((3,), "home")


# ---------------------------------------------------------------- the law itself


@pytest.mark.clause("OP-14", "GT-10")
def test_a_colour_that_is_home_hands_its_turn_to_its_owners_other_one() -> None:
    assert rules.next_place(1, 4, 2, [0, 0, 10, 0]) == 0
    assert rules.next_place(1, 4, 2, [10, 0, 0, 0]) == 2
    assert rules.next_place(3, 4, 2, [10, 0, 0, 0]) == 2
    assert rules.next_place(3, 4, 2, [0, 0, 0, 0]) == 0


@pytest.mark.clause("OP-14", "GT-10")
@pytest.mark.parametrize("name", ["over-pass", "groups-of-three"])
def test_the_goal_says_how_many_colours_it_takes(name: str) -> None:
    game = muscade.game(name)
    for seats, options, both in ((2, {"win": "both"}, True), (2, {}, False), (3, {}, False), (4, {}, False)):
        goal = game.goal(game.settle_options(seats, options))
        assert ("both your colours" in goal.en, "vos deux couleurs" in goal.fr) == (both, both)
        assert ("ten pieces of a colour" in goal.en) != both
