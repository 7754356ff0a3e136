"""The functions of the Pass Pass kernel; the law is `rules`, compiled as it stands.

A state is one row; masks of cards have a bit a card. Of what lies in front of the seats only the points and the
number of cards of each colour matter: four counts of eight bits each, packed into one number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from muscade.games.pass_pass import rules, worth
from muscade.kernels.chance import below
from muscade.kernels.compiler import DRAW, MOVES, PLAY, REDEAL, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, UNTOLD, Numbers, Reals

LAW = law(rules)
colour = LAW.colour
card_points = LAW.card_points
resolve_trick = LAW.resolve_trick
second_share = LAW.second_share
wins_at_once = LAW.wins_at_once
team_of = LAW.team_of
winning_teams = LAW.winning_teams
recorded_by_rule = LAW.recorded_by_rule
nothing_to_choose = LAW.nothing_to_choose
is_awaited = LAW.is_awaited
may_say_by_rule = LAW.may_say_by_rule
all_say_by_rule = LAW.all_say_by_rule
all_agree = LAW.all_agree

JUDGEMENT = law(worth)
fewest = JUDGEMENT.fewest

lowest: Any = trailing_zeros
"""The place of a mask's lowest bit."""

# The ground.
SEATS, TEAMS, PROSPECTS, DIAMONDS = 0, 1, 2, 10
"""How many seats and parties, what standings promise (`muscade.games.pass_pass.foresight`), the cards' diamonds."""
GROUND_SIZE = DIAMONDS + rules.CARDS

# The state; there is room for six seats, and what is not in use is 0.
TURN_MASK = 0
PHASE = 1
LEADER = 2
ROUND = 3
TRICK_NUMBER = 4
PLAYED = 5
"""How many cards lie in the trick."""
FIRST = 6
SECOND = 7
TAKEN = 8
"""The place in the trick of the card that the first winner took."""
OUT = 9
"""Every card that was played in this round (PP-14: all of them are public)."""
WINNERS = 10
"""A mask of teams."""
TRICK = 11
HANDS = 17
POINTS = 23
COUNTS = 29
PASSES = 35
RECORDED_POINTS = 41
RECORDED_PASSES = 47
# The talk of teams (PP-21); a seat is kept as its number plus one.
HAVE_PROPOSED = 53
AGREED = 54
SETTLED = 55
PROPOSED = 61
PROPOSER = 67
BY_RULE = 73
"""By team, a mask of the members who leave it to the rule."""
STATE_SIZE = 79

NAMING, DEALING, PLAYING, TAKING, CHOOSING, TALKING, OVER = range(7)
"""Chance names the leader, chance deals, a card, the first winner's, the second winner's choice, teams talk, the end."""
PHASES = {
    "leader": NAMING,
    "deal": DEALING,
    "play": PLAYING,
    "first": TAKING,
    "second": CHOOSING,
    "record": TALKING,
    "over": OVER,
}

# The codes: a card that is played or taken, then the places of two that are taken, then what teams say.
PAIRS = rules.CARDS
PROPOSALS = PAIRS + 64
AGREEMENT = PROPOSALS + 6
LEFT_TO_RULE = AGREEMENT + 1
LEFT_BY_CLOCK = LEFT_TO_RULE + 1
CODES = LEFT_BY_CLOCK + 1


@compiled(TURN)
def turn(_ground: Numbers, state: Numbers) -> int:
    return int(state[TURN_MASK])


@compiled()
def awaited(ground: Numbers, state: Numbers, seat: int) -> bool:
    team = team_of(seat, ground[TEAMS])
    return bool(is_awaited(seat, state[SETTLED + team] > 0, state[PROPOSER + team] - 1, state[AGREED]))


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, seat: int, codes: Numbers) -> int:
    phase = state[PHASE]
    count = 0
    if phase == PLAYING:
        hand = state[HANDS + seat]
        while hand:
            codes[count] = lowest(hand)
            count += 1
            hand &= hand - 1
        return count
    if phase == TAKING:
        count = ground[SEATS]
        for place in range(count):
            codes[place] = state[TRICK + place]
        return int(count)
    if phase == CHOOSING:
        seats = ground[SEATS]
        sure, tied, wanted = second_share(state[TRICK : TRICK + seats], state[TAKEN])
        for one in range(seats):
            if tied >> one & 1:
                if wanted == 1:
                    codes[count] = PAIRS + (sure | 1 << one)
                    count += 1
                    continue
                for other in range(one):
                    if tied >> other & 1:
                        codes[count] = PAIRS + (1 << other | 1 << one)
                        count += 1
        return count
    teams = ground[TEAMS]
    team = team_of(seat, teams)
    proposed = state[PROPOSED + team] - 1
    waits = awaited(ground, state, seat)
    if waits:
        if proposed >= 0:
            codes[count] = AGREEMENT
            count += 1
        if state[HAVE_PROPOSED] >> seat & 1 == 0:
            for member in range(team, ground[SEATS], teams):
                if member != proposed:
                    codes[count] = PROPOSALS + member
                    count += 1
    if may_say_by_rule(waits, state[SETTLED + team] > 0, seat, state[BY_RULE + team]):
        codes[count] = LEFT_TO_RULE
        count += 1
    return count


