"""How servers that share a database tell each other what they did.

A note says that something changed; what it is, is in the database. So a note may come twice, come back to whoever
told it, or be lost: who may have missed one hears `MISSED`, and looks everything up.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias, cast

from muscade.server.storage.addresses import PostgresAddress, read_address

Handler: TypeAlias = Callable[[bytes], None]

MISSED = b""
"""What one hears instead of notes that may have been lost."""
LONGEST = 5000
"""Bytes of a note; PostgreSQL takes no more than 8,000 letters."""
RETRY_SECONDS = 0.5
UNREAD = 1 << 22
"""Bytes that a worker may leave unread before it is hung up on; it comes back and hears `MISSED`."""


class Bus(Protocol):
    """Notes to and from the other servers. Nothing here waits, and nothing fails: it goes on trying."""

    def listen(self, handler: Handler) -> None:
        """Hear every note from `start` on, on the event loop."""

    async def start(self) -> None: ...

    def tell(self, note: bytes) -> None:
        """To everybody else, soon."""

    async def close(self) -> None: ...


def bus_for(database: str, relay: Path | None = None) -> Bus:
    """Through the database where it can tell, or else through the relay of one's parent, if there is one."""
    address = read_address(database)
    if isinstance(address, PostgresAddress):
        from muscade.server.storage.notes import PostgresBus

        return PostgresBus(address)
    return Alone() if relay is None else WorkerBus(relay)


class Alone:
    """There is nobody else."""

    def listen(self, handler: Handler) -> None:
        pass

    async def start(self) -> None:
        pass

    def tell(self, note: bytes) -> None:
        pass

    async def close(self) -> None:
        pass


class Mended(ABC):
    """What the buses that can break have in common: a connection that is made again whenever it is lost."""

    def __init__(self) -> None:
        self._handler: Handler = lambda _: None
        self._running: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self._untold = False
        self._missed = False

    def listen(self, handler: Handler) -> None:
        self._handler = handler

    async def start(self) -> None:
        """Once connected, or when that failed for the first time."""
        self._running = asyncio.create_task(self._run())
        await self._tried.wait()

    async def close(self) -> None:
        if self._running:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        while True:
            try:
                await self._stay_connected()
            finally:
                self._missed = True
                self._tried.set()
            await asyncio.sleep(RETRY_SECONDS)

    @abstractmethod
    async def _stay_connected(self) -> None:
        """Connect, call `_ready`, and return when the connection is lost or cannot be made."""

    @abstractmethod
    def tell(self, note: bytes) -> None:
        """To everybody else, soon."""

    def _ready(self) -> None:
        """Now that one hears others again, and is heard: whatever came in between is lost."""
        self._tried.set()
        if self._untold:
            self._untold = False
            self.tell(MISSED)
        if self._missed:
            self._handler(MISSED)


class Peer(asyncio.Protocol):
    """One end of a stream of notes: each has its length before it."""

    def __init__(self, heard: Callable[[Peer, bytes], None], lost: Callable[[Peer], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._buffer = bytearray()
        self._unsent: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._unwanted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's are of no common class.
        self._transport = cast("asyncio.Transport", transport)
        if self._unwanted:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._lost(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        place = 0
        while len(self._buffer) >= place + 4:
            (length,) = struct.unpack_from(">I", self._buffer, place)
            if len(self._buffer) < place + 4 + length:
                break
            self._heard(self, bytes(self._buffer[place + 4 : place + 4 + length]))
            place += 4 + length
        del self._buffer[:place]

    def send(self, note: bytes) -> None:
        """With all others of this turn of the event loop."""
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(struct.pack(">I", len(note)) + note)

    def _flush(self) -> None:
        if self._transport:
            self._transport.write(b"".join(self._unsent))
            if self._transport.get_write_buffer_size() > UNREAD:
                self._transport.abort()
        self._unsent.clear()

    def hang_up(self) -> None:
        self._unwanted = True
        if self._transport:
            self._transport.close()


class Relay:
    """What the parent of several workers runs: what one of them tells, the others hear."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._peers: set[Peer] = set()
        self._server: asyncio.AbstractServer | None = None
        self._left = asyncio.Event()

    async def start(self) -> None:
        self._server = await asyncio.get_running_loop().create_unix_server(self._welcome, self._path)

    async def close(self) -> None:
        if self._server:
            self._server.close()
        for peer in self._peers:
            peer.hang_up()
        while self._peers:
            self._left.clear()
            await self._left.wait()
        self._path.unlink(missing_ok=True)

    def _welcome(self) -> Peer:
        peer = Peer(self._pass_on, self._forget)
        self._peers.add(peer)
        return peer

    def _forget(self, peer: Peer) -> None:
        self._peers.discard(peer)
        self._left.set()

    def _pass_on(self, sender: Peer, note: bytes) -> None:
        for peer in self._peers:
            if peer is not sender:
                peer.send(note)


class WorkerBus(Mended):
    """Between the workers of one parent, through its `Relay`."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._peer: Peer | None = None

    def tell(self, note: bytes) -> None:
        if len(note) > LONGEST:
            raise ValueError(f"a note of {len(note)} bytes is too long")
        if self._peer:
            self._peer.send(note)
        else:
            self._untold = True

    async def _stay_connected(self) -> None:
        lost = asyncio.Event()

        def forget(_: Peer) -> None:
            self._peer = None
            lost.set()

        def hear(_: Peer, note: bytes) -> None:
            self._handler(note)

        loop = asyncio.get_running_loop()
        try:
            _, peer = await loop.create_unix_connection(lambda: Peer(hear, forget), str(self._path))
        except OSError:
            return
        try:
            if not lost.is_set():
                self._peer = peer
                self._ready()
            await lost.wait()
        finally:
            peer.hang_up()
            self._peer = None
