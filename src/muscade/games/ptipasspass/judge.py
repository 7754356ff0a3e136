"""How seats play by what they believe: the search's idea of everybody, itself included, once its tree has ended.

Plain functions like those of `rules`, interpreted and compiled, on the tables of `beliefs`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from muscade.games.ptipasspass.beliefs import EVERYWHERE, TRUST, WORLDS, Table, belief_of, play, rewards
from muscade.games.ptipasspass.course import (
    ANNOUNCE,
    CHOOSE,
    CUP_BITS,
    CUP_MASK,
    HIDE,
    OVER,
    SAY_COLOUR,
    SAY_DOUBLON,
    SAY_MENTEUR,
    SAY_OK,
    SWAP,
    WINDOW_1,
    WINDOW_2,
    Setting,
)
from muscade.games.ptipasspass.rules import (
    COLOURS,
    EMPTY,
    Palette,
    count,
    holds,
    is_doublon,
    left_of,
    line_wins,
    of_colour,
    token,
)
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import Chance, below, room, unit
from muscade.kernels.primitives import count as count_worlds

SURE = 1 << 14
"""What a line is worth that wins in every world and lacks one token; other plans are worth parts of it."""
BLOCK = SURE // (2 * WORLDS)
"""What it is worth, a world, to take the cup that somebody else needs."""
SPREAD = 0.05
"""Plans that differ by less of a sure one are as good."""
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


def _cup(table: Table, seat: int, cup: int) -> Palette:
    """What a seat believes of a cup."""
    at = belief_of(seat, cup)
    return table.minds[at], table.minds[at + 1], table.minds[at + 2]


def _only(colour: int) -> Palette:
    """A cup that surely has just that colour."""
    return -int(colour == 0), -int(colour == 1), -int(colour == 2)


def _line_worlds(table: Table, seat: int, first: int, second: int, third: int) -> int:
    """In how many worlds of a seat three cups win."""
    return count_worlds(
        line_wins(_cup(table, seat, first), _cup(table, seat, second), _cup(table, seat, third))
    )


def _best_lift(setting: Setting, table: Table, seat: int, swap_too: bool) -> tuple[int, int]:
    """The worlds in which the best lift wins, and the code to begin with: a swap or the lift itself."""
    best, code = -1, CHOOSE
    for line in range(setting.line_count):
        cups = setting.lines[line]
        worlds = _line_worlds(table, seat, cups[0], cups[1], cups[2])
        if worlds > best:
            best, code = worlds, CHOOSE + setting.pair_count + line
    if swap_too and best < WORLDS:
        for number in range(setting.trade_count):
            trade = setting.trades[number]
            worlds = _line_worlds(table, seat, trade[2], trade[3], trade[4])
            if worlds > best:
                best, code = worlds, CHOOSE + trade[0]
    return best, code


# ---------------------------------------------------------------- hiding


def _enough(hand: int, wanted: int) -> bool:
    """Has a hand all tokens of a pile?"""
    short = 0
    for colour in range(COLOURS):
        short += of_colour(hand, colour) < of_colour(wanted, colour)
    return short == 0


def _rate_hiding(setting: Setting, table: Table, seat: int, scores: Numbers) -> None:
    """What each token of the hand in each cup is worth: lines of one's own, and lines of others that it spoils.

    Cups that hold a token get nothing: everybody knows which they are.
    """
    held = count(table.hands[seat])
    for line in range(setting.line_count):
        cups = setting.lines[line]
        missing = 0
        for place in range(len(cups)):
            missing += table.cups[cups[place]] == EMPTY
        if 0 < missing <= held:
            _rate_plans(table, seat, cups, missing, scores)
        if missing == 1:
            _rate_blocks(setting, table, seat, cups, scores)


def _rate_plans(table: Table, seat: int, cups: Sequence[int], missing: int, scores: Numbers) -> None:
    """Every way to fill the empty cups of a line; one that needs a token more is worth half as much."""
    hand = table.hands[seat]
    first_full = table.cups[cups[0]] != EMPTY
    second_full = table.cups[cups[1]] != EMPTY
    third_full = table.cups[cups[2]] != EMPTY
    # A colour of 3 stands for what a cup has: twelve bits up, it wants no token.
    for one in range(3 if first_full else 0, 4 if first_full else 3):
        for two in range(3 if second_full else 0, 4 if second_full else 3):
            for three in range(3 if third_full else 0, 4 if third_full else 3):
                if not _enough(hand, token(one) + token(two) + token(three)):
                    continue
                worlds = count_worlds(
                    line_wins(
                        _cup(table, seat, cups[0]) if first_full else _only(one),
                        _cup(table, seat, cups[1]) if second_full else _only(two),
                        _cup(table, seat, cups[2]) if third_full else _only(three),
                    )
                )
                worth = worlds * worlds * (SURE // (WORLDS * WORLDS)) >> missing - 1
                if not first_full:
                    scores[(one << CUP_BITS) + cups[0]] += worth
                if not second_full:
                    scores[(two << CUP_BITS) + cups[1]] += worth
                if not third_full:
                    scores[(three << CUP_BITS) + cups[2]] += worth


def _rate_blocks(setting: Setting, table: Table, seat: int, cups: Sequence[int], scores: Numbers) -> None:
    """The one empty cup of a line, which somebody else can fill with a last token."""
    rivals = 0
    for rival in range(setting.seats):
        rivals += rival != seat and count(table.hands[rival]) == 1
    if rivals == 0:
        return
    empty, one, other = cups[2], cups[0], cups[1]
    if table.cups[cups[0]] == EMPTY:
        empty, one, other = cups[0], cups[1], cups[2]
    elif table.cups[cups[1]] == EMPTY:
        empty, one, other = cups[1], cups[0], cups[2]
    here, there = _cup(table, seat, one), _cup(table, seat, other)
    blue = line_wins(here, there, _only(0))
    green = line_wins(here, there, _only(1))
    orange = line_wins(here, there, _only(2))
    any_colour = blue | green | orange
    scores[empty] += BLOCK * rivals * count_worlds(any_colour & ~blue)
    scores[(1 << CUP_BITS) + empty] += BLOCK * rivals * count_worlds(any_colour & ~green)
    scores[(2 << CUP_BITS) + empty] += BLOCK * rivals * count_worlds(any_colour & ~orange)


def _hide(setting: Setting, table: Table, seat: int, chance: Chance) -> int:
    scores = room(SAY_OK)
    _rate_hiding(setting, table, seat, scores)
    best, highest = 0, -1.0
    for colour in range(COLOURS):
        if holds(table.hands[seat], colour):
            for cup in range(setting.cups):
                if table.cups[cup] == EMPTY:
                    score = scores[(colour << CUP_BITS) + cup] / SURE + SPREAD * unit(chance)
                    if score > highest:
                        best, highest = (colour << CUP_BITS) + cup, score
    return best


# ---------------------------------------------------------------- speaking, lifting


def _announce(table: Table, chance: Chance) -> int:
    """The truth, most of the time."""
    if unit(chance) < TRUST:
        return SAY_COLOUR + table.fist
    return SAY_COLOUR + (table.fist + 1 + below(chance, 2)) % COLOURS


def _objects(setting: Setting, table: Table, seat: int, chance: Chance) -> bool:
    """In the second window: suspicion, or the fear that the active player is about to win."""
    active, announced = table.active, table.announced
    likely = holds(table.credits[active], announced)
    if unit(chance) < (WHIM if likely else SUSPICION):
        return True
    last = table.turn == 1 << seat
    if not last or count(table.hands[active]) > 1 or table.hands[seat] == EMPTY:
        return False
    at = belief_of(seat, table.named) + announced
    before = table.minds[at]
    table.minds[at] = EVERYWHERE
    worlds, _ = _best_lift(setting, table, seat, True)
    table.minds[at] = before
    return worlds > ALARM


def _decide(setting: Setting, table: Table, seat: int, chance: Chance) -> int:
    phase = table.phase
    if phase == WINDOW_1:
        remembers = unit(chance) < ATTENTION
        return SAY_DOUBLON if is_doublon(table.cups[table.named]) and remembers else SAY_OK
    if phase == WINDOW_2:
        return SAY_MENTEUR if _objects(setting, table, seat, chance) else SAY_OK
    if phase == HIDE:
        return _hide(setting, table, seat, chance)
    if phase == ANNOUNCE:
        return _announce(table, chance)
    _, code = _best_lift(setting, table, seat, phase == SWAP)
    return code


# ---------------------------------------------------------------- what a search asks


def _expect(setting: Setting, table: Table, expected: MutableSequence[float]) -> None:
    """The chance of every seat to win the game, if every round to come is anybody's."""
    seats = setting.seats
    ahead = 0
    for seat in range(seats):
        ahead += table.victories[seat]
    # With everybody ahead the next round decides; go back from there, one victory at a time.
    leader, other = 1.0 / seats, 0.0
    for leaders in range(seats - 1, ahead - 1, -1):
        other = (leader + (seats - leaders - 1) * other) / seats
        leader = (1.0 + (seats - leaders) * leader) / seats
    for seat in range(seats):
        expected[seat] = leader if table.victories[seat] else other


