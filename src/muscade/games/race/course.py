"""The course that both races share: opening rolls, whose turn it is, dice, homes, the end.

A race's own course adds its fields and its actions, and calls these functions where chance rolls (`take_roll`) and after an action
(`won`, `end_turn`). Colours are told by their place in the turn order, here and there.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from muscade.board import COLOURS
from muscade.core import NATURE
from muscade.games.race.rules import has_won, next_turn, owner, score
from muscade.kernels.layout import Layout, Numbers
from muscade.kernels.primitives import NATURE_BIT, Chance, below, count, fill, leaders, lowest, room, share

OPENING, TO_ROLL, ACTING, OVER = range(4)
"""Rolls for the start, chance to roll for a turn, a player to act, the end."""
MOST_SEATS = 4
MOST_PLACES = len(COLOURS)
FACES = 6
ROLL_COUNT = FACES * FACES
"""Chance's codes: a roll of the dice ``one`` and ``other`` is ``FACES * (one - 1) + other - 1``."""
NO_PLACE = -1
NOT_NOW = 100
"""Why a move is refused: it is another seat's turn, or chance's. A game's own reasons are below that."""


class RaceSetting(Layout):
    """What never changes during a game."""

    seats: int
    places: int
    """How many colours are played."""
    both: int
    """Must both colours of a player go home (OP-14, GT-10)?"""
    max_turns: int
    """0 where there is no limit (OP-15, GT-10)."""


class RaceTable(Layout):
    """What does."""

    phase: int
    place: int
    """Of the turn order: whose turn it is. `NO_PLACE` before the first one."""
    stands_in: int
    """Does the turn's colour play in place of its owner's other one, which is home (OP-14, GT-10)?"""
    left: int
    """Points or steps left of the roll."""
    turns: int
    """Turns finished."""
    winners: int
    """A mask of seats, as the next two are."""
    rolling: int
    """Who has still to roll for the start, in this round."""
    contenders: int
    """Who may still begin."""
    dice: Annotated[Numbers, 2]
    """This turn's roll, 0 before it."""
    opening: Annotated[Numbers, 2 * MOST_SEATS]
    """Each seat's last roll for the start, 0 before it."""
    homes: Annotated[Numbers, MOST_PLACES]
    reserves: Annotated[Numbers, MOST_PLACES]


# ---------------------------------------------------------------- whose turn it is


def turn(setting: RaceSetting, table: RaceTable) -> int:
    if table.phase == ACTING:
        return 1 << owner(table.place, setting.seats)
    return 0 if table.phase == OVER else NATURE_BIT


def may_act(setting: RaceSetting, table: RaceTable, seat: int) -> bool:
    """Is this who is to act, or chance?"""
    if table.phase == ACTING:
        return seat == owner(table.place, setting.seats)
    return seat == NATURE and table.phase != OVER


def list_rolls(codes: Numbers) -> int:
    """Chance's moves: every roll."""
    for code in range(ROLL_COUNT):
        codes[code] = code
    return ROLL_COUNT


def draw_roll(chance: Chance) -> int:
    """The code of a roll; each is as likely."""
    return FACES * below(chance, FACES) + below(chance, FACES)


# ---------------------------------------------------------------- what rolls do


def take_roll(setting: RaceSetting, table: RaceTable, code: int) -> bool:
    """Chance has rolled. True if that was for a turn: then ask if there is anything to do. Else it was for the start, and there is
    a place whose turn has begun, or none yet."""
    one, other = code // FACES + 1, code % FACES + 1
    if table.phase == OPENING:
        _opening_roll(setting, table, one, other)
        return False
    table.dice[0] = one
    table.dice[1] = other
    table.left = one + other
    table.phase = ACTING
    return True


def _opening_roll(setting: RaceSetting, table: RaceTable, one: int, other: int) -> None:
    """A roll for the start (OP-4, GT-3); once it is decided, a turn begins."""
    seat = lowest(table.rolling)
    table.opening[2 * seat] = one
    table.opening[2 * seat + 1] = other
    table.rolling &= table.rolling - 1
    if table.rolling:
        return
    totals = room(MOST_SEATS)  # who is not in it any more has 0, which no roll is
    for rolled in range(setting.seats):
        if table.contenders >> rolled & 1:
            totals[rolled] = table.opening[2 * rolled] + table.opening[2 * rolled + 1]
    best = leaders(totals[: setting.seats])
    if count(best) > 1:
        table.rolling = table.contenders = best
        return
    table.contenders = 0
    # A seat's first colour in turn order has the place of the seat's own number.
    _begin_turn(table, lowest(best))


def _begin_turn(table: RaceTable, place: int) -> None:
    table.place = place
    table.phase = TO_ROLL
    table.left = 0
    fill(table.dice, 0)


# ---------------------------------------------------------------- how turns and games end


def won(setting: RaceSetting, table: RaceTable) -> bool:
    """Has the turn's player won (OP-14, GT-10)? Then the game is over."""
    seat = owner(table.place, setting.seats)
    if not has_won(seat, setting.seats, table.homes[: setting.places], setting.both > 0):
        return False
    table.phase = OVER
    table.winners = 1 << seat
    return True


def end_turn(setting: RaceSetting, table: RaceTable) -> bool:
    """The turn is over and the next one begins; False if that was the last one (OP-15, GT-10)."""
    table.turns += 1
    seats, homes = setting.seats, table.homes[: setting.places]
    if table.turns == setting.max_turns:
        scores = room(MOST_SEATS)
        for seat in range(seats):
            scores[seat] = score(seat, seats, homes, setting.both > 0)
        table.phase = OVER
        table.winners = leaders(scores[:seats])
        return False
    place, stands_in = next_turn(table.place, table.stands_in > 0, setting.places, seats, homes)
    table.stands_in = stands_in
    _begin_turn(table, place)
    return True


def rewards(setting: RaceSetting, table: RaceTable, given: MutableSequence[float]) -> None:
    share(table.winners, setting.seats, given)
