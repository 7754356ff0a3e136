"""The course of a game of PtiPassPass: what stands on the table, and what every move makes of it.

What is right, what wins and who is next is in `rules`. Cups are numbered as in the layout; a seat, a cup or a colour that
is nobody, none or not known yet is -1.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from muscade.core import NATURE, Options
from muscade.core.options import remembered
from muscade.games.ptipasspass.cups import layout_of, lines_by_swap
from muscade.games.ptipasspass.rules import (
    COLOURS,
    CUPS_PER_PLAYER,
    EMPTY,
    MOST_SEATS,
    NO_COLOUR,
    VICTORY,
    holds,
    is_doublon,
    is_lie,
    is_void,
    left_of,
    line_wins,
    out_of_time,
    palette,
    places_tokens,
    token,
    window_closes,
    wins_game,
)
from muscade.games.ptipasspass.tokens import laid_of
from muscade.kernels.layout import Grid, Layout, Numbers
from muscade.kernels.primitives import FINE, NATURE_BIT, Chance, below, count, leaders, share

FIRST, HIDE, WINDOW_1, ANNOUNCE, WINDOW_2, SWAP, LIFT, OVER = range(8)
"""Chance names the first player, a token for a cup, "Doublon?", a colour, "Menteur?", a swap or a lift, a lift, the end."""

MOST_CUPS = CUPS_PER_PLAYER * MOST_SEATS
NOBODY = -1
NO_CUP = -1

# The codes: a colour and the cup it is hidden for; answers; announcements; first players; then pairs and lines by number.
# A colour that nobody sees, a cup, a seat, a pair and a line that are not there have codes as well, to be refused.
CUP_BITS = 5
CUP_MASK = (1 << CUP_BITS) - 1
SAY_OK = (COLOURS + 1) << CUP_BITS
SAY_DOUBLON = SAY_OK + 1
SAY_MENTEUR = SAY_DOUBLON + 1
SAY_COLOUR = SAY_MENTEUR + 1
BEGIN = SAY_COLOUR + COLOURS
WRONG_SEAT = BEGIN + MOST_SEATS
WRONG_PAIR = WRONG_SEAT + 1
WRONG_LINE = WRONG_PAIR + 1
CHOOSE = WRONG_LINE + 1

# Why a move is refused.
NOT_NOW, NOT_A_SEAT, OK_IS_FINAL, NO_SUCH_CUP, NOT_IN_HAND = range(1, 6)
PLACE_FIRST, ONE_SWAP, NOT_CONTIGUOUS, NOT_A_LINE = range(6, 10)


class Setting(Layout):
    """What never changes during a game."""

    seats: int
    cups: int
    max_turns: int
    victory: int
    """So many victory tokens win the game (PT-18)."""
    hands: Annotated[Numbers, "seats"]
    """What each begins a round with (PT-1)."""
    under: Annotated[Numbers, "cups"]
    """What lies under each cup then, for all to know: nothing, but in laboratories."""
    pair_count: int
    line_count: int
    trade_count: int
    pairs: Annotated[Grid, "pair_count", 2]
    """Cups that can be swapped (PT-15)."""
    lines: Annotated[Grid, "line_count", 3]
    """Cups that can be lifted together (PT-16)."""
    trades: Annotated[Grid, "trade_count", 5]
    """For `judge`: a pair, a line that swapping it changes, and where that line's cups come from."""


class Table(Layout):
    """What does."""

    turn: int
    """The seats that may act, or `NATURE_BIT`."""
    phase: int
    active: int
    first: int
    """The first player of this round (PT-4)."""
    named: int
    fist: int
    announced: int
    turns: int
    """Turns that are over, in the whole game."""
    round: int
    victories: Annotated[Numbers, MOST_SEATS]
    hands: Annotated[Numbers, MOST_SEATS]
    """Piles; a token in the fist still counts among its hand."""
    cups: Annotated[Numbers, MOST_CUPS]


@remembered
def setting_of(seats: int, options: Options) -> Setting:
    """What a table of that many seats and those options is set with."""
    placed = layout_of(seats, options)
    laid = laid_of(seats, len(placed.names), options)
    trades = [
        (placed.neighbours.index(pair), placed.lines.index(line), *places)
        for pair, changed in lines_by_swap(placed)
        for line, places in changed
    ]
    return Setting(
        seats=seats,
        cups=len(placed.names),
        max_turns=options["max_turns"],
        victory=options.get("victories", VICTORY),
        hands=laid.hands,
        under=laid.cups,
        pair_count=len(placed.neighbours),
        line_count=len(placed.lines),
        trade_count=len(trades),
        pairs=placed.neighbours,
        lines=placed.lines,
        trades=trades,
    )


