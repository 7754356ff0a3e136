"""Games against oneself, and what is learnt from them: proximal policy optimisation, every seat of every game a learner."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from examples.learning.advantages import advantages_of
from examples.learning.policy import Policy
from numpy.typing import NDArray
from torch.nn import functional

import muscade.envs
from muscade.bots.network import scale_of

CLIP = 0.2
ENTROPY = 0.01
WORTH = 0.5
PASSES = 2
PART = 4096


class Played(NamedTuple):
    """Decisions of many games: a row each."""

    seen: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    logs: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor
    games: int


class SelfPlay:
    """So many games of one kind, which go on from lesson to lesson."""

    def __init__(
        self, name: str, seats: int, count: int, steps: int, seed: int, threads: int, options: dict[str, Any]
    ) -> None:
        self.batch = muscade.envs.batch(name, seats, count, threads=threads, **options)
        self.seats, self.count, self.steps = seats, count, steps
        self.actions = self.batch.actions
        self.scale: NDArray[np.float32] = scale_of(self.batch.fields)
        self.now = self.batch.reset(seed * 1_000_000)

    @torch.no_grad()
    def play(self, policy: Policy) -> Played:
        """So many steps in every game."""
        steps, count = self.steps, self.count
        seen = np.zeros((steps, *self.now.observations.shape), np.int16)
        masks = np.zeros((steps, *self.now.masks.shape), np.int8)
        actions, movers = np.zeros((2, steps, count), np.int64)
        logs, worth = np.zeros((2, steps, count), np.float32)
        over, won = np.zeros((steps, count), bool), np.zeros((steps, count, self.seats), np.float32)
        for step in range(steps):
            seen[step], masks[step], movers[step] = self.now.observations, self.now.masks, self.now.seats
            logits, value = policy(torch.from_numpy(seen[step]), torch.from_numpy(masks[step]))
            drawn = torch.distributions.Categorical(logits=logits)
            chosen = drawn.sample()
            actions[step], logs[step], worth[step] = chosen, drawn.log_prob(chosen), value
            self.now = self.batch.step(actions[step])
            over[step], won[step] = self.now.over, self.now.rewards
        advantages = advantages_of(movers, worth, over, won)
        flat = [torch.from_numpy(rows.reshape(steps * count, -1)) for rows in (seen, masks)]
        single = [
            torch.from_numpy(row.reshape(-1)) for row in (actions, logs, advantages, advantages + worth)
        ]
        return Played(flat[0], flat[1], single[0], single[1], single[2], single[3], int(over.sum()))


def improve(policy: Policy, optimizer: Any, played: Played) -> dict[str, float]:
    """A lesson: the same decisions a few times over, never far from how they were made."""
    size = len(played.actions)
    losses, entropies, surprises = [], [], []
    advantages = (played.advantages - played.advantages.mean()) / (played.advantages.std() + 1e-8)
    for _ in range(PASSES):
        order = torch.randperm(size)
        for first in range(0, size, PART):
            some = order[first : first + PART]
            logits, value = policy(played.seen[some], played.masks[some])
            drawn = torch.distributions.Categorical(logits=logits)
            ratio = (drawn.log_prob(played.actions[some]) - played.logs[some]).exp()
            gain = advantages[some]
            kept = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            missed = functional.mse_loss(value, played.returns[some])
            entropy = drawn.entropy().mean()
            loss = WORTH * missed - kept - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            losses.append(float(missed.detach()))
            entropies.append(float(entropy.detach()))
            surprises.append(float((ratio.detach() - 1).abs().mean()))
    return {
        "value_error": float(np.mean(losses)),
        "entropy": float(np.mean(entropies)),
        "change": float(np.mean(surprises)),
        "games": float(played.games),
    }
