"""HTTP connections whose clients take their time: uvicorn waits for a request, or for room to answer, for ever.

Between requests a client may be silent for a few seconds (uvicorn's own timer). From its first byte on, the head of a
request has to be there within so many seconds, and be no longer than so many bytes; bodies are for those who read
them (`muscade.server.answers.body`). Whoever does not read an answer is cut off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from muscade.server import refusals
from muscade.server.addresses import NOBODY, Proxies
from muscade.server.limits import Limiter

LONGEST_HEAD = 32768
"""Bytes: no honest browser sends as many before the body."""


class ImpatientProtocol(HttpToolsProtocol):
    """One connection, counted, and hung up on when it takes too long."""

    _end: Callable[[], None] | None = None
    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _head = 0

    @property
    def _limiter(self) -> Limiter:
        found: Limiter = self.app_state["limiter"]
        return found

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        proxies: Proxies = self.app_state["proxies"]
        peer = self.client[0] if self.client else NOBODY
        self._wait_for_a_request()
        if peer in proxies:
            return  # Its connections are many people's.
        try:
            self._end = self._limiter.connect(peer)
        except refusals.RequestRefused as refusal:
            self._refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()

    def handle_websocket_upgrade(self) -> None:
        # From here on it is counted as a WebSocket.
        self._let_go()
        super().handle_websocket_upgrade()
        # The parser holds on to this connection, and this connection to the parser.
        del self.parser

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        # uvicorn says that there always is one; before the first request there is none.
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._stop_waiting()
            return
        self._wait_for_a_request()
        self._head += len(data)
        if self._head > LONGEST_HEAD:
            self._refuse(refusals.too_long(limit=LONGEST_HEAD))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(self._limiter.limits.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _wait_for_a_request(self) -> None:
        """From the first byte on, not from the last one."""
        if self._late is None:
            seconds = self._limiter.limits.head_seconds
            self._late = self.loop.call_later(seconds, lambda: self._refuse(refusals.too_slow()))

    def _stop_waiting(self) -> None:
        self._head = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _let_go(self) -> None:
        self._stop_waiting()
        if self._stuck is not None:
            self._stuck.cancel()
        if self._end is not None:
            self._end()
            self._end = None

    def _refuse(self, refusal: refusals.RequestRefused) -> None:
        """Say why, and hang up: whoever is at the other end may not even have asked for anything."""
        if self.transport.is_closing():
            return
        said = msgspec.json.encode(refusal.problem())
        later = b"" if refusal.retry_after is None else b"retry-after: %d\r\n" % refusal.retry_after
        self.transport.write(
            STATUS_LINE[refusal.status]
            + b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n" % len(said)
            + later
            + b"\r\n"
            + said
        )
        self.transport.close()