def opening(setting: Setting, options: Options) -> Table:
    """The table before anything has happened."""
    table = Table(turn=NATURE_BIT, phase=FIRST, active=NOBODY, first=NOBODY, round=1)
    _clear_turn(table)
    _set_up(setting, table)
    if options["first"] != "random":
        _begin_round(table, options["first"])
    return table


def most_moves(setting: Setting) -> int:
    return max(COLOURS * setting.cups, setting.pair_count + setting.line_count)


def code_count(setting: Setting) -> int:
    return CHOOSE + setting.pair_count + setting.line_count


# ---------------------------------------------------------------- what may be done


def turn(_setting: Setting, table: Table) -> int:
    return table.turn


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    phase = table.phase
    if phase in (WINDOW_1, WINDOW_2):
        codes[0] = SAY_OK
        codes[1] = SAY_DOUBLON if phase == WINDOW_1 else SAY_MENTEUR
        return 2
    if phase == HIDE:
        found = 0
        for colour in range(COLOURS):
            if holds(table.hands[seat], colour):
                found = _listed(codes, found, colour << CUP_BITS, setting.cups)
        return found
    if phase == ANNOUNCE:
        return _listed(codes, 0, SAY_COLOUR, COLOURS)
    if phase == SWAP:
        return _listed(codes, 0, CHOOSE, setting.pair_count + setting.line_count)
    if phase == LIFT:
        return _listed(codes, 0, CHOOSE + setting.pair_count, setting.line_count)
    return _listed(codes, 0, BEGIN, setting.seats) if phase == FIRST else 0


def _listed(codes: Numbers, found: int, first: int, size: int) -> int:
    """So many codes, one after the other, behind those found; how many there are then."""
    for place in range(size):
        codes[found + place] = first + place
    return found + size


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    phase = table.phase
    asked = phase in (WINDOW_1, WINDOW_2)
    if seat == NATURE:
        if phase != FIRST:
            return NOT_NOW
    elif not 0 <= seat < setting.seats or phase in (FIRST, OVER):
        return NOT_NOW
    elif table.turn >> seat & 1 == 0:
        return OK_IS_FINAL if asked and seat != table.active else NOT_NOW
    if asked:
        challenge = SAY_DOUBLON if phase == WINDOW_1 else SAY_MENTEUR
        return FINE if code in (SAY_OK, challenge) else NOT_NOW
    if phase == HIDE:
        return _refused_hiding(setting, table, seat, code)
    if phase == ANNOUNCE:
        return FINE if SAY_COLOUR <= code < SAY_COLOUR + COLOURS else NOT_NOW
    if phase == FIRST:
        if not BEGIN <= code <= WRONG_SEAT:
            return NOT_NOW
        return FINE if code < BEGIN + setting.seats else NOT_A_SEAT
    if code < WRONG_PAIR or code >= CHOOSE + setting.pair_count + setting.line_count:
        return NOT_NOW
    if code == WRONG_LINE:
        return NOT_A_LINE
    if code == WRONG_PAIR or code < CHOOSE + setting.pair_count:
        return ONE_SWAP if phase == LIFT else NOT_CONTIGUOUS if code == WRONG_PAIR else FINE
    return FINE


def _refused_hiding(setting: Setting, table: Table, seat: int, code: int) -> int:
    """PT-5, PT-14."""
    if code >= WRONG_PAIR:
        return PLACE_FIRST
    if not 0 <= code < SAY_OK:
        return NOT_NOW
    if code & CUP_MASK >= setting.cups:
        return NO_SUCH_CUP
    colour = code >> CUP_BITS
    return FINE if colour < COLOURS and holds(table.hands[seat], colour) else NOT_IN_HAND


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    if code == SAY_OK:
        _ok(setting, table, seat)
    elif code < SAY_OK:
        # PT-5: one secret choice, one public.
        table.fist = code >> CUP_BITS
        table.named = code & CUP_MASK
        open_window(setting, table, WINDOW_1)
    elif code in (SAY_DOUBLON, SAY_MENTEUR):
        _object(setting, table, seat)
    elif code < BEGIN:
        table.announced = code - SAY_COLOUR
        open_window(setting, table, WINDOW_2)
    elif code < CHOOSE:
        _begin_round(table, code - BEGIN)
    elif code < CHOOSE + setting.pair_count:
        _swap(setting, table, code - CHOOSE)
    else:
        _lift(setting, table, seat, code - CHOOSE - setting.pair_count)


