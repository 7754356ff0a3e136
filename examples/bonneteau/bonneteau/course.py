"""The course of a game of Bonneteau: what lies on the table, and what every move makes of it."""

from bonneteau.rules import MOST_CUPS, has_won, standing
from muscade.core import NATURE
from muscade.kernels.layout import Annotated, Layout, Numbers
from muscade.kernels.primitives import FINE, NATURE_BIT, UNLISTED, Chance, below, spread

HIDING, LIFTING, OVER = range(3)
HIDES, LIFTS, CODES = 0, MOST_CUPS + 1, 2 * MOST_CUPS + 2
"""A move's code is what is done plus the cup; one more than there are stands for a cup that somebody may not know."""
NOT_NOW, NO_SUCH_CUP, IS_LIFTED = range(1, 4)  # why a move is refused


class Setting(Layout):  # what never changes during a game
    seats: int
    cups: int


class Table(Layout):  # what does
    phase: int
    seat: int
    muscade: int
    lifted: int
    points: Annotated[Numbers, 3]


def most_moves(setting: Setting) -> int:
    return setting.cups


def code_count(_setting: Setting) -> int:
    return CODES


def turn(_setting: Setting, table: Table) -> int:
    if table.phase == OVER:
        return 0
    return NATURE_BIT if table.phase == HIDING else 1 << table.seat


def moves(setting: Setting, table: Table, _seat: int, codes: Numbers) -> int:
    hiding = table.phase == HIDING
    return spread(standing(setting.cups, 0 if hiding else table.lifted), codes, HIDES if hiding else LIFTS)


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    acts = turn(setting, table) == (NATURE_BIT if seat == NATURE else 1 << seat)
    if not acts or (code < LIFTS) != (table.phase == HIDING):
        return NOT_NOW
    cup = code % LIFTS
    if cup >= setting.cups:
        return NO_SUCH_CUP
    return IS_LIFTED if code >= LIFTS and table.lifted >> cup & 1 else FINE


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    cup = code % LIFTS
    if table.phase == HIDING:  # BN-2
        table.muscade = cup
        table.lifted = 0
        table.phase = LIFTING
        return
    table.lifted |= 1 << cup  # BN-4
    table.seat = (seat + 1) % setting.seats
    if cup == table.muscade:  # BN-5
        table.points[seat] += 1
        table.phase = OVER if has_won(table.points[seat]) else HIDING


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    play(setting, table, NATURE, HIDES + below(chance, setting.cups))
    return UNLISTED  # a search is not told what nobody sees


def rewards(setting: Setting, table: Table, given: list[float]) -> None:
    for seat in range(setting.seats):
        given[seat] = 1.0 if has_won(table.points[seat]) else 0.0
