"""WebSockets on the port where uvicorn serves HTTP.

uvicorn reads the request that asks for a WebSocket and hands the connection over to `WebSocketProtocol`. From then on
picows reads and writes frames, and a `Socket` makes messages of them.
"""

from __future__ import annotations

import asyncio
import logging
import re
from http import HTTPStatus
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec
import uvicorn
from picows import WSAutoPingStrategy, WSUpgradeRequest

# picows has no public way to take over a connection; this is the protocol that its own server makes.
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from muscade.server import refusals
from muscade.server.slow_clients import ImpatientProtocol
from muscade.server.sockets import LONGEST_FRAME, PING_SECONDS, Pings, Socket

SHUTDOWN_SECONDS = 5
RESTARTING = 1012
_SMALLEST_BUFFER = 2048


class _OurFaultsOnly(logging.Filter):
    """What is wrong with somebody's frames goes into no log; what is wrong with what handles them does."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is not None


_log = logging.getLogger("muscade.websockets")
_log.addFilter(_OurFaultsOnly())
# Of a plain logger picows would make a child for every connection.
_picows_log = logging.LoggerAdapter(_log, {})


PlaceKind: TypeAlias = Literal["table", "room", "lobby", "me"]


class Knock(NamedTuple):
    """Somebody asks for a WebSocket."""

    kind: PlaceKind
    id: str
    """Of the table or the room."""
    peer: str
    """The address at the other end of the line: the client's, or a proxy's."""
    headers: dict[str, str]
    """By their names in small letters."""


class Gate(Protocol):
    """Decides who gets a socket."""

    pings: Pings

    def admit(self, knock: Knock) -> Socket:
        """Who hears what comes in; a `refusals.RequestRefused` is answered in HTTP."""


class WebSocketProtocol(WSProtocol):  # type: ignore[misc]
    """What uvicorn makes for a request that asks for a WebSocket (`ws=` of its configuration)."""

    __slots__ = ("_connection", "_gate", "_socket", "_state")

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._gate: Gate = app_state["gate"]
        self._state = server_state
        self._connection: asyncio.Transport | None = None
        super().__init__(
            None,  # Host and path are a client's to give.
            None,
            False,  # Not a client.
            self._open,
            _picows_log,
            True,  # What we fail to handle ends the connection.
            None,  # The handshake is here already.
            False,  # Pings are ours: picows would keep a task for every connection.
            PING_SECONDS,
            PING_SECONDS,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # So are pongs: picows would write them to those who do not read.
            LONGEST_FRAME,
            None,
            _SMALLEST_BUFFER,
        )

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._connection = transport
        self._state.connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._state.connections.discard(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """uvicorn is about to stop."""
        if self.listener is not None:
            self.listener.retire(RESTARTING)
        elif self._connection is not None:
            self._connection.close()

    def data_received(self, request: bytes) -> None:
        """The request, whole: uvicorn has read it. picows gets what it needs of it, and reads the rest itself."""
        assert self._connection is not None
        try:
            knock, key = read_request(request, _peer(self._connection))
            self._socket = self._gate.admit(knock)
        except refusals.RequestRefused as refusal:
            self._connection.write(_refusal_in_http(refusal))
            self._connection.close()
            return
        self._socket.begin(self._state.tasks, self._gate.pings)
        handshake = _HANDSHAKE % key
        self.get_buffer(len(handshake))[: len(handshake)] = handshake
        self.buffer_updated(len(handshake))

    def _open(self, _request: WSUpgradeRequest) -> Socket:
        return self._socket


_HANDSHAKE = (
    b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %b\r\n\r\n"
)


def read_request(request: bytes, peer: str) -> tuple[Knock, bytes]:
    """Who asks for what, and the key of the handshake."""
    first, *lines = request.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    method, address, _version = first.split(" ", 2)
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        name = name.lower()
        # Said twice, it is what neither says.
        headers[name] = f"{headers[name]}, {value.strip()}" if name in headers else value.strip()
    kind, place = read_path(address.partition("?")[0])
    if method != "GET":
        raise refusals.wrong_method(allowed="GET")
    key = headers.get("sec-websocket-key", "").encode("latin-1")
    if headers.get("sec-websocket-version") != "13" or not _KEY.fullmatch(key):
        raise refusals.bad_handshake()
    return Knock(kind, place, peer, headers), key


def read_path(path: str) -> tuple[PlaceKind, str]:
    """What somebody wants to hear of.

    >>> read_path("/ws/rooms/YzTQF14reoSoryoNwVDpNuv_"), read_path("/ws/lobby")
    (('room', 'YzTQF14reoSoryoNwVDpNuv_'), ('lobby', ''))
    """
    if path == "/ws/lobby":
        return "lobby", ""
    if path == "/ws/me":
        return "me", ""
    room, table = path.removeprefix("/ws/rooms/"), path.removeprefix("/ws/")
    if room != path and room and "/" not in room:
        return "room", room
    if table != path and table and "/" not in table:
        return "table", table
    raise refusals.unknown_address()


_KEY = re.compile(rb"[A-Za-z0-9+/]{21}[AQgw]==")
"""Sixteen bytes in base 64."""


def _peer(connection: asyncio.Transport) -> str:
    found = connection.get_extra_info("peername")
    return str(found[0]) if found else ""


def _refusal_in_http(refusal: refusals.RequestRefused) -> bytes:
    status = HTTPStatus(refusal.status)
    content = msgspec.json.encode(refusal.problem())
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: application/json",
        "cache-control: no-store",
        f"content-length: {len(content)}",
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + content


def server_config(app: ASGIApp, **options: Any) -> uvicorn.Config:
    """How uvicorn is to serve an application of ours: the one place that knows."""
    return uvicorn.Config(
        app,
        http=ImpatientProtocol,
        ws=WebSocketProtocol,
        # Addresses hold secrets, so nobody but the application itself writes them down.
        access_log=False,
        log_level="warning",
        log_config=None,
        # Who is behind a proxy is for the application to find out, by the proxies that the operator names.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        **options,
    )
