"""Twisted Jumps as machine code; the law is `rules`' own."""

from __future__ import annotations

from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.kernel import (
    COUNT,
    HEADER,
    LAST,
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
from muscade.games.twisted_jumps import rules
from muscade.games.twisted_jumps.state import TwistedJumpsState
from muscade.kernels.compiler import MOVES, PLAY, compiled, law
from muscade.kernels.kernel import Functions, Numbers

LAW = law(rules)
may_jump, moves_made, is_solved = LAW.may_jump, LAW.moves_made, LAW.is_solved


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    places, width = ground[PLACES], ground[WIDTH]
    neighbours = ground[WIDTH + 1 :].reshape(places, width)
    cells = state[HEADER:]
    count = 0
    for start in range(places):
        if cells[start] == EMPTY:
            continue
        for way in range(width):
            over = neighbours[start, way]
            if cells[over] == EMPTY or (way and over == neighbours[start, way - 1]):
                continue
            for turn_off in range(width):
                target = neighbours[over, turn_off]
                if turn_off and target == neighbours[over, turn_off - 1]:
                    break
                if may_jump(cells, neighbours, start, over, target):
                    codes[count] = (start * places + over) * width + turn_off
                    count += 1
    codes[count] = places * places * width
    return count + 1


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, _seat: int, code: int) -> None:
    start, target = capture(ground, state, code)
    if start != NOWHERE:
        state[COUNT] = moves_made(state[COUNT], state[LAST], start)
        state[LAST] = target
        finish(state, is_solved(state[HEADER:]))


class TwistedJumpsKernel(CaptureKernel[TwistedJumpsState]):
    """See `CaptureKernel`."""

    functions = Functions(turn, moves, play, draw, rewards)

    def flatten(self, state: TwistedJumpsState) -> Numbers:
        numbers = super().flatten(state)
        numbers[LAST] = state.mover
        return numbers
