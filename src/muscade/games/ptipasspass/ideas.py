"""What a move of PtiPassPass goes for, in words."""

from __future__ import annotations

from muscade.core import Move, Text
from muscade.games.ptipasspass.moves import Announce, Doublon, Lift, Menteur, Ok, Swap
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.view import PtiPassPassView

TRUTH = Text("telling the truth", "dire la vérité")
BLUFF = Text("bluffing", "bluffer")
PASS = Text("letting it pass", "laisser passer")
DOUBLON = Text("saying Doublon", "dire Doublon")
MENTEUR = Text("saying Menteur", "dire Menteur")
SWAP = Text("swapping cups first", "échanger d'abord des gobelets")
LIFT = Text("lifting three cups", "soulever trois gobelets")


def idea_of(view: PtiPassPassView, move: Move) -> Text | None:
    match move:
        case Announce(colour):
            return TRUTH if LETTERS[colour] == view.fist else BLUFF
        case Ok():
            return PASS
        case Doublon():
            return DOUBLON
        case Menteur():
            return MENTEUR
        case Swap():
            return SWAP
        case Lift():
            return LIFT
        case _:
            return None
