"""Databases for tests: what takes long to make is made once and copied."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.server.postgres import Cluster

from muscade.server.storage import Storage

BOTH_KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def unused(request: pytest.FixtureRequest, file: Path) -> Iterator[str]:
    """For a fixture of both kinds: the address of a database that does not even have tables."""
    if request.param == "sqlite":
        yield str(file)
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        with cluster.database() as address:
            yield address


def unfilled(request: pytest.FixtureRequest, file: Path) -> Iterator[str]:
    """For a fixture of both kinds: the address of a database that has its tables, and nothing in them."""
    if request.param == "sqlite":
        make_database(file)
        yield str(file)
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        with cluster.unfilled() as address:
            yield address


def bring_up_to_date(database: str) -> None:
    """As a server does when it starts; whether or not this thread has an event loop."""

    async def start() -> None:
        await (await Storage.open(database)).close()

    in_a_thread(start())


def in_a_thread(doing: Coroutine[Any, Any, None]) -> None:
    """Something done to its end, on an event loop of its own."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, doing).result()


@cache
def _up_to_date() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "muscade.db"
        bring_up_to_date(str(path))
        return path.read_bytes()


def make_database(path: Path) -> None:
    """A file like that of a server that has just been started for the first time, with a secret of its own."""
    path.write_bytes(_up_to_date())
    with closing(sqlite3.connect(path)) as made, made:
        made.execute("update meta set value = ? where name = 'secret'", [secrets.token_hex(32)])
