"""What a whole game was like: its events in order, where its rounds, turns and tricks begin, and what it counted."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from muscade.core import Insight, SeenEvent, Text
from muscade.core.words import is_word
from muscade.replays.replay import OPEN, Replay, Viewer

Kind: TypeAlias = Literal["round", "turn", "trick"]


class Chapter(msgspec.Struct, frozen=True):
    """A round, a turn or a trick that has begun with the event of that version; turns are counted through the whole game."""

    kind: Kind
    number: int
    version: int


class Series(msgspec.Struct, frozen=True):
    """Something that the game counted: from each of these versions on, one number a seat."""

    name: str
    title: Text
    points: tuple[tuple[int, tuple[int, ...]], ...]


class Hindsight(msgspec.Struct, frozen=True):
    """What can be said of the event of that version once everything is open."""

    version: int
    insight: Insight


class Lay(msgspec.Struct, frozen=True):
    """What lay on the table unseen, from that version on."""

    version: int
    hidden: dict[str, Any]


class Outline(msgspec.Struct, frozen=True):
    """As one viewer could have written it down. With everything open, also what nobody could have known."""

    events: tuple[SeenEvent, ...]
    chapters: tuple[Chapter, ...]
    series: tuple[Series, ...]
    hindsight: tuple[Hindsight, ...] = ()
    lay: tuple[Lay, ...] = ()


class Outliner:
    """Looks on while a record is played.

    >>> import muscade
    >>> match = muscade.Match(muscade.game("over-pass"), seats=2, seed=7)
    >>> replay = Replay(match.record)
    >>> outliner = Outliner(replay, None)
    >>> while replay.version < len(replay):
    ...     replay.step()
    ...     outliner.note()
    >>> [series.name for series in outliner.outline().series]
    ['home']
    """

    def __init__(self, replay: Replay, viewer: Viewer) -> None:
        self._replay = replay
        self._viewer = viewer
        self._events: list[SeenEvent] = []
        self.chapters: list[Chapter] = []
        self._counts: dict[str, int | None] = {}
        self._titles: dict[str, Text] = {}
        self._points: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        self._hindsight: list[Hindsight] = []
        self._lay: list[Lay] = []
        self.note()

    def note(self) -> None:
        """After every event."""
        replay = self._replay
        if replay.version:
            self._events.append(replay.event(self._viewer))
        self._note_chapters()
        if self._viewer == OPEN:
            self._note_the_unseen()
        for tally in replay.state.tallies(whole=self._viewer == OPEN):
            self._titles[tally.name] = tally.title
            points = self._points.setdefault(tally.name, [])
            if not points or points[-1][1] != tally.counts:
                points.append((replay.version, tally.counts))

    def _note_the_unseen(self) -> None:
        replay, state = self._replay, self._replay.state
        if self._events and not is_word(self._events[-1].move):
            self._hindsight += [Hindsight(replay.version, insight) for insight in state.hindsight()]
        hidden = state.hidden()
        if hidden and (not self._lay or self._lay[-1].hidden != hidden):
            self._lay.append(Lay(replay.version, hidden))

    def _note_chapters(self) -> None:
        progress, version = self._replay.state.progress(), self._replay.version
        turn = None if progress.turns is None else progress.turns + 1
        counts: dict[Kind, int | None] = {"round": progress.rounds, "turn": turn, "trick": progress.tricks}
        for kind, number in counts.items():
            begins = number and (self._counts.get(kind) != number or self._new_round(kind, version))
            if begins and self._replay.turn:
                self.chapters.append(Chapter(kind, number or 0, version))
                self._counts[kind] = number

    def _new_round(self, kind: Kind, version: int) -> bool:
        """Tricks are counted anew in every round."""
        last = self.chapters[-1] if self.chapters else None
        return kind == "trick" and last is not None and (last.kind, last.version) == ("round", version)

    def outline(self) -> Outline:
        """Of all that was read so far."""
        return Outline(
            tuple(self._events),
            tuple(self.chapters),
            tuple(Series(name, title, tuple(self._points[name])) for name, title in self._titles.items()),
            tuple(self._hindsight),
            tuple(self._lay),
        )
