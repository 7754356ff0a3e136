"""Clients that take their time with HTTP, that are too many, or that ask too much; on real connections."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.harness import GREEDY, HERE, INVITED, ROOMY, FakeClock, Server, serving

from muscade.server.limits import Limits
from muscade.server.slow_clients import LONGEST_HEAD

pytestmark = pytest.mark.anyio

PATIENCE = 30
HASTY = msgspec.structs.replace(ROOMY, head_seconds=0.2, body_seconds=0.2, answer_seconds=0.2)
TABLE = {"game": "pass-pass", "seats": [HERE, GREEDY, GREEDY]}


def limited(**limits: Any) -> Limits:
    return msgspec.structs.replace(ROOMY, **limits)


async def answer(server: Server, *parts: bytes) -> bytes:
    """Send that much of a request, and wait until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    async with asyncio.timeout(PATIENCE):
        for part in parts:
            writer.write(part)
            await writer.drain()
        said = await reader.read()
    writer.close()
    return said


def code_of(said: bytes) -> str:
    head, _, told = said.partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower()
    code: str = json.loads(told)["code"]
    return code


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: "])
async def test_a_head_that_never_comes_is_not_waited_for(tmp_path: Path, sent: bytes) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=HASTY) as server:
        assert code_of(await answer(server, sent)) == "too-slow"


async def test_dribbling_does_not_help(tmp_path: Path) -> None:
    """Each byte starts no new wait, neither before a request nor behind one that was answered."""
    async with serving(tmp_path / "db", FakeClock(), limits=HASTY) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n")

        async def dribble() -> None:
            while True:
                writer.write(b"a")
                await asyncio.sleep(0.01)

        dribbling = asyncio.create_task(dribble())
        async with asyncio.timeout(PATIENCE):
            try:
                said = await reader.read()
            except ConnectionError:
                said = b""
        dribbling.cancel()
        assert said.startswith(b"HTTP/1.1 200") or not said
        writer.close()


async def test_a_body_that_never_comes_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=HASTY) as server:
        head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"
        said = await answer(server, head)
        assert said.startswith(b"HTTP/1.1 408")
        assert b'"too-slow"' in said


async def test_a_head_without_end_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=ROOMY) as server:
        said = await answer(server, b"GET / HTTP/1.1\r\n", b"x-long: " + b"a" * (LONGEST_HEAD + 1000))
        assert code_of(said) == "too-long"


async def test_whoever_leaves_an_answer_unread_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=HASTY) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        for _ in range(400):
            writer.write(b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            while (await server.http.get("/healthz")).status_code == 200:
                await asyncio.sleep(0.05)
                if writer.transport.is_closing() or reader.at_eof() or reader.exception():
                    break
                writer.write(b"\r\n")
        writer.close()


async def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=limited(connections=3)) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
        said = await answer(server)
        assert said.startswith(b"HTTP/1.1 429")
        assert b"retry-after: 5" in said
        assert code_of(said) == "too-many-connections"
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        async with asyncio.timeout(PATIENCE):
            while not (await server.http.get("/healthz")).is_success:
                pass


async def test_websockets_count_as_connections(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=limited(connections=3)) as server:
        created = await server.create(HERE, GREEDY, GREEDY)
        async with server.sit(created), server.sit(created, None):
            # One is the HTTP client's own, which it keeps open.
            said = await answer(server)
            assert code_of(said) == "too-many-connections"
        async with server.sit(created):
            pass


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ({"tables_a_minute": 2}, "too-many-tables"),
        ({"open_tables": 2}, "too-many-open"),
        ({"requests_a_second": 1, "requests_at_once": 2}, "too-many-requests"),
    ],
)
async def test_tables_are_limited_and_the_answer_says_when_to_come_back(
    tmp_path: Path, limit: dict[str, int], code: str
) -> None:
    async with serving(tmp_path / "db", FakeClock(), limits=limited(**limit)) as server:
        for _ in range(2):
            await server.create(HERE, GREEDY, GREEDY)
        refused = await server.http.post("/api/tables", json=TABLE)
        assert (refused.status_code, refused.json()["code"]) == (429, code)
        assert int(refused.headers["retry-after"]) == refused.json()["retry_after"] > 0
        # Those who watch over the server are never refused.
        assert (await server.http.get("/readyz")).status_code == 200


async def test_joins_and_hints_are_limited(tmp_path: Path) -> None:
    limits = limited(joins_a_minute=1, hints_a_minute=1)
    async with serving(tmp_path / "db", FakeClock(), limits=limits) as server:
        created = await server.create(HERE, INVITED, INVITED)
        invites = [invitation["invite"] for invitation in created["invitations"]]
        assert (await server.join(invites[0])).status_code == 201
        assert (await server.join(invites[1])).json()["code"] == "too-many-joins"
        path = f"/api/tables/{created['table']}/hint"
        assert (await server.http.post(path)).json()["code"] == "no-hints"
        assert (await server.http.post(path)).json()["code"] == "too-many-hints"


async def test_bytes_and_messages_of_all_connections_are_limited(tmp_path: Path) -> None:
    limits = limited(bytes_a_second=1, bytes_at_once=2000, messages_of_address_a_second=1)
    limits = msgspec.structs.replace(limits, messages_of_address_at_once=4)
    async with serving(tmp_path / "db", FakeClock(), limits=limits) as server:
        created = await server.create(HERE, GREEDY, GREEDY)
        async with server.sit(created) as ada, server.sit(created, None) as bea:
            refused = await ada.refusal({"type": "ping", "nonce": 1, "padding": "x" * 2000})
            assert refused["code"] == "slow-down"
            assert refused["retry_after"] == 1
            for _ in range(3):
                await bea.send({"type": "ping", "nonce": 1})
            refused = await bea.expect_any("refused")
            assert refused["code"] == "slow-down"


async def test_requests_have_ids_which_nobody_else_may_forge(server: Server) -> None:
    given = await server.http.get("/healthz", headers={"x-request-id": "abcdef-12345"})
    assert given.headers["x-request-id"] == "abcdef-12345"
    for odd in ("short", "a" * 65, 'quote"and more', "two words and"):
        answered = await server.http.get("/healthz", headers={"x-request-id": odd})
        assert answered.headers["x-request-id"] not in {odd, ""}
