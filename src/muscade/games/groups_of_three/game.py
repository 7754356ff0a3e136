"""Groups-of-Three as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from muscade.bots import Bot, RandomBot
from muscade.core import Text
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.games.groups_of_three.bot import bots
from muscade.games.groups_of_three.course import NAME, Table
from muscade.games.groups_of_three.moves import NOTATION
from muscade.games.groups_of_three.refusals import CLAUSES
from muscade.games.groups_of_three.state import COURSE, GroupsOfThreeState
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.groups_of_three.worlds import present
from muscade.games.race.game import RaceGame


class GroupsOfThree(RaceGame[GroupsOfThreeState, GroupsOfThreeView]):
    """Steps from space to space, groups that let new pieces in, and ten of them to take home."""

    name = NAME
    title = Text("Groups-of-Three", "Groups-of-Three")
    tagline = Text(
        "Complete groups of three to bring your pieces in, then race them to the Center Square.",
        "Complétez des groupes de trois pour faire entrer vos pions, puis menez-les au carré central.",
    )
    version = 1
    notation = NOTATION
    state_type = GroupsOfThreeState
    view_type = GroupsOfThreeView
    course = COURSE
    clauses = CLAUSES
    phrases = (
        HELLO,
        Text("Lucky dice!", "Quels dés !"),
        Text("You are in my way.", "Vous me barrez la route."),
        Text("Two at once!", "Deux d'un coup !"),
        WELL_PLAYED,
        ONE_MOMENT,
        Text("Almost home!", "Presque rentré !"),
        GOOD_GAME,
    )

    def worlds(self, view: GroupsOfThreeView, rng: Random, count: int) -> Sequence[Table]:
        return [present(view)] if view.phase == "act" else super().worlds(view, rng, 1)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS


GAME = GroupsOfThree()
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
