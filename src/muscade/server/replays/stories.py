"""Which games somebody may read again, how much of them, and through whose eyes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from muscade.core import MuscadeError, Record, RecordedEvent, Seat
from muscade.core import game as find_game
from muscade.replays import OPEN, Viewer
from muscade.replays.keeping import KeptOutline, outline_of
from muscade.server import refusals
from muscade.server.clocks import Clock
from muscade.server.protocol import SeatInfo, TableInfo
from muscade.server.records import Deal
from muscade.server.replays.refusals import open_when_over, others_eyes
from muscade.server.rows import StoredTable
from muscade.server.storage import Storage, StorageError
from muscade.server.table_settings import Delay, TableSettings
from muscade.server.tokens import digest

MOST_KNOWN = 32
KNOWN_FOR = 60_000
"""Milliseconds: names may change, and people may want to be forgotten."""


class Story(NamedTuple):
    """A game, whole, as far as somebody may know of it; what they may see of that follows from ``seat`` and ``over``."""

    record: Record
    table: TableInfo
    seat: Seat | None
    """The seat whose key they have; None: a spectator."""
    over: bool
    kept: KeptOutline | None = None
    """As it was shown when its law was another one."""
    keys: Mapping[str, Seat] = MappingProxyType({})
    """The digests of all keys, and what they open."""

    def viewers(self) -> tuple[Viewer, ...]:
        """Through whose eyes they may look."""
        if self.over:
            return None, *range(self.record.seats), OPEN
        return (None,) if self.seat is None else (self.seat,)

    def viewer(self, wanted: str | None) -> Viewer:
        """Whose eyes are meant, if they may look through them: a seat's number, ``open`` or ``spectator``."""
        if wanted is None:
            return self.seat
        if wanted == "spectator":
            return None
        if wanted == OPEN:
            if not self.over:
                raise open_when_over()
            return OPEN
        seat = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) == 1 else -1
        if not 0 <= seat < self.record.seats:
            raise refusals.unknown_seat()
        if not self.over and seat != self.seat:
            raise others_eyes()
        return seat


class Stories:
    """Games that are over and were asked for lately: readers ask for one stretch of frames after another."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[str, tuple[int, Story]] = {}

    def recall(self, table_id: str, key: str | None) -> Story | None:
        """One that is known, for whoever comes without a key or with one of its own."""
        noted_at, story = self._known.get(table_id, (0, None))
        if story is None or self._clock.steady() - noted_at > KNOWN_FOR:
            return None
        if key is None:
            return story._replace(seat=None)
        seat = story.keys.get(digest(key))
        return None if seat is None else story._replace(seat=seat)

    def note(self, story: Story) -> None:
        if story.over:
            self._known.pop(story.table.table, None)
            self._known[story.table.table] = self._clock.steady(), story
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]


def story_of(record: Record) -> Story:
    """Of a record that somebody brings: they know all of it. It is of no table, and nobody is known by name."""
    people = tuple(
        SeatInfo(seat, "here", None, None, online=False, out=None, stand_in=False)
        for seat in range(record.seats)
    )
    return Story(record, _table("", record, TableSettings(), people), None, over=True)


def record_of(stored: StoredTable) -> Record:
    """A table's game, whole."""
    row = stored.row
    events = [RecordedEvent(event.seat, event.move, event.at) for event in stored.events]
    deal = Deal(row.seed, tuple(seat.number for seat in stored.seats))
    return Record(
        row.game,
        row.game_version,
        len(stored.seats),
        row.options,
        events,
        seed=deal.seed,
        commitment=deal.commitment,
        part=deal.part,
        numbers=deal.numbers if any(deal.numbers) else (),
    )


async def outdated_story(storage: Storage, table_id: str, key: str | None, now: int) -> Story:
    """A table's game of another law than today's: nobody plays there any more. Who may see what is as at any table."""
    try:
        stored = await storage.load(table_id)
        if stored is None:
            raise refusals.unknown_table()
        over = stored.row.ended_at is not None
        outline = await storage.replays.piece(table_id, 0) if over else None
    except StorageError:
        raise refusals.storage() from None
    seat = None if key is None else _seat_of(stored, key)
    record = record_of(stored)
    if not over and seat is None:
        record = _for_spectators(record, stored.row.settings, now)
    people = tuple(
        SeatInfo(row.seat, row.kind, row.name, row.level, online=False, out=None, stand_in=False)
        for row in stored.seats
    )
    table = _table(table_id, record, stored.row.settings, people)
    if not over:
        table = msgspec.structs.replace(table, seed=None, part=None)
    kept = None if outline is None else outline_of(outline)
    if kept is None:
        _must_begin(record)
    return Story(record, table, seat, over, kept)


def _must_begin(record: Record) -> None:
    try:
        find_game(record.game)
        record.begin()
    except MuscadeError:
        raise refusals.outdated() from None


def _seat_of(stored: StoredTable, key: str) -> Seat:
    found = digest(key)
    for row in stored.seats:
        if row.key_digest == found:
            return row.seat
    raise refusals.forged_key()


def _for_spectators(record: Record, settings: TableSettings, now: int) -> Record:
    """No more of a game that is not over than its table lets spectators see."""
    watchers, count = settings.watchers, len(record.events)
    if watchers == "forbidden":
        raise refusals.no_watchers()
    if isinstance(watchers, Delay):
        times = [event.at for event in record.events]
        count = (
            bisect_right(times, now - 1000 * watchers.seconds) if watchers.seconds else count - watchers.moves
        )
    return msgspec.structs.replace(record, events=record.events[: max(0, count)])


def _table(table_id: str, record: Record, settings: TableSettings, people: tuple[SeatInfo, ...]) -> TableInfo:
    options = record.options_today()
    return TableInfo(
        table=table_id,
        game=record.game,
        options=options,
        goal=find_game(record.game).goal(options),
        settings=settings,
        people=people,
        yours=(),
        commitment=record.commitment or "",
        numbers=record.numbers,
        part=record.part,
        seed=record.seed,
        draws=False,
        offer=None,
        ended=None,
    )