def open_window(setting: Setting, table: Table, phase: int) -> None:
    """PT-6, PT-7: every other player is asked."""
    table.phase = phase
    table.turn = (1 << setting.seats) - 1 & ~(1 << table.active)


def _ok(setting: Setting, table: Table, seat: int) -> None:
    """PT-8; after the second window the token goes into the cup (PT-13)."""
    seats = setting.seats
    table.turn &= ~(1 << seat)
    if not window_closes(seats - 1 - count(table.turn), seats):
        return
    if table.phase == WINDOW_1:
        table.phase = ANNOUNCE
        table.turn = 1 << table.active
        return
    table.hands[table.active] -= token(table.fist)
    table.cups[table.named] += token(table.fist)
    if is_void(table.hands[:seats], table.cups[: setting.cups]):
        _next_round(setting, table, table.first)
    else:
        _end_turn(setting, table)


def _object(setting: Setting, table: Table, challenger: int) -> None:
    """PT-9 to PT-13."""
    active, named = table.active, table.named
    if table.phase == WINDOW_1 and is_doublon(table.cups[named]):
        table.hands[active] += table.cups[named]
        table.cups[named] = EMPTY
    elif table.phase == WINDOW_1 or not is_lie(table.fist, table.announced):
        table.hands[active] -= token(table.fist)
        table.hands[challenger] += token(table.fist)
    _end_turn(setting, table)


def _swap(setting: Setting, table: Table, pair: int) -> None:
    """PT-15: contents move along."""
    here, there = setting.pairs[pair][0], setting.pairs[pair][1]
    pile = table.cups[here]
    table.cups[here] = table.cups[there]
    table.cups[there] = pile
    table.phase = LIFT


def _lift(setting: Setting, table: Table, seat: int, line: int) -> None:
    """PT-16 to PT-18."""
    cups = setting.lines[line]
    first, second, third = table.cups[cups[0]], table.cups[cups[1]], table.cups[cups[2]]
    if not line_wins(palette(first), palette(second), palette(third)):
        _end_turn(setting, table)
        return
    table.victories[seat] += 1
    if wins_game(table.victories[seat], setting.victory):
        table.turns += 1
        _finish(table)
    else:
        _next_round(setting, table, left_of(seat, setting.seats))


# ---------------------------------------------------------------- turns, rounds, the end


def _clear_turn(table: Table) -> None:
    table.named = NO_CUP
    table.fist = NO_COLOUR
    table.announced = NO_COLOUR


def _set_up(setting: Setting, table: Table) -> None:
    """PT-1, PT-2: what everybody holds, and what is under the cups, when a round begins."""
    for seat in range(setting.seats):
        table.hands[seat] = setting.hands[seat]
    for cup in range(setting.cups):
        table.cups[cup] = setting.under[cup]


def begin_turn(table: Table, seat: int) -> None:
    """PT-5, PT-14, PT-15."""
    _clear_turn(table)
    table.active = seat
    table.turn = 1 << seat
    table.phase = HIDE if places_tokens(table.hands[seat]) else SWAP


def _begin_round(table: Table, first: int) -> None:
    table.first = first
    begin_turn(table, first)


def _end_turn(setting: Setting, table: Table) -> None:
    """PT-4, PT-13."""
    if not _was_last_turn(setting, table):
        begin_turn(table, left_of(table.active, setting.seats))


def _next_round(setting: Setting, table: Table, first: int) -> None:
    """PT-18: every token goes home; victory tokens stay."""
    table.round += 1
    _set_up(setting, table)
    if not _was_last_turn(setting, table):
        _begin_round(table, first)


def _was_last_turn(setting: Setting, table: Table) -> bool:
    """A turn is over; PT-19: so is the game, where the table has set a limit and this was the last one."""
    table.turns += 1
    if not out_of_time(table.turns, setting.max_turns):
        return False
    _finish(table)
    return True


def _finish(table: Table) -> None:
    _clear_turn(table)
    table.phase = OVER
    table.active = NOBODY
    table.turn = 0


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    """PT-4."""
    first = below(chance, setting.seats)
    _begin_round(table, first)
    return BEGIN + first


def rewards(setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    """PT-18, PT-19: enough victory tokens win at once, so that only a limit can make a tie; then equals share."""
    share(leaders(table.victories[: setting.seats]), setting.seats, given)
