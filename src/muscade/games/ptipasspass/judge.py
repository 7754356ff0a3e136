"""How seats play by what they believe: the search's idea of everybody, itself included, once its tree has ended.

Plain functions like those of `rules`, interpreted and compiled, on the tables of `beliefs`. What a line or a hidden token is worth
bots without a search ask as well, of the worlds that they believe in.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from muscade.games.ptipasspass.beliefs import EVERYWHERE, TRUST, Table, play, rewards
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

BLOCK = 2
"""What it is worth, a world of so many, to take the cup that somebody else needs: half as much as a line of one's own."""
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


def _cup(mind: Sequence[int], cup: int) -> Palette:
    """What is believed of a cup."""
    at = COLOURS * cup
    return mind[at], mind[at + 1], mind[at + 2]


def _only(colour: int, everywhere: int) -> Palette:
    """A cup that surely has just that colour."""
    return everywhere * (colour == 0), everywhere * (colour == 1), everywhere * (colour == 2)


def _line_worlds(mind: Sequence[int], first: int, second: int, third: int) -> int:
    """In how many worlds three cups win."""
    return count_worlds(line_wins(_cup(mind, first), _cup(mind, second), _cup(mind, third)))


def best_lift(setting: Setting, mind: Sequence[int], everywhere: int, swap_too: bool) -> tuple[int, int]:
    """In how many worlds the best lift wins, and the code to begin with: a swap or the lift itself; ``everywhere`` are all worlds."""
    best, code = -1, CHOOSE
    for line in range(setting.line_count):
        cups = setting.lines[line]
        winning = _line_worlds(mind, cups[0], cups[1], cups[2])
        if winning > best:
            best, code = winning, CHOOSE + setting.pair_count + line
    if swap_too and best < count_worlds(everywhere):
        for number in range(setting.trade_count):
            trade = setting.trades[number]
            winning = _line_worlds(mind, trade[2], trade[3], trade[4])
            if winning > best:
                best, code = winning, CHOOSE + trade[0]
    return best, code


# ---------------------------------------------------------------- hiding


def sure(everywhere: int) -> int:
    """What a line is worth that wins in all of these worlds and lacks one token; other plans are worth parts of it."""
    return 4 * count_worlds(everywhere) * count_worlds(everywhere)


def _enough(hand: int, wanted: int) -> bool:
    """Has a hand all tokens of a pile?"""
    short = 0
    for colour in range(COLOURS):
        short += of_colour(hand, colour) < of_colour(wanted, colour)
    return short == 0


def rate_hiding(
    setting: Setting,
    mind: Sequence[int],
    everywhere: int,
    taken: Sequence[int],
    hand: int,
    rivals: int,
    scores: Numbers,
) -> None:
    """What each token of a hand in each cup is worth: lines of one's own, and lines that so many rivals could complete.

    ``taken`` is 0 for cups that are empty. The others get nothing: everybody knows which they are.
    """
    held = count(hand)
    for line in range(setting.line_count):
        cups = setting.lines[line]
        missing = 0
        for place in range(len(cups)):
            missing += taken[cups[place]] == 0
        if 0 < missing <= held:
            _rate_plans(mind, everywhere, taken, hand, cups, missing, scores)
        if missing == 1 and rivals:
            _rate_blocks(mind, everywhere, taken, cups, rivals, scores)


def _rate_plans(
    mind: Sequence[int],
    everywhere: int,
    taken: Sequence[int],
    hand: int,
    cups: Sequence[int],
    missing: int,
    scores: Numbers,
) -> None:
    """Every way to fill the empty cups of a line; one that needs a token more is worth half as much."""
    first_full, second_full, third_full = taken[cups[0]] != 0, taken[cups[1]] != 0, taken[cups[2]] != 0
    # A colour of 3 stands for what a cup has: twelve bits up, it wants no token.
    for one in range(3 if first_full else 0, 4 if first_full else 3):
        for two in range(3 if second_full else 0, 4 if second_full else 3):
            for three in range(3 if third_full else 0, 4 if third_full else 3):
                if not _enough(hand, token(one) + token(two) + token(three)):
                    continue
                winning = count_worlds(
                    line_wins(
                        _cup(mind, cups[0]) if first_full else _only(one, everywhere),
                        _cup(mind, cups[1]) if second_full else _only(two, everywhere),
                        _cup(mind, cups[2]) if third_full else _only(three, everywhere),
                    )
                )
                worth = winning * winning << 3 - missing
                if not first_full:
                    scores[(one << CUP_BITS) + cups[0]] += worth
                if not second_full:
                    scores[(two << CUP_BITS) + cups[1]] += worth
                if not third_full:
                    scores[(three << CUP_BITS) + cups[2]] += worth


