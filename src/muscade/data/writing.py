"""Records into a file of Parquet, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from muscade.core import NATURE, MuscadeError, Outcome, Record
from muscade.core.registry import game as find_game
from muscade.core.words import is_word
from muscade.data.columns import DataError, need_arrow, schema
from muscade.data.rows import Rows

ROWS_AT_ONCE = 100_000
"""In memory, and in a group of the file; a few more, since a record is not divided."""


class Written(NamedTuple):
    """How many records and rows, and how many of those records do not play under today's law."""

    records: int
    rows: int
    outdated: int


def write_records(records: Iterable[Record], file: Path) -> Written:
    """One row an event. A record of another law than today's has its events and no more; a redacted one is refused."""
    need_arrow()
    import pyarrow.parquet as pq

    rows, count, total, outdated = Rows(), 0, 0, 0
    with pq.ParquetWriter(file, schema(), compression="zstd") as out:
        for record in records:
            if record.viewer is not None:
                raise DataError(
                    "A redacted record does not tell what others saw: only whole records are written as data.",
                    "Une partie expurgée ne dit pas ce que les autres ont vu : seules les parties entières deviennent des tableaux.",
                )
            outdated += not add(rows, record)
            count += 1
            if len(rows) >= ROWS_AT_ONCE:
                total += len(rows)
                out.write_table(rows.take())
        total += len(rows)
        out.write_table(rows.take())
    return Written(count, total, outdated)


def add(rows: Rows, record: Record) -> bool:
    """The rows of a record; does it play today?"""
    try:
        playable = find_game(record.game).version == record.version
    except MuscadeError:
        playable = False
    if not playable:
        for number, event in enumerate(record.events):
            rows.note(number, event.seat, event.move, event.at)
        rows.end(record, None)
        return False
    outcome, parties = _play(rows, record)
    rows.end(record, outcome, parties)
    return True


def _play(rows: Rows, record: Record) -> tuple[Outcome | None, tuple[int, ...]]:
    state, words = record.begin()
    for number, event in enumerate(record.events):
        if event.seat == NATURE or is_word(event.move):
            rows.note(number, event.seat, event.move, event.at)
        else:
            move = state.game.parse(event.move)
            rows.note_choice(number, state, event.seat, move, event.move, event.at)
        record.go_on(state, words, number)
    return words.outcome(state.outcome()), state.parties()
