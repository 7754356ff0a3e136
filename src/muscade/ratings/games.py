"""What a game of several parties makes of everybody's ratings.

Glicko-2 knows only results of two, but any number of them in one rating period, all against the ratings from before it. So a game is
one period, and every two parties of it one result: whoever came before the other has won. Nothing else would be fair to all seats: to
rate the pairs one after another would let their order decide, and to rate the winner alone would tell the second of six nothing.
The results of one game hang together, of course, so a game of many makes a rating sure a little too quickly; its volatility makes up for it.

A team is as strong as its members together, as in TrueSkill: the sum of what each is above or below the middle. For each member the other team,
less one's own partners, is one opponent, as unsure as all of them together; so partners share what is not known about them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple, TypeVar

from muscade.core import Outcome, Seat
from muscade.ratings.glicko import CENTRE, Rating, Result, update

Player = TypeVar("Player", bound=Hashable)


class Played(NamedTuple):
    """How a game ended at one seat: its party, the party's place from 1 on, and whether it left before the end."""

    party: int
    place: int
    left: bool = False


def parties_in_order(
    outcome: Outcome, parties: Sequence[int], out: Collection[Seat] = ()
) -> tuple[Played, ...]:
    """For each seat how it ended there: winners first, then by what they scored, then those who left (all of a party's seats did).

    >>> parties_in_order(Outcome((2,), (3, 9, 8), "points"), (0, 1, 2))
    (Played(party=0, place=3, left=False), Played(party=1, place=2, left=False), Played(party=2, place=1, left=False))

    Where nobody has won, all share the first place; what ends by a word has no scores, and its losers share one.

    >>> [seat.place for seat in parties_in_order(Outcome((), (4, 1), "stuck"), (0, 1))]
    [1, 1]
    >>> [seat.place for seat in parties_in_order(Outcome((0,), (), "resignation"), (0, 1), out={1})]
    [1, 2]
    """
    won = {parties[seat] for seat in outcome.winners} or set(parties)
    left = set(parties) - {party for seat, party in enumerate(parties) if seat not in out}

    def rank(party: int) -> tuple[int, int]:
        if party in won:
            return 0, 0
        if party in left or not outcome.scores:
            return (2 if party in left else 1), 0
        return 1, -max(outcome.scores[seat] for seat, of in enumerate(parties) if of == party)

    ranks = {party: rank(party) for party in parties}
    return tuple(
        Played(party, 1 + sum(other < ranks[party] for other in ranks.values()), party in left)
        for party in parties
    )


def after_game(
    players: Sequence[Player],
    seats: Sequence[Played],
    ratings: Mapping[Player, Rating],
    periods: Mapping[Player, float],
) -> dict[Player, Rating]:
    """Everybody's rating after a game. ``players`` sit at ``seats``; somebody who sits in several, a kind of bot say, has all their results.

    >>> strong, weak = Rating(1600, 80, 0.06), Rating(1500, 80, 0.06)
    >>> after = after_game("ab", [Played(0, 2), Played(1, 1)], {"a": strong, "b": weak}, {"a": 1, "b": 1})
    >>> {player: round(rating.value) for player, rating in after.items()}
    {'a': 1578, 'b': 1522}
    """
    members: dict[int, list[Player]] = {}
    for player, seat in zip(players, seats, strict=True):
        members.setdefault(seat.party, []).append(player)
    ended = {seat.party: seat for seat in seats}
    results: dict[Player, list[Result]] = {player: [] for player in players}
    for place, (player, own) in enumerate(zip(players, seats, strict=True)):
        partners = [
            other
            for at, (other, seat) in enumerate(zip(players, seats, strict=True))
            if seat.party == own.party and at != place
        ]
        for party, others in members.items():
            # Nobody is stronger or weaker than themselves.
            if party != own.party and player not in others and _counts(own, ended[party], ended.values()):
                results[player].append(_result(own, ended[party], partners, others, ratings))
    return {player: update(ratings[player], found, periods[player]) for player, found in results.items()}


def _counts(one: Played, other: Played, everybody: Collection[Played]) -> bool:
    """Once somebody has left, and a bot plays on for them, how the rest ended says nothing about those who stayed; but whoever
    left has lost to each of them."""
    return one.left != other.left if any(seat.left for seat in everybody) else True


def _result(
    own: Played,
    other: Played,
    partners: Sequence[Player],
    others: Sequence[Player],
    ratings: Mapping[Player, Rating],
) -> Result:
    against, beside = [ratings[one] for one in others], [ratings[one] for one in partners]
    value = CENTRE + sum(one.value - CENTRE for one in against) - sum(one.value - CENTRE for one in beside)
    deviation = sqrt(sum(one.deviation**2 for one in (*against, *beside)))
    score = 0.5 if own.place == other.place else float(own.place < other.place)
    return Result(value, deviation, score)
