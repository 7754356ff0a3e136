"""The course of Groups-of-Three: what lies on the table, and what every step and addition makes of it.

What is legal is in `rules`; turns and dice are every race's. A step has a code of its own for each neighbour of each space,
then come additions, space by space, then the end of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from muscade.board import CENTRE, EMPTY, NOWHERE, board_named
from muscade.board.rows import distances
from muscade.core import NATURE, Options
from muscade.core.options import remembered
from muscade.games.groups_of_three.board_facts import (
    SpaceSetting,
    end_code,
    facts_of,
    make_step,
    opened_row,
    refused_entry,
    refused_way,
)
from muscade.games.groups_of_three.refusals import CLAUSES
from muscade.games.groups_of_three.rules import (
    CROSSING,
    NOT_NEIGHBOURS,
    close_space,
    landing_fault,
    on_board,
    start_fault,
    transit_fault,
)
from muscade.games.race.course import (
    MOST_PLACES,
    NOT_NOW,
    ROLL_COUNT,
    RaceSetting,
    RaceTable,
    draw_roll,
    end_turn,
    list_rolls,
    may_act,
    rewards,
    take_roll,
    turn,
    won,
)
from muscade.games.race.rules import PIECES
from muscade.games.race.setup import colours_in_play, race_opening, race_setting, setup_of
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.primitives import FINE, Chance, fill, room

__all__ = ["rewards", "turn"]

NAME = "groups-of-three"
ORDER = (0, 1, 2, 3)
"""The colours in turn order: black, white, red, blue (GT-3)."""
MOST_GROUPS = 128
"""Searches look at so many groups at most, those nearest home."""
FAR = 60
"""Farther than anything is."""


class Setting(SpaceSetting, RaceSetting):
    """What never changes: the board, as the law and a traveller see it."""

    groups: int
    widest: int
    """What `most_moves` says."""
    way_home: Annotated[Numbers, "spaces"]
    """Steps to the Center Square if nobody is in the way."""
    members: Annotated[Grid, "groups", 3]
    """The spaces of each group, those near home first."""
    depths: Annotated[Numbers, "groups"]
    """How far its three spaces are from home, all together."""
    reach: Annotated[Grid, "groups", "spaces"]
    """The steps to it from every space of an empty board; `FAR` from the Center Square."""


class Table(RaceTable):
    """What changes. Whose piece it is is told by the place in the turn order."""

    crossing: int
    """The transit space where a piece stands (GT-6), or `NOWHERE`."""
    spaces: int
    opening_pairs: int
    """How many spaces a step opens at most."""
    standing: Annotated[Numbers, PIECES * MOST_PLACES]
    """Where the pieces of each colour are, in order, with room for all; 0 in what is not used."""
    cells: Annotated[Numbers, "spaces"]
    """Whose piece is in each space, or `EMPTY`."""
    opened: Annotated[Numbers, "opening_pairs"]
    """Where the last step lets a piece of the reserve in (GT-9), then `NOWHERE`."""


@remembered
def setting_of(seats: int, options: Options) -> Setting:
    """What a table of that many seats and those options is set with."""
    board = board_named(options["board"])
    fields = facts_of(board).fields
    steps = sorted(after - first for first, after in zip(fields["first"], fields["after"], strict=True))
    groups = sorted((sum(board.steps[space] for space in group), group) for group in board.groups)
    del groups[MOST_GROUPS:]
    # Nothing steps out of the Center Square (GT-7).
    beside = [[there for there in row if there != CENTRE] for row in board.space_neighbours]
    return Setting(
        **race_setting(seats, colours_in_play(ORDER, seats, options), options),
        **fields,
        groups=len(groups),
        widest=sum(steps[-PIECES:]) + fields["partner_count"] // 2 + 1,
        way_home=board.steps,
        members=[group for _, group in groups],
        depths=[depth for depth, _ in groups],
        reach=[distances(beside, group, FAR) for _, group in groups],
    )


@remembered
def opening(seats: int, options: Options) -> Table:
    """The table before anything has happened; copy it."""
    board = board_named(options["board"])
    setup = setup_of(board, NAME, CLAUSES, in_spaces=True)
    fields, cells = race_opening(seats, colours_in_play(ORDER, seats, options), setup, len(board.spaces))
    return table_with(setting_of(seats, options), cells, **fields)


def table_with(
    setting: Setting, cells: Sequence[int], crossing: int = NOWHERE, opened: Sequence[int] = (), **fields: Any
) -> Table:
    """The table with those pieces and the other fields of a race."""
    standing: list[list[int]] = [[] for _ in range(MOST_PLACES)]
    for space, place in enumerate(cells):
        if place != EMPTY:
            standing[place].append(space)
    return Table(
        **fields,
        crossing=crossing,
        spaces=setting.spaces,
        opening_pairs=setting.partner_count // 2,
        standing=[space for row in standing for space in (*row, *[0] * (PIECES - len(row)))],
        cells=cells,
        opened=opened_row(setting, opened),
    )


def most_moves(setting: Setting) -> int:
    """Ten pieces where steps are most, a space of each pair, and the end of the turn; or a roll."""
    return max(ROLL_COUNT, setting.widest)


def code_count(setting: Setting) -> int:
    return max(ROLL_COUNT, end_code(setting) + 1)


# ---------------------------------------------------------------- what may be done


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if seat == NATURE:
        return list_rolls(codes)
    found = actions(setting, table, codes, len(codes))
    if table.crossing == NOWHERE:
        codes[found] = end_code(setting)
        found += 1
    return found


def actions(setting: Setting, table: Table, codes: Numbers, enough: int) -> int:
    """Write additions and steps, as many as are ``enough`` if there are more; how many."""
    place, crossing, left = table.place, table.crossing, table.left
    reserve, home = table.reserves[place], table.homes[place]
    cells, transit, targets = table.cells, setting.transit, setting.targets
    found = 0
    for space in table.opened:
        if space == NOWHERE:
            break
        if refused_addition(setting, table, space) == FINE:
            codes[found] = setting.steps + space
            found += 1
            if found == enough:
                return found
    pieces = PIECES * place
    for piece in range(pieces, pieces + on_board(reserve, home)):
        origin = table.standing[piece]
        if start_fault(cells, origin, place, left, crossing) != FINE:
            continue
        for code in range(setting.first[origin], setting.after[origin]):
            target = targets[code]
            if landing_fault(cells, target, reserve, home) != FINE:
                continue
            if transit[target]:
                beyond = targets[setting.first[target] : setting.after[target]]
                if transit_fault(cells, transit, beyond, origin, left) != FINE:
                    continue
            codes[found] = code
            found += 1
            if found == enough:
                return found
    return found


def refused_addition(setting: Setting, table: Table, space: int) -> int:
    """What forbids adding a piece, or `FINE` (GT-9)."""
    reserve = table.reserves[table.place]
    return refused_entry(setting, table.cells, table.opened, space, reserve, table.crossing)


def refused_step(setting: Setting, table: Table, origin: int, target: int) -> int:
    """What forbids a step, or `FINE` (GT-4 to GT-8)."""
    place = table.place
    reserve, home = table.reserves[place], table.homes[place]
    return refused_way(setting, table.cells, origin, target, place, table.left, table.crossing, reserve, home)


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    if not may_act(setting, table, seat) or code < 0:
        return NOT_NOW
    if seat == NATURE:
        return FINE if code < ROLL_COUNT else NOT_NOW
    if code < setting.steps:
        return refused_step(setting, table, setting.origins[code], setting.targets[code])
    space = code - setting.steps
    if space < setting.spaces:
        return refused_addition(setting, table, space)
    if space > setting.spaces:
        return NOT_NEIGHBOURS
    # GT-6: no piece rests in a transit space.
    return FINE if table.crossing == NOWHERE else CROSSING


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    if seat == NATURE:
        _roll(setting, table, code)
    elif code < setting.steps:
        _step(setting, table, setting.origins[code], setting.targets[code])
    elif code < setting.steps + setting.spaces:
        _add(setting, table, code - setting.steps)
    else:
        _finish_turn(setting, table)


def _step(setting: Setting, table: Table, origin: int, target: int) -> None:
    """GT-4; GT-7: a piece in the Center Square is home."""
    place = table.place
    reserve = table.reserves[place]
    table.left -= 1
    table.crossing = make_step(setting, table.cells, table.opened, origin, target, place, reserve)
    _relocate(table.standing[PIECES * place : PIECES * (place + 1)], origin, target)
    if target == CENTRE:
        table.homes[place] += 1
        if won(setting, table):
            return
    _go_on(setting, table)


def _add(setting: Setting, table: Table, space: int) -> None:
    """GT-9."""
    place = table.place
    table.cells[space] = place
    table.reserves[place] -= 1
    _relocate(table.standing[PIECES * place : PIECES * (place + 1)], CENTRE, space)
    close_space(table.opened, space)
    _go_on(setting, table)


def _relocate(pieces: Numbers, origin: int, target: int) -> None:
    """One of a colour's pieces stands elsewhere now. `CENTRE`: it was not on the board, or is not any more."""
    piece = 0
    while pieces[piece] != origin:
        piece += 1
    while piece > 0 and pieces[piece - 1] > target != CENTRE:
        pieces[piece] = pieces[piece - 1]
        piece -= 1
    while (
        piece < PIECES - 1
        and pieces[piece + 1] != CENTRE
        and (pieces[piece + 1] < target or target == CENTRE)
    ):
        pieces[piece] = pieces[piece + 1]
        piece += 1
    pieces[piece] = target


def _go_on(setting: Setting, table: Table) -> None:
    """With nothing left to do the turn ends by itself (GT-4)."""
    if actions(setting, table, room(1), 1) == 0:
        _finish_turn(setting, table)


def _finish_turn(setting: Setting, table: Table) -> None:
    """What a step opened is gone once the turn is over (GT-9)."""
    fill(table.opened, NOWHERE)
    end_turn(setting, table)


def _roll(setting: Setting, table: Table, code: int) -> None:
    if take_roll(setting, table, code):
        _go_on(setting, table)


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    code = draw_roll(chance)
    _roll(setting, table, code)
    return code
