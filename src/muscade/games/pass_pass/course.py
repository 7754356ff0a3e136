"""The course of a game of Pass Pass: what lies on the table, and what every move makes of it.

What is legal and who wins is in `rules`. Sets of cards and of seats are masks, with a bit for each. Of what lies in front of a
seat the points and the number of cards of each colour are kept: four counts of eight bits each, packed into one number.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache

from muscade.core import NATURE
from muscade.games.pass_pass.cards import diamonds
from muscade.games.pass_pass.prospects import prospects
from muscade.games.pass_pass.rules import (
    CARDS,
    COLOURS,
    HAND,
    MOST_SEATS,
    ROUNDS,
    VALUES,
    all_agree,
    all_say_by_rule,
    card_points,
    colour,
    fewest,
    is_awaited,
    may_say_by_rule,
    members,
    nothing_to_choose,
    recorded_by_rule,
    resolve_trick,
    second_share,
    team_of,
    winning_teams,
    wins_at_once,
)
from muscade.kernels.layout import Annotated, Layout, Numbers
from muscade.kernels.primitives import (
    FINE,
    NATURE_BIT,
    UNLISTED,
    UNOFFERED,
    Chance,
    below,
    count,
    lowest,
    room,
    spread,
)

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


@lru_cache(maxsize=64)
def setting_of(seats: int, teams: str, digits: str) -> Setting:
    """What a table of that many seats and those options is set with."""
    return Setting(
        seats=seats,
        teams=TEAM_COUNTS.get(teams, seats),
        prospects=prospects()[f"{seats} {teams}"],
        diamonds=diamonds(digits),
    )


@lru_cache(maxsize=MOST_SEATS + 1)
def opening(leader: int | str) -> Table:
    """The table before anything has happened; copy it."""
    table = Table(turn=NATURE_BIT, phase=NAMING)
    if isinstance(leader, int):
        _name_leader(table, leader)
    return table


def most_moves(_setting: Setting) -> int:
    return max(HAND, MOST_SEATS)


def code_count(_setting: Setting) -> int:
    return CODES


# ---------------------------------------------------------------- what may be done


def turn(_setting: Setting, table: Table) -> int:
    return table.turn


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if table.phase == PLAYING:
        return spread(table.hands[seat], codes)
    if table.phase == TAKING:
        for place in range(setting.seats):
            codes[place] = TAKES + table.trick[place]
        return setting.seats
    if table.phase == CHOOSING:
        return _shares(setting, table, codes)
    if table.phase == TALKING:
        return _words(setting, table, seat, codes)
    return spread((1 << setting.seats) - 1, codes, LEADERS) if table.phase == NAMING else 0


def _shares(setting: Setting, table: Table, codes: Numbers) -> int:
    """Every way to take the two lowest cards (PP-13)."""
    sure, tied, wanted = second_share(table.trick[: setting.seats], table.taken)
    found = 0
    for one in range(setting.seats):
        if tied >> one & 1 == 0:
            continue
        if wanted == 1:
            codes[found] = PAIRS + (sure | 1 << one)
            found += 1
            continue
        for other in range(one):
            if tied >> other & 1:
                codes[found] = PAIRS + (1 << other | 1 << one)
                found += 1
    return found


def _words(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    """What a member may say (PP-21)."""
    team = team_of(seat, setting.teams)
    proposed = table.proposed[team] - 1
    found = 0
    if awaited(setting, table, seat):
        if proposed >= 0:
            codes[found] = AGREEMENT
            found += 1
        if table.have_proposed >> seat & 1 == 0:
            for member in range(team, setting.seats, setting.teams):
                if member != proposed:
                    codes[found] = PROPOSALS + member
                    found += 1
    if _may_leave_it(setting, table, seat):
        codes[found] = LEFT_TO_RULE
        found += 1
    return found


def awaited(setting: Setting, table: Table, seat: int) -> bool:
    """Does their team wait for a seat's word (PP-21)?"""
    team = team_of(seat, setting.teams)
    return is_awaited(seat, table.settled[team] > 0, table.proposer[team] - 1, table.agreed)


def _may_leave_it(setting: Setting, table: Table, seat: int) -> bool:
    """May a seat leave it to the rule, for its part (PP-21)?"""
    team = team_of(seat, setting.teams)
    said = table.by_rule & members(team, setting.teams, setting.seats)
    return may_say_by_rule(awaited(setting, table, seat), table.settled[team] > 0, seat, said)


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    if table.phase == TALKING:
        return _refused_word(setting, table, seat, code)
    if table.turn != (NATURE_BIT if seat == NATURE else 1 << seat):
        return NOT_NOW
    if table.phase == PLAYING:
        if code >= CARDS:
            return NOT_NOW
        return FINE if table.hands[seat] >> code & 1 else NOT_IN_HAND
    if table.phase == TAKING:
        for place in range(setting.seats):
            if TAKES + table.trick[place] == code:
                return FINE
        return ONE_OF_THE_TRICK if TAKES <= code < PROPOSALS or code >= PAIRS else NOT_NOW
    if table.phase == NAMING:
        if not LEADERS <= code < DEALT:
            return NOT_NOW
        return FINE if code < LEADERS + setting.seats else NOT_A_SEAT
    if table.phase == DEALING:
        return UNOFFERED if code == DEALT else NOT_NOW
    return _refused_share(setting, table, code)


