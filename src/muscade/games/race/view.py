"""What the table of a race shows; nothing is hidden."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.board import Colour
from muscade.core import Seat, View

Phase = Literal["opening", "roll", "act", "over"]
"""Rolling for the start; chance to roll for a turn; a player to act; nothing any more."""


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board, by the name of its place."""

    place: str
    colour: Colour


class RaceView(View, frozen=True, kw_only=True):
    """A race of pieces over the board. What is counted by colour follows the order of ``colours``."""

    phase: Phase
    colours: tuple[Colour, ...]
    """In play, in turn order."""
    owners: tuple[Seat, ...]
    """Who plays each colour."""
    active: Seat | None
    colour: Colour | None
    """The turn's colour."""
    pieces: tuple[Piece, ...]
    reserves: tuple[int, ...]
    homes: tuple[int, ...]
    stands_in: bool
    """Does that colour play in place of its owner's other one, which is home (OP-14, GT-10)?"""
    dice: tuple[int, int] | None
    """This turn's roll."""
    left: int
    """Points or steps left of it."""
    undo: bool
    """There is something to take back."""
    turns: int
    """Turns finished."""
    opening: tuple[tuple[int, int] | None, ...]
    """Each seat's last roll for the start."""
    rolling: tuple[Seat, ...]
    """Who has still to roll for the start."""
