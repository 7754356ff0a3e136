"""Gymnasium's own test, for every game; and what it does not ask."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import muscade
from muscade import IllegalMove, InvalidOptions
from muscade.envs import InvalidAction, InvalidSeed, part
from muscade.envs.gymnasium import env_id

every_game = pytest.mark.parametrize("name", muscade.game_names())


@every_game
def test_one_seat(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    # It pays no heed to masks.
    check_env(gymnasium.make(env_id(name), illegal_reward=-1).unwrapped)


@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name in muscade.game_names() for seats in muscade.game(name).seats[1:]],
    ids=str,
)
def test_one_seat_of_every_number(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    table = gymnasium.make(env_id(name), seats=seats, seat=seats - 1, illegal_reward=-1).unwrapped
    assert table.kernel.seats == seats
    check_env(table, skip_render_check=True)


def any_action(seen: Any, rng: Random) -> int:
    return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


def test_whole_games_against_bots() -> None:
    table, rng = gymnasium.make("muscade/PassPass-v0", seats=4, seat=2, opponents="normal"), Random(1)
    rewards = []
    for _ in range(3):
        seen, _ = table.reset(seed=1 if not rewards else None)
        over = False
        while not over:
            assert table.unwrapped.episode.seat == 2
            seen, reward, over, truncated, _ = table.step(any_action(seen, rng))
            assert not truncated
            assert over or reward == 0
        rewards.append(reward)
        assert reward == table.unwrapped.episode.rewards()[2]
    assert set(rewards) <= {0.0, 0.5, 1.0}


def test_many_tables_are_one_batch() -> None:
    tables = gymnasium.make_vec("muscade/MonoLine-v0", num_envs=20, seat=1)
    batch, rng = tables.unwrapped.batch, np.random.default_rng(1)
    seen, _ = tables.reset(seed=3)
    assert tables.observation_space.contains(seen)
    array = seen["observation"]
    ended = wins = 0
    for _ in range(120):
        turn = part(seen["observation"], "turn", batch.fields)
        assert (turn == (1, 0)).all()  # it is always one's own turn
        seen, rewards, over, truncated, _ = tables.step(batch.any_actions(rng))
        assert seen["observation"] is array
        assert not truncated.any()
        assert not rewards[~over].any()
        ended, wins = ended + over.sum(), wins + rewards.sum()
    assert 0 < wins < ended
    again, _ = tables.reset(seed=3)
    other, _ = gymnasium.make_vec("muscade/MonoLine-v0", num_envs=20, seat=1).reset(seed=3)
    assert data_equivalence(again, other)


def test_an_illegal_action_raises_with_its_clause_and_changes_nothing() -> None:
    table = gymnasium.make("muscade/TwistedJumps-v0")
    seen, _ = table.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match="SP-2"):
        table.step(wrong)
    right = int(seen["action_mask"].argmax())
    after, *_ = table.step(right)
    other = gymnasium.make("muscade/TwistedJumps-v0")
    other.reset(seed=1)
    assert data_equivalence(after, other.step(right)[0])


def test_wrong_requests() -> None:
    with pytest.raises(InvalidOptions, match="0 to 2, not 3"):
        gymnasium.make("muscade/PassPass-v0", seat=3)
    with pytest.raises(InvalidOptions, match="all seats but 0"):
        gymnasium.make("muscade/PassPass-v0", opponents={1: "easy"})
    with pytest.raises(InvalidOptions, match="has no bot 'best'"):
        gymnasium.make("muscade/PassPass-v0", opponents="best")
    table = gymnasium.make("muscade/PassPass-v0").unwrapped
    with pytest.raises(InvalidSeed, match="from 0 on"):
        table.reset(seed=-1)
    table.reset(seed=1)
    with pytest.raises(InvalidAction, match="from 0 to 175"):
        table.step(176)
