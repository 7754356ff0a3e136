"""What an environment's numbers mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from muscade.core.registry import game as find_game
from muscade.kernels import kernel_of
from muscade.kernels.observations import Field


def fields(name: str, seats: int, **options: Any) -> tuple[Field, ...]:
    """What a seat of that game sees, one part of an observation after the other.

    >>> [field.name for field in fields("mono-line", 2)][:3]
    ['turn', 'pieces', 'open']
    """
    return kernel_of(find_game(name), seats, options).fields


def actions(name: str, seats: int, **options: Any) -> int:
    """How many different actions there are: a move's number is its code.

    >>> actions("passe-eclair", 4)
    32
    """
    return kernel_of(find_game(name), seats, options).code_count


def describe(name: str, seats: int, **options: Any) -> str:
    """The same in words: where each part begins, its shape, its highest number and what it means."""
    lines, at = [], 0
    for field in fields(name, seats, **options):
        shape = "×".join(map(str, field.shape)) or "1"
        lines.append(f"{at:>4}  {field.name:<16} {shape:>6}  {field.highest:>5}  {field.text}")
        at += field.size
    return "\n".join(lines)


def part(observation: NDArray[np.int16], name: str, given: tuple[Field, ...]) -> NDArray[np.int16]:
    """One part of an observation, or of many of them at once, by its name and in its shape; no copy.

    >>> seen = np.arange(471, dtype=np.int16)
    >>> part(seen, "pieces", fields("mono-line", 2)).shape
    (2, 93)
    """
    at = 0
    for field in given:
        if field.name == name:
            some = observation[..., at : at + field.size]
            return some.reshape(*observation.shape[:-1], *field.shape)
        at += field.size
    known = ", ".join(field.name for field in given)
    raise KeyError(f"There is no part {name!r} (there are: {known}).")
