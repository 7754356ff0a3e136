"""PettingZoo's own tests, for every game; and what they do not ask."""

from __future__ import annotations

import sys
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import muscade
from muscade import IllegalMove, InvalidOptions
from muscade.envs import InvalidAction, InvalidSeed
from muscade.envs.errors import refusal
from muscade.envs.pettingzoo import env, parallel_env, raw_env

GAMES = [(name, muscade.game(name).seats[-1]) for name in muscade.game_names()]
every_game = pytest.mark.parametrize(("name", "seats"), GAMES, ids=str)
other_tables = pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name, most in GAMES for seats in muscade.game(name).seats if seats != most],
    ids=str,
)
CYCLES = 8
"""A few are enough: what can be wrong with a form is wrong at once."""


@pytest.fixture
def dicts_are_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo knows by name which environments may answer with dicts; those of other packages are not among them."""
    names = [f"muscade_{name.replace('-', '_')}_v0" for name in muscade.game_names()]
    monkeypatch.setattr(sys.modules["pettingzoo.test.api_test"], "env_obs_dicts", names)


@every_game
@pytest.mark.usefixtures("dicts_are_fine")
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
def test_seat_by_seat(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, seats), num_cycles=CYCLES)
    seed_test(partial(env, name, seats), num_cycles=CYCLES)


@other_tables
@pytest.mark.usefixtures("dicts_are_fine")
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
def test_with_every_number_of_seats(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    table = env(name, seats)
    assert len(table.possible_agents) == seats
    api_test(table, num_cycles=2)
    parallel_api_test(parallel_env(name, seats), num_cycles=2)


@every_game
def test_all_at_once(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(name, seats), num_cycles=CYCLES)
    # It pays no heed to masks.
    parallel_seed_test(partial(parallel_env, name, seats, illegal_reward=-1), num_cycles=CYCLES)


@every_game
def test_rendering(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        partial(env, name, seats), custom_tests={"ansi": lambda text: muscade.game(name).title.en in text}
    )
    assert muscade.game(name).title.en in capsys.readouterr().out


def shortest(name: str, seats: int) -> dict[str, Any]:
    """The option that ends a game soonest, if it has one."""
    game = muscade.game(name)
    limits = [option for option in game.options(seats) if option.name == game.limit]
    return {option.name: min(choice.value for choice in option.choices if choice.value) for option in limits}


@every_game
def test_whole_games_end_with_rewards(name: str, seats: int) -> None:
    table, rng = raw_env(name, seats, **shortest(name, seats)), Random(1)
    table.reset(seed=1)
    got: dict[str, float] = {}
    for agent in table.agent_iter(6000):
        seen, reward, terminated, truncated, _ = table.last()
        got[agent] = reward
        assert not truncated
        if terminated:
            table.step(None)
            continue
        assert table.observation_space(agent).contains(seen)
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert table.agents == []
    assert [got[agent] for agent in table.possible_agents] == table.episode.rewards()
    assert all(0 <= reward <= 1 for reward in got.values())


def test_an_illegal_action_raises_with_its_clause_and_changes_nothing() -> None:
    table = env("pass-pass", 4, leader=0)
    table.reset(seed=1)
    seen = table.observe("seat_0")
    unheld = int(np.flatnonzero(seen["action_mask"][:48] == 0)[0])
    with pytest.raises(IllegalMove) as refused:
        table.step(unheld)
    assert refused.value.clause == "PP-8"
    assert table.agent_selection == "seat_0"
    assert data_equivalence(table.observe("seat_0"), seen)


@every_game
def test_every_number_is_a_move_or_refused_in_words(name: str, seats: int) -> None:
    table, rng = raw_env(name, seats), Random(1)
    table.reset(seed=1)
    numbers = range(table.kernel.code_count)
    for _ in range(4):
        seat = table.episode.seat
        offered = np.flatnonzero(table.episode.mask(seat)).tolist()
        for code in rng.sample(numbers, min(len(numbers), 200)):
            refused = refusal(table.episode.state, seat, code)
            assert refused is None or code not in offered
            if isinstance(refused, IllegalMove):
                assert refused.clause
            elif refused is not None:
                assert f"Action {code} means nothing" in str(refused)
        table.step(rng.choice(offered))


def test_an_illegal_action_ends_the_game_if_asked_to() -> None:
    table = env("pass-pass", 4, leader=0, illegal_reward=-1)
    table.reset(seed=1)
    seen, *_ = table.last()
    table.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards["seat_0"] == -1


def test_all_at_once_too() -> None:
    table = parallel_env("pass-pass", 4, leader=0, illegal_reward=-1)
    seen, _ = table.reset(seed=1)
    wrong = int(np.flatnonzero(seen["seat_0"]["action_mask"] == 0)[0])
    _, rewards, terminated, _, _ = table.step(dict.fromkeys(table.agents, wrong))
    assert rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0, "seat_3": 0}
    assert all(terminated.values())
    assert table.agents == []


@pytest.mark.parametrize("action", [-1, 176, 1.0, True, None, "P1"])
def test_actions_that_are_none(action: Any) -> None:
    table = raw_env("pass-pass", 4)
    table.reset(seed=1)
    with pytest.raises(InvalidAction, match="from 0 to 175"):
        table.step(action)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "seven"])
def test_seeds_that_are_none(seed: Any) -> None:
    for table in (raw_env("full-house", 1), parallel_env("full-house", 1)):
        with pytest.raises(InvalidSeed, match="from 0 on"):
            table.reset(seed=seed)


def test_other_wrong_requests() -> None:
    with pytest.raises(InvalidOptions, match="no render mode 'svg'"):
        raw_env("pass-pass", 4, render_mode="svg")
    with pytest.raises(InvalidOptions, match="has no option 'cups'"):
        raw_env("pass-pass", 4, cups=3)
    with pytest.raises(InvalidOptions, match="is for 3, 4, 5, 6 players"):
        parallel_env("pass-pass", 2)


# ---------------------------------------------------------------- several who act at once


def hidden(seats: int) -> Any:
    """A table of PtiPassPass where seat 1 has hidden a token, and all others are asked."""
    table = parallel_env("ptipasspass", seats, first=1)
    seen, _ = table.reset(seed=3)
    seen, *_ = table.step({agent: int(mask["action_mask"].argmax()) for agent, mask in seen.items()})
    return table, seen


def words(table: Any, seen: Any) -> tuple[int, int]:
    """The codes of "OK" and of the challenge."""
    fine, challenge = np.flatnonzero(seen["seat_0"]["action_mask"]).tolist()
    return fine, challenge


@pytest.mark.clause("PT-8")
def test_of_several_challengers_the_nearest_to_the_left_counts() -> None:
    table, seen = hidden(4)
    fine, challenge = words(table, seen)
    assert not seen["seat_1"]["action_mask"].any()
    table.step({"seat_0": challenge, "seat_1": 0, "seat_2": fine, "seat_3": challenge})
    challenger, move = table.episode.state.history[-1]
    assert (challenger, str(move)) == (3, "doublon")


@pytest.mark.clause("PT-8")
def test_a_window_in_which_all_agree_closes_in_one_step() -> None:
    table, seen = hidden(4)
    fine, _ = words(table, seen)
    table.step(dict.fromkeys(table.agents, fine))
    assert table.episode.state.phase == "announce"


def test_in_a_race_one_card_lands_and_the_others_come_too_late() -> None:
    table = parallel_env("passe-eclair", 4)
    seen, _ = table.reset(seed=5)
    rng = Random(1)
    several = 0
    for _ in range(60):
        actions = {
            agent: rng.choice(np.flatnonzero(what["action_mask"]).tolist() or [0])
            for agent, what in seen.items()
        }
        acting, before = table.episode.state.turn(), len(table.episode.state.history)
        seen, *_ = table.step(actions)
        made = [seat for seat, _ in table.episode.state.history[before:] if seat >= 0]
        assert 1 <= len(made) <= len(acting)
        several += len(made) < len(acting)
    assert several


def test_whoever_is_to_act_must_say_something() -> None:
    table, seen = hidden(4)
    fine, _ = words(table, seen)
    before = len(table.episode.state.history)
    with pytest.raises(InvalidAction, match="no action of seat_3"):
        table.step({"seat_0": fine, "seat_2": fine})
    assert len(table.episode.state.history) == before
