"""What a faulty game is made of, and the list of all of them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from bonneteau import course as rows
from bonneteau.course import Setting, Table
from bonneteau.game import Bonneteau
from bonneteau.state import BonneteauState

from muscade.core import Game, Options
from muscade.kernels.course import Course

FAULTS: list[tuple[str, str, Game[Any, Any]]] = []
"""Which check finds it, what it says, and the game."""


def fault(found_by: str, says: str, state: type[BonneteauState] = BonneteauState) -> Any:
    """A game of that class, and of states of that class, has a fault."""

    def noted(kind: type[Bonneteau]) -> type[Bonneteau]:
        game = type(
            kind.__name__,
            (kind,),
            {
                "name": f"{kind.__name__}-{state.__name__}".lower(),
                "course": state.course,
                "new": lambda self, seats, **options: new_state(self, state, seats, options),
            },
        )()
        FAULTS.append((found_by, says, game))
        return kind

    return noted


def new_state(
    game: Game[Any, Any], kind: type[BonneteauState], seats: int, options: Options
) -> BonneteauState:
    settled = game.settle_options(seats, options)
    return kind(game, seats, settled, Setting(seats=seats, **settled), Table())


def faulty_state(found_by: str, says: str) -> Any:
    """A state of that class has a fault."""

    def noted(kind: type[BonneteauState]) -> type[BonneteauState]:
        fault(found_by, says, kind)(Bonneteau)
        return kind

    return noted


def module_with(**functions: Any) -> ModuleType:
    """The course with some functions of its own; nothing is observed of it."""
    module = ModuleType("faulty_course")
    vars(module).update(vars(rows) | functions)
    return module


def course_with(**functions: Any) -> Course:
    return Course(module_with(**functions))
