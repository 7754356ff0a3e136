"""What a process is asked, in which of every story stands only what it has not been told yet.

A view carries all that its seat has seen. A process keeps the stories it was told, each with whoever reads it as it goes on
(`muscade.core.moves.Seen.read_on`), so that neither telling nor reading takes longer late in a game. The server alone keeps
account of what a process has: with a process goes its `Told`, and a new one is told everything.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from multiprocessing.reduction import ForkingPickler
from typing import Any

from muscade.core import Event
from muscade.core.moves import Seen, Sights

KEPT = 50_000
"""Events of all stories together that a process keeps; those that nobody has asked about for longest are forgotten first."""

_stories: dict[int, Sights] = {}
"""In the other process: what it was told, by the numbers that stories have on the server."""


class Told:
    """What one process has been told: how many events of which story, the one that was last asked about at the end."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._counts: dict[int, int] = {}

    def letter(self, what: object) -> bytes:
        """Something to be sent to the process, which must read all letters in order; `pickle.loads` reads them."""
        written, counts = io.BytesIO(), self._counts.copy()
        _Writer(written, counts, self._kept).dump(what)
        self._counts = counts
        return written.getvalue()


class _Writer(ForkingPickler):
    def __init__(self, file: io.BytesIO, counts: dict[int, int], kept: int) -> None:
        super().__init__(file)
        self._counts = counts
        self._kept = kept

    def reducer_override(self, thing: object) -> Any:
        if not isinstance(thing, Seen) or thing.story is None:
            return NotImplemented
        counts, story = self._counts, thing.story
        known = counts.pop(story, 0)
        counts[story] = max(known, len(thing))
        forgotten = []
        while len(counts) > 1 and sum(counts.values()) > self._kept:
            forgotten.append(next(iter(counts)))
            del counts[forgotten[-1]]
        return hear, (story, known, thing[known:], len(thing), forgotten)


def hear(story: int, known: int, news: Sequence[Event], count: int, forgotten: Sequence[int]) -> Seen:
    """In the other process: what was seen up to some moment, of which it knew so many events; and what to forget."""
    events = _stories[story] if known else _stories.setdefault(story, Sights())
    assert len(events) == known, "a letter was lost"
    events += news
    for other in forgotten:
        del _stories[other]
    return Seen(events, count)
