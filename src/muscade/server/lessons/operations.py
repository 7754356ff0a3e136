"""The addresses of lessons, described."""

from __future__ import annotations

from typing import Any

from muscade.core import game, game_names
from muscade.server import refusals
from muscade.server.lessons.requests import Coaching, LessonSeen, TakeLesson
from muscade.server.operations import THINKS, Operation


def example_lesson() -> Any:
    """The beginning of the first one there is."""
    return {"game": next(name for name in game_names() if game(name).lesson() is not None)}


OPERATIONS = (
    Operation(
        "GET",
        "/api/lessons/{game}",
        "read_coaching",
        "What a coach says in a real game of it",
        Coaching,
        refusals=("game", refusals.no_lesson),
    ),
    Operation(
        "POST",
        "/api/lessons",
        "take_lesson",
        "A step of a game's first lesson: what there is to do, and what came of what the learner did",
        LessonSeen,
        request=TakeLesson,
        example=example_lesson,
        refusals=("game", refusals.no_lesson, refusals.too_many_positions, *THINKS),
    ),
)
