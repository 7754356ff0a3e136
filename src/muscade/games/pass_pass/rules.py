"""The law of Pass Pass: pure functions over small numbers, each citing its clauses.

A card is a number from 0 to 47: twelve a colour, purple, blue, green, yellow, by growing value (PP-1). A trick is
a sequence of cards in the order of play; a place in it is counted from the leader.
"""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = 4
VALUES = 12
CARDS = COLOURS * VALUES
HAND = 8
ROUNDS = 3
MOST_SEATS = 6
"""At a table for teams (PP-3)."""
VICTORY = 3
"""So many Pass Passes win at once (PP-17)."""

STEPS = tuple(card % VALUES for card in range(CARDS))
"""Each card's value less one."""
SHIFTS = tuple(card // VALUES * 6 for card in range(CARDS))
PACKED_VALUES = tuple((STEPS[card] + 1) << SHIFTS[card] + 8 for card in range(CARDS))
"""Each card's value in six bits of its colour's own: one sum holds the totals of all four (PP-9), and, shifted by the
colour's shift, leaves room below a total for whether the colour has won already, for a card's step and for its place."""
TOTAL = 63 << 8
SAME_COLOUR = 1 << 7
LAST_PLACE = 7


def colour(card: int) -> int:
    """PP-1."""
    return card // VALUES


def value(card: int) -> int:
    """PP-1."""
    return card % VALUES + 1


def deck(colours: int, values: int) -> int:
    """The cards of so many colours and values, as a mask; all of them, but in laboratories (PP-1).

    >>> bin(deck(2, 3))
    '0b111000000000111'
    """
    mask = 0
    for tint in range(colours):
        mask |= ((1 << values) - 1) << VALUES * tint
    return mask


def uncounted(colours: int) -> int:
    """What makes `fewest` look at the first so many colours only: a laboratory may have fewer than four (PP-16)."""
    return ((1 << 8 * COLOURS) - 1) >> 8 * colours << 8 * colours


def team_of(seat: int, teams: int) -> int:
    """PP-4: teams sit A B C A B C …, so that partners are never neighbours; alone, there are as many as seats."""
    while seat >= teams:  # a remainder would take longer
        seat -= teams
    return seat


def members(team: int, teams: int, seats: int) -> int:
    """The seats of a team, as a mask (PP-4).

    >>> bin(members(1, 3, 6))
    '0b10010'
    """
    mask = 0
    for seat in range(team, seats, teams):
        mask |= 1 << seat
    return mask


def resolve_trick(trick: Sequence[int]) -> tuple[int, int]:
    """The places of the first and the second winner (PP-9, PP-10, PP-11).

    >>> resolve_trick([9, 22, 27, 5])  # P10 B11 G4 P6: purple has 16
    (0, 3)
    """
    totals = 0
    for card in trick:
        totals += PACKED_VALUES[card]
    # PP-10 in one number a card: its colour's total, then its value, then who was earlier. No branches: processors cannot
    # guess where they go.
    highest = 0
    for place, card in enumerate(trick):
        strength = totals >> SHIFTS[card] & TOTAL | STEPS[card] << 3 | LAST_PLACE - place
        highest = max(highest, strength)
    first = LAST_PLACE - (highest & LAST_PLACE)
    # PP-11: among equal totals, the same colour comes before any other.
    shift = SHIFTS[trick[first]]
    following = 0
    for place, card in enumerate(trick):
        strength = totals >> SHIFTS[card] & TOTAL | STEPS[card] << 3 | LAST_PLACE - place
        strength = strength | SAME_COLOUR if SHIFTS[card] == shift else strength
        following = max(following, strength if place != first else 0)
    return first, LAST_PLACE - (following & LAST_PLACE)


def colour_total(trick: Sequence[int], tint: int) -> int:
    """The sum of a colour's values in a trick (PP-9)."""
    total = 0
    for card in trick:
        if colour(card) == tint:
            total += value(card)
    return total


def second_share(trick: Sequence[int], taken: int) -> tuple[int, int, int]:
    """What the second winner takes when the card at place ``taken`` is gone (PP-13).

    Three numbers: the places that are sure, the places tied, each as a mask, and how many of the tied to choose.

    >>> second_share([2, 4, 16, 11], 3)  # P3 P5 B5 remain: the 3, and either 5
    (1, 6, 1)
    """
    # The lowest value and where it lies, then the next above it; without branches, as above.
    lowest = following = VALUES
    lowest_places = following_places = 0
    for place, card in enumerate(trick):
        lowest = min(lowest, STEPS[card] if place != taken else VALUES)
    for place, card in enumerate(trick):
        step = STEPS[card] if place != taken else VALUES
        lowest_places |= (1 if step == lowest else 0) << place
        following = min(following, step if step != lowest else VALUES)
    for place, card in enumerate(trick):
        step = STEPS[card] if place != taken else VALUES
        following_places |= (1 if step == following else 0) << place
    more = lowest_places & (lowest_places - 1)
    if more:
        return (0, lowest_places, 2) if more & (more - 1) else (lowest_places, 0, 0)
    if following_places & (following_places - 1):
        return lowest_places, following_places, 1
    return lowest_places | following_places, 0, 0


def pass_passes(purple: int, blue: int, green: int, yellow: int) -> int:
    """How many Pass Passes so many cards of each colour make (PP-16)."""
    return min(purple, blue, green, yellow)


def counted(card: int) -> int:
    """What a card adds to the number of cards of each colour, packed into one: eight bits a colour (PP-16)."""
    return 1 << (colour(card) << 3)


def of_colour(counts: int, tint: int) -> int:
    """How many cards of a colour are packed into such a number."""
    return counts >> (tint << 3) & 255


def fewest(counts: int) -> int:
    """`pass_passes` of such a number (PP-16)."""
    return pass_passes(counts & 255, counts >> 8 & 255, counts >> 16 & 255, counts >> 24)


def card_points(diamonds: int) -> int:
    """What a card in front of a player is worth (PP-18)."""
    return 1 + diamonds


def wins_at_once(recorded: int, current: int) -> bool:
    """PP-17, and for teams PP-22: earlier Pass Passes and those of one player in this round."""
    return recorded + current >= VICTORY


def rank(points: int, passes: int) -> int:
    """One number that sorts as the final ranking does (PP-20, PP-23): points, then Pass Passes."""
    return points * 64 + passes


def recorded_by_rule(points: Sequence[int], passes: Sequence[int], team: int, teams: int, seats: int) -> int:
    """Whom a team records when it leaves that to the rule: more points, more Pass Passes, lower seat (PP-21)."""
    best = team
    for seat in range(team, seats, teams):
        if rank(points[seat], passes[seat]) > rank(points[best], passes[best]):
            best = seat
    return best


def winning_teams(points: Sequence[int], passes: Sequence[int]) -> int:
    """The teams that share the best final ranking, as a mask (PP-20, PP-23)."""
    best = -1
    winners = 0
    for team in range(len(points)):
        ranked = rank(points[team], passes[team])
        if ranked > best:
            best = ranked
            winners = 0
        if ranked == best:
            winners |= 1 << team
    return winners


def nothing_to_choose(
    points: Sequence[int], passes: Sequence[int], team: int, teams: int, seats: int
) -> bool:
    """Would a team record the same whoever of its members it chose (PP-21)?"""
    for seat in range(team, seats, teams):
        if rank(points[seat], passes[seat]) != rank(points[team], passes[team]):
            return False
    return True


def is_awaited(seat: int, settled: bool, proposer: int, agreed: int) -> bool:
    """Does the team wait for this member (PP-21)? Not for who made the proposal that stands, or agreed with it.

    ``agreed`` is a mask of seats. Where nobody has proposed, all are awaited; until the team settles, somebody is.
    """
    return not settled and seat != proposer and agreed >> seat & 1 == 0


def may_say_by_rule(awaited: bool, settled: bool, seat: int, by_rule: int) -> bool:
    """May a member leave the choice to the rule, for their part (PP-21)? Once a round, and it waits for all the others.

    Who is not awaited any more may join in as soon as another member has said it. ``by_rule`` is the mask of those.

    >>> may_say_by_rule(True, False, 0, 0b000), may_say_by_rule(False, False, 0, 0b000)
    (True, False)
    >>> may_say_by_rule(False, False, 0, 0b100), may_say_by_rule(True, False, 2, 0b100)
    (True, False)
    """
    return not settled and by_rule >> seat & 1 == 0 and (awaited or by_rule != 0)


def all_say_by_rule(by_rule: int, team: int, teams: int, seats: int) -> bool:
    """Do all members leave it to the rule (PP-21)? One alone does not settle anything.

    >>> all_say_by_rule(0b0100, 0, 2, 4), all_say_by_rule(0b0101, 0, 2, 4)
    (False, True)
    """
    return by_rule & members(team, teams, seats) == members(team, teams, seats)


def all_agree(agreed: int, team: int, teams: int, seats: int) -> bool:
    """Do all members but the one who proposed agree (PP-21)?"""
    silent = 0
    for seat in range(team, seats, teams):
        if agreed >> seat & 1 == 0:
            silent += 1
    return silent == 1
