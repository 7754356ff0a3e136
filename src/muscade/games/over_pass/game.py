"""Over-Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from muscade.board import BoardDrawing, board_named, drawing
from muscade.bots import Bot, RandomBot
from muscade.core import Game, Move, Option, Options, Text
from muscade.core.chance import below
from muscade.games.over_pass.bot import bots
from muscade.games.over_pass.moves import parse
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.over_pass.state import NAME, VERSION, OverPassState
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.moves import ROLLS
from muscade.games.race.setup import race_options


class OverPass(Game[OverPassState, OverPassView]):
    """Ten pieces from the centre to the exits, over everybody else's."""

    name = NAME
    title = Text("Over-Pass", "Over-Pass")
    tagline = Text(
        "Leap over chains of pieces, trade places across the glass, and bring your ten home first.",
        "Enjambez des chaînes de pions, changez de place à travers le vitrail et rentrez vos dix pions avant les autres.",
    )
    seats = (2, 3, 4)
    version = VERSION
    view_type = OverPassView
    equipment_type = BoardDrawing
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

    def options(self, seats: int) -> tuple[Option, ...]:
        return race_options(seats, CLAUSES)

    def new(self, seats: int, **options: Any) -> OverPassState:
        return OverPassState(seats, self.settle_options(seats, options))

    def parse(self, notation: str) -> Move:
        return parse(notation)

    def draw(self, state: OverPassState, rng: Random) -> Move:
        return ROLLS[below(rng, len(ROLLS))]

    def imagine(self, view: OverPassView, rng: Random) -> OverPassState:
        """Nothing is hidden: there is one state, and the history tells it."""
        state = self.new(view.seats, **view.options)
        for event in view.history:
            state.play(event.seat, parse(event.move))
        return state

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def equipment(self, options: Options) -> BoardDrawing:
        return drawing(board_named(options["board"]))


_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots()}
GAME = OverPass()
