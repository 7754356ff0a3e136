"""Over-Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from muscade.bots import Bot, RandomBot
from muscade.core import Move, Options, Text
from muscade.games.over_pass.bot import bots
from muscade.games.over_pass.moves import parse
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.over_pass.state import NAME, VERSION, OverPassState
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.game import RaceGame

if TYPE_CHECKING:
    from muscade.games.over_pass.kernel import OverPassKernel


class OverPass(RaceGame[OverPassState, OverPassView]):
    """Ten pieces from the centre to the exits, over everybody else's."""

    name = NAME
    title = Text("Over-Pass", "Over-Pass")
    tagline = Text(
        "Leap over chains of pieces, trade places across the glass, and bring your ten home first.",
        "Enjambez des chaînes de pions, changez de place à travers le vitrail et rentrez vos dix pions avant les autres.",
    )
    version = VERSION
    view_type = OverPassView
    clauses = CLAUSES
    phrases = (
        Text("Hello!", "Bonjour !"),
        Text("Thanks for the bridge!", "Merci pour le pont !"),
        Text("Not my piece, please.", "Pas mon pion, s'il vous plaît."),
        Text("An even roll, at last!", "Enfin un total pair !"),
        Text("What a leap!", "Quel bond !"),
        Text("Well played!", "Bien joué !"),
        Text("One moment, please.", "Un instant, s'il vous plaît."),
        Text("Good game!", "Belle partie !"),
    )

    def new(self, seats: int, **options: Any) -> OverPassState:
        return OverPassState(seats, self.settle_options(seats, options))

    def parse(self, notation: str) -> Move:
        return parse(notation)

    def kernel(self, seats: int, options: Options) -> OverPassKernel:
        import muscade.games.over_pass.beam  # noqa: F401 - importing is compiling, and its bots plan with that
        from muscade.games.over_pass.kernel import OverPassKernel

        return OverPassKernel(self, seats, options)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS


GAME = OverPass()
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
