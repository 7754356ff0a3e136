"""Plays games again for those who read them, some moves at a time, so that nobody waits for somebody else's story."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from muscade.core import InvalidRecord, MuscadeError, Record, Text, game_names
from muscade.core import game as find_game
from muscade.replays import Outliner, Replay, Viewer
from muscade.replays.keeping import STRETCH, KeptOutline, frames_of
from muscade.server import refusals
from muscade.server.clocks import Clock
from muscade.server.moments import encode
from muscade.server.records import AT_ONCE
from muscade.server.replays.protocol import OtherLaw, ReplayOutline
from muscade.server.replays.refusals import bad_record
from muscade.server.replays.stories import Stories, Story
from muscade.server.storage import Storage, StorageError

MOST_FRAMES = 100
"""So many are told at once."""
KEPT = 32
"""Of so many games it is remembered how far they were played: most readers go on from there."""


class ReplayService:
    """A state is the same for all who look at it: only where it was played to last is kept, by table."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self.stories = Stories(clock)
        self._played: dict[str, Replay] = {}

    # ------------------------------------------------------------ in brief

    async def outline(self, story: Story, viewer: Viewer) -> ReplayOutline:
        """The whole game in brief."""
        if story.kept is not None:
            return self._kept_outline(story, story.kept, viewer)
        replay = begun(story.record)
        outliner = Outliner(replay, viewer)
        problem: Text | None = None
        try:
            while replay.version < len(replay):
                replay.step()
                outliner.note()
                if replay.version % AT_ONCE == 0:
                    await asyncio.sleep(0)
        except InvalidRecord as error:
            problem = error.text
        game, record = replay.state.game, story.record
        if record.version == game.version and problem is not None:
            raise refusals.of_request(bad_record, InvalidRecord(problem.en, problem.fr))
        law = OtherLaw(record.version, game.version, problem, tuple(record.events[replay.version :]))
        return ReplayOutline(
            story.table,
            viewer,
            story.viewers(),
            story.over,
            game.real_time,
            outliner.outline(),
            game.equipment(replay.state.seats, replay.state.options),
            None if record.version == game.version else law,
        )

    def _kept_outline(self, story: Story, kept: KeptOutline, viewer: Viewer) -> ReplayOutline:
        record = story.record
        # A game that is no longer here has no law of today.
        today = find_game(record.game).version if record.game in game_names() else 0
        return ReplayOutline(
            story.table,
            viewer,
            story.viewers(),
            story.over,
            kept.real_time,
            kept.seen_by(viewer),
            kept.equipment,
            OtherLaw(record.version, today),
        )

    # ------------------------------------------------------------ frames

    async def frames(self, story: Story, viewer: Viewer, start: int, stop: int) -> AsyncIterator[bytes]:
        """Some frames in a row, the last one included, as JSON in pieces; fewer where the record ends, or no longer plays."""
        stop = min(stop, start + MOST_FRAMES - 1, len(story.record.events))
        found = (self._made if story.kept is None else self._kept)(story, viewer, start, stop)
        yield b'{"frames":['
        first = True
        async for frame in found:
            yield frame if first else b"," + frame
            first = False
            await asyncio.sleep(0)
        yield b"]}"

    async def _made(self, story: Story, viewer: Viewer, start: int, stop: int) -> AsyncIterator[bytes]:
        if start > stop:
            return
        table_id = story.table.table
        replay = self._played.pop(table_id, None)
        if replay is None or replay.version > start:
            replay = begun(story.record)
        replay.record = story.record
        try:
            while replay.version < start:
                replay.step()
                if replay.version % AT_ONCE == 0:
                    await asyncio.sleep(0)
            for number in range(start, stop + 1):
                replay.go_to(number)
                yield encode(replay.frame(viewer))
        except InvalidRecord:
            return
        if table_id:
            self._played[table_id] = replay
            if len(self._played) > KEPT:
                del self._played[next(iter(self._played))]

    async def _kept(self, story: Story, viewer: Viewer, start: int, stop: int) -> AsyncIterator[bytes]:
        for piece in range(start // STRETCH, stop // STRETCH + 1) if start <= stop else ():
            try:
                # The first piece of all is the outline.
                content = await self._storage.replays.piece(story.table.table, piece + 1)
            except StorageError:
                return
            if content is None:
                return
            for frame in frames_of(content, piece * STRETCH, viewer):
                if start <= frame["version"] <= stop:
                    yield encode(frame)


def begun(record: Record) -> Replay:
    """A record at its beginning, or why there is none."""
    try:
        return Replay(record)
    except MuscadeError as error:
        raise refusals.of_request(bad_record, error) from None
