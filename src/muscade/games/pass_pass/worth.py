"""What cards and tricks are worth to whom: not law but judgement, shared by the greedy bot and the search.

Plain functions like those of `rules`, so that they can be compiled as well. The cards in front of a seat are counted
by colour, in eight bits each of one number.
"""

from __future__ import annotations

from collections.abc import Sequence

from muscade.games.pass_pass.rules import (
    ROUNDS,
    card_points,
    colour,
    pass_passes,
    rank,
    resolve_trick,
    second_share,
    team_of,
    wins_at_once,
)

FIRST_STEP = 1.0
"""What the first card of a colour is worth beyond its points, on the way to a Pass Pass."""
PASS_PASS = 9.0
"""What a Pass Pass is worth, in points; the one that wins is worth everything."""
VICTORY = 1000.0


def fewest(counts: int) -> int:
    """The Pass Passes of so many cards of each colour (PP-16)."""
    return pass_passes(counts & 255, counts >> 8 & 255, counts >> 16 & 255, counts >> 24)


def gain(points: int, counts: int, recorded: int, card: int) -> float:
    """What a card of so many points is worth to whoever has ``counts`` before it: points, a step, a Pass Pass."""
    least = fewest(counts)
    shift = colour(card) << 3
    if counts >> shift & 255 > least:
        return float(points)
    reached = fewest(counts + (1 << shift))
    if reached == least:
        return points + FIRST_STEP
    return points + FIRST_STEP + (VICTORY if wins_at_once(recorded, reached) else PASS_PASS)


def best_take(diamonds: Sequence[int], counts: int, recorded: int, trick: Sequence[int], places: int) -> int:
    """Which of some places of a trick, a mask, has the card that is worth most to whoever has ``counts``."""
    best = -1
    highest = -1.0
    for place, card in enumerate(trick):
        if places >> place & 1:
            worth = gain(card_points(diamonds[card]), counts, recorded, card)
            if worth > highest:
                highest = worth
                best = place
    return best


def take_worth(
    diamonds: Sequence[int], counts: int, recorded: int, trick: Sequence[int], places: int
) -> float:
    """What the cards in some places of a trick, a mask, are worth together."""
    worth = 0.0
    for place, card in enumerate(trick):
        if places >> place & 1:
            worth += gain(card_points(diamonds[card]), counts, recorded, card)
            counts += 1 << (colour(card) << 3)
    return worth


def second_take(diamonds: Sequence[int], counts: int, recorded: int, trick: Sequence[int], taken: int) -> int:
    """The places of the second winner's cards (PP-13), the best of those tied."""
    places, tied, wanted = second_share(trick, taken)
    for _ in range(wanted):
        place = best_take(diamonds, counts, recorded, trick, tied)
        places |= 1 << place
        tied ^= 1 << place
    return places


def trick_worth(
    diamonds: Sequence[int],
    counts: Sequence[int],
    recorded: Sequence[int],
    trick: Sequence[int],
    leader: int,
    seat: int,
    teams: int,
) -> float:
    """What a whole trick brings a seat if everybody takes what is best for them, less a share of what others get.

    ``counts`` are by seat, ``recorded`` Pass Passes by team.
    """
    seats = len(trick)
    first, second = resolve_trick(trick)
    winner = (leader + first) % seats
    follower = (leader + second) % seats
    winning, following = team_of(winner, teams), team_of(follower, teams)
    taken = best_take(diamonds, counts[winner], recorded[winning], trick, (1 << seats) - 1)
    places = second_take(diamonds, counts[follower], recorded[following], trick, taken)
    first_gain = take_worth(diamonds, counts[winner], recorded[winning], trick, 1 << taken)
    second_gain = take_worth(diamonds, counts[follower], recorded[following], trick, places)
    mine = team_of(seat, teams)
    less = -1.0 / (seats - 1)
    return first_gain * (1.0 if winning == mine else less) + second_gain * (
        1.0 if following == mine else less
    )


def record_worth(number: int, points: int, passes: int) -> float:
    """What recording so much in that round does for a team (PP-21); after the last one only the ranking counts."""
    if number == ROUNDS:
        return float(rank(points, passes))
    return points + PASS_PASS * passes
