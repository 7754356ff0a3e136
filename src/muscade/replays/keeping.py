"""A finished game as it was shown, so that it can be shown again whatever becomes of its law.

What is kept is what `Replay` tells, of everybody at once and written down in little: of a spectator's view what has changed since the
frame before, of a seat's what is otherwise than a spectator's.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from muscade.core import NATURE, Record, SeenEvent
from muscade.replays.outline import Chapter, Hindsight, Lay, Outline, Outliner, Series
from muscade.replays.replay import OPEN, Replay, Viewer

STRETCH = 100
"""So many frames are kept in one piece."""


class KeptEvent(msgspec.Struct, frozen=True, array_like=True):
    """What happened, and how those saw it who saw less or more of it, by seat; -1: a spectator."""

    whole: SeenEvent
    seen: dict[int, tuple[str, tuple[str, ...]]]

    def seen_by(self, viewer: Viewer) -> SeenEvent:
        if viewer == OPEN:
            return self.whole
        move, shown = self.seen.get(NATURE if viewer is None else viewer, (self.whole.move, self.whole.shown))
        return msgspec.structs.replace(self.whole, move=move, shown=shown)


class KeptFrame(msgspec.Struct, frozen=True, array_like=True):
    """A moment: what is new in a spectator's view, what each seat's has otherwise, and what seats could do."""

    event: KeptEvent | None
    news: dict[str, Any]
    own: tuple[dict[str, Any], ...]
    moves: tuple[tuple[str, ...], ...]
    hidden: dict[str, Any]


class KeptOutline(msgspec.Struct, frozen=True):
    """The whole game in brief, and what is drawn once."""

    count: int
    real_time: bool
    equipment: Any
    events: tuple[KeptEvent, ...]
    chapters: tuple[Chapter, ...]
    series: tuple[Series, ...]
    """What a spectator may count."""
    whole_series: tuple[Series, ...]
    hindsight: tuple[Hindsight, ...] = ()
    lay: tuple[Lay, ...] = ()

    def seen_by(self, viewer: Viewer) -> Outline:
        events = tuple(event.seen_by(viewer) for event in self.events)
        if viewer != OPEN:
            return Outline(events, self.chapters, self.series)
        return Outline(events, self.chapters, self.whole_series, self.hindsight, self.lay)


_outlines = msgspec.json.Decoder(KeptOutline)
_frames = msgspec.json.Decoder(tuple[KeptFrame, ...])


def keep(record: Record) -> list[bytes]:
    """A game in pieces: the outline, then the frames, so many in each. Raises `InvalidRecord` if it does not play.

    >>> import muscade
    >>> kept = keep(muscade.Match(muscade.game("pass-pass"), seats=3, seed=7).record)
    >>> outline = outline_of(kept[0])
    >>> [frame["version"] for frame in frames_of(kept[1], 0, None)] == [*range(outline.count + 1)]
    True
    """
    replay = Replay(record)
    brief, open_brief = Outliner(replay, None), Outliner(replay, OPEN)
    events: list[KeptEvent] = []
    pieces: list[list[KeptFrame]] = []
    before: dict[str, Any] = {}
    while True:
        if replay.version % STRETCH == 0:
            # Every piece can be read by itself.
            pieces.append([])
            before = {}
        frame, before = _frame(replay, before)
        pieces[-1].append(frame)
        if frame.event is not None:
            events.append(frame.event)
        if replay.version == len(replay):
            break
        replay.step()
        brief.note()
        open_brief.note()
    told, whole = brief.outline(), open_brief.outline()
    game = replay.state.game
    outline = KeptOutline(
        len(replay),
        game.real_time,
        game.equipment(replay.state.seats, replay.state.options),
        tuple(events),
        told.chapters,
        told.series,
        whole.series,
        whole.hindsight,
        whole.lay,
    )
    return [_written(outline), *map(_written, pieces)]


def _frame(replay: Replay, before: dict[str, Any]) -> tuple[KeptFrame, dict[str, Any]]:
    seats = range(replay.state.seats)
    spectator: dict[str, Any] = msgspec.to_builtins(replay.view(None))
    views: list[dict[str, Any]] = [msgspec.to_builtins(replay.view(seat)) for seat in seats]
    frame = KeptFrame(
        _event(replay) if replay.version else None,
        {name: value for name, value in spectator.items() if name not in before or before[name] != value},
        tuple({name: value for name, value in view.items() if value != spectator[name]} for view in views),
        tuple(replay.moves(seat) for seat in seats),
        replay.state.hidden(),
    )
    return frame, spectator


def _event(replay: Replay) -> KeptEvent:
    whole = replay.event(OPEN)
    seen: dict[int, tuple[str, tuple[str, ...]]] = {}
    for viewer in (None, *range(replay.state.seats)):
        event = replay.event(viewer)
        if event != whole:
            seen[NATURE if viewer is None else viewer] = event.move, event.shown
    return KeptEvent(whole, seen)


def _written(what: Any) -> bytes:
    return zlib.compress(msgspec.json.encode(what), 9)


def outline_of(piece: bytes) -> KeptOutline:
    """The first piece, read."""
    return _outlines.decode(zlib.decompress(piece))


def frames_of(piece: bytes, first: int, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """The frames of another one, from version ``first`` on, as `Frame` is written."""
    spectator: dict[str, Any] = {}
    for version, kept in enumerate(_frames.decode(zlib.decompress(piece)), first):
        spectator = {**spectator, **kept.news}
        yield _told(version, kept, spectator, viewer)


def _told(version: int, kept: KeptFrame, spectator: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
    views: Sequence[dict[str, Any]] = [{**spectator, **own} for own in kept.own]
    seat = viewer if isinstance(viewer, int) else None
    return {
        "version": version,
        "seat": seat,
        "events": () if kept.event is None else (kept.event.seen_by(viewer),),
        "view": spectator if seat is None else views[seat],
        "moves": () if seat is None else kept.moves[seat],
        "views": views if viewer == OPEN else (),
        "hidden": kept.hidden if viewer == OPEN else {},
    }
