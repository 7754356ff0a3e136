"""Moves that games on the board share: the end of a turn, taking back; and how an intersection is called (OB-10)."""

from __future__ import annotations

from typing import Annotated

from muscade.core import Move, Text, like

PLACE_NAME = "[a-z][1-9][0-9]{0,2}"
"""What the name of an intersection looks like."""
PLACE = like(
    PLACE_NAME,
    Text(
        "is not an intersection: a ring's letter and a number, such as c3.",
        "n'est pas une intersection : la lettre d'un anneau et un numéro, comme c3.",
    ),
    within="[^ >-]+?",
)
Place = Annotated[str, PLACE]
"""The name of an intersection."""


class End(Move, frozen=True):
    """The turn is over."""

    form = "end"
    goes_for = Text("ending the turn", "finir le tour")


class Undo(Move, frozen=True):
    """What was done last in the turn is taken back."""

    form = "undo"


END = End()
UNDO = Undo()
