"""The games as PettingZoo has them: seat by seat (`env`), or all at once (`parallel_env`). Needs the extra ``pettingzoo``.

>>> from muscade.envs import pettingzoo
>>> table = pettingzoo.env("passe-eclair", seats=3)
>>> table.reset(seed=7)
>>> table.possible_agents
['seat_0', 'seat_1', 'seat_2']
>>> sorted(table.observe("seat_0"))
['action_mask', 'observation']
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from muscade.core import IllegalMove, Seat
from muscade.core.registry import game as find_game
from muscade.envs.episode import Episode
from muscade.envs.errors import InvalidAction
from muscade.envs.spaces import (
    FRAMES_A_SECOND,
    RENDER_MODES,
    Observation,
    action_space,
    check_render_mode,
    check_seed,
    observation_space,
    observed,
    render,
)
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel

Info = dict[str, Any]


class _Seats:
    """What both forms have in common: agents named after seats, their spaces, games one after another from a seed."""

    metadata: dict[str, Any]
    agents: list[str]

    def __init__(self, kernel: Kernel, render_mode: str | None, *, parallel: bool) -> None:
        check_render_mode(render_mode)
        self.kernel = kernel
        self.render_mode = render_mode
        self.metadata = {
            "name": f"muscade_{kernel.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": parallel,
        }
        self.possible_agents = [agent_name(seat) for seat in range(kernel.seats)]
        self.agents = []
        self._observed = {agent: observation_space(kernel) for agent in self.possible_agents}
        self._acting = {agent: action_space(kernel) for agent in self.possible_agents}
        self._rng = Random()
        self.episode: Episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._acting[agent]

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self, seed: int | None) -> None:
        check_seed(seed)
        if seed is not None:
            self._rng = Random(int(seed))
        self.episode = Episode(self.kernel, self._rng.getrandbits(62))
        self.agents = self.possible_agents[:]


def agent_name(seat: Seat) -> str:
    """What PettingZoo calls a seat."""
    return f"seat_{seat}"


class SeatBySeat(_Seats, AECEnv[str, Observation, int | None]):
    """One agent after another. Where several may act, the next one is drawn, unless the law has an order."""

    def __init__(self, kernel: Kernel, render_mode: str | None = None) -> None:
        _Seats.__init__(self, kernel, render_mode, parallel=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        return observed(self.episode, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """A move by its number; one that the law forbids raises `IllegalMove`, and nothing has changed."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self.episode.play(action)
        self._cumulative_rewards[mover] = 0.0
        if self.episode.seat is None:
            self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self.episode.seat
        self.agent_selection = self.agents[0] if seat is None else agent_name(seat)


class AllAtOnce(_Seats, ParallelEnv[str, Observation, int]):
    """All who may act choose at the same moment; what comes too late, because of another's move, changes nothing.

    Of those who may not act the mask is empty, and whatever they send is nothing.
    """

    def __init__(
        self, kernel: Kernel, render_mode: str | None = None, illegal_reward: float | None = None
    ) -> None:
        _Seats.__init__(self, kernel, render_mode, parallel=True)
        self.illegal_reward = illegal_reward

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        self._begin(seed)
        return self._all_observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        acting = [seat for seat in self.episode.state.turn() if agent_name(seat) in self.agents]
        missing = [agent_name(seat) for seat in acting if agent_name(seat) not in actions]
        if missing:
            names = ", ".join(missing)
            raise InvalidAction(f"There is no action of {names}.", f"Il n'y a pas d'action de {names}.")
        agents = self.agents
        offender = self._play({seat: actions[agent_name(seat)] for seat in acting})
        over = offender is not None or self.episode.seat is None
        seen = self._all_observed()
        rewards = dict(zip(agents, self.episode.rewards(), strict=True))
        if offender is not None and self.illegal_reward is not None:
            rewards[agent_name(offender)] = self.illegal_reward
        self.agents = [] if over else agents
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _play(self, codes: dict[Seat, int]) -> Seat | None:
        """All choose; who has done so illegally, where that ends the game."""
        if self.illegal_reward is not None:
            for seat, code in codes.items():
                try:
                    self.episode.move(seat, code)
                except (IllegalMove, InvalidAction):
                    return seat
        self.episode.play_at_once(codes)
        return None

    def _all_observed(self) -> dict[str, Observation]:
        return {agent: observed(self.episode, seat) for seat, agent in enumerate(self.possible_agents)}


def env(
    name: str,
    seats: int,
    *,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
    **options: Any,
) -> AECEnv[str, Observation, int | None]:
    """A table of that game, with its options, seat by seat.

    An illegal action raises `IllegalMove` with its clause; with an ``illegal_reward`` it ends the game instead, and that is its
    agent's reward.
    """
    table: Any = raw_env(name, seats, render_mode=render_mode, **options)
    if illegal_reward is not None:
        table = TerminateIllegalWrapper(table, illegal_reward)
    wrapped: AECEnv[str, Observation, int | None] = OrderEnforcingWrapper(table)
    return wrapped


def raw_env(name: str, seats: int, *, render_mode: str | None = None, **options: Any) -> SeatBySeat:
    """The same without PettingZoo's wrappers."""
    return SeatBySeat(kernel_of(find_game(name), seats, options), render_mode)


def parallel_env(
    name: str,
    seats: int,
    *,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
    **options: Any,
) -> AllAtOnce:
    """A table of that game, with its options, all at once: ticks of a race, windows as simultaneous choices.

    Illegal actions are dealt with as in `env`.
    """
    return AllAtOnce(kernel_of(find_game(name), seats, options), render_mode, illegal_reward)
