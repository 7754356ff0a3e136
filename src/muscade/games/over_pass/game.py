"""Over-Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from muscade.bots import Bot, RandomBot
from muscade.core import Text
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.games.over_pass.bot import bots
from muscade.games.over_pass.course import NAME, Table
from muscade.games.over_pass.moves import NOTATION
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.over_pass.state import COURSE, OverPassState
from muscade.games.over_pass.view import OverPassView
from muscade.games.over_pass.worlds import present
from muscade.games.race.game import RaceGame


class OverPass(RaceGame[OverPassState, OverPassView]):
    """Ten pieces from the centre to the exits, over everybody else's."""

    name = NAME
    title = Text("Over-Pass", "Over-Pass")
    tagline = Text(
        "Leap over chains of pieces, trade places across the glass, and bring your ten home first.",
        "Enjambez des chaînes de pions, changez de place à travers le vitrail et rentrez vos dix pions avant les autres.",
    )
    version = 2
    notation = NOTATION
    state_type = OverPassState
    view_type = OverPassView
    course = COURSE
    clauses = CLAUSES
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

    def worlds(self, view: OverPassView, rng: Random, count: int) -> Sequence[Table]:
        return [present(view)] if view.phase == "act" else super().worlds(view, rng, 1)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS


GAME = OverPass()
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
