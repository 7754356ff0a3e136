"""Moves that both races have besides those of the board: a roll; and what a position is that chance may set."""

from __future__ import annotations

from typing import Annotated

from muscade.board.moves import END, UNDO
from muscade.core import Move, Spelling, several
from muscade.core.positions import Position


class Roll(Move, frozen=True):
    """Chance rolls two dice: for the start, or for a turn."""

    form = "roll {dice}"
    dice: Annotated[tuple[int, int], several(Spelling(int, pattern="[1-6]"), 2, 2)]


class RacePosition(Position, frozen=True, kw_only=True):
    """What is counted by colour follows the colours in play, in turn order."""

    colour: str
    """The turn's."""
    pieces: tuple[tuple[str, ...], ...]
    homes: tuple[int, ...] = ()
    """None yet, if it is left out."""
    dice: tuple[int, ...] = ()
    """This turn's roll; nothing before it."""
    left: int | None = None
    """Points or steps left of it; all, if it is left out."""
    turns: int = 0
    """Turns finished."""
    stands_in: bool = False
    """Does the turn's colour play in place of its owner's other one, which is home (OP-14, GT-10)?"""


SHARED = (Roll, END, UNDO)
ROLLS = tuple(Roll((one, other)) for one in range(1, 7) for other in range(1, 7))
"""Every roll; each is as likely. They are in the order of their codes."""
ROLL_CODES: dict[Move, int] = {roll: code for code, roll in enumerate(ROLLS)}
