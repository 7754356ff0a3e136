"""Clients that do not read, vanish, come from elsewhere, or speak in pieces, against the real server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from picows import WSTransport
from starlette.applications import Starlette
from tests.server.harness import GREEDY, HERE, PATIENCE, FakeClock, Person, Server, running, serving, until
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from muscade.server import sockets
from muscade.server.addresses import Proxies
from muscade.server.limits import Limiter, Limits
from muscade.server.reading import DEEPEST, is_too_deep
from muscade.server.sockets import LONGEST_FRAME, Pings, Socket, framed
from muscade.server.transport import Knock

pytestmark = pytest.mark.anyio

HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """A frame of a client's, masked with nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([first]) + length + bytes(4) + payload


async def narrow_line(port: int) -> socket.socket:
    """A connection that holds little of what nobody reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    return line


@asynccontextmanager
async def raw(server: Server, table: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A line to the server on which one may say anything, and need not listen."""
    reader, writer = await asyncio.open_connection(sock=await narrow_line(server.port), limit=2048)
    try:
        writer.write(HANDSHAKE.format(table=table, port=server.port).encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer
    finally:
        writer.transport.abort()


async def answer_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, Any]]:
    """A refused handshake: the status, and what it says."""
    async with asyncio.timeout(PATIENCE):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


# ---------------------------------------------------------------- who does not read


async def test_who_does_not_read_is_cut_off_and_takes_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty of them say hello again and again, at a table with much to tell: 1.2 GB, if somebody listened."""
    monkeypatch.setattr(sockets, "MOST_UNREAD", 1 << 16)
    limits = Limits(
        messages_a_second=0,
        bytes_a_second=0,
        messages_of_address_a_second=0,
        words_a_minute=0,
        words_of_address_a_minute=0,
    )
    async with serving(tmp_path / "muscade.db", FakeClock(), limits=limits) as server:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        async with server.sit(created) as ada, contextlib.AsyncExitStack() as lines:
            await talk(ada, 60)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            nobody = open_descriptors()
            hello = frame(json.dumps({"type": "hello"}).encode())
            for _ in range(20):
                _, writer = await lines.enter_async_context(raw(server, created["table"]))
                writer.write(hello * 2000)
            await until(lambda: server.open_sockets == 21)
            # Everybody hears what is said, those who do not listen too, until it is too much.
            async with asyncio.timeout(PATIENCE):
                while open_descriptors() > nobody + 20:
                    await talk(ada, 10)
            assert server.open_sockets == 1
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            assert grown < 50_000, f"{grown} KB"
            await ada.make()


async def talk(person: Person, times: int) -> None:
    for _ in range(times):
        await person.send({"type": "say", "id": secrets.token_hex(8), "seat": 0, "text": "é" * 280})
        await person.expect("accepted")


# ---------------------------------------------------------------- who vanishes


async def test_who_vanishes_in_the_middle_of_a_move_disturbs_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0}, pace=5000)
    storage = server.app.state.storage
    reached, go_on = asyncio.Event(), asyncio.Event()
    append = storage.append

    async def slow_append(*args: Any, **more: Any) -> None:
        reached.set()
        await go_on.wait()
        await append(*args, **more)

    monkeypatch.setattr(storage, "append", slow_append)
    with structlog.testing.capture_logs() as logs:
        async with server.sit(created, None) as watcher:
            async with server.sit(created) as ada:
                move = ada.move()
                await ada.send(move)
                await reached.wait()
                gone = ada.connection.transport
                gone.abort()
            # The server has noticed, and the move is still on its way to the disk.
            await until(lambda: server.open_sockets == 1)
            go_on.set()
            await watcher.until(lambda update: update["version"] == 2)
            told = await watcher.expect("table")
            assert told["people"][0]["online"] is False
    assert [entry for entry in logs if entry["log_level"] in {"warning", "error"}] == []
    async with server.sit(created) as again:
        await again.send(move)
        assert (await again.expect("accepted"))["version"] == 2


async def test_a_dead_line_is_found(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db", FakeClock()) as server:
        server.app.state.gate.pings = Pings(0.2)
        created = await server.create(HERE, GREEDY, GREEDY)
        async with server.sit(created) as ada, raw(server, created["table"]) as (reader, _):
            # It never answers a ping; Ada's side does by itself.
            async with asyncio.timeout(PATIENCE):
                while await reader.read(1000):
                    pass
            await ada.settled()
            assert server.open_sockets == 1


# ---------------------------------------------------------------- who comes from elsewhere


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:{port}", True),
        ("https://games.example", True),
        ("https://evil.example", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:{port}.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
async def test_pages_from_elsewhere_get_nothing(tmp_path: Path, origin: str, welcome: bool) -> None:
    async with serving(tmp_path / "muscade.db", FakeClock(), origins=("https://games.example",)) as server:
        created = await server.create(HERE, GREEDY, GREEDY)
        headers = {"origin": origin.format(port=server.port)}
        address = f"ws://127.0.0.1:{server.port}/ws/{created['table']}"
        if welcome:
            async with connect(address, additional_headers=headers, proxy=None, open_timeout=PATIENCE):
                pass
        else:
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, additional_headers=headers, proxy=None, open_timeout=PATIENCE)
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body)["code"] == "origin"
        for path in ("/api/join", f"/api/tables/{created['table']}/hint"):
            answer = await server.http.post(path, json={}, headers=headers)
            assert (answer.json()["code"] != "origin") == welcome
        # Reading what anybody may read is for anybody.
        assert (await server.http.get("/api/games", headers=headers)).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_says_that_it_is_json(server: Server, kind: str) -> None:
    answer = await server.http.post("/api/join", content=b"{}", headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "content-type")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        (("GET /ws/", "GET /elsewhere/"), 404, "not-found"),
        (("GET /ws/", "GET /ws/a/"), 404, "not-found"),
        (("GET /ws/", "POST /ws/"), 405, "method"),
        (("dGhlIHNhbXBsZSBub25jZQ==", "short"), 400, "handshake"),
        (("dGhlIHNhbXBsZSBub25jZQ==", "d" * 9000), 400, "handshake"),
        (("Version: 13", "Version: 12"), 400, "handshake"),
    ],
)
async def test_an_odd_handshake_is_answered(
    server: Server, change: tuple[str, str], status: int, code: str
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(HANDSHAKE.replace(*change).format(table="a-table", port=server.port).encode())
    found, problem = await answer_of(reader)
    assert (found, problem["code"]) == (status, code)
    writer.close()


# ---------------------------------------------------------------- who speaks strangely


async def test_a_message_may_come_in_pieces(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        await ada.connection.send(['{"type": "ping",', ' "nonce"', ": 7}"])
        assert await ada.expect("pong") == {"type": "pong", "nonce": 7}
        await ada.connection.send(["x" * 40_000, "x" * 40_000])
        assert await ada.closed() == 1009


PIECES = {
    "a piece of nothing": frame(b"{}", 0x80),
    "a message within a message": frame(b"{", 0x01) + frame(b"{}"),
    "bits that mean nothing": frame(b"{}", 0xC1),
    "a kind that does not exist": frame(b"{}", 0x83),
    "no mask": b"\x81\x02{}",
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
async def test_what_is_no_websocket_ends_with_1002(server: Server, piece: bytes) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.connect(created["table"]) as stranger:
        await stranger.settled()
        stranger.connection.transport.write(piece)
        assert await stranger.closed() == 1002


async def test_who_says_goodbye_hears_it(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada, server.sit(created, None) as watcher:
        await ada.connection.close(4321, "enough")
        assert ada.connection.protocol.close_rcvd is not None
        assert ada.connection.protocol.close_rcvd.code == 4321
        assert (await watcher.expect("table"))["people"][0]["online"] is False


LENGTHS = (20_000, 7, 9_000, 70_000, 0, 8_193, 1) * 8


class Chatterbox(Socket):
    def on_ws_connected(self, transport: WSTransport) -> None:
        line = transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        super().on_ws_connected(transport)

    def opened(self) -> None:
        for length in LENGTHS:
            self.write(framed(b"x" * length))


class OpenDoor:
    def __init__(self) -> None:
        self.pings = Pings()

    def admit(self, _knock: Knock) -> Socket:
        return Chatterbox()


async def test_long_messages_arrive_whole_and_in_order() -> None:
    """More than goes out at once: none may lie in the other's buffer."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Any]]:
        yield {"gate": OpenDoor(), "limiter": Limiter(), "proxies": Proxies(())}

    async with (
        running(Starlette(lifespan=lifespan)) as port,
        connect(
            f"ws://127.0.0.1:{port}/ws/any", sock=await narrow_line(port), proxy=None, open_timeout=PATIENCE
        ) as line,
    ):
        async with asyncio.timeout(PATIENCE):
            assert [len(await line.recv()) for _ in LENGTHS] == list(LENGTHS)


