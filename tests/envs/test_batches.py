"""Many games at once: each is what it is step by step, whatever the threads, and bad input changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from bonneteau.game import GAME as BONNETEAU

import muscade
from muscade import IllegalMove, InvalidOptions
from muscade.bots import RandomBot
from muscade.core import registry
from muscade.envs import Batch, InvalidAction, InvalidSeed, Step, batch
from muscade.envs.batches import opponents_of
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.kernel import Kernel, NoObservation
from muscade.kernels.observations import size_of
from muscade.kernels.primitives import NATURE_BIT, any_seat, below, room

GAMES = [(name, muscade.game(name).seats[-1]) for name in muscade.game_names()]
STEPS = 40


@pytest.fixture(autouse=True)
def _with_bonneteau(monkeypatch: pytest.MonkeyPatch) -> None:
    found = registry.game
    monkeypatch.setattr(
        "muscade.envs.batches.find_game", lambda name: BONNETEAU if name == "bonneteau" else found(name)
    )


def copied(shown: Step) -> Step:
    return Step(*(array.copy() for array in shown))


def assert_same(one: Step, other: Step) -> None:
    for name in Step._fields:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


class Interpreted:
    """Game after game of one seed, as the text of the course has it."""

    def __init__(self, kernel: Kernel, seed: int, at_random: int = 0) -> None:
        self.kernel, self.seed, self.at_random = kernel, seed, at_random
        self.course = kernel.course.functions
        self.number = 0
        self.over = False
        self.rewards = [0.0] * kernel.seats
        self._lay()
        self._go_on()

    def _lay(self) -> None:
        self.setting, self.table = self.kernel.layouts()
        self.chance = chance_of(self.seed, self.number)

    def play(self, code: int) -> None:
        self.over, self.rewards = False, [0.0] * self.kernel.seats
        self.course["play"](self.setting, self.table, self.seat, code)
        self._go_on()

    def _go_on(self) -> None:
        while True:
            mask = self.course["turn"](self.setting, self.table)
            if mask == 0:
                self.over = True
                self.course["rewards"](self.setting, self.table, self.rewards)
                self.number += 1
                self._lay()
            elif mask == NATURE_BIT:
                self.course["draw"](self.setting, self.table, self.chance)
            else:
                self.seat = any_seat(mask, self.chance)
                codes = room(self.kernel.most_moves)
                self.codes = list(codes[: self.course["moves"](self.setting, self.table, self.seat, codes)])
                if not self.at_random >> self.seat & 1:
                    return
                chosen = self.codes[below(self.chance, len(self.codes))]
                self.course["play"](self.setting, self.table, self.seat, chosen)

    def assert_shown(self, shown: Step, game: int) -> None:
        seen = np.zeros(size_of(self.kernel.fields), np.int16)
        self.course["observe"](self.setting, self.table, self.seat, seen)
        assert shown.seats[game] == self.seat
        assert np.flatnonzero(shown.masks[game]).tolist() == sorted(self.codes)
        assert shown.observations[game].tolist() == seen.tolist()
        assert shown.rewards[game].tolist() == self.rewards
        assert shown.over[game] == self.over


@pytest.mark.parametrize(("name", "seats"), [*GAMES, ("bonneteau", 3)], ids=str)
def test_every_game_is_what_it_is_step_by_step(name: str, seats: int) -> None:
    games, rng = batch(name, seats, 3), np.random.default_rng(1)
    shown = games.reset(seeds=[5, 9, 5])
    told = [Interpreted(games.kernel, seed) for seed in (5, 9, 5)]
    for _ in range(STEPS):
        for game, truth in enumerate(told):
            truth.assert_shown(shown, game)
        actions = games.any_actions(rng)
        for game, truth in enumerate(told):
            truth.play(int(actions[game]))
        shown = games.step(actions)


def played(games: Batch, seeds: Any, steps: int = 60) -> Iterator[Step]:
    """A batch in which everybody takes the first action."""
    shown = games.reset(seeds)
    for _ in range(steps):
        yield copied(shown)
        shown = games.step(shown.masks.argmax(axis=1))


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_whatever_the_threads(threads: int) -> None:
    alone, together = batch("bonneteau", 3, 50), batch("bonneteau", 3, 50, threads=threads)
    ended = 0
    for one, other in zip(played(alone, 7), played(together, 7), strict=True):
        assert_same(one, other)
        ended += int(one.over.sum())
    assert ended > 50


@pytest.mark.parametrize(("name", "seats"), GAMES, ids=str)
def test_every_game_is_the_same_in_two_threads(name: str, seats: int) -> None:
    alone, together = batch(name, seats, 17), batch(name, seats, 17, threads=2)
    shown, other = alone.reset(7), together.reset(7)
    rng = np.random.default_rng(2)
    for _ in range(8):
        assert_same(shown, other)
        actions = alone.any_actions(rng)
        shown, other = alone.step(actions), together.step(actions)
    assert_same(shown, other)


def test_one_seed_is_as_good_as_all_that_follow_it() -> None:
    for one, other in zip(
        played(batch("bonneteau", 2, 3), 4), played(batch("bonneteau", 2, 3), [4, 5, 6]), strict=True
    ):
        assert_same(one, other)


def test_whoever_wins_is_rewarded_when_it_is_over_and_then_no_more() -> None:
    ends = 0
    for shown in played(batch("bonneteau", 2, 20), 1, steps=120):
        np.testing.assert_array_equal(shown.rewards.sum(axis=1), shown.over)
        ends += int(shown.over.sum())
    assert ends > 20


def test_a_batch_begins_anew() -> None:
    games = batch("bonneteau", 2, 5)
    first = [*played(games, 3)]
    for one, other in zip(first, played(games, 3), strict=True):
        assert_same(one, other)


def test_seats_that_play_at_random_do_so_in_machine_code() -> None:
    games = batch("bonneteau", 3, 2, opponents="random")
    shown, told = games.reset(8), [Interpreted(games.kernel, seed, 0b110) for seed in (8, 9)]
    for _ in range(STEPS):
        assert shown.seats.tolist() == [0, 0]
        actions = shown.masks.argmax(axis=1)
        for game, truth in enumerate(told):
            truth.assert_shown(shown, game)
            truth.play(int(actions[game]))
        shown = games.step(actions)


@pytest.mark.parametrize(
    "opponents", ["normal", {1: "normal", 2: RandomBot()}, {0: "easy"}], ids=["others", "two", "first"]
)
def test_bots_play_the_other_seats(opponents: Any) -> None:
    own = set(range(3)) - set(opponents_of(3, opponents))
    shown_twice = [[*played(batch("bonneteau", 3, 4, opponents=opponents), 2, STEPS)] for _ in range(2)]
    for one, other in zip(*shown_twice, strict=True):
        assert_same(one, other)
        assert set(one.seats.tolist()) <= own
        np.testing.assert_array_equal(one.rewards.sum(axis=1), one.over)
    assert any(shown.over.any() for shown in shown_twice[0])


@pytest.mark.parametrize("opponents", [None, "normal"])
def test_any_action_that_is_allowed(opponents: str | None) -> None:
    games, rng = batch("bonneteau", 2, 8, opponents=opponents), np.random.default_rng(1)
    shown = games.reset(1)
    drawn = np.zeros_like(shown.masks)
    for _ in range(80):
        drawn[np.arange(8), games.any_actions(rng)] = 1
    np.testing.assert_array_equal(drawn, shown.masks)


@pytest.mark.parametrize("opponents", [None, "normal"])
def test_an_illegal_action_raises_with_its_clause_and_changes_nothing(opponents: str | None) -> None:
    games = batch("bonneteau", 2, 3, opponents=opponents)
    shown = games.reset(1)
    before = copied(shown)
    actions = shown.masks.argmax(axis=1)
    wrong = actions.copy()
    wrong[2] = 0  # chance's own
    with pytest.raises(IllegalMove) as refused:
        games.step(wrong)
    assert refused.value.clause == "BN-4"
    assert_same(before, shown)
    once_more = copied(games.step(actions))
    games.reset(1)
    assert_same(once_more, games.step(actions))


@cache
def small() -> Batch:
    games = batch("bonneteau", 2, 3)
    games.reset(0)
    return games


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([1, 2], "takes 3 whole numbers"),
        ([[8, 8, 8]], "takes 3 whole numbers"),
        ([8.0, 8.0, 8.0], "takes 3 whole numbers"),
        ([8, -1, 8], "that of game 1 is -1"),
        ([8, 8, 16], "that of game 2 is 16"),
    ],
)
def test_actions_that_are_none(actions: Any, says: str) -> None:
    with pytest.raises(InvalidAction, match=says):
        small().step(np.array(actions))


@pytest.mark.parametrize("seeds", [-1, 1.5, [1, 2], [1, 2, -3], "seven", 2**63 - 1])
def test_seeds_that_are_none(seeds: Any) -> None:
    with pytest.raises(InvalidSeed, match="3 games"):
        small().reset(seeds)


def test_other_wrong_requests() -> None:
    with pytest.raises(InvalidAction, match="Reset"):
        batch("bonneteau", 2, 1).step(np.array([8]))
    with pytest.raises(InvalidAction, match="Reset"):
        batch("bonneteau", 2, 1).any_actions(np.random.default_rng(1))
    with pytest.raises(InvalidOptions, match="not 0"):
        batch("bonneteau", 2, 0)
    with pytest.raises(InvalidOptions, match="for 2, 3 players"):
        batch("bonneteau", 9, 1)
    with pytest.raises(InvalidOptions, match="has no option 'cards'"):
        batch("bonneteau", 2, 1, cards=3)
    with pytest.raises(InvalidOptions, match="has no bot 'best'"):
        batch("bonneteau", 2, 1, opponents="best")
    with pytest.raises(InvalidOptions, match="not in all"):
        batch("bonneteau", 2, 1, opponents={0: "easy", 1: "easy"})


def test_a_game_that_does_not_say_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = kernel_of(BONNETEAU, 2)
    monkeypatch.setattr(kernel.course, "fields", None)
    with pytest.raises(NoObservation, match="Bonneteau does not say"):
        Batch(kernel, 1, {}, 1)
