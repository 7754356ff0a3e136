"""The bots of Over-Pass: they leave the centre, race for the exits, and end their games; better at each level."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.over_pass.tables import GAME, NO_RESERVES, at, begun, holds, offered, play

from muscade import NATURE
from muscade.board import standard_board
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.state import OverPassState
from muscade.kernels import prepare

BOTS = GAME.bots()
PLANNERS = ["normal", "hard", "expert"]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """So that no other bot plays for a planner."""
    assert prepare(GAME)


def choice(state: OverPassState, level: str, seed: int = 1) -> str:
    seat = state.active
    return str(BOTS[level].choose(state.view(seat), state.moves(seat), Random(seed)))


def whole_turn(state: OverPassState, level: str) -> OverPassState:
    """The bot plays until its turn is over."""
    turns = state.table.turns
    while state.phase == "act" and state.table.turns == turns:
        play(state, choice(state, level))
    return state


def played(levels: list[str], seed: int, **options: Any) -> OverPassState:
    """A whole game, every move one of those on offer."""
    rng = Random(seed)
    state = GAME.new(len(levels), **options)
    while state.turn():
        if state.turn() == (NATURE,):
            state.play(NATURE, GAME.draw(state, rng))
            continue
        seat = state.active
        moves = state.moves(seat)
        move = BOTS[levels[seat]].choose(state.view(seat), moves, rng)
        assert move in moves
        state.play(seat, move)
    return state


def test_levels_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["random", "easy", "normal", "hard", "expert"]
    assert all(bot.title.en and bot.title.fr for bot in BOTS.values())


def test_slides_to_an_exit_are_counted_outward() -> None:
    board = standard_board()
    slides = facts_of(board).slides_to_exit
    assert [slides[board.intersection(name)] for name in ("k1", "j1", "i1", "a1")] == [0, 1, 2, 10]


@pytest.mark.clause("OP-6")
@pytest.mark.parametrize("level", ["easy", *PLANNERS])
@pytest.mark.parametrize("roll", ["1 1", "1 2", "6 6"])
def test_it_leaves_the_centre_empty(level: str, roll: str) -> None:
    state = play(begun(), f"roll {roll}")
    reserve = state.table.reserves[0]
    whole_turn(state, level)
    assert state.table.reserves[0] == reserve
    state = at("black a1 b1 b2 b3 b4, white c7 e1", roll=roll)
    reserve = state.table.reserves[0]
    whole_turn(state, level)
    assert state.table.reserves[0] == reserve


@pytest.mark.parametrize("level", ["easy", *PLANNERS])
def test_it_brings_the_last_piece_home(level: str) -> None:
    state = at("black k1, white j3 d1, red j5 d4", roll="3 3", reserves=NO_RESERVES)
    whole_turn(state, level)
    assert state.outcome() is not None
    assert state.outcome().winners == (0,)  # type: ignore[union-attr]


@pytest.mark.parametrize("level", PLANNERS)
def test_it_sees_a_whole_turn_ahead(level: str) -> None:
    # Black swaps outward, slides onto an exit and leaves: four points, and the game is won.
    state = at("black d1, white j4, red d3", roll="2 2", reserves=NO_RESERVES)
    assert "swap d1 j4" in offered(state)
    whole_turn(state, level)
    assert state.outcome() is not None
    assert state.outcome().winners == (0,)  # type: ignore[union-attr]


@pytest.mark.parametrize("level", PLANNERS)
def test_it_passes_over_others_to_an_exit(level: str) -> None:
    state = at("black h1 b1, white i1, red j1, blue c5", roll="1 2")
    whole_turn(state, level)
    assert "black" in (holds(state, "k1"), holds(state, "k2"))


@pytest.mark.parametrize("level", PLANNERS)
def test_the_same_table_gets_the_same_answer(level: str) -> None:
    state = play(begun(3), "roll 4 4")
    assert choice(state, level, 1) == choice(state, level, 2) == choice(state.copy(), level, 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_easy_bots_come_to_an_end(seats: int) -> None:
    state = played(["easy"] * seats, seats)
    assert state.outcome() is not None
    assert state.outcome().reason == "home"  # type: ignore[union-attr]


def test_games_of_planning_bots_come_to_an_end_with_both_colours_home() -> None:
    outcome = played(["normal", "normal"], 5, win="both").outcome()
    assert outcome is not None
    assert (outcome.reason, max(outcome.scores)) == ("home", 20)


@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("normal", "easy")])
def test_a_better_bot_wins(better: str, worse: str) -> None:
    won = 0
    for seed in range(6):
        mine = seed % 2
        levels = [better if seat == mine else worse for seat in range(2)]
        outcome = played(levels, seed, max_turns=200).outcome()
        assert outcome is not None
        won += outcome.winners == (mine,)
    assert won >= 5
