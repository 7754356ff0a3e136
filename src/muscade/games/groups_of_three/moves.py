"""The moves of Groups-of-Three and their notation.

>>> NOTATION.parse("8.9 > 7.1").notation, NOTATION.parse("add 6.2")
('8.9>7.1', Add(space='6.2'))
"""

from __future__ import annotations

import re
from typing import Annotated

from muscade.core import InvalidNotation, Move, Notation, Spelling, Text
from muscade.core.text import shown
from muscade.games.race.moves import SHARED

_SPACE = re.compile(r"0|[1-9]\d{0,2}\.[1-9]\d{0,2}", re.ASCII)


def _space(text: str) -> str:
    word = text.strip()
    if not _SPACE.fullmatch(word):
        raise InvalidNotation(
            f"{shown(word)} is not a space: steps from the Center Square, a dot and a number, or 0 for the square itself.",
            f"{shown(word)} n'est pas une case : pas depuis le carré central, un point et un numéro, ou 0 pour le carré.",
        )
    return word


Space = Annotated[str, Spelling(_space, pattern=" ?[^ >]+ ?")]


class Step(Move, frozen=True):
    """A piece crosses a boundary into a neighbouring space (GT-5), or goes home into the Center Square, 0 (GT-7)."""

    form = "{origin}>{target}"
    origin: Space
    target: Space


class Add(Move, frozen=True):
    """A piece of the reserve goes into the empty space of a group (GT-9)."""

    form = "add {space}"
    space: Space


NOTATION = Notation(
    Text("Groups-of-Three", "Groups-of-Three"), "8.9>7.1, 1.3>0, add 6.2, end, undo", Step, Add, *SHARED
)
