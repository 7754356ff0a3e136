"""The kernel of PtiPassPass: from objects to numbers and back. Import it late (`muscade.kernels`)."""

from __future__ import annotations

from functools import cached_property
from random import Random

import numpy as np

from muscade.bots.tree import no_redeal
from muscade.core import Move
from muscade.games.ptipasspass.believed import believed_worlds
from muscade.games.ptipasspass.cups import layout, lines_by_swap
from muscade.games.ptipasspass.flat import (
    AT_PHASE,
    BEGAN,
    CHOOSE,
    CUP_BITS,
    CUP_MASK,
    CUPS,
    FIRST,
    HANDS,
    MOST_LINES,
    MOST_PAIRS,
    OBJECT,
    PHASES,
    SAY_COLOUR,
    SAY_OK,
    SIZE,
    VICTORIES,
    WINDOW_1,
    draw,
    moves,
    play,
    rewards,
    turn,
)
from muscade.games.ptipasspass.minds import play_and_learn
from muscade.games.ptipasspass.moves import (
    ANNOUNCEMENTS,
    DOUBLON,
    MENTEUR,
    OK,
    First,
    Hide,
    lift_of,
    swap_of,
)
from muscade.games.ptipasspass.policy import evaluate, priors
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.kernels.kernel import NATURE_BIT, Functions, Kernel, Numbers, as_numbers


class PtiPassPassKernel(Kernel[PtiPassPassState, PtiPassPassView]):
    """See `muscade.kernels.kernel`. The options `notebook` and `patience` only concern people."""

    functions = Functions(turn, moves, play, draw, rewards)
    widest = MOST_PAIRS + MOST_LINES

    @property
    def codes(self) -> int:
        return CHOOSE + len(self._choices)

    def lay_out(self) -> Numbers:
        table = layout(self.options["layout"], self.seats, self.options["diagonals"])
        names = self._names = table.names
        self._choices: list[Move] = [
            *(swap_of(names[one], names[other]) for one, other in table.neighbours),
            *(lift_of(names[one], names[two], names[three]) for one, two, three in table.lines),
        ]
        self._codes = {move: CHOOSE + place for place, move in enumerate(self._choices)}
        trades = [
            (table.neighbours.index(pair), table.lines.index(line), *places)
            for pair, changed in lines_by_swap(table)
            for line, places in changed
        ]
        return as_numbers(
            [
                self.seats,
                self.options["max_turns"],
                len(table.neighbours),
                len(table.lines),
                len(trades),
                *(cup for pair in table.neighbours for cup in pair),
                *(cup for line in table.lines for cup in line),
                *(number for trade in trades for number in trade),
            ]
        )

    def flatten(self, state: PtiPassPassState) -> Numbers:
        row = np.zeros(SIZE, np.int64)
        phase = PHASES.index(state.phase)
        acting = NATURE_BIT if phase == FIRST else sum(1 << seat for seat in state.turn())
        row[:VICTORIES] = (
            phase,
            acting,
            state.active,
            state.first,
            state.named,
            state.fist,
            state.announced,
            len(state.said_ok),
            state.turns,
        )
        row[VICTORIES : VICTORIES + self.seats] = state.victories
        row[HANDS : HANDS + self.seats] = state.hands
        row[CUPS : CUPS + len(state.cups)] = state.cups
        return row

    def code(self, state: Numbers, move: Move) -> int:
        if move == OK:
            return SAY_OK
        if move in (DOUBLON, MENTEUR):
            return OBJECT
        if move in ANNOUNCEMENTS:
            return SAY_COLOUR + ANNOUNCEMENTS.index(move)
        if isinstance(move, Hide):
            return (move.colour << CUP_BITS) + self._names.index(move.cup)
        return self._codes[move]

    def move(self, state: Numbers, code: int) -> Move:
        if code < SAY_OK:
            return Hide(code >> CUP_BITS, self._names[code & CUP_MASK])
        if code == SAY_OK:
            return OK
        if code == OBJECT:
            return DOUBLON if state[AT_PHASE] == WINDOW_1 else MENTEUR
        if code < CHOOSE:
            return ANNOUNCEMENTS[code - SAY_COLOUR]
        return self._choices[code - CHOOSE]

    def nature(self, before: Numbers, after: Numbers) -> Move:
        return First(int(after[BEGAN]))

    @cached_property
    def insight(self) -> Insight:
        """What a search needs."""
        return Insight(self.game, self.seats, self.options)


class Insight(PtiPassPassKernel):
    """The same game in longer rows, with what every seat believes: see `minds` and `policy`."""

    functions = Functions(turn, moves, play_and_learn, draw, rewards, no_redeal, priors, evaluate)

    def worlds(self, view: PtiPassPassView, rng: Random, count: int) -> Numbers:
        return believed_worlds(view, rng, count)
