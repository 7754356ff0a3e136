"""A network that has learned to play, as plain arrays: `examples/learn.py` makes them, and nothing but numpy reads them.

>>> import muscade, numpy as np
>>> kernel = kernel_of(muscade.game("mono-line"), 2, {})
>>> rng = np.random.default_rng(7)
>>> sizes = [size_of(kernel.fields), 8, kernel.code_count]
>>> layers = [Layer(rng.normal(size=(m, n)), np.zeros(n)) for m, n in zip(sizes, sizes[1:])]
>>> bot = NetworkBot(Network(Trained.of(kernel), layers))
>>> match = muscade.Match(muscade.game("mono-line"), seats=2, seed=7)
>>> [seat] = match.state.turn()
>>> bot.choose(match.state.view(seat), match.state.moves(seat), Random(7)) in match.state.moves(seat)
True
"""

from __future__ import annotations

import itertools
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from muscade.core.errors import MuscadeError
from muscade.core.moves import Move, Options
from muscade.core.registry import game as find_game
from muscade.core.text import Text, quoted
from muscade.core.views import View
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel
from muscade.kernels.observations import size_of

FORMAT = 1
LEARNED = Text("learned", "appris")
_NOTE = "trained"


class InvalidNetwork(MuscadeError):
    """A file is no network, or one for another table."""


class Layer(NamedTuple):
    """Numbers times weights, plus these."""

    weights: NDArray[Any]
    """One row for each number that comes in."""
    offsets: NDArray[Any]


class Trained(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a network has learned: tables of such a kind and no others."""

    format: int = FORMAT
    game: str
    version: int
    """Of the game's law."""
    seats: int
    options: Options
    """All of them, as a table has them."""

    @classmethod
    def of(cls, kernel: Kernel) -> Self:
        """What a network is trained for that learns at tables of this kernel."""
        game = kernel.game
        return cls(game=game.name, version=game.version, seats=kernel.seats, options=kernel.options)


class Network:
    """Layers with nothing below zero between them: what a seat sees goes in, how much it likes each action comes out."""

    def __init__(self, trained: Trained, layers: Sequence[Layer]) -> None:
        self.trained = trained
        self.layers = [Layer(*(np.asarray(part, np.float32) for part in layer)) for layer in layers]
        self.kernel = _kernel_for(trained)
        sizes = [size_of(self.kernel.fields), *(len(layer.offsets) for layer in self.layers)]
        if sizes[-1] != self.kernel.code_count or any(
            layer.weights.shape != shape
            for layer, shape in zip(self.layers, itertools.pairwise(sizes), strict=True)
        ):
            raise InvalidNetwork(
                f"Its layers have the sizes {sizes}, which fit no table of {self.kernel.game.title.en} with {trained.seats} seats.",
                f"Ses couches ont les tailles {sizes}, qui ne vont à aucune table de {self.kernel.game.title.fr} à {trained.seats}.",
            )

    def likings(self, observation: Sequence[int]) -> NDArray[np.float32]:
        """A number for each action: the higher, the more it would like to take it."""
        values = np.asarray(observation, np.float32)
        for layer in self.layers[:-1]:
            values = np.maximum(values @ layer.weights + layer.offsets, 0)
        last = self.layers[-1]
        likings: NDArray[np.float32] = values @ last.weights + last.offsets
        return likings

    def save(self, path: Path) -> None:
        """With half the digits: they are as good, and the file half as long."""
        arrays: dict[str, Any] = {
            f"{name}_{place}": part.astype(np.float16)
            for place, layer in enumerate(self.layers)
            for name, part in layer._asdict().items()
        }
        arrays[_NOTE] = np.frombuffer(msgspec.json.encode(self.trained), np.uint8)
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Raises `InvalidNetwork` saying what is wrong with the file."""
        try:
            # numpy leaves a file open that only begins like an archive.
            if not zipfile.is_zipfile(path):
                raise zipfile.BadZipFile("it is no archive of arrays")
            with np.load(path, allow_pickle=False) as file:
                trained = msgspec.json.decode(file[_NOTE].tobytes(), type=Trained)
                layers = [
                    Layer(file[f"weights_{place}"], file[f"offsets_{place}"])
                    for place in range((len(file.files) - 1) // 2)
                ]
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, msgspec.DecodeError) as error:
            raise InvalidNetwork(
                f"{quoted(path.name)} is no network: {error}.",
                f"{quoted(path.name)} n'est pas un réseau : {error}.",
            ) from error
        return cls(trained, layers)


class NetworkBot:
    """Does what its network likes best, from what its seat sees alone."""

    def __init__(self, network: Network, title: Text = LEARNED) -> None:
        self.network = network
        self.title = title

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Raises `InvalidNetwork` at a table for which it has not learned."""
        kernel = self._kernel(view)
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        # What a seat sees is the same in every world.
        state = kernel.state_at(kernel.worlds(view, rng, 1)[0])
        likings = self.network.likings(state.observation(view.seat))
        codes = [state.code_of(view.seat, move) for move in moves]
        return moves[int(np.argmax(likings[codes]))]

    def _kernel(self, view: View) -> Kernel:
        """Of a table at which everything that is seen means what it meant when the network learned."""
        learned = self.network.kernel
        if view.game == learned.game.name and view.seats == learned.seats:
            kernel = kernel_of(learned.game, view.seats, view.options)
            if kernel.fields == learned.fields:
                return kernel
        raise InvalidNetwork(
            f"It has learned {learned.game.title.en} with {learned.seats} seats and {quoted(learned.options)}, and nothing else.",
            f"Il a appris {learned.game.title.fr} à {learned.seats} avec {quoted(learned.options)}, et rien d'autre.",
        )


def _kernel_for(trained: Trained) -> Kernel:
    if trained.format != FORMAT:
        raise InvalidNetwork(
            f"Networks have the format {FORMAT}, not {trained.format}.",
            f"Les réseaux ont le format {FORMAT}, pas {trained.format}.",
        )
    kernel = kernel_of(find_game(trained.game), trained.seats, trained.options)
    if kernel.game.version != trained.version:
        raise InvalidNetwork(
            f"It has learned version {trained.version} of {kernel.game.title.en}; this is {kernel.game.version}.",
            f"Il a appris la version {trained.version} de {kernel.game.title.fr} ; voici la {kernel.game.version}.",
        )
    return kernel
