"""Opponents who plan a turn from its first step to its last."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from muscade.core import Move, Text
from muscade.games.groups_of_three.planner import Table, Weights, plans
from muscade.games.groups_of_three.view import GroupsOfThreeView


class PlanningBot:
    """Goes for the position from which the fewest steps are left to make."""

    def __init__(self, title: Text, weights: Weights, width: int) -> None:
        self.title = title
        self.weights = weights
        self.width = width

    def choose(self, view: GroupsOfThreeView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        return plans(Table(view), self.weights, self.width)[0].first


def bots() -> dict[str, PlanningBot]:
    return {
        "normal": PlanningBot(Text("normal", "normal"), Weights(5, 0.5, 0.3, 2), 8),
    }
