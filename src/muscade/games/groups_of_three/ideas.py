"""What a move of Groups-of-Three goes for, in words."""

from __future__ import annotations

from muscade.core import Move, Text
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.race.ideas import END
from muscade.games.race.moves import End

HOME = Text("going home", "rentrer")
STEP = Text("a step on the board", "un pas sur le plateau")
ADD = Text("bringing a piece in", "faire entrer un pion")


def idea_of(move: Move) -> Text | None:
    match move:
        case Step():
            return HOME if move.goes_home else STEP
        case Add():
            return ADD
        case End():
            return END
        case _:
            return None
