"""``muscade replay``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from muscade.cli import UsageError
from muscade.cli.library import read_record, shown_seat
from muscade.core import NATURE, InvalidRecord, Outcome, Record
from muscade.core.picture import said
from muscade.replays import OPEN, Chapter, Outliner, Replay, Viewer

console = Console()

SAID_ONCE = frozenset({"game", "version", "seats", "options", "history"})
"""Fields of a view that do not change, or that the moves tell."""


def say(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def print_replay(file: Path, eyes: str | None, at: int | None, language: str) -> None:
    """A game move by move, as somebody saw it; or how it stood after so many events."""
    record = read_record(file)
    viewer = read_eyes(record, eyes)
    known = viewer if record.viewer is None else record.viewer
    seen = "" if known == OPEN else f", as seen by {shown_seat(known)}"
    say(f"{record.game}, {record.seats} players{seen}")
    for name, value in record.options.items():
        say(f"  {name}: {value}")
    if record.viewer is not None:
        if at is not None:
            raise UsageError("this record is redacted already; --at needs a whole one")
        for number, event in enumerate(record.events, 1):
            print_event(number, event.seat, event.move, event.shown)
    elif at is None:
        print_moves(record, viewer)
    else:
        print_moment(record, viewer, at, language)


def read_eyes(record: Record, eyes: str | None) -> Viewer:
    """Whose they are: a seat's, a spectator's, or everybody's."""
    if eyes is None:
        return OPEN
    if record.viewer is not None:
        raise UsageError("this record is redacted already; --as needs a whole one")
    if eyes in (OPEN, "spectator"):
        return OPEN if eyes == OPEN else None
    if not eyes.isdecimal():
        raise UsageError(f"--as takes a seat, {OPEN} or spectator, not {eyes}")
    if int(eyes) >= record.seats:
        raise UsageError(f"there is no seat {eyes}; seats are 0 to {record.seats - 1}")
    return int(eyes)


def print_moves(record: Record, viewer: Viewer) -> None:
    replay = Replay(record)
    outliner = Outliner(replay, viewer)
    begun = 0
    try:
        while replay.version < len(replay):
            replay.step()
            outliner.note()
            event = replay.event(viewer)
            print_event(replay.version, event.seat, event.move, event.shown)
            begun = print_chapters(outliner.chapters, begun) if replay.version < len(replay) else begun
    except InvalidRecord as error:
        if record.version == replay.state.game.version:
            raise
        print_rest(record, replay, error)
    for series in outliner.outline().series:
        say(f"{series.title.en}: {', '.join(map(str, series.points[-1][1]))}")
    print_outcome(replay.outcome)


def print_chapters(chapters: Sequence[Chapter], begun: int) -> int:
    """Those that have begun since the last time; how many there are."""
    new = chapters[begun:]
    if new:
        say("      " + ", ".join(f"{chapter.kind} {chapter.number}" for chapter in new))
    return len(chapters)


def print_rest(record: Record, replay: Replay, error: InvalidRecord) -> None:
    """What today's law does not allow is told in notation."""
    today = replay.state.game.version
    say(f"The law has changed since: this is a game of version {record.version}, today's is {today}.")
    say(f"From here on it does not play: {error}")
    for number, event in enumerate(record.events[replay.version :], replay.version + 1):
        print_event(number, event.seat, event.move)


def print_event(number: int, seat: int, move: str, shown: tuple[str, ...] = ()) -> None:
    who = "chance" if seat == NATURE else shown_seat(seat)
    learned = f"  ({', '.join(shown)})" if shown else ""
    say(f"{number:4}  {who:8} {move}{learned}")


def print_outcome(outcome: Outcome | None) -> None:
    if outcome:
        winners = ", ".join(map(shown_seat, outcome.winners)) or "nobody"
        scores = f"; scores {outcome.scores}" if outcome.scores else ""
        say(f"won by {winners} ({outcome.reason}){scores}")


def print_moment(record: Record, viewer: Viewer, at: int, language: str) -> None:
    """Everything that was known then: in words, and field by field."""
    replay = Replay(record)
    if at > len(replay):
        raise UsageError(f"there are only {len(replay)} events")
    replay.go_to(at)
    frame = replay.frame(viewer)
    for event in frame.events:
        print_event(at, event.seat, event.move, event.shown)
    say(said(replay.state.game.describe(frame.view), language))
    shared = fields_of(frame.view)
    print_fields(shared)
    for view in frame.views:
        own = {name: value for name, value in fields_of(view).items() if shared[name] != value}
        say(f"{shown_seat(view.seat)}:")
        print_fields({name: value for name, value in own.items() if name != "seat"})
    print_fields(frame.hidden)
    if frame.moves:
        say(f"  may play: {' · '.join(frame.moves)}")


def fields_of(view: Any) -> Mapping[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(view).items() if name not in SAID_ONCE}


def print_fields(fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        say(f"  {name}: {msgspec.json.encode(value).decode()}")
