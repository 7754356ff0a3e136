"""How seats play by what they believe: the search's idea of everybody, itself included, once its tree has ended.

Import it late (`muscade.kernels`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.flat import (
    ACTING,
    ACTIVE,
    ANNOUNCE,
    ANNOUNCED,
    AT_PHASE,
    CHOOSE,
    CUP_BITS,
    CUP_MASK,
    CUPS,
    FIST,
    HANDS,
    HIDE,
    LINES,
    NAMED,
    OBJECT,
    OVER,
    PAIRS,
    SAY_COLOUR,
    SAY_OK,
    SEATS,
    SWAP,
    TABLE,
    TRADES,
    TURNS,
    VICTORIES,
    WINDOW_1,
    WINDOW_2,
    holds,
    is_doublon,
    line_wins,
    rewards,
    token,
)
from muscade.games.ptipasspass.minds import (
    CREDITS,
    EVERYWHERE,
    TRUST,
    WORLDS,
    belief_of,
    play_and_learn,
)
from muscade.kernels.chance import below, unit
from muscade.kernels.compiler import EVALUATE, PRIORS, compiled, law
from muscade.kernels.kernel import Numbers, Reals

LATER = 0.5
"""What a plan is worth beside one that needs a token less."""
BLOCK = 0.5
"""What it is worth to take the cup that somebody else needs."""
ATTENTION = 0.8
"""How often somebody remembers that a cup is taken …"""
WHIM = 0.02
"""… objects to what may well be true …"""
SUSPICION = 0.2
"""… and to what is not likely to be."""
ALARM = 38
"""In so many worlds the active player would win with the next turn: then somebody has to object."""
LONGEST = 100
"""Turns after which nobody is expected to win the round."""

count = law(rules).count


@compiled(lean=True)
def bits(mask: int) -> int:
    """In how many worlds."""
    mask = mask - (mask >> 1 & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56


@compiled(lean=True)
def _cup(state: Numbers, seat: int, cup: int) -> tuple[int, int, int]:
    at = belief_of(seat, cup)
    return state[at], state[at + 1], state[at + 2]


@compiled(lean=True)
def _only(colour: int) -> tuple[int, int, int]:
    return -int(colour == 0), -int(colour == 1), -int(colour == 2)


@compiled(lean=True)
def _line_worlds(state: Numbers, seat: int, first: int, second: int, third: int) -> int:
    """In how many worlds of a seat three cups win."""
    return bits(line_wins(_cup(state, seat, first), _cup(state, seat, second), _cup(state, seat, third)))


@compiled(lean=True)
def _best_lift(ground: Numbers, state: Numbers, seat: int, swap_too: bool) -> tuple[int, int]:
    """The worlds in which the best lift wins, and the code to begin with: a swap or the lift itself."""
    pairs = ground[PAIRS]
    best, code = -1, CHOOSE + pairs
    at = TABLE + 2 * pairs
    for line in range(ground[LINES]):
        worlds = _line_worlds(state, seat, ground[at], ground[at + 1], ground[at + 2])
        if worlds > best:
            best, code = worlds, CHOOSE + pairs + line
        at += 3
    if swap_too and best < WORLDS:
        for _ in range(ground[TRADES]):
            worlds = _line_worlds(state, seat, ground[at + 2], ground[at + 3], ground[at + 4])
            if worlds > best:
                best, code = worlds, CHOOSE + ground[at]
            at += 5
    return best, code


@compiled(lean=True)
def _enough(hand: int, wanted: int) -> bool:
    """Has a hand all tokens of a pile?"""
    short = 0
    for colour in range(rules.COLOURS):
        short += hand >> 4 * colour & 15 < wanted >> 4 * colour & 15
    return short == 0


@compiled(lean=True)
def _rate_hiding(ground: Numbers, state: Numbers, seat: int, scores: Reals) -> None:
    """What each token of the hand in each cup is worth: lines of one's own, and lines of others that it spoils.

    Cups that hold a token get nothing: everybody knows which they are.
    """
    hand = state[HANDS + seat]
    held = count(hand)
    for code in range(SAY_OK):
        scores[code] = 0.0
    at = TABLE + 2 * ground[PAIRS]
    for _ in range(ground[LINES]):
        cups = (ground[at], ground[at + 1], ground[at + 2])
        at += 3
        first_full = state[CUPS + cups[0]] != 0
        second_full = state[CUPS + cups[1]] != 0
        third_full = state[CUPS + cups[2]] != 0
        missing = 3 - int(first_full) - int(second_full) - int(third_full)
        if missing == 0:
            continue
        if missing <= held:
            weight = LATER ** (missing - 1) / (WORLDS * WORLDS)
            for one in range(3 if first_full else 0, 4 if first_full else 3):
                for two in range(3 if second_full else 0, 4 if second_full else 3):
                    for three in range(3 if third_full else 0, 4 if third_full else 3):
                        # A colour of 3 stands for what the cup has: twelve bits up, it wants no token.
                        wanted = token(one) + token(two) + token(three)
                        if not _enough(hand, wanted):
                            continue
                        worlds = bits(
                            line_wins(
                                _cup(state, seat, cups[0]) if first_full else _only(one),
                                _cup(state, seat, cups[1]) if second_full else _only(two),
                                _cup(state, seat, cups[2]) if third_full else _only(three),
                            )
                        )
                        worth = worlds * worlds * weight
                        if not first_full:
                            scores[(one << CUP_BITS) + cups[0]] += worth
                        if not second_full:
                            scores[(two << CUP_BITS) + cups[1]] += worth
                        if not third_full:
                            scores[(three << CUP_BITS) + cups[2]] += worth
        if missing == 1:
            _rate_blocks(ground, state, seat, cups, scores)


@compiled(lean=True)
def _rate_blocks(
    ground: Numbers, state: Numbers, seat: int, cups: tuple[int, int, int], scores: Reals
) -> None:
    """The one empty cup of a line, which somebody else can fill with a last token."""
    if state[CUPS + cups[0]] == 0:
        empty, one, other = cups
    elif state[CUPS + cups[1]] == 0:
        one, empty, other = cups
    else:
        one, other, empty = cups
    rivals = 0
    for rival in range(ground[SEATS]):
        rivals += rival != seat and count(state[HANDS + rival]) == 1
    if rivals == 0:
        return
    here, there = _cup(state, seat, one), _cup(state, seat, other)
    blue = line_wins(here, there, _only(0))
    green = line_wins(here, there, _only(1))
    orange = line_wins(here, there, _only(2))
    any_colour = blue | green | orange
    worth = BLOCK * rivals / WORLDS
    scores[empty] += worth * bits(any_colour & ~blue)
    scores[(1 << CUP_BITS) + empty] += worth * bits(any_colour & ~green)
    scores[(2 << CUP_BITS) + empty] += worth * bits(any_colour & ~orange)


@compiled(lean=True)
def _hide(ground: Numbers, state: Numbers, seat: int, scores: Reals, chance: Any) -> int:
    _rate_hiding(ground, state, seat, scores)
    best, highest = 0, -1.0
    for colour in range(rules.COLOURS):
        if holds(state[HANDS + seat], colour):
            for cup in range(rules.CUPS_PER_PLAYER * ground[SEATS]):
                if state[CUPS + cup] == 0:
                    score = scores[(colour << CUP_BITS) + cup] + 0.05 * unit(chance)
                    if score > highest:
                        best, highest = (colour << CUP_BITS) + cup, score
    return best


@compiled(lean=True)
def _announce(state: Numbers, chance: Any) -> int:
    """The truth, most of the time."""
    fist = state[FIST]
    if unit(chance) < TRUST:
        return SAY_COLOUR + int(fist)
    return SAY_COLOUR + int(fist + 1 + below(chance, 2)) % rules.COLOURS


@compiled(lean=True)
def _objects(ground: Numbers, state: Numbers, seat: int, chance: Any) -> bool:
    """In the second window: suspicion, or the fear that the active player is about to win."""
    active, announced, named = state[ACTIVE], state[ANNOUNCED], state[NAMED]
    likely = holds(state[CREDITS + active], announced)
    if unit(chance) < (WHIM if likely else SUSPICION):
        return True
    last = state[ACTING] == 1 << seat
    if not last or count(state[HANDS + active]) > 1 or state[HANDS + seat] == 0:
        return False
    at = belief_of(seat, named)
    before = state[at + announced]
    state[at + announced] = EVERYWHERE
    worlds, _ = _best_lift(ground, state, seat, True)
    state[at + announced] = before
    return worlds > ALARM


@compiled(lean=True)
def _decide(ground: Numbers, state: Numbers, seat: int, scores: Reals, chance: Any) -> int:
    phase = state[AT_PHASE]
    if phase == WINDOW_1:
        remembers = unit(chance) < ATTENTION
        return OBJECT if is_doublon(state[CUPS + state[NAMED]]) and remembers else SAY_OK
    if phase == WINDOW_2:
        return OBJECT if _objects(ground, state, seat, chance) else SAY_OK
    if phase == HIDE:
        return _hide(ground, state, seat, scores, chance)
    if phase == ANNOUNCE:
        return _announce(state, chance)
    return _best_lift(ground, state, seat, phase == SWAP)[1]


# ------------------------------------------------------------ what a search asks


@compiled(lean=True)
def _expect(ground: Numbers, state: Numbers, given: Reals) -> None:
    """The chance of every seat to win the game, if every round to come is anybody's."""
    seats = ground[SEATS]
    ahead = 0
    for seat in range(seats):
        ahead += state[VICTORIES + seat]
    # With everybody ahead the next round decides; go back from there, one victory at a time.
    leader, other = 1.0 / seats, 0.0
    for leaders in range(seats - 1, ahead - 1, -1):
        other = (leader + (seats - leaders - 1) * other) / seats
        leader = (1.0 + (seats - leaders) * leader) / seats
    for seat in range(seats):
        given[seat] = leader if state[VICTORIES + seat] else other


