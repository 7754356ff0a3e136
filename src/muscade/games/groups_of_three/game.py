"""Groups-of-Three as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping

from muscade.bots import Bot, RandomBot
from muscade.core import Move, Options, Text
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.core.picture import Caption
from muscade.games.groups_of_three.bot import bots
from muscade.games.groups_of_three.course import NAME
from muscade.games.groups_of_three.description import tell
from muscade.games.groups_of_three.moves import NOTATION, TITLE, Step
from muscade.games.groups_of_three.positions import POSITIONS
from muscade.games.groups_of_three.refusals import CLAUSES
from muscade.games.groups_of_three.state import COURSE, GroupsOfThreeState
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.groups_of_three.worlds import present
from muscade.games.race.game import RaceGame
from muscade.games.race.picture import draw_race
from muscade.games.race.setup import both_go_home
from muscade.pictures import Picture

HOME = Text("going home", "rentrer")


class GroupsOfThree(RaceGame[GroupsOfThreeState, GroupsOfThreeView]):
    """Steps from space to space, groups that let new pieces in, and ten of them to take home."""

    name = NAME
    title = TITLE
    tagline = Text(
        "Complete groups of three to bring your pieces in, then race them to the Center Square.",
        "Complétez des groupes de trois pour faire entrer vos pions, puis menez-les au carré central.",
    )
    version = 1
    notation = NOTATION
    state_type = GroupsOfThreeState
    view_type = GroupsOfThreeView
    course = COURSE
    positions = POSITIONS
    clauses = CLAUSES
    present = staticmethod(present)
    tell = staticmethod(tell)
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

    def goal(self, options: Options) -> Text:
        if both_go_home(options):
            return Text(
                "Be first to bring both your colours in, and home.",
                "Faites entrer, puis rentrer, vos deux couleurs.",
            )
        return Text(
            "Be first to bring ten pieces of a colour in, and home.",
            "Faites entrer, puis rentrer, dix pions d'une couleur.",
        )

    def idea(self, view: GroupsOfThreeView, move: Move) -> Text | None:
        """Home is more than a step."""
        return HOME if isinstance(move, Step) and move.goes_home else move.goes_for

    def draw_view(self, view: GroupsOfThreeView, caption: Caption) -> Picture:
        return draw_race(
            caption,
            self.equipment(view.seats, view.options),
            view,
            spots=False,
            must=view.crossing,
            lamps=view.additions,
        )

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS


GAME = GroupsOfThree()
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
