"""Noise on the line, readers who do not read, and bots that fail."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Thread
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs
from tests.server.harness import GREEDY, HERE, PATIENCE, THINKING, FakeClock, Server, eventually, serving
from websockets.sync.client import connect

import muscade
from muscade.bots import RandomBot, TalkingBot
from muscade.core import Move, Text
from muscade.server.bots import BotRunner, names_for_bots
from muscade.server.metrics import Metrics
from muscade.server.protocol import FromServer

CODES = {"malformed", "binary", "too-long", "not-yours", "version", "late", "notation", "illegal", "key"}
KINDS = {kind.__struct_config__.tag for kind in FromServer.__args__}
CODES |= {"phrase", "words", "hello-first"}

NUMBERS = st.integers() | st.integers(-2, 7) | st.floats()
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=30)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["id", "seat", "move", "version", "keys", "look", "since", "text", "phrase", "nonce"]
)
MESSAGES = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(["hello", "look", "move", "phrase", "say", "ping"]),
    st.dictionaries(FIELDS, SCALARS | JSON, max_size=6),
)
NOISE = st.binary(max_size=64) | st.text(max_size=64) | JSON.map(json.dumps) | MESSAGES.map(json.dumps)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, Any]]]:
    """A server in a thread of its own, with one table."""
    ready, done = Event(), Event()
    found: list[Any] = []

    async def run() -> None:
        async with serving(tmp_path_factory.mktemp("noise") / "muscade.db", FakeClock()) as server:
            created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0}, pace=5000)
            found.extend([f"ws://127.0.0.1:{server.port}/ws/{created['table']}", created])
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert ready.wait(PATIENCE)
    yield found[0], found[1]
    done.set()
    thread.join(PATIENCE)


@given(st.lists(NOISE, max_size=8), st.booleans())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_noise_is_answered_in_the_protocol_and_changes_nothing(
    address: tuple[str, dict[str, Any]], noise: list[str | bytes], greeted: bool
) -> None:
    url, created = address
    hello = {"type": "hello", "keys": [created["keys"][0]["key"]], "look": 0}
    with connect(url, proxy=None, open_timeout=PATIENCE, max_size=None) as socket:
        if greeted:
            socket.send(json.dumps(hello))
        for message in noise:
            socket.send(message)
        socket.send(json.dumps({"type": "ping", "nonce": 77}))
        while True:
            answer = json.loads(socket.recv(timeout=PATIENCE))
            assert answer["type"] in KINDS
            if answer["type"] == "refused":
                assert answer["code"] in CODES
                if answer["code"] == "key":
                    return
            if answer == {"type": "pong", "nonce": 77}:
                break
    with connect(url, proxy=None, open_timeout=PATIENCE, max_size=None) as socket:
        socket.send(json.dumps(hello))
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "table"
        assert json.loads(socket.recv(timeout=PATIENCE))["version"] == 1


class _Bad(RandomBot):
    """A game whose only bot does something wrong, in no time."""

    name = "pass-pass"
    real_time = True
    nicknames = MappingProxyType[str, str]({})

    def __init__(self, choose: Callable[..., Move]) -> None:
        self.choose = choose  # type: ignore[method-assign]

    def bots(self) -> dict[str, _Bad]:
        return {"bad": self}

    def bot(self, name: str) -> _Bad:
        return self.bots()[name]


def _crash(view: object, moves: object, rng: Random) -> Move:
    raise RuntimeError("out of ideas")


def _cheat(view: object, moves: object, rng: Random) -> Move:
    return muscade.game("pass-pass").parse("take P1")


@pytest.mark.anyio
@pytest.mark.parametrize("choose", [_crash, _cheat])
async def test_a_bot_that_fails_is_played_for(choose: Callable[..., Move]) -> None:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=1, leader=0)
    moves = match.state.moves(0)
    runner = BotRunner(Metrics(), THINKING)
    for level in ("bad", "a level that has gone"):
        chosen, remark = await runner.choose(_Bad(choose), level, match.state.view(0), moves, (), owner="a")  # type: ignore[arg-type]
        assert chosen in moves
        assert remark is None
    runner.close()


class _Tongue(_Bad):
    """Its bot plays well, and stumbles over its words."""

    title = Text("tongue-tied", "muet")

    def remark(self, view: object, moves: object) -> int | None:
        raise RuntimeError("lost for words")


@pytest.mark.anyio
async def test_a_bot_that_is_lost_for_words_makes_its_move() -> None:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=1, leader=0)
    moves = match.state.moves(0)
    runner = BotRunner(Metrics(), THINKING)
    game = _Tongue(lambda view, moves, rng: moves[-1])
    assert isinstance(game, TalkingBot)
    told = await runner.choose(game, "bad", match.state.view(0), moves, (), owner="a")  # type: ignore[arg-type]
    assert told == (moves[-1], None)
    runner.close()


def test_bots_have_names_of_their_own() -> None:
    names = names_for_bots(["Marion", "walter ", None], Random(1))
    assert "Marion" not in names
    assert len(set(names)) == len(names) >= 10


@pytest.mark.anyio
async def test_who_vanishes_in_the_middle_of_a_move_disturbs_nobody(tmp_path: Path) -> None:
    """The database is slow, the client impatient: the move is stored all the same, and nothing is read again."""
    database = tmp_path / "muscade.db"
    with capture_logs() as logged:
        async with serving(database, FakeClock()) as server:
            created = await server.create(HERE, HERE, HERE, options={"leader": 0})
            async with server.sit(created, None) as watcher:
                with closing(sqlite3.connect(database, isolation_level=None)) as busy:
                    busy.execute("BEGIN IMMEDIATE")
                    async with server.sit(created) as ada:
                        message = ada.move()
                        await ada.send(message)
                        await asyncio.sleep(0.2)
                        ada.connection.transport.abort()
                    await eventually(lambda: server.open_sockets == 1)
                    busy.execute("ROLLBACK")
                await watcher.until(lambda update: update["version"] == 2)
            async with server.sit(created) as ada:
                await ada.send(message)
                assert (await ada.expect("accepted"))["version"] == 2
    assert not [entry for entry in logged if entry["log_level"] in {"warning", "error"}]


@pytest.mark.anyio
async def test_the_table_goes_on_while_somebody_hangs_up_rudely(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created, None) as watcher:
        async with server.sit(created) as ada:
            await ada.send(ada.move())
            ada.connection.transport.abort()
        await watcher.until(lambda update: update["view"]["turn"] == [0] and update["version"] > 2)