def _refused_share(setting: Setting, table: Table, code: int) -> int:
    """PP-13."""
    if code < PAIRS:
        return THE_LOWEST if TAKES <= code < PROPOSALS else NOT_NOW
    sure, tied, wanted = second_share(table.trick[: setting.seats], table.taken)
    places = code - PAIRS
    if places & sure != sure or places & ~(sure | tied):
        return THE_LOWEST
    return FINE if count(places & ~sure) == wanted else THE_LOWEST


def _refused_word(setting: Setting, table: Table, seat: int, code: int) -> int:
    """PP-21."""
    if seat == NATURE:
        return NOT_NOW
    team = team_of(seat, setting.teams)
    if table.settled[team]:
        return TEAM_HAS_SETTLED
    if code == LEFT_TO_RULE and table.by_rule >> seat & 1:
        return BY_RULE_ONCE
    if code == LEFT_TO_RULE:
        return FINE if _may_leave_it(setting, table, seat) else HAS_SPOKEN
    if not awaited(setting, table, seat):
        return HAS_SPOKEN
    if code == LEFT_BY_CLOCK:
        return UNOFFERED
    if code == AGREEMENT:
        return FINE if table.proposed[team] else NOTHING_TO_AGREE_WITH
    if not PROPOSALS <= code < AGREEMENT:
        return NOT_NOW
    if table.have_proposed >> seat & 1:
        return HAS_PROPOSED
    member = code - PROPOSALS
    if (
        member >= setting.seats
        or team_of(member, setting.teams) != team
        or member == table.proposed[team] - 1
    ):
        return NOT_A_MEMBER
    return FINE


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    if table.phase == PLAYING:
        _play_card(setting, table, seat, code)
    elif table.phase == TAKING:
        _first_takes(setting, table, seat, code - TAKES)
    elif table.phase == CHOOSING:
        _second_takes(setting, table, code - PAIRS)
    elif table.phase == TALKING:
        _say(setting, table, seat, code)
    elif table.phase == NAMING:
        _name_leader(table, code - LEADERS)
    else:
        _begin_round(table)


def _play_card(setting: Setting, table: Table, seat: int, card: int) -> None:
    """PP-8; PP-11: once the trick is whole, its first winner is to take."""
    seats = setting.seats
    table.hands[seat] ^= 1 << card
    table.out |= 1 << card
    table.trick[table.played] = card
    table.played += 1
    if table.played < seats:
        table.turn = 1 << _around(seat + 1, seats)
        return
    first, second = resolve_trick(table.trick[:seats])
    table.first = _around(table.leader + first, seats)
    table.second = _around(table.leader + second, seats)
    table.phase = TAKING
    table.turn = 1 << table.first


def _around(seat: int, seats: int) -> int:
    """A remainder would take longer than all the rest."""
    return seat - seats if seat >= seats else seat


def _first_takes(setting: Setting, table: Table, seat: int, card: int) -> None:
    """PP-12; then PP-13 where the second winner has no choice."""
    taken = 0
    for place in range(setting.seats):
        taken = place if table.trick[place] == card else taken
    table.taken = taken
    if _collect(setting, table, seat, 1 << taken):
        return
    sure, tied, _ = second_share(table.trick[: setting.seats], taken)
    if tied:
        table.phase = CHOOSING
        table.turn = 1 << table.second
    else:
        _second_takes(setting, table, sure)


def _second_takes(setting: Setting, table: Table, places: int) -> None:
    """PP-13, PP-14, PP-15: the trick is cleared, and its second winner leads on."""
    second = table.second
    wins = _collect(setting, table, second, places)
    for place in range(setting.seats):
        table.trick[place] = 0
    table.leader = second
    table.played = table.first = table.second = table.taken = 0
    if wins:
        return
    if table.trick_number < HAND:
        table.trick_number += 1
        table.phase = PLAYING
        table.turn = 1 << second
    else:
        _count(setting, table)


def _collect(setting: Setting, table: Table, seat: int, places: int) -> bool:
    """Put cards of the trick in front of a seat; PP-16: Pass Passes count at once. True if that wins (PP-17, PP-22)."""
    counts = table.counts[seat]
    for place in range(setting.seats):
        if places >> place & 1:
            card = table.trick[place]
            table.points[seat] += card_points(setting.diamonds[card])
            counts += 1 << (colour(card) << 3)
    table.counts[seat] = counts
    passes = fewest(counts)
    if passes == table.passes[seat]:
        return False
    table.passes[seat] = passes
    team = team_of(seat, setting.teams)
    if not wins_at_once(table.recorded_passes[team], passes):
        return False
    _finish(table, 1 << team)
    return True