@compiled()
def _collect(ground: Numbers, state: Numbers, seat: int, places: int) -> bool:
    """Put cards of the trick in front of a seat; PP-16: Pass Passes count at once. True if that wins (PP-17, PP-22)."""
    counts = state[COUNTS + seat]
    for place in range(ground[SEATS]):
        if places >> place & 1:
            card = state[TRICK + place]
            state[POINTS + seat] += card_points(ground[DIAMONDS + card])
            counts += 1 << (colour(card) << 3)
    state[COUNTS + seat] = counts
    passes = fewest(counts)
    if passes == state[PASSES + seat]:
        return False
    state[PASSES + seat] = passes
    team = team_of(seat, ground[TEAMS])
    if not wins_at_once(state[RECORDED_PASSES + team], passes):
        return False
    _finish(state, 1 << team)
    return True


@compiled()
def _finish(state: Numbers, winners: int) -> None:
    state[WINNERS] = winners
    state[PHASE] = OVER
    state[TURN_MASK] = 0


@compiled()
def _count(ground: Numbers, state: Numbers) -> None:
    """PP-18, PP-21: the round is over; parties without a choice have made it."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    points = state[POINTS : POINTS + seats]
    passes = state[PASSES : PASSES + seats]
    for team in range(teams):
        if nothing_to_choose(points, passes, team, teams, seats):
            state[SETTLED + team] = 1 + recorded_by_rule(points, passes, team, teams, seats)
    state[PHASE] = TALKING


@compiled()
def _say(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    """A member's word (PP-21)."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    team = team_of(seat, teams)
    if code >= LEFT_TO_RULE:
        if code == LEFT_TO_RULE:
            state[BY_RULE + team] |= 1 << seat
        if code == LEFT_BY_CLOCK or all_say_by_rule(state[BY_RULE + team], team, teams, seats):
            state[SETTLED + team] = 1 + recorded_by_rule(
                state[POINTS : POINTS + seats], state[PASSES : PASSES + seats], team, teams, seats
            )
    elif code == AGREEMENT:
        state[AGREED] |= 1 << seat
        if all_agree(state[AGREED], team, teams, seats):
            state[SETTLED + team] = state[PROPOSED + team]
    else:
        state[HAVE_PROPOSED] |= 1 << seat
        state[PROPOSED + team] = 1 + code - PROPOSALS
        state[PROPOSER + team] = 1 + seat
        for member in range(team, seats, teams):
            state[AGREED] &= ~(1 << member)


