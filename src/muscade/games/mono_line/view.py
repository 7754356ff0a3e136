"""What a Mono-Line table shows: everything, but on vigilant tables nothing that one could not see on the board."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.core import Seat, View

Phase = Literal["first", "place", "swap", "over"]
"""Waiting for: chance to name the player who starts; a piece, or the end of a turn; a piece or a swap (ML-7); nothing
any more."""


class Stone(msgspec.Struct, frozen=True):
    """A piece that stays: where, whose, and in which turn it was placed, counted from 1."""

    place: str
    seat: Seat
    turn: int


class Announcement(msgspec.Struct, frozen=True):
    """Somebody said that two pieces share a line (ML-5); ``right`` if that won the game."""

    seat: Seat
    pair: tuple[str, str]
    right: bool


class MonoLineView(View, frozen=True, kw_only=True):
    """A Mono-Line table. Nothing is hidden, so every seat and the spectator see the same."""

    phase: Phase
    active: Seat | None
    pieces: tuple[Stone, ...]
    """In the order in which they were placed."""
    tried: str | None
    """Where the active player's piece stands until the turn is declared over (ML-3)."""
    supply: tuple[int | None, ...]
    """How many pieces each seat has left off the board; None: as many as it likes (ML-1)."""
    open: tuple[str, ...]
    """Friendly tables only: where the active player may put a piece now, or move the tried one (ML-2)."""
    captured: tuple[Seat | None, ...]
    """Friendly tables only: for each line of the board, who holds it; a tried piece holds nothing yet (ML-2)."""
    announcement: Announcement | None
    """The last one, of this turn or of one before (ML-5)."""
    announced: bool
    """Has the active player already announced in this turn?"""
    swapped: bool
    """Was the first piece taken over (ML-7)?"""
