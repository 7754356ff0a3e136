"""Games of ours that have positions and lessons, each with a fault in them."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from muscade.core import Game, IllegalMove, Move, Options, Seat, State, Text
from muscade.core import game as game_of
from muscade.core.lessons import Lesson
from muscade.core.positions import Positions, SetUp
from muscade.games.mono_line.state import MonoLineState
from muscade.games.pass_pass.state import PassPassState

MONO_LINE = game_of("mono-line")


class OtherFault(NamedTuple):
    found_by: str
    says: str
    game: Game[Any, Any]
    seats: int


class Elsewhere:
    """The positions of a game, with a fault in them."""

    def __init__(self, true: Positions[Any, Any]) -> None:
        self._true = true

    def __getattr__(self, name: str) -> Any:
        return getattr(self._true, name)


class Nowhere(Elsewhere):
    def move_of(self, state: State) -> SetUp | None:
        return None


class Untold(Elsewhere):
    def fields(self, seats: int, options: Options) -> Any:
        first, *rest = self._true.fields(seats, options)
        return (msgspec.structs.replace(first, title=Text("turn", "")), *rest)


class AnotherTurn(Elsewhere):
    def move_of(self, state: State) -> SetUp | None:
        move = self._true.move_of(state)
        return move and type(move)(msgspec.structs.replace(move.position, turn=1 - move.position.turn))


class SaysWhatWasSet(PassPassState):
    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        hands = str(self.game.positions and self.game.positions.move_of(self))
        return IllegalMove("PP-8", f"Not with {hands}.", f"Pas avec {hands}.")


class HasCodesForAll(MonoLineState):
    def code_of(self, seat: Seat, move: Move) -> int:
        return max(super().code_of(seat, move), 0)


def _with_positions(kind: type[Elsewhere]) -> Game[Any, Any]:
    mono_line = type(MONO_LINE)
    name = f"mono-line-{kind.__name__.lower()}"
    return type(kind.__name__, (mono_line,), {"name": name, "positions": kind(mono_line.positions)})()


LESSON = MONO_LINE.lesson()
assert LESSON is not None
WRONG_STEP = msgspec.structs.replace(LESSON.steps[0], refused="ML-3")


def _with_lesson(name: str, lesson: Lesson) -> Game[Any, Any]:
    return type(name, (type(MONO_LINE),), {"name": name, "lesson": lambda _: lesson})()


OTHER_FAULTS = [
    OtherFault(
        "a_lesson_is_played_to_its_end",
        "a lesson of 3 steps",
        _with_lesson("short-lesson", msgspec.structs.replace(LESSON, steps=LESSON.steps[:3])),
        2,
    ),
    OtherFault(
        "a_lesson_is_played_to_its_end",
        "not by ML-3",
        _with_lesson("wrong-lesson", msgspec.structs.replace(LESSON, steps=(WRONG_STEP, *LESSON.steps[1:]))),
        2,
    ),
    OtherFault(
        "a_lesson_is_told_in_every_language",
        "without French: Well done",
        _with_lesson("english-lesson", msgspec.structs.replace(LESSON, end=Text("Well done.", ""))),
        2,
    ),
    OtherFault("most_moments_are_positions", "moments 0 are positions", _with_positions(Nowhere), 2),
    OtherFault("a_position_is_set_first_and_by_nobody", "is not told", _with_positions(Untold), 2),
    OtherFault(
        "a_position_laid_anew_goes_on_the_same", "and then it is set", _with_positions(AnotherTurn), 2
    ),
    OtherFault(
        "a_position_laid_anew_goes_on_the_same",
        "which is `NO_CODE`",
        type("Coded", (type(MONO_LINE),), {"name": "coded", "state_type": HasCodesForAll})(),
        2,
    ),
    OtherFault(
        "a_position_keeps_its_secrets",
        "tells viewer",
        type("Glass", (type(game_of("pass-pass")),), {"name": "glass", "state_type": SaysWhatWasSet})(),
        3,
    ),
]
