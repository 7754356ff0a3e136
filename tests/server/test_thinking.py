"""Who thinks when: at a real server, after it has been started anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Server, serving

pytestmark = pytest.mark.anyio

EXPERT = {"kind": "bot", "level": "expert"}
TABLES = 24


async def test_after_a_restart_one_clients_experts_hold_up_nobody_else(tmp_path: Path) -> None:
    """By count: while somebody else waits for an easy bot, hardly anything else is thought."""
    database = tmp_path / "muscade.db"
    async with serving(database) as server:
        for _ in range(TABLES):
            await server.create(EXPERT, EXPERT, EXPERT)
    async with serving(database) as server:
        move_elsewhere(server)
        created = await server.create(
            {"kind": "here", "name": "Ada"},
            {"kind": "bot", "level": "easy"},
            {"kind": "bot", "level": "easy"},
        )
        async with server.sit(created) as ada:
            await ada.until(lambda update: update["moves"])
            before = moves_of_experts(database)
            await ada.make()
            await ada.until(lambda update: update["moves"])
            # First come, first served would be twice all tables: one round of them before each easy bot.
            assert moves_of_experts(database) - before < TABLES, "two easy bots waited for experts"


def move_elsewhere(server: Server) -> None:
    """From now on, ask from another address."""
    elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    server.http = httpx.AsyncClient(
        base_url=server.http.base_url, trust_env=False, timeout=PATIENCE, transport=elsewhere
    )


def moves_of_experts(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        [(count,)] = opened.execute(
            "select count(*) from events where seat >= 0 and table_id in"
            " (select table_id from seats where level = 'expert')"
        )
    return int(count)
