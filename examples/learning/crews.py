"""Several players that play for the same lesson: one after another here, or each in a process of Ray's, on whatever machine."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import torch

import learning
from learning.playing import Played, Player, Policy, Task
from muscade.arena.clusters import connected

ON_RAY = "ray"


class Crew:
    """What is played depends on the seed and on how many they are, not on where."""

    def __init__(self, players: list[Any], *, on_ray: bool) -> None:
        self.players, self.on_ray = players, on_ray

    def play(self, policy: Policy) -> Played:
        if not self.on_ray:
            return joined([player.play(policy) for player in self.players])
        import ray

        learned = ray.put(policy)
        return joined(ray.get([player.play.remote(learned) for player in self.players]))


def joined(parts: list[Played]) -> Played:
    return Played(*(torch.cat(kept) for kept in zip(*parts, strict=True)))


def crew_of(
    stack: ExitStack,
    game: str,
    task: Task,
    games: int,
    seed: int,
    *,
    players: int,
    engine: str,
    address: str | None,
) -> Crew:
    """``games`` shared out among so many; with Ray, as long as the stack is open."""
    each = games // players
    seeds = [seed + number * each for number in range(players)]
    if engine != ON_RAY:
        return Crew([Player(game, task, each, own) for own in seeds], on_ray=False)
    stack.enter_context(connected(address, players))
    import ray
    from ray import cloudpickle

    # Other machines have Muscade, but not these examples: they are sent along.
    cloudpickle.register_pickle_by_value(learning)
    remote = ray.remote(num_cpus=1)(Player)
    return Crew([remote.remote(game, task, each, own) for own in seeds], on_ray=True)
