"""The moves of the Over-Pass Spiral: captures, what all puzzles know, and a position that is set."""

from __future__ import annotations

from typing import Annotated

from muscade.core import Text
from muscade.core.positions import Position, SetUp, spelt
from muscade.games.solitaire.moves import Capture, puzzle_notation

TITLE = Text("Over-Pass Spiral", "Spirale de dépassement")


class SpiralPosition(Position, frozen=True, kw_only=True):
    """The pieces of each colour, black, white, red and blue, and how many moves were made (SP-4)."""

    pieces: tuple[tuple[str, ...], ...]
    count: int = 0


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[SpiralPosition, spelt(SpiralPosition, str.lower)]


NOTATION = puzzle_notation(TITLE, "b1xb4>c7", Capture, Set)
