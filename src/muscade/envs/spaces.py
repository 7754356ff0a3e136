"""Observations and actions as Gymnasium's spaces, which PettingZoo uses too; and the ways to look on."""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from muscade.core import InvalidOptions
from muscade.core.text import quoted
from muscade.envs.episode import Episode
from muscade.envs.errors import InvalidSeed
from muscade.kernels.kernel import Kernel
from muscade.kernels.observations import size_of

Observation: TypeAlias = dict[str, NDArray[Any]]
RENDER_MODES = ("human", "ansi", "rgb_array")
FRAMES_A_SECOND = 4


def observation_space(kernel: Kernel) -> spaces.Dict:
    """``observation``: what a seat sees, field after field; ``action_mask``: a 1 for each action that it may take."""
    size = size_of(kernel.fields)
    lowest = np.concatenate([np.full(field.size, field.lowest, np.int16) for field in kernel.fields])
    highest = np.concatenate([np.full(field.size, field.highest, np.int16) for field in kernel.fields])
    return spaces.Dict(
        {
            "observation": spaces.Box(lowest, highest, (size,), np.int16),
            "action_mask": spaces.Box(0, 1, (kernel.code_count,), np.int8),
        }
    )


def action_space(kernel: Kernel) -> spaces.Discrete:
    """A move's code."""
    return spaces.Discrete(kernel.code_count)


def observed(episode: Episode, seat: int) -> Observation:
    """What is in that space."""
    return {"observation": episode.observation(seat), "action_mask": episode.mask(seat)}


def check_render_mode(mode: str | None) -> None:
    """Raises `InvalidOptions` naming what there is."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise InvalidOptions(
            f"There is no render mode {quoted(mode)} (there are: {known}).",
            f"Il n'y a pas de mode d'affichage {quoted(mode)} (il y a : {known}).",
        )


def check_seed(seed: Any) -> None:
    """Raises `InvalidSeed` for what is no whole number from 0 on."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0):
        raise InvalidSeed(
            f"A seed is a whole number from 0 on, not {quoted(seed)}.",
            f"Une graine est un entier à partir de 0, pas {quoted(seed)}.",
        )


def render(episode: Episode, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What a spectator sees: as text, as pixels, or written to the terminal for people."""
    if mode == "rgb_array":
        return episode.pixels()
    if mode == "ansi":
        return episode.words()
    if mode == "human":
        sys.stdout.write(episode.words() + "\n")
    return None
