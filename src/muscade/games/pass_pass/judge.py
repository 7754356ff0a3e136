"""What cards, tricks and standings are worth to whom: not law but judgement, shared by the greedy bot and the search.

Plain functions like those of `rules`, interpreted and compiled. `evaluate` plays a round to its end by a quick policy and then
asks how often such standings win; so a search is not bothered with the luck of deals to come.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import exp

from muscade.games.pass_pass.course import acting, play, rewards
from muscade.games.pass_pass.prospects import UNIT
from muscade.games.pass_pass.rules import (
    card_points,
    colour,
    counted,
    fewest,
    members,
    of_colour,
    rank,
    resolve_trick,
    second_share,
    team_of,
    wins_at_once,
)
from muscade.games.pass_pass.table import (
    AGREEMENT,
    LEFT_TO_RULE,
    PAIRS,
    PLAYING,
    PROPOSALS,
    TAKES,
    TAKING,
    TALKING,
    Setting,
    Table,
)
from muscade.games.pass_pass.talking import awaited
from muscade.kernels.primitives import NATURE_BIT, Chance, below, lowest

FIRST_STEP = 1.0
"""What the first card of a colour is worth beyond its points, on the way to a Pass Pass."""
PASS_PASS = 9.0
"""What a Pass Pass is worth, in points; the one that wins is worth everything."""
VICTORY = 1000.0


def gain(points: int, counts: int, recorded: int, card: int) -> float:
    """What a card of so many points is worth to whoever has ``counts`` before it: points, a step, a Pass Pass."""
    least = fewest(counts)
    if of_colour(counts, colour(card)) > least:
        return float(points)
    reached = fewest(counts + counted(card))
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
            counts += counted(card)
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


def record_worth(last: bool, points: int, passes: int) -> float:
    """What recording so much in a round does for a team (PP-21); after the last one only the ranking counts."""
    if last:
        return float(rank(points, passes))
    return points + PASS_PASS * passes


# ---------------------------------------------------------------- how a game may go on


def word(setting: Setting, table: Table, seat: int) -> int:
    """Agree with a partner who has spoken (PP-21); else propose the player who brings the team most."""
    team = team_of(seat, setting.teams)
    if not awaited(setting, table, seat):
        return LEFT_TO_RULE
    if table.proposed[team]:
        return AGREEMENT
    if table.by_rule & members(team, setting.teams, setting.seats) and table.by_rule >> seat & 1 == 0:
        return LEFT_TO_RULE
    best, last = team, table.round == setting.rounds
    for member in range(team, setting.seats, setting.teams):
        if record_worth(last, table.points[member], table.passes[member]) > record_worth(
            last, table.points[best], table.passes[best]
        ):
            best = member
    return PROPOSALS + best


def quick(setting: Setting, table: Table, chance: Chance) -> int:
    """Any card, since many games judge it better than a rule; but what is best out of a trick."""
    seats = setting.seats
    seat = acting(table)
    if table.phase == PLAYING:
        hand = table.hands[seat]
        for _ in range(below(chance, setting.hand + 1 - table.trick_number)):
            hand &= hand - 1
        return lowest(hand)
    if table.phase == TALKING:
        return word(setting, table, seat)
    trick = table.trick[:seats]
    counts = table.counts[seat]
    recorded = table.recorded_passes[team_of(seat, setting.teams)]
    if table.phase == TAKING:
        return TAKES + trick[best_take(setting.diamonds, counts, recorded, trick, (1 << seats) - 1)]
    return PAIRS + second_take(setting.diamonds, counts, recorded, trick, table.taken)


def promise(setting: Setting, rounds: int, points: int, passes: int) -> float:
    """How strong a party is that has recorded so much and has so many rounds to come, as an exponent."""
    first = 3 * (rounds - 1)
    strength = setting.prospects[first] * points
    if passes:
        strength += setting.prospects[first + min(passes, 2)]
    return strength / UNIT


def evaluate(setting: Setting, table: Table, chance: Chance, expected: MutableSequence[float]) -> None:
    """Play the round out quickly; then the standings tell."""
    while table.turn not in (0, NATURE_BIT):
        code = quick(setting, table, chance)
        play(setting, table, acting(table), code)
    if table.turn == 0:
        rewards(setting, table, expected)
        return
    rounds = setting.rounds - table.round
    total = 0.0
    for team in range(setting.teams):
        strength = exp(promise(setting, rounds, table.recorded_points[team], table.recorded_passes[team]))
        expected[team] = strength
        total += strength
    for seat in range(setting.seats - 1, -1, -1):
        expected[seat] = expected[team_of(seat, setting.teams)] / total
