"""Servers that are killed or stopped in the middle of a game: another goes on with their bots."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import NOTHING_AHEAD, PATIENCE, RANDOM, ROOMY, THINKING, Person, Server, running
from tests.server.postgres import Cluster

import muscade
from muscade.core import Record
from muscade.server.app import create_app
from muscade.server.config import Config
from muscade.server.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

PACE = 200
"""Milliseconds between two moves of bots: several a second, and games outlast the tests."""


@pytest.fixture
def shared_database(cluster: Cluster) -> Iterator[str]:
    with cluster.database() as address:
        yield address


@pytest.fixture
async def survivor(shared_database: str) -> AsyncIterator[Server]:
    """In this process, with the time and the patience of a real server."""
    config = Config(database=shared_database, thinking=NOTHING_AHEAD, limits=ROOMY)
    app = create_app(config, thinking=THINKING)
    async with running(app) as port:
        server = Server(port, Path(), app)
        yield server
        await server.http.aclose()


@asynccontextmanager
async def process(database: str, port: int) -> AsyncIterator[subprocess.Popen[bytes]]:
    """A server of its own, as an operator runs it; the one in this process goes on while it starts."""
    command = [sys.executable, "-m", "muscade.cli", "serve", "--no-look-ahead"]
    command += ["--port", str(port), "--database", database]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert started.stdout is not None
        assert b"Muscade" in await asyncio.to_thread(started.stdout.readline)
        yield started
    finally:
        started.kill()
        started.wait()
        assert started.stdout is not None
        started.stdout.close()


async def some_moves(person: Person, count: int) -> None:
    goal = person.update["version"] + count
    await person.until(lambda update: update["version"] >= goal)


async def check_log(database: str, created: dict[str, Any], persons: list[Person]) -> str | None:
    """Whole, playable, and what everybody saw; the keeper."""
    storage = await Storage.open(database)
    try:
        stored = await storage.load(created["table"])
    finally:
        await storage.close()
    assert stored is not None
    assert [event.version for event in stored.events] == list(range(1, len(stored.events) + 1))
    game = muscade.game("pass-pass")
    state = game.new(len(stored.seats), **stored.row.options)
    for event in stored.events:
        state.play(event.seat, game.parse(event.move))
    for person in persons:
        assert [(event["version"], event["seat"], event["at"]) for event in person.events] == [
            (event.version, event.seat, event.at) for event in stored.events[: len(person.events)]
        ]
    return stored.row.keeper


async def test_bots_of_a_killed_server_are_played_by_another(
    shared_database: str, survivor: Server, unused_port: int
) -> None:
    doomed = Server(unused_port, Path())
    async with process(shared_database, unused_port) as server:
        created = await doomed.create(*[RANDOM] * 3, pace=PACE)
        async with survivor.sit(created, None) as watcher:
            await some_moves(watcher, 3)
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
            await some_moves(watcher, 5)
            keeper = await check_log(shared_database, created, [watcher])
            assert keeper == survivor.app.state.reception.services.keeper.id
    await doomed.http.aclose()


async def test_a_server_that_was_stopped_and_wakes_up_keeps_its_hands_off(
    shared_database: str, survivor: Server, unused_port: int
) -> None:
    sleeper = Server(unused_port, Path())
    async with process(shared_database, unused_port) as server:
        created = await sleeper.create(*[RANDOM] * 3, pace=PACE)
        async with sleeper.sit(created, None) as there, survivor.sit(created, None) as here:
            await some_moves(here, 3)
            os.kill(server.pid, signal.SIGSTOP)
            await some_moves(here, 3)
            mine = survivor.app.state.reception.services.keeper
            async with asyncio.timeout(PATIENCE):
                while mine.epoch(created["table"]) is None:
                    await here.expect("update")
            await some_moves(here, 3)
            os.kill(server.pid, signal.SIGCONT)
            await some_moves(there, 3)
            await some_moves(here, 10)
            await there.until(lambda update: update["version"] >= here.update["version"])
            assert await check_log(shared_database, created, [here, there]) == mine.id
            assert mine.epoch(created["table"]) == 2, "nobody took it back"
        record = await survivor.record(created["table"])
        assert Record.from_json(json.dumps(record)).viewer == "spectator"
    await sleeper.http.aclose()
