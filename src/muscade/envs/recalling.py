"""What a player sees, and all that it has seen, as OpenSpiel asks for it: in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from muscade.core import Event, IllegalMove, InvalidOptions, MuscadeError
from muscade.core.text import quoted
from muscade.kernels.kernel import Kernel
from muscade.kernels.observations import Field, size_of
from muscade.kernels.stepping import CourseState

RECALL = 32
"""So many events are told one by one, as a rule; those before are told by a digest."""
DIGEST = 32
"""Bits."""
_MOST = 10_000


class _Spiel(Protocol):
    table: CourseState[Any, Any]


def checked_recall(given: Any) -> int:
    """Raises `InvalidOptions` for what is no number of events."""
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= _MOST:
        raise InvalidOptions(
            f"Parameter 'recall' is a number of events from 0 to {_MOST}, not {quoted(given)}.",
            f"Le paramètre 'recall' est un nombre d'événements de 0 à {_MOST}, pas {quoted(given)}.",
        )
    return given


def told(event: Event) -> str:
    """An event as somebody saw it, in one line."""
    return f"{event.seat}: {' '.join((event.move, *event.shown))}"


class Observer:
    """What lies on the table, as a player sees it; with a ``recall`` all that it has seen as well, which is its information state.

    An information state in numbers has three parts. The observation comes first. ``past`` is a digest of every event before the last
    ``recall`` ones. ``events`` are those, the latest first, a row each: who moved, from the observer on, chance last; the move's code in
    bits, lowest first, 0 where it has none; and a digest of what was seen of it. Different information states have different numbers,
    as surely as digests do.
    """

    def __init__(self, kernel: Kernel, recall: int | None) -> None:
        self.seats = kernel.seats
        self.recall = recall
        fields = [*kernel.fields]
        self._observed = size_of(fields)
        self._bits = kernel.code_count.bit_length()
        if recall is not None:
            row = self.seats + 1 + self._bits + DIGEST
            fields.append(Field("past", (DIGEST,), 1, "what happened before the events, as a digest"))
            fields.append(Field("events", (recall, row), 1, "the last events, the latest first"))
        self.fields: tuple[Field, ...] = tuple(fields)
        self.tensor: NDArray[np.float32] = np.zeros(size_of(self.fields), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for field in self.fields:
            self.dict[field.name] = self.tensor[at : at + field.size].reshape(field.shape)
            at += field.size

    def set_from(self, state: _Spiel, player: int) -> None:
        self.tensor[: self._observed] = state.table.observation(player)
        if self.recall is not None:
            self._tell(state.table, player, self.recall)

    def _tell(self, table: CourseState[Any, Any], player: int, recall: int) -> None:
        seen = table.seen(player)
        before = max(0, len(seen) - recall)
        self.dict["past"][:] = _digest("\n".join(map(told, seen[:before])))
        rows = self.dict["events"]
        rows[:] = 0
        for row, event in zip(rows, reversed(seen[before:]), strict=False):
            row[self.seats if event.seat < 0 else (event.seat - player) % self.seats] = 1
            code = 1 + _code(table, event)
            for bit in range(self._bits):
                row[self.seats + 1 + bit] = code >> bit & 1
            row[-DIGEST:] = _digest(told(event))

    def string_from(self, state: _Spiel, player: int) -> str:
        if self.recall is None:
            return " ".join(map(str, state.table.observation(player)))
        return "\n".join([f"seat {player}", *map(told, state.table.seen(player))])


def _code(table: CourseState[Any, Any], event: Event) -> int:
    """The number of a move as it was seen; -1 where it has none."""
    try:
        return max(-1, table.code_of(event.seat, table.game.parse(event.move)))
    except (IllegalMove, MuscadeError, LookupError, ValueError):
        return -1


def _digest(text: str) -> Sequence[int]:
    number = int.from_bytes(blake2b(text.encode(), digest_size=DIGEST // 8).digest(), "big")
    return [number >> bit & 1 for bit in range(DIGEST)]