async def test_what_is_too_deep_is_refused(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        for deep in ("[" * 1000, '{"a":' * 700, "[" * 4000, "[" * LONGEST_FRAME):
            assert (await ada.refusal(deep))["code"] in {"malformed", "too-long"}
        named = {"type": "say", "id": "0123456789", "seat": 0, "text": [[[[]]]]}
        assert (await ada.refusal(named))["id"] == "0123456789"
        deep = json.dumps(named | {"text": 0}).replace("0}", "[" * 20 + "]" * 20 + "}")
        assert (await ada.refusal(deep))["id"] == "0123456789"
        long = json.dumps(named | {"text": "x" * 5000})
        refused = await ada.refusal(long)
        assert (refused["code"], refused["id"]) == ("too-long", "0123456789")
        await ada.settled()
    options = '{"game": "pass-pass", "seats": [], "options": {"leader": %s}}'
    for depth in (12, 20, 900, 7000):
        body = options % ("[" * depth + "]" * depth)
        headers = {"content-type": "application/json"}
        answer = await server.http.post("/api/tables", content=body, headers=headers)
        assert answer.status_code in {400, 422}, (depth, answer.text)


@given(
    st.recursive(
        st.text(max_size=5) | st.integers(), lambda inner: st.lists(inner, max_size=2), max_leaves=40
    )
)
def test_depth_is_counted_as_it_is(value: Any) -> None:
    def depth(found: Any) -> int:
        return 1 + max(map(depth, found), default=0) if isinstance(found, list) else 0

    assert is_too_deep(json.dumps(value).encode()) == (depth(value) > DEEPEST)
    assert is_too_deep(json.dumps([value, "[" * 99]).encode()) == (depth(value) + 1 > DEEPEST)


# ---------------------------------------------------------------- who says too much


async def test_a_flood_is_read_no_faster_than_allowed(tmp_path: Path) -> None:
    limits = Limits(messages_a_second=100, messages_at_once=10)
    async with serving(tmp_path / "muscade.db", FakeClock(), limits=limits) as server:
        created = await server.create(HERE, GREEDY, GREEDY)
        async with server.connect(created["table"]) as stranger:
            for nonce in range(100):
                await stranger.send({"type": "ping", "nonce": nonce})
            answers = [await stranger.receive() for _ in range(100)]
        pongs = [answer["nonce"] for answer in answers if answer["type"] == "pong"]
        assert pongs == sorted(pongs)
        assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"slow-down"}
