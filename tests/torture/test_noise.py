"""Mutated messages and requests: every one answered, nothing broken, nothing kept."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.fuzzing import fuzz
from tests.server.moderation.visiting import TOKEN
from tests.torture.ledger import Ledger
from tests.torture.players import BOT, HERE, LOST, Play
from tests.torture.processes import ANSWER_SECONDS, ServerProcess
from tests.torture.scale import how_much
from websockets.asyncio.client import ClientConnection, connect

from muscade.server.protocol import Echo, FromClient, FromServer
from muscade.server.sockets import LONGEST_FRAME, TOO_BIG

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(how_much(300, 3600))]

MESSAGES = how_much(1000, 50_000)
REQUESTS = 10_000
A_LINE = 25
"""Messages a connection, each followed by a ping: below what a client may send at once."""
LINES = 4
"""Connections at once."""
WRONG_KEY = 4403
MOST_GROWTH = 60_000_000
"""Bytes of memory that caches may still take after the first fifth of the noise."""
A_FEW = 16
"""Descriptors of processes that began to think meanwhile; there are many more connections than that."""
ANSWERS = {"table", "update", "accepted", "refused", "pong"}
KINDS = {kind.__struct_config__.tag for kind in FromServer.__args__}

VALUES = [
    None,
    True,
    -1,
    0,
    3,
    2**63,
    2**70,
    -(2**31),
    1.5,
    1e308,
    "",
    "x" * 500,
    "\u0000",
    "\u202e",
    "é" * 30,
]
VALUES += [[], {}, [[]], {"a": {}}, [0] * 50, "P6", "deal ? ?", "🂡"]


class Noise:
    """Honest messages, and what becomes of them on a bad line or in bad hands."""

    def __init__(self, seed: int, keys: list[str]) -> None:
        self.random = Random(seed)
        self.keys = keys

    def honest(self) -> dict[str, Any]:
        chosen = self.random.choice
        return chosen(
            [
                {"type": "hello", "keys": self.keys, "look": 0, "since": 0},
                {"type": "hello", "keys": [], "look": None, "since": 0},
                {"type": "look", "seat": chosen([0, None])},
                {"type": "move", "id": secrets.token_hex(8), "seat": 0, "move": "P6", "version": 1},
                {"type": "phrase", "id": secrets.token_hex(8), "seat": 0, "phrase": chosen([0, 1, 63])},
                {"type": "say", "id": secrets.token_hex(8), "seat": 0, "text": "bonjour"},
                {"type": "ping", "nonce": 5},
                {"type": "echo", "nonce": 5},
            ]
        )

    def value(self) -> Any:
        return self.random.choice(VALUES)

    def message(self) -> str | bytes:
        message = self.honest()
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            field = self.random.choice([*message, "extra"])
            if self.random.random() < 0.3 and len(message) > 1:
                message.pop(field, None)
            else:
                message[field] = self.value()
        text = json.dumps(message, ensure_ascii=self.random.random() < 0.5)
        match self.random.randrange(12):
            case 0:
                return text[: self.random.randrange(len(text))]
            case 1:
                place = self.random.randrange(len(text))
                return text[:place] + self.random.choice('{}[]",:\\0e-\u0007') + text[place + 1 :]
            case 2:
                return text.encode()
            case 3:
                return self.random.choice("[{") * self.random.choice([10, 1000, 4000, 20_000])
            case 4:
                return text * self.random.choice([2, 100])
            case 5:
                return self.random.randbytes(self.random.randrange(200))
        return text


async def listen(socket: ClientConnection, nonce: int) -> list[dict[str, Any]]:
    """Everything up to the answer to a ping."""
    heard = []
    while True:
        async with asyncio.timeout(ANSWER_SECONDS):
            message = json.loads(await socket.recv())
        assert message["type"] in KINDS, message
        if message == {"type": "pong", "nonce": nonce}:
            return heard
        heard.append(message)


def needs_answer(message: str | bytes) -> bool:
    """Everything but a true echo."""
    try:
        return not isinstance(msgspec.json.decode(message, type=FromClient), Echo)
    except (msgspec.DecodeError, UnicodeError):
        return True


async def one_line(address: str, table: str, noise: Noise, count: int) -> int:
    """Some noise on one connection; how much of it was answered before the server hung up, if it did."""
    where = f"ws://{address}/ws/{table}"
    async with connect(
        where, proxy=None, open_timeout=ANSWER_SECONDS, max_size=None, ping_interval=None
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "keys": noise.keys, "look": 0, "since": 0}))
        await socket.send('{"type": "ping", "nonce": 1}')
        await listen(socket, 1)
        for number in range(count):
            message, nonce = noise.message(), 1_000_000 + number
            try:
                await socket.send(message)
                await socket.send(json.dumps({"type": "ping", "nonce": nonce}))
                heard = await listen(socket, nonce)
            except LOST:
                break
            if needs_answer(message) and isinstance(message, str):
                assert ANSWERS.intersection(answer["type"] for answer in heard), (
                    f"no answer to {message[:500]!r}"
                )
        else:
            return count
    # A wrong key ends the connection, after an answer, and so does what nobody reads to its end; nothing else does.
    length = len(message if isinstance(message, bytes) else message.encode())
    assert socket.close_code == (TOO_BIG if length > LONGEST_FRAME else WRONG_KEY), message[:500]
    return number + 1


async def make_noise(server: ServerProcess, tables: list[dict[str, Any]], count: int, seed: int) -> int:
    """On a few lines at once; how many messages were sent."""
    sent = 0

    async def lines(number: int) -> None:
        nonlocal sent
        created = tables[number % len(tables)]
        noise = Noise(seed + number, [held["key"] for held in created["keys"]][:1])
        while sent < count:
            sent += await one_line(server.address, created["table"], noise, A_LINE)

    async with asyncio.TaskGroup() as group:
        for number in range(LINES):
            group.create_task(lines(number))
    return sent


async def test_every_message_is_answered_and_nothing_is_kept(server: ServerProcess) -> None:
    play = Play(lambda: [server.address], Ledger(), seed=1)
    tables = [
        await play.create("pass-pass", [HERE, {"kind": "invited"}, BOT]),
        await play.create("pass-pass", [HERE, BOT, BOT], pace=5000, patience=0),
    ]
    sent = await make_noise(server, tables, MESSAGES // 5, seed=1)
    memory, descriptors = server.memory(), server.descriptors()
    sent += await make_noise(server, tables, MESSAGES - sent, seed=100)
    await settled(server, descriptors + A_FEW)
    print(f"{sent} messages, memory {memory / 1e6:.0f} MB and then {server.memory() / 1e6:.0f} MB")
    assert server.memory() - memory < MOST_GROWTH
    assert server.complaints() == []


async def settled(server: ServerProcess, descriptors: int) -> None:
    """Every connection that ended gives back what it held."""
    for _ in range(10 * ANSWER_SECONDS):
        if server.descriptors() <= descriptors:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{server.descriptors()} descriptors, {descriptors} before")


@pytest.fixture
async def operated(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """One with a page for operators."""
    running = ServerProcess(
        str(tmp_path / "muscade.db"), tmp_path, environment={"MUSCADE_OPERATOR_TOKEN": TOKEN}
    )
    await running.start()
    yield running
    await running.close()


@pytest.mark.torture
async def test_every_request_is_answered_as_described(operated: ServerProcess) -> None:
    server = operated
    play = Play(lambda: [server.address], Ledger(), seed=1)
    waiting = await play.create("pass-pass", [HERE, {"kind": "invited"}, BOT])
    puzzle = await play.create("full-house", [HERE])
    async with httpx.AsyncClient(
        trust_env=False, base_url=f"http://{server.address}", timeout=ANSWER_SECONDS
    ) as http:
        document = (await http.get("/api/openapi.json")).json()
        wanted = [
            {"name": name, "portrait": "ring", "id": secrets.token_urlsafe(18)} for name in ("Ada", "Bea")
        ]
        ada, bea = [(await http.post("/api/people", json=person)).json() for person in wanted]
    known = {
        "table": [waiting["table"], puzzle["table"]],
        "invite": [waiting["invitations"][0]["invite"]],
        "device": [ada["key"]],
        "operator": [TOKEN],
        # Not the one who may delete everything.
        "person": [bea["person"]],
        "page": ["pass-pass"],
        "language": ["en", "fr"],
    }
    several = sum(1 for path in document["paths"].values() for told in path.values() if asks_something(told))
    descriptors = server.descriptors()
    answers = await asyncio.to_thread(
        fuzz, f"http://{server.address}", document, count=-(-REQUESTS // several), known=known
    )
    asked = sum(sum(counted.values()) for counted in answers.values())
    print(f"{asked} requests: {answers}")
    assert asked >= REQUESTS
    await settled(server, descriptors + A_FEW)
    assert server.complaints() == []


def asks_something(told: dict[str, Any]) -> bool:
    return bool(told["parameters"] or "requestBody" in told)
