"""Bots for Over-Pass: one that grabs what is near, and others that plan their whole turn, ever wider."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any

import msgspec

from muscade.board import board_named
from muscade.board.moves import END
from muscade.bots import Bot, Valued, levels
from muscade.core import Game, Move, Text
from muscade.games.over_pass.actions import KINDS, OVER_PASS, SLIDE, cost_of
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.course import Setting, Table, decoded, end_code, play, setting_of, turn
from muscade.games.over_pass.judge import gain, weigh
from muscade.games.over_pass.outlook import chance_of, distances, ends
from muscade.games.over_pass.planner import HOPELESS, LAYERS, NOTES, NOTHING, plan
from muscade.games.over_pass.state import COURSE
from muscade.games.over_pass.view import OverPassView
from muscade.games.over_pass.worlds import present
from muscade.games.race.course import MOST_PLACES
from muscade.games.race.rules import owner
from muscade.kernels import kernel_of, ready
from muscade.kernels.primitives import room
from muscade.kernels.sets import contains, which


class Weights(msgspec.Struct, frozen=True):
    """What a piece not yet home lacks, in points: on an exit, anywhere else, for each slide to an exit, in reserve.

    All that `judge` wants to know, in its order.
    """

    exit: float = 2.0
    inside: float = 14.0
    slide: float = 1.0
    reserve: float = 3.0
    second: float = 0.3
    """How much the second colour counts where one is enough to win (OP-14)."""
    rivals: float = 0.1
    """How much all other players count together. More makes games long, and does not win more of them."""


class Beam(msgspec.Struct, frozen=True):
    """How wide a plan is searched for; all that `planner` wants to know, in its order."""

    width: int
    breadth: int
    meddling: bool


class GreedyBot:
    """Takes what gains most at once for its points, more or less."""

    title = levels.EASY

    def __init__(self, weights: Weights, noise: float) -> None:
        self.weights = weights
        self.noise = noise

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        assert view.seat is not None
        if len(moves) == 1:
            return moves[0]
        setting, table = setting_of(view.seats, view.options), present(view)
        worths = [0.0] * (setting.places * setting.size)
        weigh(setting, table, view.seat, msgspec.structs.astuple(self.weights), worths)
        best, most = END if END in moves else rng.choice(moves), -inf
        codes = facts_of(board_named(view.options["board"])).moves
        for move in moves:
            kind, start, target = decoded(setting, codes.code_of(move))
            colour = which(table.held, start)
            idle = contains(setting.exits, start) or owner(colour, view.seats) != view.seat
            if kind == KINDS or (kind in (OVER_PASS, SLIDE) and idle):
                continue
            gained = gain(setting, table, worths, kind, colour, start, target)
            liking = gained / cost_of(kind) + rng.gauss(0, self.noise)
            if gained > 0 and liking > most:
                best, most = move, liking
        return best


class PlanningBot:
    """Plans its whole turn, plays the first action of the plan, and thinks again; less hard while nothing is compiled."""

    def __init__(self, game: Game[Any, Any], title: Text, weights: Weights, beam: Beam) -> None:
        self.game = game
        self.title = title
        self.weights = weights
        self.beam = beam

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        code = self.plan_compiled(view) if ready(self.game) else self.plan_interpreted(view, NORMAL)
        move = END if code == NOTHING else facts_of(board_named(view.options["board"])).moves[code]
        return move if move in moves else rng.choice(moves)

    def values(
        self, view: OverPassView, moves: Sequence[Move], rng: Random, seconds: float
    ) -> Sequence[Valued]:
        """By the best end of the turn that each move leads to, and how near to home that brings everybody.

        Nothing is left to chance, since the dice of turns to come are the same whatever is done now; but a judge that counts
        in points is not surer than by one of them. Moves that the plan does not think of are planned on from, with less effort.
        """
        assert view.seat is not None
        setting, table = setting_of(view.seats, view.options), present(view)
        preferred, best = self._ends(view, table, self.beam)
        codes = facts_of(board_named(view.options["board"])).moves
        far = distances(setting, table, msgspec.structs.astuple(self.weights))
        found = []
        for move in moves:
            code = codes.code_of(move)
            gained = best.get(code)
            if gained is None:
                # With less effort it may seem more; but what the plan has passed over is not called better.
                gained = min(self._planned_from(view, setting, table, code), best.get(preferred, 0.0))
            value = chance_of(far, view.seat, gained)
            spread = abs(chance_of(far, view.seat, gained - 1) - value)
            found.append((code != preferred, Valued(move, value, spread)))
        return [valued for _, valued in sorted(found, key=lambda one: (one[0], -one[1].value))]

    def _planned_from(self, view: OverPassView, setting: Setting, table: Table, code: int) -> float:
        """What a turn gains that begins with an action."""
        assert view.seat is not None
        worths = [0.0] * (setting.places * setting.size)
        weigh(setting, table, view.seat, msgspec.structs.astuple(self.weights), worths)
        kind, start, target = decoded(setting, code)
        if kind == KINDS:
            return 0.0
        gained = gain(setting, table, worths, kind, which(table.held, start), start, target)
        after = table.copy()
        play(setting, after, view.seat, code)
        if turn(setting, after) != 1 << view.seat or after.left == 0:
            return gained
        _, best = self._ends(view, after, NORMAL)
        return gained + max(best.values(), default=0.0)

    def plan_compiled(self, view: OverPassView) -> int:
        """The code of what to do."""
        return self._plan(view, present(view), self.beam)[0]

    def _ends(self, view: OverPassView, table: Table, beam: Beam) -> tuple[int, dict[int, float]]:
        """What to do, and what the best turns gain that begin with each action thought of."""
        code, boards, notes, values = self._plan(view, table, beam)
        setting = setting_of(view.seats, view.options)
        return end_code(setting) if code == NOTHING else code, ends(setting, table, boards, notes, values)

    def _plan(self, view: OverPassView, table: Table, beam: Beam) -> tuple[int, Any, Any, Any]:
        import numpy as np

        kernel = kernel_of(self.game, view.seats, view.options)
        setting = setting_of(view.seats, view.options)
        positions, options = LAYERS * beam.width, beam.breadth + 2 * setting.size
        boards = np.empty((positions, MOST_PLACES * setting.words), np.int64)
        notes = np.empty((positions, NOTES), np.int64)
        values = np.full(positions, HOPELESS)
        found: int = planner()(
            kernel.setting,
            np.array(table.numbers),
            np.array(msgspec.structs.astuple(self.weights)),
            np.array(msgspec.structs.astuple(beam), np.int64),
            np.empty(setting.places * setting.size),
            boards,
            notes,
            values,
            np.empty(options, np.int64),
            np.empty(options),
        )
        return found, boards, notes, values

    def plan_interpreted(self, view: OverPassView, beam: Beam) -> int:
        """The same without a compiler, thought about like that."""
        setting = setting_of(view.seats, view.options)
        positions, options = LAYERS * beam.width, beam.breadth + 2 * setting.size
        return plan(
            setting,
            present(view),
            msgspec.structs.astuple(self.weights),
            list(msgspec.structs.astuple(beam)),
            [0.0] * (setting.places * setting.size),
            [room(MOST_PLACES * setting.words) for _ in range(positions)],
            [room(NOTES) for _ in range(positions)],
            [0.0] * positions,
            room(options),
            [0.0] * options,
        )


def planner() -> Any:
    """The compiled `plan`."""
    from numba import types

    from muscade.kernels.entries import REALS
    from muscade.kernels.lowering import NUMBERS

    grid = types.Array(types.int64, 2, "C")
    given = (NUMBERS, NUMBERS, REALS, NUMBERS, REALS, grid, grid, REALS, NUMBERS, REALS)
    return COURSE.machine.entry(plan, types.int64(*given))


COURSE.entries.append(planner)

NORMAL = Beam(5, 8, meddling=False)
"""All think no harder than this while nothing is compiled."""


def bots(game: Game[Any, Any]) -> dict[str, Bot]:
    """From the weakest to the strongest."""
    keen = Weights(rivals=0.3)
    return {
        "easy": GreedyBot(Weights(inside=5.0, rivals=0.0), noise=1.0),
        "normal": PlanningBot(game, levels.NORMAL, Weights(), NORMAL),
        "hard": PlanningBot(game, levels.HARD, keen, Beam(20, 16, meddling=True)),
        "expert": PlanningBot(game, levels.EXPERT, keen, Beam(60, 24, meddling=True)),
    }