@compiled(EVALUATE)
def evaluate(ground: Numbers, state: Numbers, chance: Any, given: Reals) -> None:
    """Play the round to its end, everybody by what they believe."""
    scores = np.empty(SAY_OK)
    seats = ground[SEATS]
    ended = state[TURNS] + LONGEST
    while state[AT_PHASE] != OVER and state[TURNS] < ended:
        acting = state[ACTING]
        seat = state[ACTIVE]
        while acting >> seat & 1 == 0:
            seat = seat + 1 if seat + 1 < seats else 0
        code = _decide(ground, state, seat, scores, chance)
        victories = state[VICTORIES + seat]
        play_and_learn(ground, state, seat, code)
        if state[VICTORIES + seat] != victories:
            break
    if state[AT_PHASE] == OVER:
        rewards(ground, state, given)
    else:
        _expect(ground, state, given)


@compiled(PRIORS)
def priors(ground: Numbers, state: Numbers, seat: int, codes: Numbers, listed: int, promising: Reals) -> None:
    phase = state[AT_PHASE]
    scores = np.empty(SAY_OK)
    if phase == HIDE:
        _rate_hiding(ground, state, seat, scores)
    total = 0.0
    for place in range(listed):
        code = codes[place]
        worth = 1.0
        if phase == HIDE:
            worth = 0.1 + scores[code] if state[CUPS + code & CUP_MASK] == 0 else 0.01
        elif code >= CHOOSE + ground[PAIRS]:
            at = TABLE + 2 * ground[PAIRS] + 3 * (code - CHOOSE - ground[PAIRS])
            worth = 1.0 + _line_worlds(state, seat, ground[at], ground[at + 1], ground[at + 2])
        promising[place] = worth
        total += worth
    if phase == SWAP:
        at = TABLE + 2 * ground[PAIRS] + 3 * ground[LINES]
        for _ in range(ground[TRADES]):
            worlds = _line_worlds(state, seat, ground[at + 2], ground[at + 3], ground[at + 4])
            # Pairs are listed first, each at its own number.
            total += max(worlds - promising[ground[at]], 0.0)
            promising[ground[at]] = max(worlds, promising[ground[at]])
            at += 5
    for place in range(listed):
        promising[place] /= total
