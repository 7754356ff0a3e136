"""Pass Pass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from muscade.bots import Bot, RandomBot
from muscade.core import Choice, Game, InvalidOptions, Move, Option, Text
from muscade.core.chance import below, shuffled
from muscade.core.moves import NATURE
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.bot import GreedyBot
from muscade.games.pass_pass.cards import HIDDEN, HIDDEN_OF_COLOUR, diamond_tables, diamonds
from muscade.games.pass_pass.moves import UNKNOWN_SEAT, Deal, Lead, Play, Propose, parse
from muscade.games.pass_pass.state import PassPassState
from muscade.games.pass_pass.view import PassPassView

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
    title = Text("Pass Pass", "Pass Pass")
    tagline = Text(
        "Tricks of fleeting alliances: the strongest colour wins, and two players share the spoils.",
        "Des plis et des alliances d'un instant : la couleur la plus forte gagne, et deux joueurs se servent.",
    )
    seats = (3, 4, 5, 6)
    version = 1
    view_type = PassPassView
    phrases = (
        Text("Hello!", "Bonjour !"),
        Text("Well played!", "Bien joué !"),
        Text("With me?", "Avec moi ?"),
        Text("Watch out!", "Attention !"),
        Text("Not that one…", "Pas celle-là…"),
        Text("Thank you!", "Merci !"),
        Text("One moment, please.", "Un instant, s'il vous plaît."),
        Text("Good game!", "Belle partie !"),
    )

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option(
                "teams",
                Text("Teams", "Équipes"),
                tuple(_TEAM_CHOICES[teams] for teams in _TEAMS_FOR[seats]),
                "PP-4",
            ),
            Option(
                "leader",
                Text("First leader", "Premier à jouer"),
                (
                    Choice("random", Text("drawn at random", "tiré au sort")),
                    *(Choice(seat, Text(f"seat {seat + 1}", f"place {seat + 1}")) for seat in range(seats)),
                ),
                "PP-6",
            ),
            Option(
                "diamonds",
                Text("Diamonds", "Diamants"),
                tuple(Choice(name, table.title) for name, table in diamond_tables().items()),
                "PP-2",
                free=True,
            ),
        )

    def new(self, seats: int, **options: Any) -> PassPassState:
        settled = self.settle_options(seats, options)
        if not isinstance(settled["diamonds"], str):
            raise InvalidOptions(
                f"Option 'diamonds' is a text, not {settled['diamonds']!r} (PP-2).",
                f"L'option 'diamonds' est un texte, pas {settled['diamonds']!r} (PP-2).",
            )
        diamonds(settled["diamonds"])
        return PassPassState(seats, settled)

    def parse(self, notation: str) -> Move:
        return parse(notation)

    def draw(self, state: PassPassState, rng: Random) -> Move:
        if state.phase == "leader":
            return Lead(below(rng, state.seats))
        return Deal(tuple(shuffled(rng, range(rules.CARDS))))

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def imagine(self, view: PassPassView, rng: Random) -> PassPassState:
        """Deal every hidden card anew, each way the seat cannot rule out being as likely, and play on to now."""
        state = self.new(view.seats, **view.options)
        events = [(event.seat, parse(event.move)) for event in view.history]
        for number, (seat, seen) in enumerate(events):
            move = seen
            if isinstance(seen, Deal):
                move = Deal(_complete_deal(seen.order, events[number + 1 :], view.seats, rng))
            elif seen == Propose(UNKNOWN_SEAT):
                move = rng.choice([offer for offer in state.moves(seat) if isinstance(offer, Propose)])
            state.play(seat, move)
        return state


def _complete_deal(
    order: Sequence[int], later: Sequence[tuple[int, Move]], seats: int, rng: Random
) -> tuple[int, ...]:
    """A deal seen in part, filled: with the cards each seat has shown since, then with unseen ones of its colour."""
    shown: dict[tuple[int, int], list[int]] = {}
    for seat, move in later:
        if seat == NATURE:
            break
        if isinstance(move, Play):
            shown.setdefault((seat, rules.colour(move.card)), []).append(move.card)
    known = {card for card in order if card < rules.CARDS}.union(*shown.values())
    unseen = shuffled(rng, (card for card in range(rules.CARDS) if card not in known))
    filled = list(order)
    for place, card in enumerate(order):
        if HIDDEN_OF_COLOUR <= card < HIDDEN:
            tint = card - HIDDEN_OF_COLOUR
            played = shown.get((place % seats, tint))
            if played:
                filled[place] = played.pop()
            else:
                filled[place] = next(hidden for hidden in unseen if rules.colour(hidden) == tint)
                unseen.remove(filled[place])
    for place, card in enumerate(order):
        if card == HIDDEN:
            filled[place] = unseen.pop()
    return tuple(filled)


_BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
GAME = PassPass()
