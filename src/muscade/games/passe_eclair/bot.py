"""Opponents at human speed: how long they look, what they lay, and how they err."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from muscade.bots import Valued, levels
from muscade.bots.valuing import Trials
from muscade.core import Game, Move, Seat, Text
from muscade.games.passe_eclair import judge
from muscade.games.passe_eclair.cards import card_number
from muscade.games.passe_eclair.lookahead import expectations
from muscade.games.passe_eclair.moves import RACE, READY, Lay, Michi, Nothing, Spend, race_code
from muscade.games.passe_eclair.rules import FACES, NOBODY, fault, figure, fitting, held_back, is_wild
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels import kernel_of, ready

WORLDS = 240
"""In how many worlds the best bot tries each move: about a hundredth of a second."""
WORLDS_A_SECOND = 12_000
"""With a few moves to try, about."""
ROUNDS = 8
"""In so many parts worlds are tried where it matters how sure their average is."""

LULL = 40
"""Events without a card laid, after which a bot gives in: two who each keep a last Michi could wait for ever."""


def nothing_happens(view: PasseEclairView) -> bool:
    """Has nobody laid anything for long?"""
    recent = view.history[-LULL:]
    return len(recent) == LULL and all(event.move.startswith(("nothing", "turn")) for event in recent)


class RaceBot:
    """A player with a reaction time, and more or less care.

    ``reaction`` is the shortest and the longest time, in seconds, it takes to act on a new top card; ``care`` the
    part of its choices it thinks about, the others being made at random; ``slips`` how often a card that looks right
    but is wrong slips out.
    """

    def __init__(self, title: Text, reaction: tuple[float, float], care: float, slips: float) -> None:
        self.title = title
        self.reaction = reaction
        self.care = care
        self.slips = slips

    @property
    def speed(self) -> float:
        """How often it would act in a second: the weight of its choice in a tick (ES-20)."""
        return 2 / sum(self.reaction)

    def delay(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> float:
        return rng.uniform(*self.reaction)

    def choose(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> Move:
        if view.phase == "spend":
            return next((move for move in moves if isinstance(move, Spend)), READY)
        assert view.seat is not None
        seat = view.seat
        wrong = tempting(view, seat) if rng.random() < self.slips else []
        if wrong:
            return Lay(rng.choice(wrong), view.number)
        plays = [move for move in moves if isinstance(move, Lay | Michi)]
        if rng.random() >= self.care or (plays and nothing_happens(view)):
            return rng.choice(plays) if plays else Nothing(view.number)
        hand, box, middle = map(counted, (view.hand, view.box, (laid.card for laid in view.middle)))
        worth = partial(judge.worth, seat, view.hands, hand, box, middle)
        open_to_it = [move for move in moves if isinstance(move, RACE)]
        return max(open_to_it, key=lambda move: worth(race_code(seat, move)))


def counted(cards: Iterable[str]) -> list[int]:
    """How many there are of each."""
    counts = [0] * FACES
    for name in cards:
        counts[card_number(name)] += 1
    return counts


def tempting(view: PasseEclairView, seat: Seat) -> list[int]:
    """Wrong cards that look right: the large picture taken for the small one, or one's turn forgotten (ES-6)."""
    top, layer = card_number(view.middle[-1].card), view.middle[-1].seat
    back = held_back(seat, view.seats, top, NOBODY if layer is None else layer)
    looks_right = fitting(top, False)
    return [
        card
        for card in map(card_number, view.hand)
        if is_wild(card)
        and (figure(card) == figure(top) or looks_right >> card & 1)
        and fault(card, top, back, view.blocked)
    ]


class FarSightedBot(RaceBot):
    """Tries each move in many worlds that it cannot tell from the real one, and plays the round on in its mind.

    While that is not compiled yet, it plays by the look of the card like the others.
    """

    def __init__(self, game: Game[Any, Any], title: Text, reaction: tuple[float, float]) -> None:
        super().__init__(title, reaction, care=1.0, slips=0.0)
        self.game = game

    def choose(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        if nothing_happens(view) or not ready(self.game):
            return super().choose(view, moves, rng)
        kernel = kernel_of(self.game, view.seats, view.options)
        return moves[int(expectations(kernel, view, moves, rng, WORLDS).argmax())]

    def values(
        self, view: PasseEclairView, moves: Sequence[Move], rng: Random, seconds: float
    ) -> Sequence[Valued]:
        """Each move in the same worlds as all others."""
        kernel = kernel_of(self.game, view.seats, view.options)
        worlds = max(4, int(seconds * WORLDS_A_SECOND / ROUNDS))
        trials = [Trials() for _ in moves]
        for _ in range(ROUNDS):
            totals = expectations(kernel, view, moves, rng, worlds)
            for tried, total in zip(trials, totals, strict=True):
                tried.add(worlds, float(total))
        found = [Valued(move, tried.value, tried.spread) for move, tried in zip(moves, trials, strict=True)]
        return sorted(found, key=lambda one: -one.value)


EASY = RaceBot(levels.EASY, reaction=(2.2, 4.0), care=0.4, slips=0.12)
NORMAL = RaceBot(levels.NORMAL, reaction=(1.3, 2.2), care=0.8, slips=0.02)
HARD = RaceBot(levels.HARD, reaction=(0.7, 1.2), care=1.0, slips=0.0)


def expert(game: Game[Any, Any]) -> FarSightedBot:
    """Faster than almost anybody, and it counts cards."""
    return FarSightedBot(game, levels.EXPERT, reaction=(0.45, 0.85))
