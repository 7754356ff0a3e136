"""The record of a table's game, in pieces: a long one is written some events at a time, and others have their turn between.

Nothing is played again for it: the state has kept what everybody saw.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import NamedTuple

from muscade.core import Origin, Record, RecordedEvent, Seat, State
from muscade.core.chance import commitment, seed_of
from muscade.server.journal import Journal
from muscade.server.moments import encode

AT_ONCE = 200
"""So many events are read or written before others have their turn: a millisecond or two."""


class Deal(NamedTuple):
    """The server's part, and what seats have added, if any has."""

    part: str
    numbers: tuple[str | None, ...]

    @property
    def seed(self) -> str:
        return seed_of(self.part, self.numbers)

    @property
    def commitment(self) -> str:
        return commitment(self.part)


class TableRecord:
    """The game up to now, as one seat saw it while it is on; all of it, seed included, afterwards."""

    def __init__(
        self,
        state: State,
        journal: Journal,
        deal: Deal,
        viewer: Seat | None,
        *,
        over: bool,
        origin: Origin | None = None,
    ) -> None:
        self._journal = journal
        self._viewer = viewer
        self._count = len(journal)
        self._over = over
        self._frame = Record(
            state.game.name,
            state.game.version,
            state.seats,
            state.options,
            [],
            seed=deal.seed if over else None,
            commitment=deal.commitment,
            # Where nobody has added anything, the seed is the part, as in records of old.
            part=deal.part if over and deal.numbers else None,
            numbers=deal.numbers,
            viewer=None if self._over else "spectator" if viewer is None else viewer,
            origin=origin,
        )

    def whole(self) -> Record:
        """As one value."""
        self._frame.events[:] = self._events(0, self._count)
        return self._frame

    def parts(self) -> Iterator[bytes]:
        """As JSON; the game may go on meanwhile."""
        frame = self._frame
        yield encode({name: getattr(frame, name) for name in ("game", "version", "seats", "options")})[:-1]
        yield b',"events":['
        for start in range(0, self._count, AT_ONCE):
            written = encode(self._events(start, min(start + AT_ONCE, self._count)))[1:-1]
            yield b"," + written if start else written
        ending = ("seed", "commitment", "part", "numbers", "viewer", "origin")
        yield b"]," + encode({name: getattr(frame, name) for name in ending})[1:]

    def _events(self, start: int, stop: int) -> list[RecordedEvent]:
        return self._journal.recorded(self._viewer, start, stop, whole=self._over)


async def by_turns(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Pieces, made one by one, with everybody else's turn between them."""
    for part in parts:
        yield part
        await asyncio.sleep(0)
