"""What a puzzle shows; nothing is hidden."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.board import Colour
from muscade.core import View


class PuzzlePiece(msgspec.Struct, frozen=True):
    """A piece on the board, by the name of its place; a colour only where colours count."""

    place: str
    colour: Colour | None


class Best(msgspec.Struct, frozen=True):
    """The best figure known for the standard position (SP-4)."""

    figure: int
    proved: bool
    """Nothing better is possible, and there is a proof (SP-5)."""
    master: bool
    """It also reaches the master goal (SP-3)."""


class PuzzleView(View, frozen=True, kw_only=True):
    """A solitaire puzzle. Places are spaces or intersections, and what a puzzle has not is empty."""

    phase: Literal["play", "over"]
    pieces: tuple[PuzzlePiece, ...]
    """In the order of their places."""
    count: int
    """Steps or moves so far, as they are counted (SP-4)."""
    left: int
    """Pieces on the board."""
    target: int
    """How many pieces are to be there in the end."""
    undo: bool
    """There is something to take back."""
    redo: bool
    """There is something to play again."""
    best: Best | None
    """Known for the standard position only."""
    mover: str | None
    """Where the piece stands whose next jump counts nothing, as it jumped last."""
    additions: tuple[str, ...]
    """Spaces where a new piece may be put now (GT-9)."""
    crossing: str | None
    """The transit space where a piece stands, which must step on (GT-6)."""
    ways: tuple[str, ...]
    """For whoever is to move, where pieces run: every way on offer, from start to landing, what is removed last but one."""
    par: int | None
    """How few steps or moves the position takes, if whoever set it says so."""
