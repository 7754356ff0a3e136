"""A puzzle in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.board import COLOUR_TITLES
from muscade.core import Text
from muscade.core.description import UNDO, Counted, listed
from muscade.core.text import Sentence
from muscade.games.groups_of_three.description import CROSSING
from muscade.games.solitaire.view import PuzzleView

COUNT = Sentence("So far: {count} {unit}", "Jusqu'ici : {count} {unit}")
PIECES = Counted(
    ("{count} piece on {places}", "{count} pieces on {places}"),
    ("{count} pion en {places}", "{count} pions en {places}"),
)
OF_COLOUR = Sentence("{colour} on {places}", "{colour} en {places}")
LEFT = Counted(
    ("{count} piece on the board; the goal is {target}", "{count} pieces on the board; the goal is {target}"),
    (
        "{count} pion sur le plateau ; le but est {target}",
        "{count} pions sur le plateau ; le but est {target}",
    ),
)
PAR = Sentence("It can be done in {par}", "On peut le faire en {par}")
BEST = Sentence("Best known: {figure}", "Meilleur résultat connu : {figure}")
MOVER = Sentence(
    "Another jump of the piece on {place} counts nothing", "Un autre saut du pion en {place} ne compte pas"
)
ADDITIONS = Sentence("A new piece may be put into {places}", "Un nouveau pion peut entrer en {places}")
REDO = Text("What was taken back can be made again", "Un coup repris peut être rétabli")


def tell_puzzle(view: PuzzleView, unit: Text) -> Iterator[Text]:
    yield COUNT(count=view.count, unit=unit)
    yield LEFT(view.left, target=view.target)
    for colour in dict.fromkeys(piece.colour for piece in view.pieces):
        places = [piece.place for piece in view.pieces if piece.colour == colour]
        if colour is None:
            yield PIECES(len(places), places=listed(places))
        else:
            yield OF_COLOUR(colour=COLOUR_TITLES[colour], places=listed(places))
    if view.crossing is not None:
        yield CROSSING(place=view.crossing)
    if view.additions and view.outcome is None:
        yield ADDITIONS(places=listed(view.additions))
    if view.mover is not None:
        yield MOVER(place=view.mover)
    if view.par is not None:
        yield PAR(par=view.par)
    elif view.best is not None:
        yield BEST(figure=view.best.figure)
    if view.undo:
        yield UNDO
    if view.redo:
        yield REDO