def evaluate(setting: Setting, table: Table, chance: Chance, expected: MutableSequence[float]) -> None:
    """Play the round to its end, everybody by what they believe."""
    ended = table.turns + LONGEST
    victory = False
    while table.phase != OVER and table.turns < ended and not victory:
        seat = table.active
        while table.turn >> seat & 1 == 0:
            seat = left_of(seat, setting.seats)
        victories = table.victories[seat]
        play(setting, table, seat, _decide(setting, table, seat, chance))
        victory = table.victories[seat] != victories
    if table.phase == OVER:
        rewards(setting, table, expected)
    else:
        _expect(setting, table, expected)


def priors(
    setting: Setting, table: Table, seat: int, codes: Numbers, listed: int, promising: MutableSequence[float]
) -> None:
    phase = table.phase
    scores = room(SAY_OK)
    if phase == HIDE:
        _rate_hiding(setting, table, seat, scores)
    total = 0.0
    for place in range(listed):
        code = codes[place]
        worth = 1.0
        if phase == HIDE:
            worth = 0.1 + scores[code] / SURE if table.cups[code & CUP_MASK] == EMPTY else 0.01
        elif code >= CHOOSE + setting.pair_count:
            cups = setting.lines[code - CHOOSE - setting.pair_count]
            worth += _line_worlds(table, seat, cups[0], cups[1], cups[2])
        promising[place] = worth
        total += worth
    if phase == SWAP:
        for number in range(setting.trade_count):
            trade = setting.trades[number]
            worlds = _line_worlds(table, seat, trade[2], trade[3], trade[4])
            # Pairs are listed first, each at its own number.
            total += max(worlds - promising[trade[0]], 0.0)
            promising[trade[0]] = max(worlds, promising[trade[0]])
    for place in range(listed):
        promising[place] /= total
