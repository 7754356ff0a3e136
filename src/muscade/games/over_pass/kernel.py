"""Over-Pass in flat numbers: the frame of every race, and the four moves on top of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from muscade.board import board_named
from muscade.core import NATURE, Move
from muscade.games.over_pass import centre, rules
from muscade.games.over_pass.book import Book, book_of
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.planner import slides_to_exit
from muscade.games.over_pass.rules import CENTRE, OVER_PASS_COST, SLIDE_COST, Plan
from muscade.games.over_pass.state import OverPassState
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.kernel import (
    AT_OPENING,
    FRAME,
    HEADER,
    HOMES,
    LEFT,
    NO_PLACE,
    PHASE,
    PLACE,
    PLACES,
    RESERVES,
    SEATS,
    TOTAL,
    RaceKernel,
    begin_turn,
    end_turn,
    opening_roll,
    own_places,
    rewards,
    take_roll,
    turn,
    two_dice,
    won,
)
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY
from muscade.kernels.compiler import DRAW, MOVES, NUMBERS, PLAY, compiled, law
from muscade.kernels.kernel import Functions, Numbers, padded, signed

LAW = law(rules)
enter = LAW.enter
leave = LAW.leave
mark_groups: Any = compiled(lean=True)(rules.mark_groups)
may_land = LAW.may_land
may_leave = LAW.may_leave
at_hand = LAW.at_hand
exits_open = LAW.exits_open
NOWHERE = centre.NOWHERE
CENTRAL = law(centre)
in_order = CENTRAL.in_order
ways_off = CENTRAL.ways_off
may_fill = CENTRAL.may_fill
clears_now = CENTRAL.clears_now
concerns_runs = CENTRAL.concerns_runs
stays_clear = CENTRAL.stays_clear
something_to_do = CENTRAL.something_to_do

COUNT, WIDTH, OUTWARD_WIDTH, EXIT_COUNT = range(HEADER, HEADER + 4)
"""In the ground: how many intersections there are, how long a row of neighbours is, and one of `Book.outward`, and how
many exits there are."""
FIELDS = HEADER + 4
"""Where the fields of `Plan` begin, then for each intersection the slides to an exit, then the rows of `Book.outward` and
the exits, one after the other."""

OVER_PASS, SLIDE, SWAP, EXIT = range(4)
"""What may be done. The end of a turn comes last."""

CELLS = FRAME
"""In a state: what is on each intersection, told by the place in the turn order."""


@compiled()
def plan_of(ground: Any) -> Plan:
    """Arrays where the law asks for sequences: to a compiler they are the same."""
    count = ground[COUNT]
    ring = FIELDS + count * ground[WIDTH]
    rank = ring + 2 * count
    is_exit = rank + count
    through = is_exit + count
    across = through + count
    return Plan(
        ground[FIELDS:ring].reshape(count, ground[WIDTH]),
        ground[ring:rank].reshape(count, 2),
        ground[rank:is_exit],
        ground[is_exit:through],
        ground[through:across],
        ground[across : across + count],
    )


@compiled()
def exits_of(ground: Numbers) -> Numbers:
    return ground[len(ground) - ground[EXIT_COUNT] :]


@compiled()
def slides_of(ground: Numbers) -> Numbers:
    end = len(ground) - ground[EXIT_COUNT] - ground[COUNT] * ground[OUTWARD_WIDTH]
    return ground[end - ground[COUNT] : end]


@compiled()
def outward_of(ground: Numbers) -> Numbers:
    """Where a piece may slide to from each intersection; a row that is too short is filled with its own number."""
    end = len(ground) - ground[EXIT_COUNT]
    return ground[end - ground[COUNT] * ground[OUTWARD_WIDTH] : end].reshape(
        ground[COUNT], ground[OUTWARD_WIDTH]
    )


# ------------------------------------------------------------ what may be done


@compiled()
def decoded(size: int, code: int) -> tuple[int, int, int]:
    """What is done, from where and to where, or with whom; the same place twice on leaving the board."""
    row = code // size
    kind = row // size
    other = code - row * size
    return kind, row - kind * size if kind < EXIT else other, other


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    """As `listing` lists them: groups are looked for once a colour, and the centre is checked where it matters."""
    size = ground[COUNT]
    plan = plan_of(ground)
    cells = state[CELLS : CELLS + size]
    colour = state[PLACE]
    own = own_places(colour, ground[PLACES], ground[SEATS])
    left = state[LEFT]
    leaving = exits_open(state[TOTAL], state[RESERVES:FRAME])
    binding = cells[CENTRE] != EMPTY and in_order(plan, cells, left, colour, own, leaving)
    ways = ways_off(plan, cells)
    scratch = np.empty((7, size), np.int64)
    beside, stack, targets, empty = scratch[0], scratch[1], scratch[2], scratch[3]
    resting, holders, lines = scratch[4], scratch[5], scratch[6]
    neighbours, is_exit, through, across = plan.neighbours, plan.is_exit, plan.through, plan.across
    # Here and below things are written first and counted if they fit: that is quicker than to ask first.
    pieces = 0
    room = 0
    for place in range(CENTRE if may_fill(left) else CENTRE + 1, size):
        empty[room] = place
        room += cells[place] == EMPTY
    for place in range(size):
        resting[pieces] = place
        holders[pieces] = cells[place]
        lines[pieces] = through[place]
        pieces += (cells[place] != EMPTY) & (is_exit[place] == 0)
    count = 0
    # Over-Passes (OP-9)
    for runner in range(ground[PLACES]):
        beside[:] = 0
        mark_groups(cells, neighbours, runner, beside, stack)
        landings = 0
        alike = 0
        for piece in range(pieces):
            near = beside[resting[piece]]
            if holders[piece] != runner or near == 0:
                continue
            if near != alike:
                # What `may_land` says of pieces that are not on an exit; beside the same groups, they all land there.
                alike = near
                landings = 0
                for target in empty[:room]:
                    targets[landings] = target
                    landings += beside[target] & near != 0
            row = resting[piece] * size
            for landing in range(landings):
                codes[count + landing] = row + targets[landing]
            count += landings
    # Swaps (OP-10)
    for piece in range(pieces):
        row = (SWAP * size + resting[piece]) * size
        parallel = across[resting[piece]]
        # What `may_swap` says, row by row.
        for partner in range(piece + 1, pieces):
            codes[count] = row + resting[partner]
            count += (parallel & lines[partner] != 0) & (holders[partner] != holders[piece])
    # Slides (OP-11)
    if left >= SLIDE_COST:
        outward = outward_of(ground)
        for piece in range(pieces):
            start = resting[piece]
            for target in outward[start]:
                codes[count] = (SLIDE * size + start) * size + target
                count += cells[target] == EMPTY
    # Moves from exits (OP-8, OP-9, OP-12)
    exits = exits_of(ground)
    running = 0
    for start in exits:
        runner = cells[start]
        if runner != EMPTY and at_hand(True, runner, own):
            codes[count] = EXIT * size * size + start
            count += may_leave(True, runner, colour, leaving)
            for place in plan.ring[start]:
                if cells[place] != EMPTY and cells[place] != runner:
                    running |= 1 << runner
    for runner in range(ground[PLACES]):
        if running >> runner & 1:
            beside[:] = 0
            mark_groups(cells, plan.ring, runner, beside, stack)
            for start in exits:
                if cells[start] == runner:
                    for target in exits:
                        codes[count] = start * size + target
                        count += may_land(plan, cells, beside, start, target)
    # The centre (OP-6): a slide off it may stay possible whatever is done; else every move is looked at.
    if binding and (left < 2 * SLIDE_COST or ways.other_slide == NOWHERE):
        beside[:] = 0
        mark_groups(cells, neighbours, cells[CENTRE], beside, stack)
        runs = clears_now(plan, cells, OVER_PASS_COST)
        found = count
        count = 0
        for code in codes[:found]:
            kind, one, other = decoded(size, code)
            rest = left - (SLIDE_COST if kind == SLIDE else 1)
            if not stays_clear(ways, rest, one, other):
                here = cells[one]
                there = cells[other] if kind < EXIT else EMPTY
                if rest == 0 and (one != CENTRE or there != EMPTY):
                    continue
                if rest == OVER_PASS_COST and not (
                    concerns_runs(plan, beside, one) or concerns_runs(plan, beside, other)
                ):
                    codes[count] = code
                    count += runs
                    continue
                cells[other] = here
                cells[one] = there
                ordered = in_order(plan, cells, rest, colour, own, leaving)
                cells[other] = there
                cells[one] = here
                if not ordered:
                    continue
            codes[count] = code
            count += 1
    if not binding:
        codes[count] = (EXIT * size + 1) * size
        count += 1
    return count


# ------------------------------------------------------------ what is done


@compiled(types.void(NUMBERS, NUMBERS))
def _finish_turn(ground: Numbers, state: Numbers) -> None:
    cells = state[CELLS : CELLS + ground[COUNT]]
    reserves = state[RESERVES:FRAME]
    leave(cells, reserves)
    if end_turn(ground, state):
        enter(cells, reserves, state[PLACE])


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    """Moves of chance too: their code is the total of a roll."""
    size = ground[COUNT]
    cells = state[CELLS : CELLS + size]
    if seat == NATURE:
        if state[PHASE] == AT_OPENING:
            first = opening_roll(ground, state, code)
            if first != NO_PLACE:
                begin_turn(state, first)
                enter(cells, state[RESERVES:FRAME], first)
            return
        take_roll(state, code)
    elif code == (EXIT * size + 1) * size:
        _finish_turn(ground, state)
        return
    else:
        kind, one, other = decoded(size, code)
        piece = cells[one]
        cells[one] = cells[other] if kind < EXIT else EMPTY
        state[LEFT] -= SLIDE_COST if kind == SLIDE else 1
        if kind < EXIT:
            cells[other] = piece
        else:
            state[HOMES + state[PLACE]] += 1
            if won(ground, state):
                return
    # With nothing left to do the turn ends by itself (OP-5).
    leaving = exits_open(state[TOTAL], state[RESERVES:FRAME])
    own = own_places(state[PLACE], ground[PLACES], ground[SEATS])
    if not something_to_do(plan_of(ground), cells, state[LEFT], state[PLACE], own, leaving):
        _finish_turn(ground, state)


@compiled(DRAW)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    total = two_dice(chance)
    play(ground, state, NATURE, total)
    return total


class OverPassKernel(RaceKernel[OverPassState, OverPassView]):
    """A code tells what is done, then from where, then to where; exits and the end of a turn come after all others."""

    functions = Functions(turn, moves, play, draw, rewards)
    widest = 12_000
    """Forty pieces with two hundred empty places each at most, on the largest of boards, and whom they swap with."""

    def own_ground(self) -> Sequence[int]:
        self.board = board_named(self.options["board"])
        self.book: Book = book_of(self.board)
        plan = self.book.plan
        count = len(self.book.names)
        neighbours = padded(plan.neighbours)
        width = max(map(len, self.book.outward))
        return (
            count,
            neighbours.shape[1],
            width,
            len(self.book.exits),
            *neighbours.ravel().tolist(),
            *padded(plan.ring).ravel().tolist(),
            *plan.rank,
            *plan.is_exit,
            *map(signed, plan.through),
            *map(signed, plan.across),
            *slides_to_exit(self.board, self.book),
            *(
                target
                for start, row in enumerate(self.book.outward)
                for target in (*row, *[start] * (width - len(row)))
            ),
            *self.book.exits,
        )

    @property
    def codes(self) -> int:
        count = len(self.book.names)
        return 3 * count * count + count + 1

    def own_fields(self, state: OverPassState) -> Sequence[int]:
        return [self.places[colour] for colour in state.cells]

    def own_fields_seen(self, view: OverPassView) -> Sequence[int]:
        cells = [EMPTY] * len(self.book.names)
        for piece in view.pieces:
            cells[self.board.intersection(piece.place)] = view.colours.index(piece.colour)
        return cells

    def code(self, state: Numbers, move: Move) -> int:
        count, number = len(self.book.names), self.board.intersection
        match move:
            case OverPass(start, target):
                return number(start) * count + number(target)
            case Slide(start, target):
                return (count + number(start)) * count + number(target)
            case Swap(one, other):
                return (2 * count + number(one)) * count + number(other)
            case Exit(place):
                return 3 * count * count + number(place)
            case _:
                return (3 * count + 1) * count

    def move(self, state: Numbers, code: int) -> Move:
        row, target = divmod(code, len(self.book.names))
        kind, start = divmod(row, len(self.book.names))
        if kind == 0:
            return self.book.over_passes(start)[target]
        if kind == 1:
            return self.book.slides[start][self.book.outward[start].index(target)]
        if kind == 2:
            return self.book.swaps(start)[target]
        return END if start else self.book.leaving[target]

    def roll(self, state: Numbers, total: int) -> None:
        play(self.ground, state, NATURE, total)
