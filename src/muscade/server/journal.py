"""The log of a table in memory: when things happened, which messages they answer, and the words between the moves.

Moves themselves are in the state's history, what was seen of them in its `seen`; so the log is kept in one form only.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from muscade.core import Move, RecordedEvent, Seat, SeenEvent, State
from muscade.server.rows import EventRow


class Word(NamedTuple):
    """A word of the table, as somebody said it."""

    seat: Seat
    text: str


class Journal:
    """Events are counted from version 1 on."""

    __slots__ = ("_answers", "_state", "_words", "_words_at", "times")

    def __init__(self, state: State) -> None:
        self._state = state
        self.times = array("q")
        self._answers: dict[int, int] = {}
        self._words: dict[int, Word] = {}
        self._words_at: list[int] = []

    def __len__(self) -> int:
        return len(self.times)

    # ------------------------------------------------------------ what is written

    def add(self, at: int, seat: Seat, message_id: str | None) -> int:
        """What has just been made of the state, or said, happened then; its version."""
        self.times.append(at)
        version = len(self.times)
        if message_id is not None:
            # Of 64 bits with a secret of this process in them: nobody finds two ids that look the same.
            self._answers[hash((seat, message_id))] = version
        return version

    def add_word(self, at: int, word: Word, message_id: str | None) -> int:
        version = self.add(at, word.seat, message_id)
        self._words[version] = word
        self._words_at.append(version)
        return version

    # ------------------------------------------------------------ what is read

    def answer(self, seat: Seat, message_id: str) -> int | None:
        """Which event a message has become."""
        return self._answers.get(hash((seat, message_id)))

    def moves(self, version: int) -> int:
        """How many of the first events are moves."""
        words = self._words_at
        return version - bisect_right(words, version) if words else version

    def move_at(self, version: int) -> int | None:
        """The place of an event in the state's history; None for a word."""
        if not self._words:
            return version - 1
        return None if version in self._words else self.moves(version) - 1

    def entry(self, version: int) -> tuple[Seat, Move | str]:
        """Who did what."""
        word = self._words.get(version)
        return self._state.history[self.moves(version) - 1] if word is None else word

    def rows(self, since: int, until: int) -> list[EventRow]:
        """Events as they are stored, but for the messages they answer."""
        found = []
        for version in range(since + 1, until + 1):
            seat, what = self.entry(version)
            text = what if isinstance(what, str) else what.notation
            found.append(EventRow(version, seat, text, self.times[version - 1], None))
        return found

    def seen(self, look: Seat | None, since: int, until: int) -> list[SeenEvent]:
        """Events as somebody saw them."""
        times = self.times
        if not self._words_at:
            return [
                SeenEvent(place + 1, seen.seat, seen.move, times[place], seen.shown)
                for place, seen in enumerate(self._state.seen(look, until)[since:], since)
            ]
        return [SeenEvent(*told) for told in self._told(look, since, until)]

    def recorded(self, viewer: Seat | None, since: int, until: int, *, whole: bool) -> list[RecordedEvent]:
        """Events for a record: as somebody saw them, or ``whole``."""
        if not whole:
            told = self._told(viewer, since, until)
            return [RecordedEvent(seat, move, at, shown) for _, seat, move, at, shown in told]
        return [RecordedEvent(row.seat, row.move, row.at) for row in self.rows(since, until)]

    def _told(
        self, look: Seat | None, since: int, until: int
    ) -> Iterator[tuple[int, Seat, str, int, tuple[str, ...]]]:
        seen = iter(self._state.seen(look, self.moves(until))[self.moves(since) :])
        for version in range(since + 1, until + 1):
            at = self.times[version - 1]
            if (word := self._words.get(version)) is not None:
                yield version, word.seat, word.text, at, ()
            else:
                event = next(seen)
                yield version, event.seat, event.move, at, event.shown
