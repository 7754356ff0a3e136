"""Games to learn from: one policy plays every seat, and each seat's choices are judged by how that seat fared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from learning.networks import NOTHING_ALIKE, Alike, Net, Sorted, sort_actions, sort_numbers
from muscade.bots.network import Network, Trained
from muscade.envs import Batch, Step, batch
from muscade.kernels.observations import Field, size_of

STEPS = 64
"""So many choices in each game between two lessons."""
MEMORY = 0.75
"""How far a choice is judged by what really came of it (1) and not by what the network expects (0)."""
FORBIDDEN = -1e9


class Task(NamedTuple):
    """What is to be learned of a game, beyond what the game says of itself."""

    seats: int
    options: Mapping[str, Any] = {}
    """Beginners need not come to an end by themselves."""
    scores: Mapping[str, float] = {}
    """What one can see of who is ahead, and what each of it is worth beside a game won (1): parts of the observation that have a number for
    everybody, oneself first."""
    hidden: Sequence[str] = ()
    """What only its owner sees: whoever judges choices afterwards may know it of everybody."""
    alike: Alike = NOTHING_ALIKE


class Played(NamedTuple):
    """Choices, and what became of them."""

    seen: torch.Tensor
    known: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    likelihood: torch.Tensor
    gain: torch.Tensor
    """How much better it went than expected."""
    fared: torch.Tensor
    """What should have been expected."""


class Policy(nn.Module):
    """What it likes, from what a seat sees; and what it expects to win, from more than that, which is needed in learning alone."""

    def __init__(self, games: Batch, task: Task, width: int, depth: int) -> None:
        super().__init__()
        self.trained = Trained.of(games.kernel)
        everything = (*games.fields, *hidden_fields(games.fields, task) * (task.seats - 1))
        self.actions = sort_actions(games.actions, task.alike)
        self.order = self.actions.order
        nothing = torch.zeros((task.alike.kinds, 0), dtype=torch.int64)
        self.likes = Net(sort_numbers(games.fields, task.alike), self.actions, width, depth)
        self.expects = Net(
            sort_numbers(everything, task.alike), Sorted(nothing, torch.arange(1)), width // 2, 2
        )
        self.likes.quiet()
        self.expects.quiet()

    def likelihoods(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Logarithms, in `order`."""
        return torch.log_softmax(self.likes(seen).masked_fill(~mask, FORBIDDEN), -1)

    def expected(self, known: torch.Tensor) -> torch.Tensor:
        return self.expects(known).squeeze(-1)

    def best(self, shown: Step) -> np.ndarray:
        """What it likes best in every game."""
        likings = self.likes(torch.from_numpy(shown.observations.astype(np.float32)))
        mask = torch.from_numpy(shown.masks != 0)[:, self.order]
        return self.order[likings.masked_fill(~mask, FORBIDDEN).argmax(-1)].numpy()

    def look_at(self, played: Played) -> None:
        self.likes.look_at(played.seen)
        self.expects.look_at(played.known)

    @property
    def network(self) -> Network:
        return Network(self.trained, self.likes.plain())


def hidden_fields(fields: Sequence[Field], task: Task) -> tuple[Field, ...]:
    return tuple(field for field in fields if field.name in task.hidden)


def places_of(fields: Sequence[Field], names: Sequence[str]) -> np.ndarray:
    """Where in an observation these parts are."""
    places: list[int] = []
    at = 0
    for field in fields:
        if field.name in names:
            places += range(at, at + field.size)
        at += field.size
    return np.array(places, np.int64)


def lead_of(fields: Sequence[Field], scores: Mapping[str, float]) -> np.ndarray:
    """What to multiply an observation with to know how far ahead its seat is of the others."""
    lead = np.zeros(size_of(fields), np.float32)
    for name, worth in scores.items():
        own, *others = places_of(fields, [name])
        lead[own] = worth
        lead[others] = -worth / max(1, len(others))
    return lead


