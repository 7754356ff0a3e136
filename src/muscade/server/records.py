"""The record of a table's game, in pieces: a long one is written some events at a time, and others have their turn between.

Nothing is played again for it: the state has kept what everybody saw.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

from muscade.core import Outcome, Record, RecordedEvent, Seat, State
from muscade.core.chance import commitment
from muscade.server.moments import encode

AT_ONCE = 200
"""So many events are read or written before others have their turn: a millisecond or two."""


class TableRecord:
    """The game up to now, as one seat saw it while it is on; all of it, seed included, afterwards."""

    def __init__(self, state: State, times: Sequence[int], seed: str, viewer: Seat | None) -> None:
        self._state = state
        self._times = times
        self._viewer = viewer
        self._count = len(times)
        self._over: Outcome | None = state.outcome()
        self._frame = Record(
            state.game.name,
            state.game.version,
            state.seats,
            state.options,
            [],
            seed=seed if self._over else None,
            commitment=commitment(seed),
            viewer=None if self._over else "spectator" if viewer is None else viewer,
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
        yield b"]," + encode({name: getattr(frame, name) for name in ("seed", "commitment", "viewer")})[1:]

    def _events(self, start: int, stop: int) -> list[RecordedEvent]:
        times = self._times[start:stop]
        if self._over:
            history = self._state.history[start:stop]
            return [
                RecordedEvent(seat, move.notation, at)
                for (seat, move), at in zip(history, times, strict=True)
            ]
        seen = self._state.seen(self._viewer, stop)[start:]
        return [
            RecordedEvent(event.seat, event.move, at, event.shown)
            for event, at in zip(seen, times, strict=True)
        ]


async def by_turns(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Pieces, made one by one, with everybody else's turn between them."""
    for part in parts:
        yield part
        await asyncio.sleep(0)