def _rate_blocks(
    mind: Sequence[int],
    everywhere: int,
    taken: Sequence[int],
    cups: Sequence[int],
    rivals: int,
    scores: Numbers,
) -> None:
    """The one empty cup of a line, which somebody else can fill with a last token."""
    empty, one, other = cups[2], cups[0], cups[1]
    if taken[cups[0]] == 0:
        empty, one, other = cups[0], cups[1], cups[2]
    elif taken[cups[1]] == 0:
        empty, one, other = cups[1], cups[0], cups[2]
    here, there = _cup(mind, one), _cup(mind, other)
    blue = line_wins(here, there, _only(0, everywhere))
    green = line_wins(here, there, _only(1, everywhere))
    orange = line_wins(here, there, _only(2, everywhere))
    any_colour = blue | green | orange
    worth = BLOCK * count_worlds(everywhere) * rivals
    scores[empty] += worth * count_worlds(any_colour & ~blue)
    scores[(1 << CUP_BITS) + empty] += worth * count_worlds(any_colour & ~green)
    scores[(2 << CUP_BITS) + empty] += worth * count_worlds(any_colour & ~orange)


def _rate(setting: Setting, table: Table, seat: int, scores: Numbers) -> None:
    """The same for a seat at a table."""
    rivals = 0
    for rival in range(setting.seats):
        rivals += rival != seat and count(table.hands[rival]) == 1
    rate_hiding(setting, table.minds[seat], EVERYWHERE, table.cups, table.hands[seat], rivals, scores)


def _hide(setting: Setting, table: Table, seat: int, chance: Chance) -> int:
    scores = room(SAY_OK)
    _rate(setting, table, seat, scores)
    best, highest = 0, -1.0
    for colour in range(COLOURS):
        if holds(table.hands[seat], colour):
            for cup in range(setting.cups):
                if table.cups[cup] == EMPTY:
                    score = scores[(colour << CUP_BITS) + cup] / sure(EVERYWHERE) + SPREAD * unit(chance)
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
    mind, at = table.minds[seat], COLOURS * table.named + announced
    before = mind[at]
    mind[at] = EVERYWHERE
    worlds, _ = best_lift(setting, mind, EVERYWHERE, True)
    mind[at] = before
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
    _, code = best_lift(setting, table.minds[seat], EVERYWHERE, phase == SWAP)
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
    phase, mind = table.phase, table.minds[seat]
    scores = room(SAY_OK)
    if phase == HIDE:
        _rate(setting, table, seat, scores)
    total = 0.0
    for place in range(listed):
        code = codes[place]
        worth = 1.0
        if phase == HIDE:
            worth = 0.1 + scores[code] / sure(EVERYWHERE) if table.cups[code & CUP_MASK] == EMPTY else 0.01
        elif code >= CHOOSE + setting.pair_count:
            cups = setting.lines[code - CHOOSE - setting.pair_count]
            worth += _line_worlds(mind, cups[0], cups[1], cups[2])
        promising[place] = worth
        total += worth
    if phase == SWAP:
        for number in range(setting.trade_count):
            trade = setting.trades[number]
            worlds = _line_worlds(mind, trade[2], trade[3], trade[4])
            # Pairs are listed first, each at its own number.
            total += max(worlds - promising[trade[0]], 0.0)
            promising[trade[0]] = max(worlds, promising[trade[0]])
    for place in range(listed):
        promising[place] /= total
