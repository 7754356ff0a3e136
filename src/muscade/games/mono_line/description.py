"""A Mono-Line table in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.board import COLOUR_TITLES
from muscade.core import Text
from muscade.core.description import Counted, People, listed
from muscade.core.text import Sentence
from muscade.games.mono_line.picture import SIDES
from muscade.games.mono_line.view import MonoLineView

PIECES = Counted(
    ("{name}, {colour}: {count} piece on {places}", "{name}, {colour}: {count} pieces on {places}"),
    ("{name}, {colour} : {count} pion en {places}", "{name}, {colour} : {count} pions en {places}"),
)
NO_PIECE = Sentence("{name}, {colour}: no piece yet", "{name}, {colour} : aucun pion encore")
SUPPLY = Counted(
    ("{name}: {count} piece left", "{name}: {count} pieces left"),
    ("{name} : reste {count} pion", "{name} : reste {count} pions"),
)
TRIED = Sentence(
    "A piece is tried on {place}; it stays when the turn is ended",
    "Un pion est essayé en {place} ; il y reste à la fin du tour",
)
LINES = Counted(
    ("{name}: {count} line held", "{name}: {count} lines held"),
    ("{name} : {count} ligne tenue", "{name} : {count} lignes tenues"),
)
OPEN = Sentence("Open places: {places}", "Places libres : {places}")
SWAP = Text("The first piece may be taken over", "Le premier pion peut être repris")
SWAPPED = Text("The first piece was taken over", "Le premier pion a été repris")
RIGHT = Sentence(
    "{name}: {one} and {other} share a line, and that was right",
    "{name} : {one} et {other} partagent une ligne, et c'était juste",
)
WRONG = Sentence(
    "{name}: {one} and {other} were said to share a line, wrongly",
    "{name} : {one} et {other} ont été annoncés sur une même ligne, à tort",
)
ANNOUNCED = Text("An announcement was made in this turn", "Une annonce a été faite pendant ce tour")


def tell(view: MonoLineView, people: People) -> Iterator[Text]:
    for seat in range(view.seats):
        yield _pieces(view, people, seat)
        supply = view.supply[seat]
        if supply is not None:
            yield SUPPLY(supply, name=people.who(seat))
        if view.captured:
            yield LINES(view.captured.count(seat), name=people.who(seat))
    if view.tried is not None:
        yield TRIED(place=view.tried)
    if view.phase == "swap":
        yield SWAP
    if view.swapped:
        yield SWAPPED
    if view.announcement is not None:
        one, other = view.announcement.pair
        words = RIGHT if view.announcement.right else WRONG
        yield words(name=people.who(view.announcement.seat), one=one, other=other)
    if view.announced:
        yield ANNOUNCED
    if view.open:
        yield OPEN(places=listed(view.open))


def _pieces(view: MonoLineView, people: People, seat: int) -> Text:
    places = [stone.place for stone in view.pieces if stone.seat == seat]
    name, colour = people.who(seat), COLOUR_TITLES[SIDES[seat]]
    if not places:
        return NO_PIECE(name=name, colour=colour)
    return PIECES(len(places), name=name, colour=colour, places=listed(places))
