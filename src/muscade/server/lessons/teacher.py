"""Plays a lesson as far as its learner has come. It knows no game, and works in another process, as the referee does."""

from __future__ import annotations

import msgspec

from muscade.core import IllegalMove, InvalidNotation, MuscadeError, SeenEvent, State, game
from muscade.core.lessons import Taught
from muscade.server.lessons.requests import LessonFrame, LessonRefused, LessonSeen, TakeLesson
from muscade.server.protocol import SeatInfo, TableInfo
from muscade.server.table_settings import TableSettings


class WrongStep(MuscadeError):
    """Moves that do not lead through the lesson: it was another one when they were made."""


def teach(asked: TakeLesson) -> bytes:
    """What the learner sees, and what is next, as JSON."""
    frames: list[LessonFrame] = []
    taught = Taught(game(asked.game))
    for number, move in enumerate(asked.moves, 1):
        if taught.step is None or not _tried(taught, move)[0]:
            raise WrongStep(
                f"Move {number} does not lead through the lesson.",
                f"Le coup {number} ne suit pas la leçon.",
            )

    def seen(state: State, laid: bool) -> None:
        frames.append(_frame(state, taught.lesson.seat, laid))

    accepted, refusal = False, None
    if asked.move is None:
        seen(taught.state, laid=True)
    else:
        taught.seen = seen
        accepted, refusal = _tried(taught, asked.move)
    lesson = taught.lesson
    return msgspec.json.encode(
        LessonSeen(
            done=taught.done,
            count=len(lesson.steps),
            step=taught.step,
            end=lesson.end,
            accepted=accepted,
            refusal=refusal,
            frames=tuple(frames),
            table=_table(taught),
            equipment=taught.game.equipment(taught.state.seats, taught.state.options),
        )
    )


def _table(taught: Taught) -> TableInfo:
    """There is none: what a client wants to know of tables, of the one that the lesson imagines."""
    lesson, options = taught.lesson, taught.state.options
    people = tuple(
        SeatInfo(seat, "here" if seat == lesson.seat else "bot", name, None, online=True)
        for seat, name in enumerate(lesson.names)
    )
    return TableInfo(
        table="",
        game=taught.game.name,
        options=options,
        goal=taught.game.goal(options),
        settings=TableSettings(patience=0),
        people=people,
        yours=(lesson.seat,),
        commitment="",
        numbers=(),
        part=None,
        seed=None,
        draws=False,
        offer=None,
        ended=None,
    )


def _tried(taught: Taught, move: str) -> tuple[bool, LessonRefused | None]:
    """Whether the step wanted that, and what the law says against it."""
    try:
        answer = taught.attempt(move)
    except InvalidNotation as error:
        return False, LessonRefused(None, error.text)
    refused: IllegalMove | None = answer.refusal
    return answer.done, None if refused is None else LessonRefused(refused.clause, refused.text)


def _frame(state: State, seat: int, laid: bool) -> LessonFrame:
    version, history = len(state.history), state.seen(seat)
    since = 0 if laid else version - 1
    return LessonFrame(
        version,
        laid,
        tuple(
            SeenEvent(number, event.seat, event.move, 0, event.shown)
            for number, event in enumerate(history[since:], since + 1)
        ),
        msgspec.structs.replace(state.view(seat), history=()),
        tuple(map(str, state.moves(seat))),
    )
