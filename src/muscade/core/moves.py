"""Seats, and the moves they make."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

Seat: TypeAlias = int

NATURE: Seat = -1
"""The seat of chance: shuffles and rolls are its moves."""


class Move(msgspec.Struct, frozen=True):
    """A small value; ``repr`` evaluates, ``str`` is the notation, which the game parses back."""

    @property
    def notation(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return self.notation


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move somebody made, in notation; ``?`` stands for what the reader may not know.

    ``shown`` is what the reader learned by it: a card turned up, a cup lifted, in notation of the game's own.
    """

    seat: Seat
    move: str
    shown: tuple[str, ...] = ()


Options: TypeAlias = dict[str, Any]
"""A game's options as plain values, ready for JSON."""
