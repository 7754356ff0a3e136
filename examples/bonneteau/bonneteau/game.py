"""Bonneteau as a game of the contract."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bonneteau.course import Setting, Table
from bonneteau.imagine import complete_history
from bonneteau.moves import NOTATION, Lift
from bonneteau.rules import own_cup
from bonneteau.state import BonneteauState, BonneteauView
from muscade.bots import Bot, RandomBot
from muscade.bots.search import Effort, SearchBot
from muscade.core import NATURE, Choice, Game, Move, Option, Text
from muscade.core.lots import Lots, OneOf

CUPS = tuple(Choice(cups, Text(f"{cups} cups", f"{cups} gobelets")) for cups in (5, 4, 7))


class Bonneteau(Game[BonneteauState, BonneteauView]):
    """Find the muscade before the others do."""

    name = "bonneteau"
    title = Text("Bonneteau", "Bonneteau")
    tagline = Text("Cups, one muscade, and a glance.", "Des gobelets, une muscade, un coup d'œil.")
    seats = (2, 3)
    version = 1
    notation = NOTATION
    view_type = BonneteauView
    course = BonneteauState.course

    def options(self, seats: int) -> tuple[Option, ...]:
        return (Option("cups", Text("Cups", "Gobelets"), CUPS, "BN-1"),)

    def new(self, seats: int, **options: Any) -> BonneteauState:
        settled = self.settle_options(seats, options)
        return BonneteauState(self, seats, settled, Setting(seats=seats, **settled), Table())

    def lots(self, state: BonneteauState) -> Lots:
        return OneOf(state.moves(NATURE), lambda move: move)

    def imagine(self, view: BonneteauView, rng: Random) -> BonneteauState:
        return self.played(view, complete_history(view, rng))

    def bots(self) -> Mapping[str, Bot]:
        return BOTS


class KnowingBot:  # takes the muscade if it has seen it; else it lifts any cup but its own
    title = Text("normal", "moyen")

    def choose(self, view: BonneteauView, moves: Sequence[Move], rng: Random) -> Move:
        own = Lift(own_cup(view.seat or 0))
        return rng.choice([move for move in moves if (move == own) == (view.own_cup == "muscade")])


GAME = Bonneteau()
HARD = SearchBot(GAME, Text("hard", "difficile"), Effort(seconds=0.3), meanwhile=KnowingBot())
BOTS: dict[str, Bot] = {"easy": RandomBot(), "normal": KnowingBot(), "hard": HARD}
