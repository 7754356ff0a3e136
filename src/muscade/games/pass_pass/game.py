"""Pass Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType

from muscade.bots import Bot, levels
from muscade.bots.search import Effort
from muscade.core import Choice, Game, Option, Options, Text
from muscade.core.lots import Lots, OneOf, Shuffle
from muscade.core.options import fewer_option, seat_choices
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.bot import CasualBot, ForesightBot, GreedyBot
from muscade.games.pass_pass.cards import CARD_NAMES, DIAMONDS
from muscade.games.pass_pass.description import tell
from muscade.games.pass_pass.ideas import idea_of
from muscade.games.pass_pass.imagine import complete_history
from muscade.games.pass_pass.moves import NOTATION, TITLE, Deal, Lead
from muscade.games.pass_pass.pad import PADS, judge
from muscade.games.pass_pass.picture import draw
from muscade.games.pass_pass.positions import POSITIONS
from muscade.games.pass_pass.state import COURSE, PassPassState, cards_of
from muscade.games.pass_pass.table import Table
from muscade.games.pass_pass.view import PassPassView
from muscade.games.pass_pass.worlds import present

_TEAM_CHOICES = {
    "none": Choice("none", Text("each alone", "chacun pour soi")),
    "2x2": Choice("2x2", Text("two teams of two", "deux équipes de deux")),
    "3x2": Choice("3x2", Text("three teams of two", "trois équipes de deux")),
    "2x3": Choice("2x3", Text("two teams of three", "deux équipes de trois")),
}
_TEAMS_FOR = {3: ("none",), 4: ("none", "2x2"), 5: ("none",), 6: ("3x2", "2x3")}


class PassPass(Game[PassPassState, PassPassView]):
    """Tricks that two players win, colours that add up, and three Pass Passes to win at once."""

    name = "pass-pass"
    title = TITLE
    tagline = Text(
        "Tricks of fleeting alliances: the strongest colour wins, and two players share the spoils.",
        "Des plis et des alliances d'un instant : la couleur la plus forte gagne, et deux joueurs se servent.",
    )
    seats = (3, 4, 5, 6)
    version = 2
    notation = NOTATION
    state_type = PassPassState
    view_type = PassPassView
    course = COURSE
    positions = POSITIONS
    order = CARD_NAMES
    nicknames = MappingProxyType({"greedy": "normal"})
    pads = PADS
    judges_tricks = True
    judge_trick = staticmethod(judge)
    idea = staticmethod(idea_of)
    draw_view = staticmethod(draw)
    tell = staticmethod(tell)
    phrases = (
        HELLO,
        WELL_PLAYED,
        Text("With me?", "Avec moi ?"),
        Text("Watch out!", "Attention !"),
        Text("Not that one…", "Pas celle-là…"),
        Text("Thank you!", "Merci !"),
        ONE_MOMENT,
        GOOD_GAME,
    )

    def goal(self, options: Options) -> Text:
        return Text(
            "Three Pass Passes win; if nobody has them, points do.",
            "Trois Pass Pass gagnent ; sinon, les points décident.",
        )

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option(
                "teams",
                Text("Teams", "Équipes"),
                tuple(_TEAM_CHOICES[teams] for teams in _TEAMS_FOR[seats]),
                "PP-4",
            ),
            Option("leader", Text("First leader", "Premier à jouer"), seat_choices(seats), "PP-6"),
            DIAMONDS.option(Text("Diamonds", "Diamants")),
        )

    def laboratory(self, seats: int) -> tuple[Option, ...]:
        return (
            fewer_option("colours", Text("Colours", "Couleurs"), (rules.COLOURS, 2, 3), "PP-1"),
            fewer_option(
                "values", Text("Values", "Valeurs"), (rules.VALUES, *range(1, rules.VALUES)), "PP-1"
            ),
            fewer_option(
                "hand",
                Text("Cards for each", "Cartes par joueur"),
                (rules.HAND, *range(1, rules.HAND)),
                "PP-5",
            ),
            fewer_option("rounds", Text("Rounds", "Manches"), (rules.ROUNDS, 1, 2), "PP-19"),
        )

    def lots(self, state: PassPassState) -> Lots:
        return OneOf(range(state.seats), Lead) if state.phase == "leader" else _deck(state.setting.deck)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def imagine(self, view: PassPassView, rng: Random) -> PassPassState:
        return self.played(view, complete_history(view, rng))

    def worlds(self, view: PassPassView, rng: Random, count: int) -> Sequence[Table]:
        return super().worlds(view, rng, count) if view.phase == "record" else [present(view)]


@lru_cache(maxsize=64)
def _deck(mask: int) -> Shuffle[int]:
    return Shuffle(Deal, cards_of(mask))


GAME = PassPass()
_NORMAL = GreedyBot(levels.NORMAL)
_BOTS: dict[str, Bot] = {
    "random": CasualBot(),
    "easy": GreedyBot(levels.EASY, samples=1, slips=0.4),
    "normal": _NORMAL,
    "hard": ForesightBot(GAME, levels.HARD, Effort(seconds=0.3, simulations=200), _NORMAL),
    "expert": ForesightBot(GAME, levels.EXPERT, Effort(seconds=1.0, pace=250_000), _NORMAL),
}
