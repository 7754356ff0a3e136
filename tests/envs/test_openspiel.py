"""OpenSpiel's own tests and algorithms, for every game; and what they do not ask."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import muscade
from muscade import InvalidOptions
from muscade.envs.openspiel import read_options, short_name

GAMES = [muscade.game(name) for name in muscade.game_names()]


def loaded(name: str, players: int, options: str = "") -> Any:
    return pyspiel.load_game(f"muscade_{name}", {"players": players, "options": options})


def shortest(game: Any) -> str:
    """The option that ends a game soonest, if it has one."""
    for option in game.options(game.seats[0]):
        if option.name == game.limit:
            return f"{option.name}:{min(choice.value for choice in option.choices if choice.value)}"
    return ""


def any_step(state: Any, rng: Random) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    elif state.is_simultaneous_node():
        state.apply_actions(
            [rng.choice(state.legal_actions(seat) or [0]) for seat in range(state.num_players())]
        )
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def somewhere(game: Any, steps: int, seed: int = 1) -> Any:
    """A state after so many random steps, and then where somebody is to act."""
    state, rng = game.new_initial_state(), Random(seed)
    while steps > 0 or state.is_chance_node():
        any_step(state, rng)
        steps -= 1
    return state


LONG = [game for game in GAMES if game.limit or game.real_time]
"""OpenSpiel's simulation reads a game again from its beginning at every step: too often for these."""


@pytest.mark.parametrize("game", [game for game in GAMES if game not in LONG], ids=short_name)
def test_random_simulations_with_serialising(game: Any) -> None:
    spiel = pyspiel.load_game(short_name(game))
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", LONG, ids=short_name)
def test_long_games_serialise_too_and_end_with_returns(game: Any) -> None:
    spiel, rng = pyspiel.load_game(short_name(game), {"options": shortest(game)}), Random(1)
    state, steps = spiel.new_initial_state(), 0
    while not state.is_terminal():
        if steps < 300 and steps % 50 == 0:
            assert str(spiel.deserialize_state(state.serialize())) == str(state)
            assert str(state.clone()) == str(state)
        any_step(state, rng)
        steps += 1
    assert sum(state.returns()) == pytest.approx(1)


def test_a_race_has_simultaneous_nodes_and_chance_says_who_is_first() -> None:
    state, rng, met = loaded("passe_eclair", 3).new_initial_state(), Random(1), Counter[str]()
    for _ in range(300):
        if state.is_simultaneous_node():
            met["all choose"] += 1
        elif state.table.turn() != (muscade.NATURE,):
            met["who is first"] += 1
            assert {chance for _, chance in state.chance_outcomes()} == {1 / len(state.choices)}
        any_step(state, rng)
    assert min(met["all choose"], met["who is first"]) > 30


def test_deals_are_drawn_card_by_card() -> None:
    state = loaded("pass_pass", 3, "leader:0").new_initial_state()
    for left in range(48, 0, -1):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert {chance for _, chance in outcomes} == {1 / left}
        assert state.is_chance_node()
        state.apply_action(outcomes[-1][0])
    assert state.current_player() == 0
    assert [str(move) for move in state.table.moves(0)][-1] == "Y12"


def test_cards_that_look_the_same_are_one_outcome() -> None:
    state = loaded("passe_eclair", 2, "coach:0").new_initial_state()
    pile = [faces for faces in state.table.table.pile if faces]
    assert max(pile) > 1
    assert sorted(chance * sum(pile) for _, chance in state.chance_outcomes()) == pytest.approx(sorted(pile))


HIDING = [("pass_pass", 4, 70), ("ptipasspass", 3, 12), ("passe_eclair", 3, 40)]


@pytest.mark.parametrize(("name", "players", "steps"), HIDING)
def test_what_is_resampled_looks_the_same_and_is_another(name: str, players: int, steps: int) -> None:
    state = somewhere(loaded(name, players), steps)
    player = state.table.turn()[0]
    worlds = [state.resample_from_infostate(player, Random(number).random) for number in range(8)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions(player) == state.legal_actions(player)
    assert len({str(world) for world in worlds}) > 1


def test_what_is_seen_is_told_in_its_parts() -> None:
    game = loaded("pass_pass", 4)
    state = somewhere(game, 60)
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    assert observer.dict["hand"].sum() == state.table.table.hands[2].bit_count()
    assert observer.tensor.tolist() == state.observation_tensor(2)
    assert game.observation_tensor_shape() == [len(observer.tensor)]


def test_an_information_state_in_numbers_remembers_what_a_table_forgets() -> None:
    game = pyspiel.load_game("muscade_ptipasspass", {"players": 3, "options": "first:0", "recall": 4})
    said = []
    for colour in "BG":
        state = game.new_initial_state()
        for move in ("hide B a1", "ok", "ok", f"announce {colour}", "ok", "ok"):
            seat = state.current_player()
            state.apply_action(state.table.code_of(seat, state.table.game.parse(move)))
        said.append(state)
    one, other = said
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)
    assert len(one.information_state_tensor(1)) == game.information_state_tensor_shape()[0]
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(one, 1)
    # The latest first: an OK of seat 2, one of its own, what seat 0 announced, an OK of seat 2; then who is chance is last.
    assert observer.dict["events"][:, :4].argmax(axis=1).tolist() == [1, 0, 2, 1]
    assert observer.dict["past"].any()  # there were more than four events


@pytest.mark.parametrize("game", GAMES, ids=short_name)
def test_every_game_has_information_states_in_numbers(game: Any) -> None:
    spiel = pyspiel.load_game(short_name(game), {"options": shortest(game)})
    state, rng = spiel.new_initial_state(), Random(1)
    steps = 4
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        any_step(state, rng)
        steps -= 1
    seen = state.information_state_tensor(0)
    assert len(seen) == spiel.information_state_tensor_shape()[0]
    assert seen[: len(state.observation_tensor(0))] == state.observation_tensor(0)
    assert spiel.deserialize_state(state.serialize()).information_state_tensor(0) == seen


def test_its_searches_play() -> None:
    bot = ismcts.ISMCTSBot(
        game=loaded("pass_pass", 3),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=3,
        random_state=np.random.RandomState(1),
    )
    state = somewhere(loaded("pass_pass", 3), 60)
    assert bot.step(state) in state.legal_actions()
    board = loaded("mono_line", 2)
    plain = mcts.MCTSBot(board, 1.0, 3, mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(1)))
    state = somewhere(board, 20)
    assert plain.step(state) in state.legal_actions()


def test_its_environment_for_learners_runs() -> None:
    table = rl_environment.Environment(loaded("pass_pass", 3))
    step = table.reset()
    for _ in range(10):
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == table.game.information_state_tensor_shape()[0]
        step = table.step([step.observations["legal_actions"][player][0]])
    assert not step.last()


def test_options() -> None:
    game = muscade.game("pass-pass")
    assert read_options(game, 4, "leader:2;teams:2x2") == {"leader": 2, "teams": "2x2"}
    with pytest.raises(InvalidOptions, match="name:value"):
        read_options(game, 4, "leader")
    with pytest.raises(InvalidOptions, match="no option 'cups'"):
        loaded("pass_pass", 4, "cups:3")
    with pytest.raises(InvalidOptions, match="3, 4, 5, 6 players"):
        loaded("pass_pass", 2)
    with pytest.raises(InvalidOptions, match="from 0 to 10000, not -1"):
        pyspiel.load_game("muscade_pass_pass", {"recall": -1})
    assert read_options(muscade.game("ptipasspass"), 2, "max_turns:3;victories:1") == {
        "max_turns": 3,
        "victories": 1,
    }
