"""The wire between a server and its database: ours, to be cut or to go silent."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self
from urllib.parse import urlsplit


class Wire:
    """Passes bytes between a loopback port and another, as long as it is whole."""

    def __init__(self, host: str, port: int) -> None:
        self._there = host, port
        self._whole = asyncio.Event()
        self._whole.set()
        self._lines: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._refusing = False

    @classmethod
    async def to(cls, address: str) -> tuple[Self, str]:
        """A wire to where an address leads, and the address that goes through it."""
        found = urlsplit(address)
        wire = cls(found.hostname or "", found.port or 5432)
        wire._server = await asyncio.start_server(wire._accept, "127.0.0.1", 0)
        port = wire._server.sockets[0].getsockname()[1]
        return wire, found._replace(netloc=f"{found.username}@127.0.0.1:{port}").geturl()

    def cut(self) -> None:
        """Every line is broken, and none can be made."""
        self._refusing = True
        for line in self._lines:
            line.cancel()

    def silence(self) -> None:
        """Lines stay, and nothing comes through any more: as if a cable were pulled."""
        self._whole.clear()

    def mend(self) -> None:
        self._refusing = False
        self._whole.set()

    async def close(self) -> None:
        self.cut()
        assert self._server is not None
        self._server.close()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        line = asyncio.current_task()
        assert line is not None
        self._lines.add(line)
        try:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await self._pass(reader, writer)
        finally:
            self._lines.discard(line)
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        far_reader, far_writer = await asyncio.open_connection(*self._there)
        try:
            ways = [
                asyncio.create_task(self._one_way(reader, far_writer)),
                asyncio.create_task(self._one_way(far_reader, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            far_writer.transport.abort()

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._whole.wait()
            writer.write(data)
            await writer.drain()
