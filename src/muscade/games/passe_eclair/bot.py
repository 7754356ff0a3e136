"""Opponents at human speed: how long they look, what they lay, and how they err."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from muscade.bots import Valued, levels
from muscade.bots.valuing import Trials
from muscade.core import Game, Move, Text
from muscade.games.passe_eclair import judge, rules
from muscade.games.passe_eclair.cards import card_number
from muscade.games.passe_eclair.lookahead import expectations
from muscade.games.passe_eclair.moves import READY, Call, Lay, Michi, Nothing, Spend
from muscade.games.passe_eclair.rules import SOCKE, figure, receiver
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
        table = _Table(view)
        wrong = table.tempting() if rng.random() < self.slips else []
        if wrong:
            return Lay(rng.choice(wrong), view.number)
        plays = [move for move in moves if isinstance(move, Lay | Michi)]
        if rng.random() >= self.care or (plays and nothing_happens(view)):
            return rng.choice(plays) if plays else Nothing(view.number)
        for move in moves:
            if isinstance(move, Call):
                return move
        best = max(plays, key=table.worth, default=None)
        return Nothing(view.number) if best is None or table.worth(best) <= 0 else best


class _Table:
    """A view in numbers."""

    def __init__(self, view: PasseEclairView) -> None:
        assert view.seat is not None
        top = view.middle[-1]
        self.top = card_number(top.card)
        self.back = rules.held_back(
            view.seat, view.seats, self.top, rules.NOBODY if top.seat is None else top.seat
        )
        self.blocked = view.blocked
        self.seats = view.seats
        self.sizes = view.hands
        self.hand = [card_number(name) for name in view.hand]
        self.held = [0] * 7
        for card in self.hand:
            self.held[figure(card)] += 1
        self.seen = [0] * 7
        for name in (*view.box, *(laid.card for laid in view.middle), *view.hand):
            self.seen[figure(card_number(name))] += 1

    def tempting(self) -> list[int]:
        """Wrong cards that look right: the large picture taken for the small one, or one's turn forgotten (ES-6)."""
        looks_right = rules.fitting(self.top, False)
        return [
            card
            for card in self.hand
            if rules.is_wild(card)
            and (figure(card) == figure(self.top) or looks_right >> card & 1)
            and rules.fault(card, self.top, self.back, self.blocked)
        ]

    def worth(self, move: Move) -> float:
        """What a play is worth; one that is worth nothing is not made."""
        left = len(self.hand) - 1
        if isinstance(move, Michi):
            return judge.worth_of_michi(left, self.sizes[move.seat])
        assert isinstance(move, Lay)
        alike = self.held[figure(move.card)]
        if move.card == SOCKE:
            return judge.worth_of_socke(left, alike)
        to = receiver(move.card)
        return judge.worth_of_pass(left, alike, self.seats, self.held[to] > 0, self.seen[to])


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
