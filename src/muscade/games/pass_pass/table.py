"""What lies on the table of Pass Pass, and the numbers that stand for phases, moves and reasons.

Sets of cards and of seats are masks, with a bit for each. Of what lies in front of a seat the points and the number of cards of
each colour are kept: four counts of eight bits each, packed into one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from muscade.games.pass_pass.rules import CARDS, MOST_SEATS, card_points, counted, fewest
from muscade.kernels.layout import Annotated, Layout, Numbers

NAMING, DEALING, PLAYING, TAKING, CHOOSING, TALKING, OVER = range(7)
"""Chance names the leader, chance deals, a card, the first winner's, the second winner's choice, teams talk, the end."""

# The codes: a card that is played; a card that is taken; what teams say; a leader that chance names; hands that are dealt; and
# the places of two cards that are taken.
TAKES = CARDS
PROPOSALS = TAKES + CARDS
AGREEMENT = PROPOSALS + MOST_SEATS
LEFT_TO_RULE = AGREEMENT + 1
LEFT_BY_CLOCK = LEFT_TO_RULE + 1
LEADERS = LEFT_BY_CLOCK + 1
DEALT = LEADERS + MOST_SEATS
PAIRS = DEALT + 1
CODES = PAIRS + (1 << MOST_SEATS)

# Why a move is refused.
NOT_NOW, NOT_A_SEAT, NOT_IN_HAND, ONE_OF_THE_TRICK, THE_LOWEST = range(1, 6)
TEAM_HAS_SETTLED, HAS_SPOKEN, NOTHING_TO_AGREE_WITH, HAS_PROPOSED, NOT_A_MEMBER = range(6, 11)
BY_RULE_ONCE = 11

TEAM_COUNTS = {"2x2": 2, "3x2": 3, "2x3": 2}
"""How many teams each way of playing together has (PP-4)."""


class Setting(Layout):
    """What never changes during a game."""

    seats: int
    teams: int
    """How many parties there are: alone, as many as seats."""
    hand: int
    """Cards for each (PP-5)."""
    rounds: int
    """PP-19."""
    deck: int
    """The cards there are, as a mask (PP-1)."""
    uncounted: int
    """For `fewest`, where there are not all colours (PP-16)."""
    prospects: Annotated[Numbers, 6]
    """What standings promise (`judge`)."""
    diamonds: Annotated[Numbers, CARDS]


class Table(Layout):
    """What does. A seat that may be nobody is kept as its number plus one."""

    turn: int
    """The seats that may act, or `NATURE_BIT`."""
    phase: int
    leader: int
    round: int
    trick_number: int
    played: int
    """How many cards lie in the trick."""
    first: int
    second: int
    taken: int
    """The place in the trick of the card that the first winner took."""
    out: int
    """Every card that was played in this round (PP-14: all of them are public)."""
    winners: int
    """A mask of teams."""
    trick: Annotated[Numbers, MOST_SEATS]
    hands: Annotated[Numbers, MOST_SEATS]
    points: Annotated[Numbers, MOST_SEATS]
    counts: Annotated[Numbers, MOST_SEATS]
    passes: Annotated[Numbers, MOST_SEATS]
    recorded_points: Annotated[Numbers, MOST_SEATS]
    recorded_passes: Annotated[Numbers, MOST_SEATS]
    have_proposed: int
    agreed: int
    by_rule: int
    """Those who leave it to the rule, all teams together (PP-21)."""
    settled: Annotated[Numbers, MOST_SEATS]
    proposed: Annotated[Numbers, MOST_SEATS]
    proposer: Annotated[Numbers, MOST_SEATS]


def finish(table: Table, winners: int) -> None:
    table.winners = winners
    table.phase = OVER
    table.turn = 0


def mask_of(cards: Iterable[int]) -> int:
    """A set of cards; some may be named twice, as one that was taken of the trick."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def lay_cards(
    setting: Setting,
    table: Table,
    hands: Sequence[Sequence[int]],
    trick: Sequence[int],
    fronts: Sequence[Sequence[int]],
    discards: Sequence[int],
) -> None:
    """Lay a round's cards where they are, and note what follows for the score (PP-14, PP-16, PP-18)."""
    table.played = len(trick)
    table.out = mask_of([*trick, *discards])
    for place, card in enumerate(trick):
        table.trick[place] = card
    for seat, front in enumerate(fronts):
        table.hands[seat] = mask_of(hands[seat])
        table.out |= mask_of(front)
        table.points[seat] = sum(card_points(setting.diamonds[card]) for card in front)
        table.counts[seat] = sum(map(counted, front))
        table.passes[seat] = fewest(table.counts[seat] | setting.uncounted)
