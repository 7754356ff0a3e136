"""The moves of Over-Pass and their notation. Places go by their names on the board (OB-10).

>>> NOTATION.parse("c3>e5"), NOTATION.parse("C3-d2"), NOTATION.parse("swap d10 d4")
(OverPass(start='c3', target='e5'), Slide(start='c3', target='d2'), Swap(one='d4', other='d10'))
"""

from __future__ import annotations

from typing import Annotated

from muscade.board import name_order
from muscade.board.moves import Place
from muscade.core import Move, Notation, Text
from muscade.core.positions import SetUp, spelt
from muscade.games.race.moves import SHARED, RacePosition


class OverPass(Move, frozen=True):
    """A piece passes over others to an empty intersection (OP-9)."""

    form = "{start}>{target}"
    goes_for = Text("passing over others", "passer par-dessus les autres")
    start: Place
    target: Place


class Slide(Move, frozen=True):
    """A piece slides to a neighbouring intersection farther out (OP-11)."""

    form = "{start}-{target}"
    goes_for = Text("sliding", "glisser")
    start: Place
    target: Place


class Swap(Move, frozen=True):
    """Two pieces change places (OP-10); in the order of the board, so that each pair has one name."""

    form = "swap {one} {other}"
    goes_for = Text("swapping two pieces", "échanger deux pions")
    one: Place
    other: Place

    def in_order(self) -> Swap:
        return Swap(*sorted((self.one, self.other), key=name_order))


class Exit(Move, frozen=True):
    """A piece leaves the board from an exit (OP-12)."""

    form = "exit {place}"
    goes_for = Text("leaving the board", "sortir du plateau")
    place: Place


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[RacePosition, spelt(RacePosition, str.lower)]


TITLE = Text("Over-Pass", "Over-Pass")
NOTATION = Notation(
    TITLE,
    "c3>e5, c3-d2, swap d1 d4, exit k1, end, undo",
    *(OverPass, Slide, Swap, Exit, Set),
    *SHARED,
)