def _finish(table: Table, winners: int) -> None:
    table.winners = winners
    table.phase = OVER
    table.turn = 0


# ---------------------------------------------------------------- the score pad


def _count(setting: Setting, table: Table) -> None:
    """PP-18, PP-21: the round is over; parties without a choice have made it."""
    seats, teams = setting.seats, setting.teams
    for team in range(teams):
        if nothing_to_choose(table.points, table.passes, team, teams, seats):
            table.settled[team] = 1 + recorded_by_rule(table.points, table.passes, team, teams, seats)
    table.phase = TALKING
    _record(setting, table)


def _say(setting: Setting, table: Table, seat: int, code: int) -> None:
    """A member's word (PP-21)."""
    seats, teams = setting.seats, setting.teams
    team = team_of(seat, teams)
    if code in (LEFT_TO_RULE, LEFT_BY_CLOCK):
        table.by_rule |= 1 << seat
        if code == LEFT_BY_CLOCK or all_say_by_rule(table.by_rule, team, teams, seats):
            table.settled[team] = 1 + recorded_by_rule(table.points, table.passes, team, teams, seats)
    elif code == AGREEMENT:
        table.agreed |= 1 << seat
        if all_agree(table.agreed, team, teams, seats):
            table.settled[team] = table.proposed[team]
    else:
        table.have_proposed |= 1 << seat
        table.proposed[team] = 1 + code - PROPOSALS
        table.proposer[team] = 1 + seat
        for member in range(team, seats, teams):
            table.agreed &= ~(1 << member)
    _record(setting, table)


def _record(setting: Setting, table: Table) -> None:
    """Who may speak now; once all have settled, the round is written down (PP-21) and another begins (PP-19, PP-20)."""
    teams = setting.teams
    table.turn = 0
    for seat in range(setting.seats):
        if awaited(setting, table, seat) or _may_leave_it(setting, table, seat):
            table.turn |= 1 << seat
    if table.turn:
        return
    for team in range(teams):
        chosen = table.settled[team] - 1
        table.recorded_points[team] += table.points[chosen]
        table.recorded_passes[team] += table.passes[chosen]
    if table.round < ROUNDS:
        table.phase = DEALING
        table.turn = NATURE_BIT
    else:
        _finish(table, winning_teams(table.recorded_points[:teams], table.recorded_passes[:teams]))


# ---------------------------------------------------------------- chance


def _name_leader(table: Table, leader: int) -> None:
    """PP-6."""
    table.leader = leader
    table.phase = DEALING


def _begin_round(table: Table) -> None:
    """PP-5: the hands are dealt, and everything else is cleared away."""
    table.out = table.have_proposed = table.agreed = table.by_rule = 0
    for seat in range(MOST_SEATS):
        table.points[seat] = table.counts[seat] = table.passes[seat] = 0
        table.settled[seat] = table.proposed[seat] = table.proposer[seat] = 0
    table.round += 1
    table.trick_number = 1
    table.phase = PLAYING
    table.turn = 1 << table.leader


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    if table.phase == NAMING:
        leader = below(chance, setting.seats)
        _name_leader(table, leader)
        return LEADERS + leader
    deck = room(CARDS)
    for card in range(CARDS):
        deck[card] = card
    left = CARDS
    for seat in range(setting.seats):
        hand = 0
        for _ in range(HAND):
            place = below(chance, left)
            left -= 1
            hand |= 1 << deck[place]
            deck[place] = deck[left]
        table.hands[seat] = hand
    _begin_round(table)
    return UNLISTED


def redeal(setting: Setting, table: Table, seat: int, chance: Chance) -> None:
    """PP-7: of every colour, the cards a seat has not seen, dealt anew by the backs that it sees."""
    unseen = (1 << CARDS) - 1 & ~(table.out | table.hands[seat])
    pool = room(VALUES)
    for tint in range(COLOURS):
        of_colour = ((1 << VALUES) - 1) << (VALUES * tint)
        left = spread(unseen & of_colour, pool)
        for other in range(setting.seats):
            held = table.hands[other] & of_colour
            if other == seat or held == 0:
                continue
            hand = table.hands[other] ^ held
            while held:
                place = below(chance, left)
                left -= 1
                hand |= 1 << pool[place]
                pool[place] = pool[left]
                held &= held - 1
            table.hands[other] = hand


def rewards(setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    parties = count(table.winners)
    for seat in range(setting.seats):
        won = table.winners >> team_of(seat, setting.teams) & 1
        given[seat] = won / parties


def acting(table: Table) -> int:
    """The seat that is to act, or the first of several."""
    return lowest(table.turn)
