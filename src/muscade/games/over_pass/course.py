"""The course of Over-Pass: what lies on the table, what may be done and what follows.

A code tells what is done, then with which piece, then where: all kinds, starts and targets have one, most of them only to be
refused. The end of the turn comes last. What a piece may do is found in `actions`; what OP-6 forbids, in `centre`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from muscade.board import CENTRE, EMPTY, board_named
from muscade.core import NATURE, Options
from muscade.core.options import remembered
from muscade.games.over_pass.actions import (
    EXIT,
    KINDS,
    OVER_PASS,
    SIGHT,
    SLIDE,
    STARTS,
    TARGETS,
    act,
    coded,
    find_targets,
    own_colours,
    pieces_at_hand,
    side_of,
)
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.centre import (
    DOUBTS,
    can_be_cleared,
    drop_forbidden,
    find_doubts,
    may_end_turn,
    stays_clearable,
)
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.over_pass.rules import (
    CENTRE_FIRST,
    CENTRE_STUCK,
    FROM_EXIT,
    GOES_NOWHERE,
    NO_WAY,
    NOT_A_NEIGHBOUR,
    NOT_AN_EXIT,
    NOT_OUTWARD,
    NOT_PARALLEL,
    NOT_YOURS,
    NOTHING_THERE,
    OCCUPIED,
    ODD_ROLL,
    ONE_PIECE,
    OTHER_COLOUR,
    SAME_COLOUR,
    SWAP_ON_EXIT,
    TOO_DEAR,
    at_hand,
    enter,
    leave,
)
from muscade.games.race.course import (
    MOST_PLACES,
    NO_PLACE,
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
from muscade.kernels.primitives import FINE, Chance, count, lowest, room, spread
from muscade.kernels.sets import BITS, contains, joined, none, set_of, sets_of, which, width, words_for

__all__ = ["rewards", "turn"]

NAME = "over-pass"
ORDER = (0, 2, 1, 3)
"""The colours in turn order: black, red, white, blue (OP-3)."""


class Setting(RaceSetting):
    """What never changes: the board. Sets of intersections are rows of words (`sets`).

    Where every intersection has a set, all first words come first.
    """

    size: int
    """How many intersections there are."""
    words: int
    exits: Annotated[Numbers, "words"]
    slides: Annotated[Numbers, "size"]
    """How many slides lead from each intersection to an exit, if nothing is in the way; for whoever judges."""
    beside: Annotated[Grid, "words", "size"]
    """The neighbours of each intersection."""
    ring: Annotated[Grid, "words", "size"]
    """Its neighbours along the perimeter; none for those inside (OB-8)."""
    outward: Annotated[Grid, "words", "size"]
    """Where a piece may slide from it (OP-11)."""
    partners: Annotated[Grid, "words", "size"]
    """Later intersections whose pieces may be swapped with the one here (OP-10)."""


class Table(RaceTable):
    """What changes. Whose piece it is is told by the place in the turn order."""

    words: int
    held: Annotated[Grid, MOST_PLACES, "words"]
    """For each colour the intersections that hold its pieces."""


@remembered
def setting_of(seats: int, options: Options) -> Setting:
    """What a table of that many seats and those options is set with."""
    board = board_named(options["board"])
    facts = facts_of(board)
    words = words_for(len(facts.names))
    return Setting(
        **race_setting(seats, colours_in_play(ORDER, seats, options), options),
        size=len(facts.names),
        words=words,
        exits=set_of(board.exits, words),
        slides=facts.slides_to_exit,
        beside=sets_of(board.neighbours, words),
        ring=sets_of(facts.plan.ring, words),
        outward=sets_of(facts.outward, words),
        partners=sets_of(facts.partners, words),
    )


@remembered
def opening(seats: int, options: Options) -> Table:
    """The table before anything has happened; copy it."""
    board = board_named(options["board"])
    setup = setup_of(board, NAME, CLAUSES, in_spaces=False)
    colours = colours_in_play(ORDER, seats, options)
    fields, cells = race_opening(seats, colours, setup, len(board.intersections))
    return table_with(cells, **fields)


def table_with(cells: Sequence[int], **fields: Any) -> Table:
    """The table with those pieces and the other fields of a race."""
    return Table(**fields, words=words_for(len(cells)), held=held_by(cells))


def held_by(cells: Sequence[int]) -> list[list[int]]:
    """What each colour holds, if that is what each intersection holds."""
    places = range(len(cells))
    return [
        set_of([place for place in places if cells[place] == colour], words_for(len(cells)))
        for colour in range(MOST_PLACES)
    ]


def cells_of(table: Table, size: int) -> list[int]:
    """What each intersection holds: a colour, or ``EMPTY``."""
    cells = [EMPTY] * size
    found = room(size)
    for colour, row in enumerate(table.held):
        for word, mask in enumerate(row):
            for place in found[: spread(mask, found, BITS * word)]:
                cells[place] = colour
    return cells


# ---------------------------------------------------------------- codes


def end_code(setting: Setting) -> int:
    """The code of the end of the turn."""
    return coded(setting.size, KINDS, 0, 0)


def decoded(setting: Setting, code: int) -> tuple[int, int, int]:
    """What is done (`KINDS`: the turn ends), with which piece and where."""
    row, target = code // setting.size, code % setting.size
    return row // setting.size, row % setting.size, target


def most_moves(setting: Setting) -> int:
    """Every piece to every empty intersection, every slide, every swap, every exit, the end; or a roll."""
    pieces = min(PIECES * setting.places, setting.size)
    runs = max(number * (setting.size - number) for number in range(pieces + 1))
    outward = max(sum(map(count, row)) for row in zip(*setting.outward, strict=True))
    swaps = pieces * (pieces - 1) // 2
    return max(ROLL_COUNT, runs + pieces * outward + swaps + sum(map(count, setting.exits)) + 1)


def code_count(setting: Setting) -> int:
    return max(ROLL_COUNT, end_code(setting) + 1)


# ---------------------------------------------------------------- what may be done


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if seat == NATURE:
        return list_rolls(codes)
    words, size = width(setting.exits), setting.size
    doubts, sides, starts = room(DOUBTS), room(STARTS), room(STARTS)
    sight, targets = room(SIGHT), room(TARGETS)[: KINDS * words]
    clearable = find_doubts(setting, table, doubts)
    careful = not none(doubts)
    found = 0
    for piece in range(pieces_at_hand(setting, table, sides, starts)):
        start = starts[piece]
        find_targets(setting, table, sides[piece], start, sight, targets)
        if careful:
            drop_forbidden(setting, table, start, targets, doubts)
        for kind in range(KINDS):
            for word in range(words):
                first = coded(size, kind, start, BITS * word)
                mask = targets[kind * words + word]
                while mask:
                    codes[found] = first + lowest(mask)
                    found += 1
                    mask &= mask - 1
    if may_end_turn(table, clearable):
        codes[found] = end_code(setting)
        found += 1
    return found


def idle(setting: Setting, table: Table) -> bool:
    """Is there nothing to do but to end the turn (OP-5)?

    If the centre is taken and must be emptied, then there is something. If it cannot be, all moves are free; and if it is
    empty, all but to run onto it with the last point.
    """
    if table.left == 0:
        return True
    words = width(setting.exits)
    sides, starts = room(STARTS), room(STARTS)
    sight, targets = room(SIGHT), room(TARGETS)[: KINDS * words]
    for piece in range(pieces_at_hand(setting, table, sides, starts)):
        find_targets(setting, table, sides[piece], starts[piece], sight, targets)
        if table.left == 1:
            targets[OVER_PASS * words] &= ~(1 << CENTRE)
        if not none(targets):
            return False
    return True


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    if not may_act(setting, table, seat) or code < 0:
        return NOT_NOW
    if seat == NATURE:
        return FINE if code < ROLL_COUNT else NOT_NOW
    clearable = can_be_cleared(setting, table)
    if code >= end_code(setting):
        return FINE if may_end_turn(table, clearable) and code == end_code(setting) else CENTRE_FIRST
    kind, start, target = decoded(setting, code)
    reason = fault(setting, table, kind, start, target)
    if reason == FINE and clearable and not stays_clearable(setting, table, kind, start, target):
        return CENTRE_STUCK
    return reason


def fault(setting: Setting, table: Table, kind: int, start: int, target: int) -> int:
    """What forbids it, or `FINE`; but for OP-6."""
    words = width(setting.exits)
    colour = which(table.held, start)
    if colour == EMPTY:
        return NOTHING_THERE
    on_exit = contains(setting.exits, start)
    if kind in (OVER_PASS, SLIDE) and not at_hand(on_exit, colour, own_colours(setting, table)):
        return NOT_YOURS
    targets, sight = room(TARGETS)[: KINDS * words], room(SIGHT)
    find_targets(setting, table, side_of(setting, table, start), start, sight, targets)
    if contains(targets[kind * words : (kind + 1) * words], target):
        return FINE
    if kind == OVER_PASS:
        if start == target:
            return GOES_NOWHERE
        return NO_WAY if which(table.held, target) == EMPTY else OCCUPIED
    if kind == SLIDE:
        return _slide_fault(setting, table, start, target)
    if kind == EXIT:
        if not on_exit:
            return NOT_AN_EXIT
        return OTHER_COLOUR if colour != table.place else ODD_ROLL
    return _swap_fault(setting, table, start, target)


def _slide_fault(setting: Setting, table: Table, start: int, target: int) -> int:
    """OP-11."""
    if contains(setting.exits, start):
        return FROM_EXIT
    if not joined(setting.beside, start, target):
        return NOT_A_NEIGHBOUR
    if which(table.held, target) != EMPTY:
        return OCCUPIED
    return TOO_DEAR if joined(setting.outward, start, target) else NOT_OUTWARD


def _swap_fault(setting: Setting, table: Table, one: int, other: int) -> int:
    """OP-10."""
    if contains(setting.exits, one):
        return SWAP_ON_EXIT
    if which(table.held, other) == EMPTY:
        return NOTHING_THERE
    if contains(setting.exits, other):
        return SWAP_ON_EXIT
    if one == other:
        return ONE_PIECE
    return SAME_COLOUR if which(table.held, one) == which(table.held, other) else NOT_PARALLEL


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    ends = seat != NATURE and code == end_code(setting)
    if seat == NATURE:
        if not _roll(setting, table, code):
            return
    elif not ends:
        kind, start, target = decoded(setting, code)
        act(table, kind, start, target)
        if kind == EXIT and won(setting, table):
            return
    # With nothing left to do the turn ends by itself (OP-5).
    if ends or idle(setting, table):
        leave(table.held, table.reserves)
        if end_turn(setting, table):
            enter(table.held, table.reserves, table.place)


def _roll(setting: Setting, table: Table, code: int) -> bool:
    """The dice are rolled; was that for a turn?"""
    turns = take_roll(setting, table, code)
    if not turns and table.place != NO_PLACE:
        enter(table.held, table.reserves, table.place)
    return turns


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    code = draw_roll(chance)
    play(setting, table, NATURE, code)
    return code
