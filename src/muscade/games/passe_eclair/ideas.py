"""What a move of Passe Éclair goes for, in words."""

from __future__ import annotations

from muscade.core import Move, Text
from muscade.games.passe_eclair.moves import Call, Lay, Michi, Nothing, Ready, Spend
from muscade.games.passe_eclair.rules import SOCKE

PASS = Text("passing the ball", "passer la balle")
DOG = Text("laying Socke", "poser Socke")
TAKE = Text("laying Michi", "poser Michi")
WAIT = Text("waiting", "attendre")
CALL = Text("calling a wrong card", "signaler une mauvaise carte")
SPEND = Text("spending a token", "dépenser un jeton")
KEEP = Text("keeping one's tokens", "garder ses jetons")


def idea_of(move: Move) -> Text | None:
    match move:
        case Lay(card):
            return DOG if card == SOCKE else PASS
        case Michi():
            return TAKE
        case Nothing():
            return WAIT
        case Call():
            return CALL
        case Spend():
            return SPEND
        case Ready():
            return KEEP
        case _:
            return None
