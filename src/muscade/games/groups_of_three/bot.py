"""Opponents who plan a turn from its first step to its last, and one who searches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from muscade.bots import Bot
from muscade.bots.search import Effort, SearchBot
from muscade.core import Game, Move, Text
from muscade.games.groups_of_three.planner import BEST, Judge, Node, Table, Weights, plans
from muscade.games.groups_of_three.view import GroupsOfThreeView


class Character(msgspec.Struct, frozen=True):
    """What makes one bot play differently from another."""

    weights: Weights
    width: int
    """Positions that it follows up after each step."""
    foresight: int
    """Steps that it plans at a time."""
    whims: float = 0
    """How often it does just anything."""
    finalists: int = 1
    """Plans that it looks at again with the others' eyes …"""
    hindrance: float = 0
    """… and what a step more for the others is worth to it."""


class PlanningBot:
    """Goes for the position from which the fewest steps are left to make."""

    def __init__(self, title: Text, character: Character) -> None:
        self.title = title
        self.character = character

    def choose(self, view: GroupsOfThreeView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        character = self.character
        if character.whims and rng.random() < character.whims:
            return rng.choice(moves)
        table = Table(view)
        found = plans(table, character.weights, character.width, character.foresight)[: character.finalists]
        if len({node.first for node in found}) == 1:
            return found[0].first
        return min(found, key=lambda node: node.cost - self._trouble(table, node)).first

    def _trouble(self, table: Table, node: Node) -> float:
        """What a position costs the others, a colour of one's own counting against it."""
        rivals: list[float] = []
        friend = 0.0
        for colour in table.colours:
            if colour != table.colour:
                judge = Judge(table.terrain, node.cells, colour, self.character.weights)
                cost = judge.cost(table.own(colour), table.reserves[colour])
                if table.owners[colour] == table.owners[table.colour]:
                    friend = cost
                else:
                    rivals.append(cost)
        return self.character.hindrance * (sum(rivals) / len(rivals) - friend / 2)


EASY = Character(Weights(waiting=8, chance=1.5, depth=0.3, toll=0), width=1, foresight=2, whims=0.2)
NORMAL = Character(Weights(waiting=6.5, chance=1.5, depth=0.3, toll=2), width=2, foresight=12)
HARD = Character(BEST, width=2, foresight=12)
STAND_IN = Character(BEST, width=5, foresight=12, finalists=12, hindrance=0.5)
"""Plays for the expert while that one is not ready to search."""
# By the clock; each step of a turn is a move of its own.
EXPERT = Effort(seconds=1.0, worlds=1, curiosity=0.3)


def bots(game: Game[Any, Any]) -> dict[str, Bot]:
    expert = Text("expert", "expert")
    return {
        "easy": PlanningBot(Text("easy", "facile"), EASY),
        "normal": PlanningBot(Text("normal", "moyen"), NORMAL),
        "hard": PlanningBot(Text("hard", "difficile"), HARD),
        "expert": SearchBot(game, expert, EXPERT, meanwhile=PlanningBot(expert, STAND_IN)),
    }
