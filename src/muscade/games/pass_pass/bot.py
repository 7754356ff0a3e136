"""Opponents without a search, and one with: for each card, how does this trick go on average, or the whole game?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from muscade.bots import RandomBot
from muscade.bots.search import SearchBot
from muscade.core import Move, Text, View
from muscade.games.pass_pass import judge, rules
from muscade.games.pass_pass.course import setting_of
from muscade.games.pass_pass.moves import AGREE, BY_RULE, Play, Propose, Take
from muscade.games.pass_pass.state import cards_of
from muscade.games.pass_pass.view import PassPassView
from muscade.games.pass_pass.worlds import present


class CasualBot(RandomBot):
    """Plays anything, but speaks with its team as any bot does (PP-21)."""

    def choose(self, view: PassPassView, moves: Sequence[Move], rng: Random) -> Move:
        return speak(view, moves) if view.phase == "record" else super().choose(view, moves, rng)


class GreedyBot:
    """Plays for the trick at hand: its own gain, less a share of what the others get out of it."""

    def __init__(self, title: Text, samples: int = 12, slips: float = 0.0) -> None:
        """``samples`` is how many ways it imagines the rest of a trick, ``slips`` how often it plays any card."""
        self.title = title
        self.samples = samples
        self.slips = slips

    def choose(self, view: PassPassView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        if view.phase == "record":
            return speak(view, moves)
        table = _Table(view)
        if view.phase == "play":
            if rng.random() < self.slips:
                return rng.choice(moves)
            futures = [table.rest_of_trick(rng) for _ in range(self.samples)]
            return max(
                moves,
                key=lambda move: (
                    sum(table.worth(move.card, future) for future in futures)
                    if isinstance(move, Play)
                    else 0.0
                ),
            )
        return max(moves, key=lambda move: table.gain(move.cards) if isinstance(move, Take) else 0.0)


class ForesightBot(SearchBot):
    """Searches; but with its team it speaks as any bot does (PP-21)."""

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        assert isinstance(view, PassPassView)
        return speak(view, moves) if view.phase == "record" else super().choose(view, moves, rng)


def speak(view: PassPassView, moves: Sequence[Move]) -> Move:
    """Agree with a partner who has spoken (PP-21); else propose the player who brings the team most."""
    if AGREE in moves:
        return AGREE
    if BY_RULE in moves and view.choice and view.choice.by_rule:
        return BY_RULE
    return max(
        moves,
        key=lambda move: (
            judge.record_worth(
                view.round == setting_of(view.seats, view.options).rounds,
                view.points[move.seat],
                view.passes[move.seat],
            )
            if isinstance(move, Propose)
            else -1.0
        ),
    )


class _Table:
    """A view in numbers."""

    def __init__(self, view: PassPassView) -> None:
        assert view.seat is not None
        setting, table = setting_of(view.seats, view.options), present(view)
        self.seat = view.seat
        self.seats = view.seats
        self.teams = setting.teams
        self.diamonds = view.diamonds
        self.recorded = list(table.recorded_passes[: self.teams])
        self.counts = list(table.counts)
        self.backs = view.backs
        self.trick = list(table.trick[: table.played])
        self.leader = table.leader
        self.unseen = cards_of(setting.deck & ~(table.out | table.hands[self.seat]))

    def gain(self, cards: Sequence[int]) -> float:
        """What cards are worth to this seat."""
        recorded = self.recorded[rules.team_of(self.seat, self.teams)]
        everything = (1 << len(cards)) - 1
        return judge.take_worth(self.diamonds, self.counts[self.seat], recorded, cards, everything)

    def rest_of_trick(self, rng: Random) -> list[int]:
        """Cards the seats after this one might play: of the colours they hold (PP-7), of values nobody has seen."""
        unseen = rng.sample(self.unseen, len(self.unseen))
        cards = []
        for later in range(len(self.trick) + 1, self.seats):
            backs = self.backs[(self.leader + later) % self.seats]
            card = next(card for card in unseen if backs[rules.colour(card)])
            unseen.remove(card)
            cards.append(card)
        return cards

    def worth(self, card: int, future: Sequence[int]) -> float:
        """How a trick would end for this seat."""
        trick = [*self.trick, card, *future]
        return judge.trick_worth(
            self.diamonds, self.counts, self.recorded, trick, self.leader, self.seat, self.teams
        )
