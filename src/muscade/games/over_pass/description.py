"""A table of Over-Pass in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.core import Text
from muscade.core.description import People
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.description import tell_race

EXITS_OPEN = Text(
    "On this roll pieces may leave the board by the exits",
    "Avec ce lancer, des pions peuvent quitter le plateau par les sorties",
)


def tell(view: OverPassView, people: People) -> Iterator[Text]:
    yield from tell_race(view, people)
    if view.exits_open and view.outcome is None:
        yield EXITS_OPEN
