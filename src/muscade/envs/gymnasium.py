"""One seat of every game as Gymnasium has it: against bots, or alone before a puzzle. Needs the extra ``gymnasium``.

To import this module is to register the environments, of all games that are installed.

>>> import gymnasium
>>> import muscade.envs.gymnasium
>>> table = gymnasium.make("muscade/PassPass-v0", seats=4, opponents="easy")
>>> seen, _ = table.reset(seed=7)
>>> int(seen["action_mask"].sum())
8
>>> many = gymnasium.make_vec("muscade/MonoLine-v0", num_envs=100)
>>> seen, _ = many.reset(seed=7)
>>> seen["action_mask"].shape
(100, 99)
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from muscade.bots import Bot
from muscade.core import IllegalMove, InvalidOptions, Seat, game_names
from muscade.core.registry import game as find_game
from muscade.core.text import quoted
from muscade.envs.batches import RANDOM, Batch, Opponents, bots_of, opponents_of
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


def _kernel_with(name: str, seats: int | None, seat: Seat, options: dict[str, Any]) -> Kernel:
    """A game with its seats, the fewest unless told otherwise, and a seat of one's own among them."""
    game = find_game(name)
    kernel = kernel_of(game, game.seats[0] if seats is None else seats, options)
    if seat not in range(kernel.seats):
        raise InvalidOptions(
            f"The seats are 0 to {kernel.seats - 1}, not {quoted(seat)}.",
            f"Les places vont de 0 à {kernel.seats - 1}, pas {quoted(seat)}.",
        )
    return kernel


def _others(kernel: Kernel, seat: Seat, opponents: Opponents) -> dict[Seat, str | Bot]:
    """Who sits in all the other seats."""
    others = opponents_of(kernel.seats, opponents, own=seat)
    if set(others) != set(range(kernel.seats)) - {seat}:
        raise InvalidOptions(
            f"Opponents are needed in all seats but {seat}.",
            f"Il faut des adversaires à toutes les places sauf {seat}.",
        )
    return others


class OneSeat(gymnasium.Env[Observation, int]):
    """One seat of a table. The reward comes at the end: 1 for winning, less where the victory is shared.

    An illegal action raises `IllegalMove` with its clause; with an ``illegal_reward`` it ends the game instead.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: Seat = 0,
        opponents: Opponents = RANDOM,
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.kernel = _kernel_with(game, seats, seat, options)
        self.seat = seat
        self.bots = bots_of(self.kernel.game, _others(self.kernel, seat, opponents))
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.observation_space: gymnasium.Space[Any] = observation_space(self.kernel)
        self.action_space: gymnasium.Space[Any] = action_space(self.kernel)
        self.episode: Episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        check_seed(seed)
        super().reset(seed=seed)
        self.episode = Episode(self.kernel, int(self.np_random.integers(1 << 62)), self.bots)
        self._show()
        return observed(self.episode, self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        try:
            self.episode.play(action)
        except (IllegalMove, InvalidAction):
            if self.illegal_reward is None:
                raise
            return observed(self.episode, self.seat), self.illegal_reward, True, False, {}
        self._show()
        over = self.episode.seat is None
        return observed(self.episode, self.seat), self.episode.rewards()[self.seat], over, False, {}

    def render(self) -> Any:
        return render(self.episode, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class ManySeats(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """The same seat of many tables, in one batch (`muscade.envs.batch`).

    A game that ends is followed by another in the same step. Observations and masks are the batch's own arrays, which every step fills
    anew; illegal actions raise.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: Seat = 0,
        opponents: Opponents = RANDOM,
        threads: int = 1,
        **options: Any,
    ) -> None:
        kernel = _kernel_with(game, seats, seat, options)
        self.batch = Batch(kernel, num_envs, _others(kernel, seat, opponents), threads)
        self.seat = seat
        self.num_envs = num_envs
        self.single_observation_space = observation_space(kernel)
        self.single_action_space = action_space(kernel)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        if isinstance(seed, list):
            seeds: Any = [self._any_seed() if one is None else one for one in seed]
        else:
            check_seed(seed)
            super().reset(seed=seed)
            seeds = self._any_seed()
        step = self.batch.reset(seeds)
        return {"observation": step.observations, "action_mask": step.masks}, {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        step = self.batch.step(actions)
        seen: Observation = {"observation": step.observations, "action_mask": step.masks}
        return seen, step.rewards[:, self.seat], step.over, np.zeros_like(step.over), {}

    def _any_seed(self) -> int:
        return int(self.np_random.integers(1 << 62))


def env_id(name: str) -> str:
    """What Gymnasium calls a game.

    >>> env_id("passe-eclair"), env_id("groups-of-three")
    ('muscade/PasseEclair-v0', 'muscade/GroupsOfThree-v0')
    """
    title = unicodedata.normalize("NFD", find_game(name).title.en).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", title)
    return f"muscade/{''.join(word[0].upper() + word[1:] for word in words)}-v0"


def register() -> None:
    """Tell Gymnasium of all games."""
    for name in game_names():
        if env_id(name) not in gymnasium.registry:
            # By their names, so that what Gymnasium knows of an environment can be written down.
            gymnasium.register(
                env_id(name),
                f"{__name__}:{OneSeat.__name__}",
                vector_entry_point=f"{__name__}:{ManySeats.__name__}",
                kwargs={"game": name},
            )


register()