class Player:
    """Plays all seats of a batch of games with a policy, and keeps what each seat saw and did."""

    def __init__(self, game: str, task: Task, count: int, seed: int) -> None:
        self.games = batch(game, task.seats, count, **task.options)
        self.lead = lead_of(self.games.fields, task.scores)
        self.hidden = places_of(self.games.fields, task.hidden)
        self.shown: Step = self.games.reset(seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.count, self.seats = count, task.seats
        self.rows = np.arange(count)
        self.others = np.arange(1, task.seats)
        self.held = np.zeros((count, task.seats, len(self.hidden)), np.float32)
        """What was hidden with each seat when it last chose."""

    @torch.no_grad()
    def play(self, policy: Policy) -> Played:
        kept: list[tuple[torch.Tensor, ...]] = []
        movers, rewards, over = [], [], []
        for _ in range(STEPS):
            seen = self.shown.observations.astype(np.float32)
            mover = self.shown.seats.copy()
            known = torch.from_numpy(self._known(seen, mover))
            mask = torch.from_numpy(self.shown.masks != 0)[:, policy.order]
            likelihoods = policy.likelihoods(torch.from_numpy(seen), mask)
            # The largest of these is drawn as the likelihoods say; faster than drawing from each row.
            noise = torch.empty_like(likelihoods).exponential_(generator=self.generator).log_()
            action = (likelihoods - noise).argmax(-1)
            likelihood = likelihoods.gather(1, action[:, None]).squeeze(1)
            self.shown = self.games.step(policy.order[action].numpy())
            kept.append((known, mask, action, likelihood, policy.expected(known)))
            movers.append(mover)
            rewards.append(self.shown.rewards.copy())
            over.append(self.shown.over.copy())
        known, mask, action, likelihood, expected = (torch.stack(part) for part in zip(*kept, strict=True))
        ahead = known[..., : len(self.lead)].numpy() @ self.lead
        gain, judged = self._judge(
            expected.numpy(), ahead, np.stack(movers), np.stack(rewards), np.stack(over)
        )
        # Who had no choice has nothing to learn.
        chosen = torch.from_numpy(judged) & (mask.sum(-1) > 1)
        gains = torch.from_numpy(gain)[chosen]
        known = known[chosen]
        return Played(
            known[:, : len(self.lead)],
            known,
            mask[chosen],
            action[chosen],
            likelihood[chosen],
            gains,
            gains + expected[chosen],
        )

    def _known(self, seen: np.ndarray, mover: np.ndarray) -> np.ndarray:
        """What a seat sees, and what is hidden with the others."""
        self.held[self.rows, mover] = seen[:, self.hidden]
        others = (mover[:, None] + self.others) % self.seats
        return np.hstack([seen, self.held[self.rows[:, None], others].reshape(self.count, -1)])

    def _judge(
        self,
        expected: np.ndarray,
        ahead: np.ndarray,
        movers: np.ndarray,
        rewards: np.ndarray,
        over: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """How much better than expected each choice went (generalised advantages), seat by seat, from the end; and of which that is known: a
        seat's last choice in a game that goes on is not judged yet."""
        gain, known = np.zeros_like(expected), np.zeros(expected.shape, bool)
        comes = np.zeros((self.count, self.seats), np.float32)
        later = np.zeros_like(comes)
        follows = np.zeros(comes.shape, bool)
        # How far ahead a seat is when it chooses next; at the end of a game nobody looks any more.
        soon = np.full(comes.shape, np.nan, np.float32)
        for step in range(len(expected) - 1, -1, -1):
            ended = over[step]
            comes[ended], later[ended], follows[ended], soon[ended] = rewards[step][ended], 0, True, np.nan
            at = (self.rows, movers[step])
            won = np.nan_to_num(soon[at] - ahead[step])
            surprise = comes[at] + won - expected[step]
            gain[step] = surprise + MEMORY * later[at]
            known[step] = follows[at]
            # Until a seat's next choice is known there is nothing to compare with; it is only expected.
            comes[at], later[at], follows[at] = expected[step], gain[step] * known[step], True
            soon[at] = ahead[step]
        return gain, known
