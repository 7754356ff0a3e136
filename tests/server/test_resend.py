"""Any message may be sent twice, dropped, or answered by a server that has started again since."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server.harness import GREEDY, HERE, PATIENCE, RANDOM, FakeClock, Server, serving

pytestmark = pytest.mark.anyio


async def test_a_resent_move_gets_the_same_answer(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        message = ada.move()
        answers = []
        for _ in range(3):
            await ada.send(message)
            answers.append(await ada.expect("accepted"))
        assert answers[0] == answers[1] == answers[2]
    async with server.sit(created) as again:
        await again.send(message)
        assert await again.expect("accepted") == answers[0]
        assert sum(event["seat"] == 0 and event["move"] == message["move"] for event in again.events) == 1


async def test_an_id_stands_for_one_move_only(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        message, other = ada.move(), ada.update["moves"][1]
        await ada.send(message)
        accepted = await ada.expect("accepted")
        for move in (other, "xyzzy"):
            assert (await ada.refusal(message | {"move": move}))["code"] == "reused"
        await ada.send(message | {"move": f" {message['move'].lower()} "})
        assert await ada.expect("accepted") == accepted, "the same move, written otherwise"


async def test_a_move_sent_through_many_connections_at_once_happens_once(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada, server.sit(created) as twin, server.sit(created) as triplet:
        message = ada.move()
        people = [ada, twin, triplet]
        await asyncio.gather(*(person.send(message) for person in people for _ in range(5)))
        answers = [await person.expect("accepted") for person in people for _ in range(5)]
        assert {json.dumps(answer) for answer in answers} == {json.dumps(answers[0])}
    record = await server.record(created["table"], created["keys"][0]["key"])
    assert [event["move"] for event in record["events"] if event["seat"] == 0].count(message["move"]) == 1


async def test_a_restarted_server_knows_every_acknowledged_message(tmp_path: Path) -> None:
    database = tmp_path / "muscade.db"
    words = {"type": "say", "id": "a message", "seat": 0, "text": "bonjour"}
    async with serving(database, FakeClock()) as server:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        async with server.sit(created) as ada:
            message = ada.move()
            await ada.send(message)
            accepted = await ada.expect("accepted")
            await ada.send(words)
            said = await ada.expect("accepted")
            await ada.until(lambda update: update["moves"])
            update = ada.update
    async with serving(database, FakeClock()) as server, server.sit(created) as ada:
        assert (ada.update["view"], ada.update["moves"]) == (update["view"], update["moves"])
        assert (await ada.expect("chat"))["text"]["fr"] == "bonjour"
        await ada.send(message)
        assert await ada.expect("accepted") == accepted
        await ada.send(words)
        assert await ada.expect("accepted") == said


async def test_bots_go_on_after_a_restart_with_nobody_there(tmp_path: Path) -> None:
    database = tmp_path / "muscade.db"
    async with serving(database, FakeClock()) as server:
        created = await server.create(RANDOM, RANDOM, RANDOM, pace=5000)
    clock = FakeClock()
    clock.time += 5000
    async with serving(database, clock) as server:
        async with asyncio.timeout(PATIENCE):
            while len((await server.record(created["table"]))["events"]) <= 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@contextmanager
def _process(database: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server of its own, as an operator runs it."""
    command = [sys.executable, "-m", "muscade.cli", "serve", "--no-look-ahead"]
    command += ["--port", str(port), "--database", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        assert b"Muscade" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def test_a_killed_server_loses_nothing_it_acknowledged(tmp_path: Path, unused_port: int) -> None:
    database = tmp_path / "muscade.db"
    server = Server(unused_port, database)
    with _process(database, unused_port) as process:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        async with server.sit(created) as ada:
            acknowledged = {}
            while len(acknowledged) < 3:
                await ada.until(lambda update: update["moves"])
                message = ada.move()
                await ada.send(message)
                accepted = await ada.expect("accepted")
                acknowledged[accepted["version"]] = message
                await ada.expect("update")
            seen = list(ada.events)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
    with _process(database, unused_port) as process:
        async with server.sit(created) as ada:
            assert ada.events[: len(seen)] == seen
            for version, message in acknowledged.items():
                await ada.send(message)
                assert (await ada.expect("accepted"))["version"] == version
            # The bots go on, and so does the game.
            await ada.until(lambda update: update["moves"])
            await ada.make()
            process.send_signal(signal.SIGTERM)
            assert await ada.closed() == 1012
    await server.http.aclose()
    with sqlite3.connect(database) as connection:
        [(mode,)] = connection.execute("PRAGMA journal_mode").fetchall()
        assert mode == "wal"
    connection.close()
