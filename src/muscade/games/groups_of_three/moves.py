"""The moves of Groups-of-Three and their notation.

>>> NOTATION.parse("8.9 > 7.1").notation, NOTATION.parse("add 6.2")
('8.9>7.1', Add(space='6.2'))
"""

from __future__ import annotations

from typing import Annotated

from muscade.core import Move, Notation, Text, like
from muscade.core.positions import SetUp, spelt
from muscade.games.race.moves import SHARED, RacePosition

HOME = "0"
"""What the Center Square is called."""
Space = Annotated[
    str,
    like(
        "0|[1-9][0-9]{0,2}[.][1-9][0-9]{0,2}",
        Text(
            "is not a space: steps from the Center Square, a dot and a number, or 0 for the square itself.",
            "n'est pas une case : pas depuis le carré central, un point et un numéro, ou 0 pour le carré.",
        ),
        within=" ?[^ >]+ ?",
    ),
]


class Step(Move, frozen=True):
    """A piece crosses a boundary into a neighbouring space (GT-5), or goes home into the Center Square, 0 (GT-7)."""

    form = "{origin}>{target}"
    goes_for = Text("a step on the board", "un pas sur le plateau")
    origin: Space
    target: Space

    @property
    def goes_home(self) -> bool:
        return self.target == HOME


class Add(Move, frozen=True):
    """A piece of the reserve goes into the empty space of a group (GT-9)."""

    form = "add {space}"
    goes_for = Text("bringing a piece in", "faire entrer un pion")
    space: Space


class GroupsOfThreePosition(RacePosition, frozen=True, kw_only=True):
    """See `RacePosition`; a piece in a transit space is the one that is crossing it."""

    opened: tuple[str, ...] = ()
    """Where the last step lets a piece of the reserve in (GT-9)."""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[GroupsOfThreePosition, spelt(GroupsOfThreePosition, str.lower)]


TITLE = Text("Groups-of-Three", "Groups-of-Three")
NOTATION = Notation(TITLE, "8.9>7.1, 1.3>0, add 6.2, end, undo", Step, Add, Set, *SHARED)
