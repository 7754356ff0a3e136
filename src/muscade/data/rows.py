"""Rows of moves: noted as a game goes, each with what its mover saw, and completed when its end is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from muscade.core import NATURE, Move, Outcome, Record, Seat, State
from muscade.core.words import is_word
from muscade.data.columns import HEADER, schema
from muscade.kernels import kernel_of
from muscade.kernels.observations import size_of

if TYPE_CHECKING:
    import pyarrow as pa

    from muscade.kernels.stepping import CourseState

COMPILED_FROM = 2000
"""Observations of one kind of table that are interpreted; beyond, it is worth while to fetch machine code for them."""


class _Eyes:
    """What seats of one kind of table see. Interpreted or compiled, it is the same text and the same numbers."""

    def __init__(self, state: State) -> None:
        self.kernel = kernel_of(state.game, state.seats, state.options)
        fields = self.kernel.course.fields
        self.size = size_of(self.kernel.fields) if fields else 0
        self.count = 0

    def look(self, state: CourseState[Any, Any], seat: Seat) -> NDArray[np.int16]:
        self.count += 1
        if self.count <= COMPILED_FROM:
            return np.array(state.observation(seat), np.int16)
        seen = np.zeros(self.size, np.int16)
        table = np.array(state.table.numbers, np.int64)
        self.kernel.machine.observe(self.kernel.setting, table, seat, seen)
        return seen


class Rows:
    """Rows so far, a column each. Begin a game, note its events, each before it happens, and end it."""

    def __init__(self) -> None:
        self._eyes: dict[tuple[Any, ...], _Eyes] = {}
        self._records = 0
        self._clear()

    def __len__(self) -> int:
        return len(self._event)

    def _clear(self) -> None:
        self._headers: list[tuple[Record, Outcome | None]] = []
        self._lengths: list[int] = []
        self._event: list[int] = []
        self._seat: list[Seat] = []
        self._move: list[str] = []
        self._at: list[int] = []
        self._waited: list[int] = []
        self._choices: list[int | None] = []
        self._code: list[int | None] = []
        self._seen: list[NDArray[np.int16] | None] = []
        self._reward: list[float | None] = []

    def note(self, number: int, seat: Seat, move: str, at: int) -> None:
        """An event as the record has it, and no more: a word, chance's move, or one that cannot be played today."""
        self._event.append(number)
        self._seat.append(seat)
        self._move.append(move)
        self._waited.append(max(0, at - self._at[-1]) if number else 0)
        self._at.append(at)
        self._choices.append(None)
        self._code.append(None)
        self._seen.append(None)

    def note_choice(self, number: int, state: State, seat: Seat, move: Move, notation: str, at: int) -> None:
        """Somebody's move, with what they could do and see; in this state it has not happened yet."""
        self.note(number, seat, notation, at)
        course = cast("CourseState[Any, Any]", state)
        self._choices[-1] = len(course.codes(seat))
        self._code[-1] = course.code_of(seat, move)
        key = state.game.name, state.seats, tuple(state.options.items())
        eyes = self._eyes.get(key)
        if eyes is None:
            eyes = self._eyes[key] = _Eyes(state)
        if eyes.size:
            self._seen[-1] = eyes.look(course, seat)

    def end(self, record: Record, outcome: Outcome | None, parties: tuple[int, ...] = ()) -> None:
        """All events of that record have been noted; this is how it ended, if it did."""
        count = len(self._event) - len(self._reward)
        shares = _shares(outcome, parties)
        self._reward += [
            None if shares is None or seat == NATURE else shares[seat]
            for seat in self._seat[len(self._reward) :]
        ]
        self._headers.append((record, outcome))
        self._lengths.append(count)

    # ------------------------------------------------------------ as a table

    def take(self) -> pa.Table:
        """All rows of whole records so far; they are here no more."""
        import pyarrow as pa

        fields = {field.name: field.type for field in schema()}
        of = np.repeat(np.arange(len(self._headers)), self._lengths)

        def repeated(name: str, values: list[Any]) -> pa.Array:
            return pa.array(values, fields[name]).take(pa.array(of))

        columns: dict[str, pa.Array] = {
            name: repeated(name, [header_of(record)[name] for record, _ in self._headers]) for name in HEADER
        }
        outcomes = [outcome_of(outcome) for _, outcome in self._headers]
        for name in ("winners", "scores", "reason", "ended_by"):
            columns[name] = repeated(name, [told[name] for told in outcomes])
        columns["record"] = pa.array(self._records + of, fields["record"])
        own = {
            "event": self._event,
            "seat": self._seat,
            "move": self._move,
            "at": self._at,
            "waited": self._waited,
            "kind": [kind_of(seat, move) for seat, move in zip(self._seat, self._move, strict=True)],
            "choices": self._choices,
            "code": self._code,
            "reward": self._reward,
        }
        columns |= {name: pa.array(values, fields[name]) for name, values in own.items()}
        columns["observation"] = _lists(self._seen)
        self._records += len(self._headers)
        self._clear()
        return pa.table([columns[name] for name in fields], schema=schema())


def header_of(record: Record) -> dict[str, Any]:
    """What the columns of `HEADER` say of a record."""
    return {
        "game": record.game,
        "law": record.version,
        "seats": record.seats,
        "options": msgspec.json.encode(record.options).decode(),
        "seed": record.seed,
        "commitment": record.commitment,
        "part": record.part,
        "numbers": list(record.numbers),
        "origin": None if record.origin is None else msgspec.json.encode(record.origin).decode(),
    }


def outcome_of(outcome: Outcome | None) -> dict[str, Any]:
    """The same of its end."""
    if outcome is None:
        return {"winners": None, "scores": None, "reason": None, "ended_by": None}
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "ended_by": outcome.by,
    }


def kind_of(seat: Seat, move: str) -> str:
    """
    >>> kind_of(0, "P12"), kind_of(-1, "leader 0"), kind_of(2, "/resign")
    ('move', 'chance', 'word')
    """
    return "word" if is_word(move) else "chance" if seat == NATURE else "move"


def _shares(outcome: Outcome | None, parties: tuple[int, ...]) -> list[float] | None:
    """What each seat has won: 1 for a victory, a part of it where several parties share it."""
    if outcome is None:
        return None
    won = {parties[seat] for seat in outcome.winners}
    return [1.0 / len(won) if party in won else 0.0 for party in parties]


def _lists(seen: list[NDArray[np.int16] | None]) -> pa.Array:
    """Lists of numbers, laid end to end; None where there is none."""
    import pyarrow as pa

    lengths = np.array([0 if one is None else len(one) for one in seen], np.int32)
    offsets = np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])
    there = [one for one in seen if one is not None]
    values = np.concatenate(there) if there else np.zeros(0, np.int16)
    absent = pa.array(np.array([one is None for one in seen], np.bool_))
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values), mask=absent)
