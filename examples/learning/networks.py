"""Networks that know which things are alike: what is true of one colour of cards is true of all the others."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from muscade.bots.network import Layer
from muscade.kernels.observations import Field, size_of

LEAST_SPREAD = 0.05
"""What hardly ever changes is not made much of."""


class Alike(NamedTuple):
    """Things of which there are several kinds, and none is special: a game with any two of them exchanged is the same game."""

    kinds: int
    fields: Mapping[str, int]
    """Parts of an observation that tell of every kind in turn: so many numbers of one, then of the next."""
    actions: int
    """So many of the first actions are about one kind each."""
    run: int
    """So many actions of one kind, then of the next."""


NOTHING_ALIKE = Alike(1, {}, 0, 1)


class Sorted(NamedTuple):
    """Places of a row: those that tell of each kind, a row a kind, and those that tell of none."""

    kinds: torch.Tensor
    none: torch.Tensor

    @property
    def size(self) -> int:
        return self.kinds.numel() + self.none.numel()

    @property
    def order(self) -> torch.Tensor:
        """First those of the first kind, in the end those of none."""
        return torch.cat([self.kinds.flatten(), self.none])


def _sorted(kind_of: Sequence[int], kinds: int) -> Sorted:
    of = np.array(kind_of)
    return Sorted(
        torch.from_numpy(np.stack([np.flatnonzero(of == kind) for kind in range(kinds)])),
        torch.from_numpy(np.flatnonzero(of < 0)),
    )


def sort_numbers(fields: Sequence[Field], alike: Alike) -> Sorted:
    """Of an observation, what is of which kind; everything of the only kind, where nothing is alike."""
    if alike.kinds == 1:
        return _sorted([0] * size_of(fields), 1)
    kind_of: list[int] = []
    for field in fields:
        run = alike.fields.get(field.name)
        kind_of += [place // run % alike.kinds if run else -1 for place in range(field.size)]
    return _sorted(kind_of, alike.kinds)


def sort_actions(count: int, alike: Alike) -> Sorted:
    if alike.kinds == 1:
        return _sorted([0] * count, 1)
    return _sorted(
        [code // alike.run % alike.kinds if code < alike.actions else -1 for code in range(count)],
        alike.kinds,
    )


class Shared(nn.Module):
    """A layer in which each kind is treated as every other: by what is known of itself, of all kinds together, and of none."""

    def __init__(self, own: int, none: int, own_out: int, none_out: int, *, alone: bool) -> None:
        """``alone``: there is one kind only, so all kinds together say nothing more."""
        super().__init__()
        self.alone = alone
        bound = (6 / (own * (1 if alone else 2) + none)) ** 0.5

        def weights(rows: int, columns: int) -> nn.Parameter:
            return nn.Parameter(torch.empty(rows, columns).uniform_(-bound, bound))

        self.own = weights(own, own_out)
        self.all = weights(own, 0 if alone else own_out)
        self.none = weights(none, own_out)
        self.offsets = nn.Parameter(torch.zeros(own_out))
        self.all_to_none = weights(own, none_out)
        self.none_to_none = weights(none, none_out)
        self.none_offsets = nn.Parameter(torch.zeros(none_out))

    def forward(self, kinds: torch.Tensor, none: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """``kinds``: a row for each kind."""
        together = kinds.mean(1)
        common = none @ self.none + self.offsets
        if not self.alone:
            common = common + together @ self.all
        return kinds @ self.own + common[
            :, None
        ], together @ self.all_to_none + none @ self.none_to_none + self.none_offsets

    @torch.no_grad()
    def plain(self, numbers: Sorted, out: Sorted) -> Layer:
        """The same as one block of weights, for numbers and results in their own order."""
        kinds = len(numbers.kinds)
        weights, offsets = torch.zeros(numbers.size, out.size), torch.zeros(out.size)
        for source, target in itertools.product(range(kinds), repeat=2):
            block = torch.zeros_like(self.own) if self.alone else self.all / kinds
            weights[numbers.kinds[source][:, None], out.kinds[target]] = block + self.own * (source == target)
        for kind in range(kinds):
            weights[numbers.none[:, None], out.kinds[kind]] = self.none
            weights[numbers.kinds[kind][:, None], out.none] = self.all_to_none / kinds
            offsets[out.kinds[kind]] = self.offsets
        weights[numbers.none[:, None], out.none] = self.none_to_none
        offsets[out.none] = self.none_offsets
        return Layer(weights.numpy(), offsets.numpy())


class Net(nn.Module):
    """Layers with nothing below zero between them."""

    def __init__(self, numbers: Sorted, out: Sorted, width: int, depth: int) -> None:
        """``depth`` layers of ``width`` neurons in all, shared out among the kinds."""
        super().__init__()
        kinds, own = numbers.kinds.shape
        alone = kinds == 1
        self.numbers, self.out = numbers, out
        self.neurons = _sorted([place // (width // kinds) for place in range(width // kinds * kinds)], kinds)
        inside = self.neurons.kinds.shape[1]
        sizes = [own, *[inside] * depth]
        self.layers = nn.ModuleList(
            Shared(before, len(numbers.none) if place == 0 else 0, after, 0, alone=alone)
            for place, (before, after) in enumerate(itertools.pairwise(sizes))
        )
        self.last = Shared(inside, 0, out.kinds.shape[1], len(out.none), alone=alone)
        self.register_buffer("usual", torch.zeros(numbers.size))
        self.register_buffer("spread", torch.ones(numbers.size))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Results in the order of ``out``: to put them into their own takes longer than it is worth."""
        seen = (seen - self.usual) / self.spread
        kinds, none = seen[:, self.numbers.kinds], seen[:, self.numbers.none]
        for layer in self.layers:
            kinds, none = (part.relu() for part in layer(kinds, none))
        kinds, none = self.last(kinds, none)
        return torch.cat([kinds.flatten(1), none], 1)

    @torch.no_grad()
    def look_at(self, seen: torch.Tensor) -> None:
        """Learn what is usual, so that everything counts alike in the beginning, a flag as much as a hundred points."""
        for places in filter(torch.numel, (self.numbers.kinds, self.numbers.none[None])):
            parts = seen[:, places]
            self.usual[places] = parts.mean((0, 1))
            self.spread[places] = parts.std((0, 1)).clamp(min=LEAST_SPREAD)

    def quiet(self) -> None:
        """In the beginning, like everything about the same."""
        with torch.no_grad():
            for weights in self.last.parameters():
                weights.mul_(0.01)

    def plain(self) -> list[Layer]:
        """Plain arrays, for numbers as they are seen."""
        inner = [*[self.neurons] * len(self.layers), self.out]
        first, *rest = (
            layer.plain(before, after)
            for layer, (before, after) in zip(
                [*self.layers, self.last], itertools.pairwise([self.numbers, *inner]), strict=True
            )
        )
        weights = first.weights / self.spread.numpy()[:, None]
        return [Layer(weights, first.offsets - self.usual.numpy() @ weights), *rest]
