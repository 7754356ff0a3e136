"""A lesson from games that were played: proximal policy optimisation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from learning.playing import Played, Policy

MINIBATCH = 4096
PASSES = 3
"""Over everything that was played, in each lesson."""
CLIP = 0.2
CURIOSITY = 0.02
SETTLING = 0.2
"""In the last part of the time less and less is tried."""
RATE = 8e-4
STEEPEST = 0.5
"""No step is longer, however strange what was played."""
AVERAGED = 10
"""One part in so many of all lessons, the last ones, make up what is kept."""


class Told(NamedTuple):
    """What a lesson was like."""

    choice: float
    error: float
    entropy: float


class Teacher:
    def __init__(self, policy: Policy, average: Policy) -> None:
        """``average`` is the policy of late: it plays better than the last one, which has just learned something else."""
        self.policy, self.average = policy, average
        self.optimiser = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5)
        self.lessons = 0

    def teach(self, played: Played, left: float) -> Told:
        """One lesson; ``left`` is how much of the time is left, from 1 to 0: the less, the smaller the steps."""
        for group in self.optimiser.param_groups:
            group["lr"] = RATE * left
        gain = (played.gain - played.gain.mean()) / (played.gain.std() + 1e-6)
        told: list[Told] = []
        for _ in range(PASSES):
            told += [
                self._step(Played(*(kept[part] for kept in played._replace(gain=gain))), left)
                for part in torch.randperm(len(gain)).split(MINIBATCH)
            ]
        self.lessons += 1
        self._keep_average()
        return Told(*np.mean(told, axis=0).tolist())

    def _step(self, part: Played, left: float) -> Told:
        policy = self.policy
        likelihoods = policy.likelihoods(part.seen, part.mask)
        likelihood = likelihoods.gather(1, part.action[:, None]).squeeze(1)
        ratio = (likelihood - part.likelihood).exp()
        bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
        choice = -torch.min(ratio * part.gain, bounded * part.gain).mean()
        doubt = -(likelihoods.exp() * likelihoods.clamp(min=-50)).sum(-1).mean()
        error = (policy.expected(part.known) - part.fared).square().mean()
        self.optimiser.zero_grad()
        (choice + error - CURIOSITY * min(1.0, left / SETTLING) * doubt).backward()
        nn.utils.clip_grad_norm_(policy.likes.parameters(), STEEPEST)
        nn.utils.clip_grad_norm_(policy.expects.parameters(), STEEPEST)
        self.optimiser.step()
        return Told(choice.item(), error.item(), doubt.item())

    @torch.no_grad()
    def _keep_average(self) -> None:
        weight = AVERAGED / (self.lessons + AVERAGED - 1)
        for kept, now in zip(self.average.parameters(), self.policy.parameters(), strict=True):
            kept.lerp_(now, weight)
        for kept, now in zip(self.average.buffers(), self.policy.buffers(), strict=True):
            kept.copy_(now)
