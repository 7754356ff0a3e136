"""The bots of Groups-of-Three: they plan a turn, bring in the reserve, and come home; better at each level."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.games.groups_of_three.tables import GAME, placed, run, spaces_of, table

from muscade import NATURE, Match
from muscade.bots.search import SearchBot, search
from muscade.games.groups_of_three import bot
from muscade.games.groups_of_three.bot import EXPERT
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.kernels import kernel_of, prepare

BOTS = dict(GAME.bots())
PLANNERS = ["easy", "normal", "hard"]
# So many simulations instead of so much time: a hundredth of the effort, and the same every time.
EFFORT = msgspec.structs.replace(EXPERT, seconds=60, simulations=100)
BOTS["expert"] = SearchBot(GAME, BOTS["expert"].title, EFFORT, BOTS["hard"])


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    assert prepare(GAME)


def choice(state: GroupsOfThreeState, level: str, rng: Random | None = None) -> str:
    [seat] = state.turn()
    return str(BOTS[level].choose(state.view(seat), state.moves(seat), rng or Random(1)))


def finish_turn(state: GroupsOfThreeState, level: str, rng: Random | None = None) -> GroupsOfThreeState:
    """The bot plays until chance is to roll, or the game is over."""
    while state.view(None).phase == "act":
        run(state, choice(state, level, rng))
    return state


def played(levels: list[str], seed: int, **options: object) -> GroupsOfThreeState:
    match = Match(GAME, len(levels), seed=seed, **options)
    rng = Random(seed)
    while turn := match.state.turn():
        [seat] = turn
        level = BOTS[levels[seat]]
        match.play(seat, level.choose(match.state.view(seat), match.state.moves(seat), rng))
    assert isinstance(match.state, GroupsOfThreeState)
    return match.state


def share(level: str, others: str, seats: int, games: int) -> float:
    """How many games one bot wins against others of another level, in every seat in turn."""
    won = 0.0
    for number in range(games):
        mine = number % seats
        state = played([level if seat == mine else others for seat in range(seats)], number, max_turns=200)
        outcome = state.outcome()
        assert outcome is not None
        won += (mine in outcome.winners) / len(outcome.winners)
    return won / games


def test_levels_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["random", *PLANNERS, "expert"]


@pytest.mark.parametrize("level", PLANNERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_without_a_limit_come_to_an_end(level: str, seats: int) -> None:
    state = played([level] * seats, seed=5)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "home"


@pytest.mark.parametrize("level", PLANNERS)
def test_every_level_beats_chance(level: str) -> None:
    assert share(level, "random", 4, 4) == 1


def test_normal_beats_easy() -> None:
    assert share("normal", "easy", 2, 4) > 0.5


def test_hard_beats_normal_more_often_than_not() -> None:
    assert share("hard", "normal", 2, 4) > 0.5


def test_expert_beats_normal() -> None:
    assert share("expert", "normal", 2, 4) > 0.5


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_it_takes_the_last_pieces_home(level: str) -> None:
    state = finish_turn(placed("black 3.1 1.5, white 8.11 8.3", "1 3", home="black 8"), level)
    assert state.outcome() is not None, "three steps across 2.1, and one"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_it_brings_pieces_in(level: str) -> None:
    state = finish_turn(placed("black 3.1 4.1, white 8.11 8.3", "1 1"), level)
    assert state.view(None).reserves[0] < 8


def two_far_out() -> GroupsOfThreeState:
    """No step left, and two groups that let pieces in at six steps from home."""
    return run(placed("black 4.1 8.10, white 6.1 6.10", "1 1"), "8.10>8.2, 4.1>5.1")


def test_normal_uses_both_groups_of_a_step() -> None:
    assert {"6.2", "6.9"} <= spaces_of(finish_turn(two_far_out(), "normal"), "black")


def test_hard_waits_for_a_shorter_way_home() -> None:
    assert spaces_of(finish_turn(two_far_out(), "hard"), "black") == {"5.1", "8.2"}


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_two_pieces_by_the_center_square_go_back_for_the_reserve(level: str) -> None:
    """GT-8 keeps them out of it; they must not wait there for ever."""
    state = placed("black 1.1 1.2, white 8.11 8.3, red 8.13 8.5, blue 8.15 8.7", "", home="black 3")
    rng = Random(2)
    for _ in range(20):
        run(state, f"roll {rng.randint(1, 6)} {rng.randint(1, 6)}")
        finish_turn(state, level, rng)
        if state.outcome():
            break
        for _ in range(3):
            run(state, "roll 1 2, end")
    assert state.outcome() is not None


@pytest.mark.parametrize("level", [*PLANNERS, "expert"])
def test_it_knows_the_table_without_the_history(level: str) -> None:
    state = run(table(), "roll 5 6, 8.9>8.1, add 8.9")
    view = msgspec.structs.replace(state.view(0), history=())
    assert str(BOTS[level].choose(view, state.moves(0), Random(1))) == choice(state, level)


def test_a_plan_is_the_same_until_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    state = table(3)
    while state.view(None).turns < 12:
        [seat] = state.turn()
        if seat != NATURE:
            compiled = choice(state, "hard")
            with monkeypatch.context() as patched:
                patched.setattr(bot, "ready", lambda _game: False)
                assert choice(state, "hard") == compiled
        state.play(seat, rng.choice(state.moves(seat)))


@pytest.mark.parametrize("level", [*PLANNERS, "expert"])
def test_it_steps_out_of_a_transit_space(level: str) -> None:
    state = run(placed("black 3.1 8.9, white 1.1 1.2 3.2"), "3.1>2.1")
    assert choice(state, level) == "2.1>3.1"
    state = run(placed("black 3.1 8.9 8.10", "1 1"), "3.1>2.1")
    assert choice(state, level).startswith("2.1>")


def test_expert_finds_the_same_every_time() -> None:
    state = placed("black 3.1 4.1 5.2, white 8.11 8.3, red 8.13 8.5, blue 8.15 8.7")
    found = [search(kernel_of(GAME, 4), state.view(0), EFFORT, Random(seed)) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    assert found[0].simulations == 100
    assert {judged.move for judged in found[0].moves} <= set(state.moves(0))
