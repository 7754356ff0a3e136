"""A batch beyond one process: each of Ray's workers keeps some of the games. Needs Ray, which comes with the extra ``ray``.

A game depends on its own seed alone, and on what is done in it, so it does not matter who keeps it. It pays where bots think in the other
seats; games in machine code are quicker than the way to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muscade.arena.clusters import connected, errors_told
from muscade.arena.errors import ArenaError
from muscade.bots import Bot
from muscade.core import Options, Seat
from muscade.core.registry import game as find_game
from muscade.envs.batches import Cluster, Step, blank, games_of
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel


class Share:
    """Some of the games, in a process of Ray's: what `muscade.envs.batches.Games` has."""

    def __init__(
        self, game: str, seats: int, options: Options, count: int, opponents: Mapping[Seat, str | Bot]
    ) -> None:
        self._games = games_of(kernel_of(find_game(game), seats, options), count, opponents)

    def begin(self, seeds: NDArray[np.int64]) -> Step:
        return self._games.begin(seeds.copy())

    def check(self, actions: NDArray[np.int64]) -> None:
        self._games.check(actions)

    def play(self, actions: NDArray[np.int64]) -> Step:
        return self._games.play(actions, threads=1)

    def any_actions(self, drawn: NDArray[np.float64]) -> NDArray[np.int64]:
        return self._games.any_actions(drawn)


class Spread:
    """All of them, as `muscade.envs.batches.Games`."""

    def __init__(
        self, kernel: Kernel, count: int, opponents: Mapping[Seat, str | Bot], cluster: Cluster
    ) -> None:
        if cluster.jobs < 1:
            raise ArenaError(
                f"It takes at least one process to play, not {cluster.jobs}.",
                f"Il faut au moins un processus pour jouer, pas {cluster.jobs}.",
            )
        self.shown = blank(kernel, count)
        self._stack = ExitStack()
        self._stack.enter_context(connected(cluster.address, cluster.jobs))
        import ray

        bounds = np.linspace(0, count, min(cluster.jobs, count) + 1).astype(int).tolist()
        self._parts = [slice(first, last) for first, last in pairwise(bounds)]
        share = ray.remote(num_cpus=1)(Share)
        table = (kernel.game.name, kernel.seats, dict(kernel.options))
        self._shares: list[Any] = [
            share.remote(*table, part.stop - part.start, dict(opponents)) for part in self._parts
        ]

    def begin(self, seeds: NDArray[np.int64]) -> Step:
        return self._show(self._all(lambda share, part: share.begin.remote(seeds[part])))

    def check(self, actions: NDArray[np.int64]) -> None:
        # What is listed is allowed; only of the rest somebody has to ask the law.
        if not self.shown.masks[np.arange(len(actions)), actions].all():
            self._all(lambda share, part: share.check.remote(actions[part]))

    def play(self, actions: NDArray[np.int64], threads: int) -> Step:
        return self._show(self._all(lambda share, part: share.play.remote(actions[part])))

    def any_actions(self, drawn: NDArray[np.float64]) -> NDArray[np.int64]:
        return np.concatenate(self._all(lambda share, part: share.any_actions.remote(drawn[part])))

    def close(self) -> None:
        self._shares.clear()
        self._stack.close()

    def _all(self, ask: Callable[[Any, slice], Any]) -> list[Any]:
        import ray

        with errors_told("Some of the games are lost", "Une partie des parties est perdue"):
            return list(
                ray.get([ask(share, part) for share, part in zip(self._shares, self._parts, strict=True)])
            )

    def _show(self, parts: list[Step]) -> Step:
        for part, step in zip(self._parts, parts, strict=True):
            for name in Step._fields:
                getattr(self.shown, name)[part] = getattr(step, name)
        return self.shown
