"""The moves of Twisted Jumps: captures, what all puzzles know, and a position that is set."""

from __future__ import annotations

from typing import Annotated

from muscade.core import Text
from muscade.core.positions import SetUp, spelt
from muscade.games.solitaire.moves import Capture, PuzzlePosition, puzzle_notation

TITLE = Text("Twisted Jumps", "Sauts tordus")


class JumpsPosition(PuzzlePosition, frozen=True, kw_only=True):
    """See `PuzzlePosition`."""

    mover: str | None = None
    """Where the piece stands that jumped last, whose next jump counts nothing (SP-4)."""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[JumpsPosition, spelt(JumpsPosition, str.lower)]


NOTATION = puzzle_notation(TITLE, "b1xb4>c7", Capture, Set)
