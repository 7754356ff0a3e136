"""A bot that is a network: plain arrays out of a file, some multiplications a move, and nothing to install.

``examples/learn.py`` makes such files. One is an ``npz`` of ``game`` and ``seats``, which it was made for, ``scale``, by which what a seat sees
is multiplied, and layers ``weight0``, ``bias0``, ``weight1`` and so on: each takes the last one's numbers, all but the last with those below
0 cut off; what comes out is a number for every code, and of those that it may choose the bot takes the greatest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muscade.core import Game, InvalidOptions, Move, Text, View
from muscade.kernels.observations import Field
from muscade.kernels.stepping import CourseState

Floats = NDArray[np.float32]
Layer = tuple[Floats, Floats]
LARGE = 256
"""What counts higher than that is open-ended: one such number must not outweigh all others."""


def scale_of(fields: Sequence[Field]) -> Floats:
    """What makes every number of an observation about 1 at most."""
    parts = [np.full(field.size, 1 / min(max(field.highest, 1), LARGE), np.float32) for field in fields]
    return np.concatenate(parts)


def write(file: Path, game: str, seats: int, scale: Floats, layers: Sequence[Layer]) -> None:
    """A network for that game and number of seats, in half the usual precision."""
    arrays: dict[str, Any] = {"game": game, "seats": seats, "scale": scale.astype(np.float32)}
    for number, (weight, bias) in enumerate(layers):
        arrays[f"weight{number}"] = weight.astype(np.float16)
        arrays[f"bias{number}"] = bias.astype(np.float16)
    np.savez_compressed(file, **arrays)


class Network:
    """What is in such a file; raises `InvalidOptions` where that is no network."""

    def __init__(self, file: Path | Traversable) -> None:
        try:
            with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as found:
                self.game = str(found["game"])
                self.seats = int(found["seats"])
                self.scale: Floats = found["scale"]
                count = sum(name.startswith("weight") for name in found.files)
                self.layers: list[Layer] = [
                    (found[f"weight{number}"].astype(np.float32), found[f"bias{number}"].astype(np.float32))
                    for number in range(count)
                ]
        except (OSError, EOFError, ValueError, KeyError) as error:
            raise _no_network(file.name) from error
        sizes = [len(self.scale), *(weight.shape[-1] for weight, _ in self.layers)]
        if not self.layers or any(
            weight.shape != (before, after) or bias.shape != (after,)
            for (weight, bias), before, after in zip(self.layers, sizes[:-1], sizes[1:], strict=True)
        ):
            raise _no_network(file.name)

    def __call__(self, seen: Sequence[int]) -> Floats:
        """A number for every code."""
        deep: Floats = np.asarray(seen, np.float32) * self.scale
        for weight, bias in self.layers[:-1]:
            deep = np.maximum(deep @ weight + bias, 0)
        weight, bias = self.layers[-1]
        out: Floats = deep @ weight + bias
        return out


def _no_network(name: str) -> InvalidOptions:
    return InvalidOptions(f"{name} is no network.", f"{name} n'est pas un réseau.")


class NetworkBot:
    """Plays one game by a network; at tables that it was not made for, where it would see other numbers, another bot stands in."""

    def __init__(self, game: Game[Any, Any], title: Text, file: Path | Traversable, otherwise: Any) -> None:
        self.game = game
        self.title = title
        self.file = file
        self.otherwise = otherwise

    @cached_property
    def network(self) -> Network:
        """Read when it is first asked: most processes never do."""
        return Network(self.file)

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        assert view.seat is not None
        if len(moves) == 1:
            return moves[0]
        # What a seat sees is the same in every world that its view cannot rule out; any one will do.
        state: CourseState[Any, Any] = self.game.imagine(view, rng)
        seen = state.observation(view.seat)
        network = self.network
        if (view.seats, len(seen)) != (network.seats, len(network.scale)):
            chosen: Move = self.otherwise.choose(view, moves, rng)
            return chosen
        worth = network(seen)
        return max(moves, key=lambda move: float(worth[state.code_of(view.seat or 0, move)]))
