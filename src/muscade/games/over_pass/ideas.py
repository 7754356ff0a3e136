"""What a move of Over-Pass goes for, in words."""

from __future__ import annotations

from muscade.core import Move, Text
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.race.ideas import END
from muscade.games.race.moves import End

PASS = Text("passing over others", "passer par-dessus les autres")
SLIDE = Text("sliding", "glisser")
SWAP = Text("swapping two pieces", "échanger deux pions")
LEAVE = Text("leaving the board", "sortir du plateau")


def idea_of(move: Move) -> Text | None:
    match move:
        case OverPass():
            return PASS
        case Slide():
            return SLIDE
        case Swap():
            return SWAP
        case Exit():
            return LEAVE
        case End():
            return END
        case _:
            return None