@compiled()
def _record(ground: Numbers, state: Numbers) -> None:
    """Who may speak now; once all have settled, the round is written down (PP-21) and another begins (PP-19, PP-20)."""
    teams = ground[TEAMS]
    mask = 0
    for seat in range(ground[SEATS]):
        team = team_of(seat, teams)
        waits = awaited(ground, state, seat)
        if waits or may_say_by_rule(waits, state[SETTLED + team] > 0, seat, state[BY_RULE + team]):
            mask |= 1 << seat
    state[TURN_MASK] = mask
    if mask:
        return
    for team in range(teams):
        chosen = state[SETTLED + team] - 1
        state[RECORDED_POINTS + team] += state[POINTS + chosen]
        state[RECORDED_PASSES + team] += state[PASSES + chosen]
    for field in range(HAVE_PROPOSED, STATE_SIZE):
        state[field] = 0
    if state[ROUND] < rules.ROUNDS:
        state[PHASE] = DEALING
        state[TURN_MASK] = NATURE_BIT
    else:
        points = state[RECORDED_POINTS : RECORDED_POINTS + teams]
        passes = state[RECORDED_PASSES : RECORDED_PASSES + teams]
        _finish(state, winning_teams(points, passes))


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    phase = state[PHASE]
    seats = ground[SEATS]
    if phase == PLAYING:
        state[HANDS + seat] ^= 1 << code
        state[OUT] |= 1 << code
        played = state[PLAYED] + 1
        state[TRICK + played - 1] = code
        state[PLAYED] = played
        if played < seats:
            state[TURN_MASK] = 1 << (seat + 1) if seat + 1 < seats else 1
            return
        first, second = resolve_trick(state[TRICK : TRICK + seats])
        # A remainder would take longer than all the rest.
        winner = state[LEADER] + first
        follower = state[LEADER] + second
        winner -= seats if winner >= seats else 0
        follower -= seats if follower >= seats else 0
        state[FIRST] = winner
        state[SECOND] = follower
        state[PHASE] = TAKING
        state[TURN_MASK] = 1 << winner
        return
    if phase == TALKING:
        _say(ground, state, seat, code)
    else:
        places = code - PAIRS
        if phase == TAKING:
            place = 0
            for other in range(seats):
                place = other if state[TRICK + other] == code else place
            state[TAKEN] = place
            if _collect(ground, state, seat, 1 << place):
                return
            places, tied, _ = second_share(state[TRICK : TRICK + seats], place)
            if tied:
                state[PHASE] = CHOOSING
                state[TURN_MASK] = 1 << state[SECOND]
                return
        # PP-13, PP-14, PP-15: the trick is cleared, and its second winner leads on.
        second = state[SECOND]
        wins = _collect(ground, state, second, places)
        for place in range(seats):
            state[TRICK + place] = 0
        state[LEADER] = second
        state[PLAYED] = state[FIRST] = state[SECOND] = state[TAKEN] = 0
        if wins:
            return
        if state[TRICK_NUMBER] < rules.HAND:
            state[TRICK_NUMBER] += 1
            state[PHASE] = PLAYING
            state[TURN_MASK] = 1 << second
            return
        _count(ground, state)
    _record(ground, state)


@compiled(DRAW)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    seats = ground[SEATS]
    if state[PHASE] == NAMING:
        leader = below(chance, seats)
        state[LEADER] = leader
        state[PHASE] = DEALING
        return leader
    deck = np.empty(rules.CARDS, np.int64)
    for card in range(rules.CARDS):
        deck[card] = card
    for field in range(PLAYED, RECORDED_POINTS):
        state[field] = 0
    left = rules.CARDS
    for seat in range(seats):
        hand = 0
        for _ in range(rules.HAND):
            place = below(chance, left)
            left -= 1
            hand |= 1 << deck[place]
            deck[place] = deck[left]
        state[HANDS + seat] = hand
    state[ROUND] += 1
    state[TRICK_NUMBER] = 1
    state[PHASE] = PLAYING
    state[TURN_MASK] = 1 << state[LEADER]
    return UNTOLD


@compiled(REWARDS)
def rewards(ground: Numbers, state: Numbers, given: Reals) -> None:
    winners = state[WINNERS]
    parties = 0
    for team in range(ground[TEAMS]):
        parties += winners >> team & 1
    for seat in range(ground[SEATS]):
        given[seat] = 1.0 / parties if winners >> team_of(seat, ground[TEAMS]) & 1 else 0.0


@compiled(REDEAL)
def redeal(ground: Numbers, state: Numbers, seat: int, chance: Any) -> None:
    """PP-7: of every colour, the cards a seat has not seen, dealt anew by the backs that it sees."""
    seats = ground[SEATS]
    unseen = (1 << rules.CARDS) - 1 & ~(state[OUT] | state[HANDS + seat])
    pool = np.empty(rules.VALUES, np.int64)
    for tint in range(rules.COLOURS):
        of_colour = ((1 << rules.VALUES) - 1) << (rules.VALUES * tint)
        left = 0
        rest = unseen & of_colour
        while rest:
            pool[left] = rest & -rest
            left += 1
            rest &= rest - 1
        for other in range(seats):
            if other != seat:
                hand = state[HANDS + other]
                held = hand & of_colour
                hand ^= held
                while held:
                    place = below(chance, left)
                    left -= 1
                    hand |= pool[place]
                    pool[place] = pool[left]
                    held &= held - 1
                state[HANDS + other] = hand
