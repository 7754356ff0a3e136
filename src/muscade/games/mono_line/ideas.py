"""What a move of Mono-Line goes for, in words."""

from __future__ import annotations

from muscade.board import board_named
from muscade.core import Move, Text
from muscade.games.mono_line.moves import Announce, Concede, Put, Swap
from muscade.games.mono_line.view import MonoLineView

SWAP = Text("taking over the first piece", "prendre le premier pion")
ANNOUNCE = Text("announcing two pieces", "annoncer deux pions")
CONCEDE = Text("giving up", "abandonner")
SPARE = Text("a place on lines already held", "une place sur des lignes déjà tenues")
ONE = Text("taking one line", "prendre une ligne")
SEVERAL = Text("taking several lines at once", "prendre plusieurs lignes à la fois")


def idea_of(view: MonoLineView, move: Move) -> Text | None:
    """By the lines that it takes (ML-2), where the table shows whose they are."""
    match move:
        case Put(place) if view.captured:
            board = board_named(view.options["board"])
            lines = board.lines_of[board.intersection(place)]
            taken = sum(holder is None for line, holder in enumerate(view.captured) if lines >> line & 1)
            return SEVERAL if taken > 1 else ONE if taken else SPARE
        case Swap():
            return SWAP
        case Announce():
            return ANNOUNCE
        case Concede():
            return CONCEDE
        case _:
            return None
