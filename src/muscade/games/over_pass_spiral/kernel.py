"""The Over-Pass Spiral as machine code; the law is `rules`' own."""

from __future__ import annotations

from typing import Any

from muscade.games.over_pass.book import book_of
from muscade.games.over_pass.rules import Plan
from muscade.games.over_pass_spiral import rules
from muscade.games.over_pass_spiral.state import OverPassSpiralState
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.kernel import (
    COUNT,
    HEADER,
    NOWHERE,
    PLACES,
    WIDTH,
    CaptureKernel,
    capture,
    draw,
    finish,
    rewards,
    turn,
)
from muscade.kernels.compiler import MOVES, PLAY, compiled, law
from muscade.kernels.kernel import Functions, Numbers, as_numbers, padded

LAW = law(rules)
ways, beside, may_pass_last, is_solved = (
    LAW.ways,
    LAW.beside,
    LAW.may_pass_last,
    LAW.is_solved,
)


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    places, width = ground[PLACES], ground[WIDTH]
    ring = WIDTH + 1 + places * width
    rank = ring + width * places
    neighbours: Any = ground[WIDTH + 1 : ring].reshape(places, width)
    # Of the plan an Over-Pass asks for these three only (OP-9); the rest is for other actions.
    along: Any = ground[ring:rank].reshape(places, width)
    exits: Any = ground[rank:]
    plan = Plan(neighbours, along, exits, exits, exits, exits)
    cells = state[HEADER:]
    count = 0
    for start in range(places):
        if cells[start] == EMPTY:
            continue
        before, groups = ways(plan, cells, start), beside(plan, cells, start)
        for over in range(places):
            if before[over] == -1:
                continue
            for turn_off in range(width):
                target = neighbours[over, turn_off]
                if turn_off and target == neighbours[over, turn_off - 1]:
                    break
                if may_pass_last(plan, cells, before, groups, start, over, target):
                    codes[count] = (start * places + over) * width + turn_off
                    count += 1
    codes[count] = places * places * width
    return count + 1


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, _seat: int, code: int) -> None:
    start, _ = capture(ground, state, code)
    if start != NOWHERE:
        state[COUNT] += 1
        finish(state, is_solved(state[HEADER:]))


class OverPassSpiralKernel(CaptureKernel[OverPassSpiralState]):
    """See `CaptureKernel`."""

    functions = Functions(turn, moves, play, draw, rewards)

    def more_ground(self) -> list[Numbers]:
        plan = book_of(self.board).plan
        return [padded(plan.ring, max(map(len, plan.neighbours))).ravel(), as_numbers(plan.is_exit)]
