"""Opponents who plan a turn from its first step to its last, and one who searches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from muscade.board import board_named
from muscade.bots import Bot, levels
from muscade.bots.search import Effort, SearchBot
from muscade.core import Game, Move, Text
from muscade.games.groups_of_three import judge
from muscade.games.groups_of_three.board_facts import facts_of
from muscade.games.groups_of_three.course import Table, most_moves, setting_of
from muscade.games.groups_of_three.planner import NOTES, SPARE, plan, positions
from muscade.games.groups_of_three.state import COURSE
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.groups_of_three.worlds import present
from muscade.kernels import kernel_of, ready
from muscade.kernels.primitives import room


class Character(msgspec.Struct, frozen=True):
    """What makes one bot play differently from another; all that `planner` wants to know, in its order."""

    waiting: int = judge.WAITING
    """See `judge`, in tenths of a step, as the next two are."""
    per_step: int = judge.PER_STEP
    per_depth: int = judge.PER_DEPTH
    toll: int = judge.TOLL
    width: int = 2
    """Positions that it follows up after each step."""
    foresight: int = 12
    """Steps that it plans at a time."""
    finalists: int = 1
    """Plans that it looks at again with the others' eyes …"""
    hindrance: int = 0
    """… and what a step more for the others is worth to it, in tenths."""


class PlanningBot:
    """Goes for the position from which the fewest steps are left to make; ``whims``: how often it does just anything."""

    def __init__(self, game: Game[Any, Any], title: Text, character: Character, whims: float = 0) -> None:
        self.game = game
        self.title = title
        self.character = character
        self.whims = whims

    def choose(self, view: GroupsOfThreeView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        if self.whims and rng.random() < self.whims:
            return rng.choice(moves)
        table = present(view)
        code = self._compiled(view, table) if ready(self.game) else self._interpreted(view, table)
        return facts_of(board_named(view.options["board"])).moves[code]

    def _compiled(self, view: GroupsOfThreeView, table: Table) -> int:
        import numpy as np

        kernel = kernel_of(self.game, view.seats, view.options)
        count = positions(self.character.width, self.character.foresight)
        start = np.array(table.numbers)
        found: int = planner()(
            kernel.setting,
            start,
            np.empty((count + SPARE, len(start)), np.int64),
            np.empty((count, NOTES), np.int64),
            np.empty(kernel.most_moves, np.int64),
            np.array(msgspec.structs.astuple(self.character)),
        )
        return found

    def _interpreted(self, view: GroupsOfThreeView, table: Table) -> int:
        setting = setting_of(view.seats, view.options)
        count = positions(self.character.width, self.character.foresight)
        return plan(
            setting,
            table,
            [table.copy() for _ in range(count + SPARE)],
            [room(NOTES) for _ in range(count)],
            room(most_moves(setting)),
            list(msgspec.structs.astuple(self.character)),
        )


def planner() -> Any:
    """The compiled `plan`."""
    from numba import types

    from muscade.kernels.lowering import NUMBERS

    grid = types.Array(types.int64, 2, "C")
    return COURSE.machine.entry(plan, types.int64(NUMBERS, NUMBERS, grid, grid, NUMBERS, NUMBERS))


COURSE.entries.append(planner)

EASY = Character(waiting=80, toll=0, width=1, foresight=2)
NORMAL = Character(waiting=65)
HARD = Character()
STAND_IN = Character(width=5, finalists=12, hindrance=5)
"""Plays for the expert while that one is not ready to search."""
# By the clock; each step of a turn is a move of its own.
EXPERT = Effort(seconds=1.0, worlds=1, curiosity=0.3)


def bots(game: Game[Any, Any]) -> dict[str, Bot]:
    return {
        "easy": PlanningBot(game, levels.EASY, EASY, whims=0.2),
        "normal": PlanningBot(game, levels.NORMAL, NORMAL),
        "hard": PlanningBot(game, levels.HARD, HARD),
        "expert": SearchBot(
            game, levels.EXPERT, EXPERT, meanwhile=PlanningBot(game, levels.EXPERT, STAND_IN)
        ),
    }
