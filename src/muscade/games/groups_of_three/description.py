"""A table of Groups-of-Three in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.core import Text
from muscade.core.description import People, listed
from muscade.core.text import Sentence
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.description import tell_race

ADDITIONS = Sentence(
    "A piece of the reserve may be put into {places}", "Un pion de la réserve peut entrer en {places}"
)
CROSSING = Sentence("The piece in {place} has to step on", "Le pion en {place} doit continuer")


def tell(view: GroupsOfThreeView, people: People) -> Iterator[Text]:
    yield from tell_race(view, people)
    if view.additions and view.outcome is None:
        yield ADDITIONS(places=listed(view.additions))
    if view.crossing is not None:
        yield CROSSING(place=view.crossing)
