"""A sensible opponent: for each card it may play, how does this trick go on average, by what it can see?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from muscade.bots import RandomBot
from muscade.core import Move, Text
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import card_number
from muscade.games.pass_pass.moves import Agree, Play, Propose, Take
from muscade.games.pass_pass.view import PassPassView

SAMPLES = 12
"""Ways the rest of a trick is imagined for each card."""
FIRST_STEP = 1.0
"""What the first card of a colour is worth beyond its points, on the way to a Pass Pass."""
PASS_PASS = 9.0
"""What a Pass Pass is worth, in points; the one that wins is worth everything."""
VICTORY = 1000.0


class CasualBot(RandomBot):
    """Plays anything, but speaks with its team as any bot does (PP-21)."""

    def choose(self, view: PassPassView, moves: Sequence[Move], rng: Random) -> Move:
        return _speak(view, moves) if view.phase == "record" else super().choose(view, moves, rng)


class GreedyBot:
    """Plays for the trick at hand: its own gain, less a share of what the others get out of it."""

    title = Text("greedy", "gourmand")

    def choose(self, view: PassPassView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        table = _Table(view)
        if view.phase == "record":
            return _speak(view, moves)
        if view.phase == "play":
            futures = [table.rest_of_trick(rng) for _ in range(SAMPLES)]
            return max(moves, key=lambda move: sum(table.worth(move, future) for future in futures))
        return max(
            moves, key=lambda move: table.gain(table.seat, move.cards) if isinstance(move, Take) else 0.0
        )


def _speak(view: PassPassView, moves: Sequence[Move]) -> Move:
    """Agree with a partner who has spoken (PP-21); else propose the player who brings the team most."""
    for move in moves:
        if isinstance(move, Agree):
            return move
    return max(
        moves,
        key=lambda move: (
            view.points[move.seat] + PASS_PASS * view.passes[move.seat] if isinstance(move, Propose) else -1.0
        ),
    )


class _Table:
    """A view in numbers."""

    def __init__(self, view: PassPassView) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.seats = view.seats
        self.team_of = view.teams
        self.diamonds = view.diamonds
        self.recorded = [standing.recorded_passes for standing in view.standings]
        self.passes = view.passes
        fronts = [[card_number(name) for name in front] for front in view.front]
        self.colours = [[sum(card // 12 == tint for card in front) for tint in range(4)] for front in fronts]
        self.backs = view.backs
        self.trick = [card_number(played.card) for played in view.trick.cards] if view.trick else []
        self.leader = view.trick.leader if view.trick else self.seat
        seen = {card for front in fronts for card in front}.union(self.trick)
        seen.update(card_number(name) for name in (*view.hand, *view.discards))
        self.unseen = [card for card in range(rules.CARDS) if card not in seen]

    def gain(self, seat: int, cards: Sequence[int]) -> float:
        """What cards are worth to a seat: points, Pass Passes, and steps towards the next one (PP-16, PP-18)."""
        counts = self.colours[seat].copy()
        worth = 0.0
        for card in cards:
            tint = rules.colour(card)
            worth += rules.card_points(self.diamonds[card])
            if counts[tint] == min(counts):
                worth += FIRST_STEP
            counts[tint] += 1
        reached = rules.pass_passes(*counts)
        if reached > self.passes[seat]:
            worth += PASS_PASS * (reached - self.passes[seat])
            if rules.wins_at_once(self.recorded[self.team_of[seat]], reached):
                worth += VICTORY
        return worth

    def rest_of_trick(self, rng: Random) -> list[int]:
        """Cards the seats after this one might play: of the colours they hold (PP-7), of values nobody has seen."""
        unseen = rng.sample(self.unseen, len(self.unseen))
        cards = []
        for later in range(len(self.trick) + 1, self.seats):
            backs = self.backs[(self.leader + later) % self.seats]
            card = next(card for card in unseen if backs[card // 12])
            unseen.remove(card)
            cards.append(card)
        return cards

    def worth(self, move: Move, future: Sequence[int]) -> float:
        """How a trick would end for this seat, if everybody took what is best for them."""
        assert isinstance(move, Play)
        trick = [*self.trick, move.card, *future]
        first, second = rules.resolve_trick(trick)
        winner, runner_up = (self.leader + first) % self.seats, (self.leader + second) % self.seats
        taken = max(range(self.seats), key=lambda place: self.gain(winner, (trick[place],)))
        sure, tied, count = rules.second_share(trick, taken)
        share = [card for place, card in enumerate(trick) if sure >> place & 1]
        equal = [card for place, card in enumerate(trick) if tied >> place & 1]
        equal.sort(key=lambda card: -self.gain(runner_up, (card,)))
        gains = (
            (winner, self.gain(winner, (trick[taken],))),
            (runner_up, self.gain(runner_up, share + equal[:count])),
        )
        mine = self.team_of[self.seat]
        return sum(
            gain * (1.0 if self.team_of[seat] == mine else -1.0 / (self.seats - 1)) for seat, gain in gains
        )
