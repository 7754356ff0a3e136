"""Sets as bits of 64-bit words, in compiled code: the two questions for which processors have an instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.core.cgutils import true_bit
from numba.extending import intrinsic

from muscade.kernels.kernel import signed

WORD = 64


def _instruction(generate: Callable[..., Any]) -> Callable[[int], int]:
    def typed(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:
        return types.int64(types.int64), generate

    return cast("Callable[[int], int]", intrinsic(typed))


def _cttz(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], true_bit)


def _ctpop(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


lowest = _instruction(_cttz)
"""The place of the lowest bit of a word that is not 0."""
size = _instruction(_ctpop)
"""How many bits of a word are 1."""


def words(mask: int, count: int) -> list[int]:
    """A large set as that many words, the lowest places first.

    >>> words(1 << 64 | 5, 2)
    [5, 1]
    """
    return [signed(mask >> WORD * number & (1 << WORD) - 1) for number in range(count)]
