"""Asks another process for pictures, and keeps those that were drawn last."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from typing import Any, NamedTuple

from muscade.core import InvalidRecord
from muscade.replays import Viewer
from muscade.server import refusals
from muscade.server.moments import encode
from muscade.server.pictures.drawing import Kind, Look, draw_film, draw_picture
from muscade.server.replays.refusals import bad_record
from muscade.server.replays.stories import Story
from muscade.server.thinking import LineFull, Thinking, WorkerDied

KEPT_BYTES = 16_777_216
"""Of all pictures together that are kept."""
RELEASE = version("muscade")


class Wanted(NamedTuple):
    """One file, by all that it is made of: a log only grows, so the same words always mean the same picture."""

    kind: Kind
    table: str
    start: int
    """The first event that is shown, or for a picture the only one."""
    stop: int
    viewer: Viewer
    look: Look

    @property
    def etag(self) -> str:
        return f'"{sha256(encode((RELEASE, *self))).hexdigest()[:32]}"'


class PictureService:
    """What several want at once is drawn once."""

    def __init__(self, thinking: Thinking) -> None:
        self._lane = thinking.drawing
        self._kept: OrderedDict[Wanted, bytes] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Wanted, asyncio.Task[bytes]] = {}
        self._closed = False

    async def get(self, wanted: Wanted, story: Story, *, owner: str, count: Callable[[], None]) -> bytes:
        """``count`` is called before something is drawn: what is kept costs nothing."""
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        task = self._under_way.get(wanted)
        if task is None:
            count()
            task = asyncio.create_task(self._draw(wanted, encode(story.record), owner))
            self._under_way[wanted] = task
            task.add_done_callback(lambda _: self._under_way.pop(wanted, None))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._closed:
                raise refusals.stopping(retry_after=refusals.WHEN_BUSY) from None
            raise

    async def _draw(self, wanted: Wanted, record: bytes, owner: str) -> bytes:
        if wanted.kind == "gif":
            about: tuple[Any, ...] = (record, wanted.start, wanted.stop, wanted.viewer, wanted.look)
            question: Callable[..., bytes] = draw_film
        else:
            about = (wanted.kind, record, wanted.start, wanted.viewer, wanted.look)
            question = draw_picture
        try:
            drawn: bytes = await self._lane.ask(owner, question, *about)
        except InvalidRecord as error:
            raise refusals.of_request(bad_record, error) from None
        except (WorkerDied, LineFull):
            raise refusals.too_busy(retry_after=refusals.WHEN_BUSY) from None
        self._keep(wanted, drawn)
        return drawn

    def _keep(self, wanted: Wanted, drawn: bytes) -> None:
        self._kept[wanted] = drawn
        self._bytes += len(drawn)
        while self._bytes > KEPT_BYTES:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone)

    def close(self) -> None:
        """Whoever still waits is sent away."""
        self._closed = True
        for task in self._under_way.values():
            task.cancel()
