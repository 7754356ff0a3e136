"""Full House as machine code; the law is `rules`' and that of Groups-of-Three.

The ground has three tables after its header: neighbours, partners (pairs, the last one repeated), and which spaces are
transit spaces. Of the spaces that a step has opened, the state keeps those where a piece may really be added: whatever
shuts one of them lasts until the next step.
"""

from __future__ import annotations

import numpy as np
from numba import types

from muscade.core import Move
from muscade.games.full_house import rules
from muscade.games.full_house.state import FullHouseState
from muscade.games.groups_of_three import rules as groups
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.tables import tables
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.kernel import (
    COUNT,
    HEADER,
    LAST,
    NOWHERE,
    OVER,
    PLACES,
    WIDTH,
    WON,
    PuzzleKernel,
    draw,
    rewards,
    turn,
)
from muscade.games.solitaire.moves import STOP
from muscade.games.solitaire.positions import ALL_PIECES, PLAIN
from muscade.kernels.compiler import MOVES, NUMBERS, PLAY, compiled, law
from muscade.kernels.kernel import Functions, Numbers, as_numbers, padded

LAW, GROUPS = law(rules), law(groups)
step_fault, is_solved = LAW.step_fault, LAW.is_solved
additions, addition_fault = GROUPS.additions, GROUPS.addition_fault

PAIRED, TARGET = 2, 3
"""How many partners a space has at most; how many pieces are to come in (SP-1)."""
TABLES = 4
PIECES = HEADER
OPEN = HEADER + 1
MOST_OPEN = 16
"""More pairs than a space is in."""
CELLS = OPEN + MOST_OPEN


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    places, width = ground[PLACES], ground[WIDTH]
    beside = ground[TABLES : TABLES + places * width].reshape(places, width)
    transit = ground[len(ground) - places :]
    cells = state[CELLS:]
    count = 0
    while count < MOST_OPEN and state[OPEN + count] != NOWHERE:
        codes[count] = places * width + state[OPEN + count]
        count += 1
    for origin in range(places):
        if cells[origin] == EMPTY:
            continue
        for way in range(width):
            target = beside[origin, way]
            if way and target == beside[origin, way - 1]:
                break
            fault = step_fault(
                cells,
                transit,
                beside[origin],
                beside[target],
                origin,
                target,
                PLAIN,
                state[LAST],
                ALL_PIECES - state[PIECES],
            )
            if fault == groups.FINE:
                codes[count] = origin * width + way
                count += 1
    codes[count] = places * (width + 1)
    return count + 1


@compiled(types.void(NUMBERS, NUMBERS))
def shut(ground: Numbers, state: Numbers) -> None:
    """Of the open spaces keep those where a piece may be added now."""
    places, width = ground[PLACES], ground[WIDTH]
    row = TABLES + max(state[LAST], 0) * width
    kept = 0
    for place in range(MOST_OPEN):
        space = state[OPEN + place]
        if space == NOWHERE:
            break
        fault = addition_fault(
            state[CELLS:],
            ground[len(ground) - places :],
            state[OPEN : OPEN + MOST_OPEN],
            space,
            ALL_PIECES - state[PIECES],
            state[LAST],
            ground[row : row + width],
        )
        if fault == groups.FINE:
            state[OPEN + kept] = space
            kept += 1
    state[OPEN + kept : CELLS] = NOWHERE


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, _seat: int, code: int) -> None:
    places, width = ground[PLACES], ground[WIDTH]
    if code == places * (width + 1):
        state[OVER] = 1
        return
    cells = state[CELLS:]
    if code >= places * width:
        space = code - places * width
        cells[space] = PLAIN
        state[PIECES] += 1
        kept = 0
        for place in range(MOST_OPEN):
            if state[OPEN + place] != space:
                state[OPEN + kept] = state[OPEN + place]
                kept += 1
        state[OPEN + kept : CELLS] = NOWHERE
    else:
        target = ground[TABLES + code]
        transit = ground[len(ground) - places :]
        cells[code // width] = EMPTY
        cells[target] = PLAIN
        state[COUNT] += 1
        state[LAST] = target if transit[target] else NOWHERE
        row = TABLES + places * width + target * ground[PAIRED]
        opened = additions(cells, transit, ground[row : row + ground[PAIRED]], ALL_PIECES - state[PIECES])
        state[OPEN:CELLS] = NOWHERE
        for place in range(len(opened)):
            state[OPEN + place] = opened[place]
    shut(ground, state)
    if is_solved(state[PIECES], ground[TARGET], state[LAST]):
        state[OVER] = state[WON] = 1


class FullHouseKernel(PuzzleKernel[FullHouseState]):
    """See `PuzzleKernel`. Codes: a step by origin and neighbour, then an addition by space."""

    functions = Functions(turn, moves, play, draw, rewards)
    widest = ALL_PIECES * 32
    """Each piece to more neighbours than a space has."""
    cells = CELLS

    @property
    def names(self) -> tuple[str, ...]:
        return self.board.spaces

    @property
    def codes(self) -> int:
        return len(self.names) * (int(self.ground[WIDTH]) + 1) + 1

    def lay_out(self) -> Numbers:
        rows = tables(self.board)
        beside = padded(rows.beside)
        paired = max(map(len, rows.partners))
        pairs = [
            [*row, *(row[-2:] or (space, space)) * ((paired - len(row)) // 2)]
            for space, row in enumerate(rows.partners)
        ]
        return np.concatenate(
            [
                as_numbers([*beside.shape, paired, self.options["target"]]),
                beside.ravel(),
                as_numbers(pairs).ravel(),
                as_numbers(rows.transit),
            ]
        )

    def flatten(self, state: FullHouseState) -> Numbers:
        numbers = super().flatten(state)
        numbers[LAST] = state.crossing
        self.add_own(numbers, state.additions())
        return numbers

    def add_own(self, world: Numbers, additions: list[int]) -> None:
        world[PIECES] = np.count_nonzero(world[CELLS:] != EMPTY)
        world[OPEN:CELLS] = [*additions, *[NOWHERE] * (MOST_OPEN - len(additions))]

    def code(self, state: Numbers, move: Move) -> int:
        width = int(self.ground[WIDTH])
        match move:
            case Step(origin, target):
                start = self.names.index(origin)
                return start * width + tables(self.board).beside[start].index(self.names.index(target))
            case Add(space):
                return len(self.names) * width + self.names.index(space)
            case _:
                return self.stop

    def move(self, state: Numbers, code: int) -> Move:
        width = int(self.ground[WIDTH])
        if code == self.stop:
            return STOP
        if code >= len(self.names) * width:
            return tables(self.board).adds[code - len(self.names) * width]
        origin, way = divmod(code, width)
        return tables(self.board).steps[origin][way]
