"""First lessons: a prepared game, one thing at a time, and the learner does every step.

A game has its lesson in ``data/lesson.toml`` of its package: how the table lies, then steps. Each step has words in every
language and its clause, names the parts of the table that matter now, says which move it wants, and what the others and
chance do then. A step may also want a move that the law refuses, so that somebody learns why. The engine plays it; nothing
of it is drawn here.

>>> import muscade
>>> taught = Taught(muscade.game("mono-line"))
>>> taught.step.clause
'ML-2'
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.core.errors import IllegalMove
from muscade.core.moves import Move, Options, Seat
from muscade.core.text import Text

if TYPE_CHECKING:
    from muscade.core.game import Game
    from muscade.core.state import State

Made = tuple[Seat, str]
"""Who does what, in notation."""


class Step(msgspec.Struct, frozen=True):
    """One thing to learn, by doing it."""

    clause: str
    text: Text
    moves: tuple[str, ...]
    """What the learner is to do: any of these, in notation; the first is the one to be shown."""
    then: tuple[Made, ...] = ()
    """What the others and chance do then."""
    parts: tuple[str, ...] = ()
    """What matters now, by the names that the table's parts have: a place, a card, a move, or a part of the table."""
    refused: str | None = None
    """The clause by which the law refuses that move; the step is done when it has."""
    begin: tuple[Made, ...] = ()
    """The table is laid anew for this step."""
    options: Options = {}
    """What is chosen otherwise at the table that is laid anew."""


class Remark(msgspec.Struct, frozen=True):
    """What a coach says in a real game, the first time that something happens."""

    on: str
    """The first word of a move, or of what one showed, by which it is known."""
    clause: str
    text: Text


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game in steps."""

    seats: int
    options: Options
    seat: Seat
    """The learner's."""
    names: tuple[str, ...]
    """How those at the table are called; the learner's is empty."""
    steps: tuple[Step, ...]
    """The first of them lays the table: a deal or a position, and what happened since."""
    end: Text
    """What is said when all steps are done."""
    remarks: tuple[Remark, ...]


class Answer(msgspec.Struct, frozen=True):
    """What became of a learner's move: whether it was the one that the step wanted, and why the law refused it, if it did."""

    done: bool
    refusal: IllegalMove | None = None


class Taught:
    """A lesson under way: the state of its game, and the step that is next. ``seen`` is told of every state
    there is, and whether its table was laid anew.
    """

    def __init__(self, game: Game[Any, Any], seen: Callable[[State, bool], None] | None = None) -> None:
        lesson = game.lesson()
        assert lesson is not None, f"{game.name} has no lesson"
        self.game = game
        self.lesson = lesson
        self.done = 0
        self.state: State = game.new(lesson.seats, **lesson.options)
        self.seen = seen
        self._lay()

    @property
    def step(self) -> Step | None:
        """The one that is next; None when all are done."""
        steps = self.lesson.steps
        return steps[self.done] if self.done < len(steps) else None

    def attempt(self, notation: str) -> Answer:
        """The learner does something. Only what the step wants changes anything; `InvalidNotation` where it is no move."""
        step, seat = self.step, self.lesson.seat
        move = self.game.parse(notation)
        wanted = step is not None and move in map(self.game.parse, step.moves)
        refusal = self._refusal(seat, move)
        if not wanted or step is None:
            return Answer(False, refusal)
        if step.refused is None:
            self._play([(seat, notation)], told=True)
        self._play(step.then, told=True)
        self.done += 1
        self._lay()
        return Answer(True, refusal)

    def _lay(self) -> None:
        """The table for the next step, where that has one of its own."""
        if self.step is not None and self.step.begin:
            options = {**self.lesson.options, **self.step.options}
            self.state = self.game.new(self.lesson.seats, **options)
            self._play(self.step.begin, told=False)
            self._tell(laid=True)

    def _refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        try:
            self.state.ask(seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    def _play(self, moves: Iterable[Made], *, told: bool) -> None:
        for seat, notation in moves:
            self.state.play(seat, self.game.parse(notation))
            if told:
                self._tell(laid=False)

    def _tell(self, *, laid: bool) -> None:
        if self.seen is not None:
            self.seen(self.state, laid)


@cache
def lesson_in(package: str) -> Lesson | None:
    """That of a game's package; None where it has no such file."""
    file = files(package) / "data" / "lesson.toml"
    if not file.is_file():
        return None
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    seat = told.get("seat", 0)
    names = tuple(told.get("names", ()))
    return Lesson(
        told["seats"],
        told.get("options", {}),
        seat,
        (*names[:seat], "", *names[seat:]),
        tuple(map(_step, told["step"])),
        _text(told["end"]),
        tuple(Remark(remark["on"], remark["clause"], _text(remark)) for remark in told.get("remark", ())),
    )


def _step(told: dict[str, Any]) -> Step:
    return Step(
        told["clause"],
        _text(told),
        tuple(told["do"]),
        _made(told.get("then", ())),
        tuple(told.get("parts", ())),
        told.get("refused"),
        _made(told.get("begin", ())),
        told.get("options", {}),
    )


def _text(told: dict[str, Any]) -> Text:
    return Text(told["en"], told["fr"])


def _made(moves: Iterable[str]) -> tuple[Made, ...]:
    parted = [made.partition(" ") for made in moves]
    return tuple((int(seat), move) for seat, _, move in parted)
