"""Over-Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping

from muscade.bots import Bot, RandomBot
from muscade.core import Options, Text
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.core.picture import Caption
from muscade.games.over_pass.bot import bots
from muscade.games.over_pass.course import NAME
from muscade.games.over_pass.description import tell
from muscade.games.over_pass.moves import NOTATION, TITLE
from muscade.games.over_pass.pad import PADS
from muscade.games.over_pass.positions import POSITIONS
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.over_pass.state import COURSE, OverPassState
from muscade.games.over_pass.view import OverPassView
from muscade.games.over_pass.worlds import present
from muscade.games.race.game import RaceGame
from muscade.games.race.picture import draw_race
from muscade.games.race.setup import both_go_home
from muscade.pictures import Picture


class OverPass(RaceGame[OverPassState, OverPassView]):
    """Ten pieces from the centre to the exits, over everybody else's."""

    name = NAME
    title = TITLE
    tagline = Text(
        "Leap over chains of pieces, trade places across the glass, and bring your ten home first.",
        "Enjambez des chaînes de pions, changez de place à travers le vitrail et rentrez vos dix pions avant les autres.",
    )
    version = 2
    notation = NOTATION
    state_type = OverPassState
    view_type = OverPassView
    course = COURSE
    positions = POSITIONS
    clauses = CLAUSES
    pads = PADS
    present = staticmethod(present)
    tell = staticmethod(tell)
    phrases = (
        HELLO,
        Text("Thanks for the bridge!", "Merci pour le pont !"),
        Text("Not my piece, please.", "Pas mon pion, s'il vous plaît."),
        Text("An even roll, at last!", "Enfin un total pair !"),
        Text("What a leap!", "Quel bond !"),
        WELL_PLAYED,
        ONE_MOMENT,
        GOOD_GAME,
    )

    def goal(self, options: Options) -> Text:
        if both_go_home(options):
            return Text(
                "Be the first to bring both your colours home.",
                "Soyez le premier à rentrer vos deux couleurs.",
            )
        return Text(
            "Be the first to bring ten pieces of a colour home.",
            "Soyez le premier à rentrer dix pions d'une couleur.",
        )

    def draw_view(self, view: OverPassView, caption: Caption) -> Picture:
        return draw_race(caption, self.equipment(view.seats, view.options), view, spots=True)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS


GAME = OverPass()
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
