"""One WebSocket: frames of picows in, messages out, and never more waiting than there may be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import chain
from struct import Struct
from typing import Any

import structlog
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

LONGEST_FRAME = 65536
"""Beyond this many bytes the line is cut; below it, and too long, a message is refused with a sentence."""
MOST_UNREAD = 1 << 20
"""Bytes that may wait for a client who reads too slowly, beside what waited when it fell behind."""
PING_SECONDS = 20.0
CLOSE_SECONDS = 2.0
"""How long a client may take to say goodbye in its turn."""

PROTOCOL_ERROR = 1002
TOO_BIG = 1009

_SHORT, _MEDIUM, _LONG = Struct(">BB"), Struct(">BBH"), Struct(">BBQ")
_WHOLE_TEXT = 0x81
_NEEDS_TWO_BYTES, _NEEDS_EIGHT_BYTES = 126, 127
"""In the place of a length."""

log = structlog.get_logger()


def framed(message: bytes) -> bytes:
    """A text as a server sends it, in one frame (RFC 6455, section 5.2); several can be put together.

    >>> framed(b"hello"), framed(bytes(126))[:4].hex(), framed(bytes(65536))[:10].hex()
    (b'\\x81\\x05hello', '817e007e', '817f0000000000010000')
    """
    size = len(message)
    if size < _NEEDS_TWO_BYTES:
        return _SHORT.pack(_WHOLE_TEXT, size) + message
    if size < 1 << 16:
        return _MEDIUM.pack(_WHOLE_TEXT, _NEEDS_TWO_BYTES, size) + message
    return _LONG.pack(_WHOLE_TEXT, _NEEDS_EIGHT_BYTES, size) + message


class Pings:
    """Finds dead lines: pings everybody once in a while, a few at a time, and hangs up on who stays silent."""

    ROUNDS = 20

    def __init__(self, seconds: float = PING_SECONDS) -> None:
        self._pause = seconds / self.ROUNDS
        self._rounds: list[set[Socket]] = [set() for _ in range(self.ROUNDS)]
        self._next = 0
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None

    def everybody(self) -> Iterator[Socket]:
        """All who are connected."""
        return chain.from_iterable(map(tuple, self._rounds))

    def add(self, socket: Socket) -> set[Socket]:
        """The round that a socket belongs to from now on, until it leaves it."""
        self._count += 1
        chosen = self._rounds[self._count % self.ROUNDS]
        chosen.add(socket)
        if self._timer is None:
            self._set_timer()
        return chosen

    def _set_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._ring)

    def _ring(self) -> None:
        self._next = (self._next + 1) % self.ROUNDS
        for socket in tuple(self._rounds[self._next]):
            socket.check_alive()
        self._timer = None
        if any(self._rounds):
            self._set_timer()


class Socket(WSListener):
    """One WebSocket. What is told of it (`opened`, `received`, `writable`, `lost`) is for whoever uses it to answer."""

    __slots__ = (
        "_closing",
        "_gone",
        "_heard",
        "_line",
        "_most_unread",
        "_parts",
        "_paused",
        "_pipe",
        "_round",
        "_tasks",
        "_text",
    )

    def __init__(self) -> None:
        self._line: WSTransport | None = None
        self._pipe: asyncio.Transport | None = None
        """What is under it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._round: set[Socket] = set()
        self._heard = True
        self._gone = False
        self._paused = False
        self._closing: asyncio.TimerHandle | None = None
        self._most_unread: int | None = None
        self._parts: bytearray | None = None
        self._text = True

    # ------------------------------------------------------------ for those who use it

    def opened(self) -> None:
        """The client is there."""

    def received(self, data: bytes, *, is_text: bool) -> None:
        """A whole message came in."""

    def writable(self) -> None:
        """The client, who had been too slow, has caught up."""

    def lost(self) -> None:
        """Nothing will come in or go out any more."""

    @property
    def is_open(self) -> bool:
        """Nobody has hung up or is about to."""
        return self._line is not None and not self._gone and self._closing is None

    @property
    def is_lost(self) -> bool:
        """Nothing will come in or go out any more."""
        return self._gone and self._line is None

    @property
    def is_behind(self) -> bool:
        """More waits to be written than goes out at once."""
        return self._most_unread is not None

    def write(self, frames: bytes) -> None:
        """Put in line, without waiting. A client that does not read is cut off sooner or later."""
        pipe = self._pipe
        if pipe is None or self._gone or self._closing is not None:
            return
        if self._most_unread is not None and pipe.get_write_buffer_size() > self._most_unread:
            log.info("client-too-slow")
            self.abort()
            return
        pipe.write(frames)

    def close(self, code: int) -> None:
        """Say goodbye after everything that has been written, but do not wait for long."""
        if self.is_open:
            assert self._line is not None
            # Codes from 4000 on are ours, and picows' list does not have them.
            self._line.send_close(code)  # type: ignore[arg-type]
            self._closing = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort)

    def retire(self, code: int) -> None:
        """The server is about to stop."""
        self.close(code)

    def abort(self) -> None:
        """Hang up at once, whatever waits to be written."""
        if self._line is not None and not self._gone:
            self._gone = True
            self._line.underlying_transport.abort()

    def pause_reading(self) -> None:
        if self._line is not None:
            self._paused = True
            self._line.underlying_transport.pause_reading()

    def resume_reading(self) -> None:
        if self._paused and self._line is not None and not self._gone:
            self._paused = False
            self._line.underlying_transport.resume_reading()

    def check_alive(self) -> None:
        """Has the client been heard of since this was asked last?"""
        if not self._heard:
            self.abort()
        elif self.is_open:
            assert self._line is not None
            self._heard = False
            self._line.send_ping()

    def work(self, what: Any) -> asyncio.Task[None]:
        """Run a coroutine that says itself when it has `worked`; the server waits for that before it stops, and no hanging up
        cancels it."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        return task

    def worked(self, task: asyncio.Task[None]) -> None:
        # A callback would do the same, by one more turn of the event loop for every message.
        self._tasks.discard(task)

    # ------------------------------------------------------------ what uvicorn and picows tell

    def begin(self, tasks: set[asyncio.Task[None]], pings: Pings) -> None:
        self._tasks = tasks
        self._round = pings.add(self)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._line = transport
        self._pipe = transport.underlying_transport
        # picows keeps both for as long as the line is open, and nobody reads them again.
        transport.request.headers.clear()
        transport.response.headers.clear()
        self.opened()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard = True
        if not self.is_open and frame.msg_type != WSMsgType.CLOSE:
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(PROTOCOL_ERROR)
            return
        match frame.msg_type:
            case WSMsgType.CLOSE:
                said = frame.get_close_code()
                self.close(WSCloseCode.OK.value if said == WSCloseCode.NO_INFO else int(said.value))
                transport.disconnect()
            case WSMsgType.PING:
                # Not while the last answers wait: they would pile up.
                if not self.is_behind:
                    transport.send_pong(frame.get_payload_as_bytes())
            case WSMsgType.TEXT | WSMsgType.BINARY | WSMsgType.CONTINUATION:
                self._gather(frame)

    def _gather(self, frame: WSFrame) -> None:
        """A message, or a part of one."""
        begins = frame.msg_type != WSMsgType.CONTINUATION
        if begins == (self._parts is not None):
            self.close(PROTOCOL_ERROR)
            return
        if begins:
            self._text = frame.msg_type == WSMsgType.TEXT
        if begins and frame.fin:
            self.received(frame.get_payload_as_bytes(), is_text=self._text)
            return
        self._parts = self._parts or bytearray()
        self._parts += frame.get_payload_as_memoryview()
        if len(self._parts) > LONGEST_FRAME:
            self.close(TOO_BIG)
        elif frame.fin:
            message, self._parts = bytes(self._parts), None
            self.received(message, is_text=self._text)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._gone = True
        self._line = self._pipe = None
        self._round.discard(self)
        if self._closing is not None:
            self._closing.cancel()
        self.lost()

    def pause_writing(self) -> None:
        if self._line is not None:
            # One long answer may be longer than what is allowed to wait.
            waiting = self._line.underlying_transport.get_write_buffer_size()
            self._most_unread = waiting + MOST_UNREAD

    def resume_writing(self) -> None:
        self._most_unread = None
        self.writable()
