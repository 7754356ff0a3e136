"""A real server in a process of its own, and a real Chromium."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from tests.browser import stranger
from tests.browser.visitors import LONG, PATIENCE, UNSEEN, Visitor
from tests.loopback import UNENCRYPTED
from tests.replays.played import lay_down

from muscade.core import Record, RecordedEvent
from muscade.server.storage import Storage

ROOT = Path(__file__).parents[2]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages are painted by the processor: in few large pieces, each of which would be put together with the others.
    "--default-tile-width=1440",
    "--default-tile-height=900",
]
OPERATOR = "the token of whoever runs this site"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

# Its own five seconds are too few on a machine that does others' work as well.
expect.set_options(timeout=1000 * PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test has longer than the longest of its waits: one that is cut short takes its worker along, and says not for what it
    waited."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.timeout(4 * LONG))


class Site:
    """A server that can be stopped hard and started again on the same database: a file of its own, unless it is told another."""

    def __init__(self, folder: Path, database: str = "", **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "muscade.cli", "serve", "--port", str(self.port)]
        self.database = folder / "muscade.db"
        self._command += ["--database", database or str(self.database), "--no-look-ahead"]
        packages = folder / "packages"
        packages.mkdir()
        stranger.install(packages)
        paths = [str(packages), *filter(None, [os.environ.get("PYTHONPATH")])]
        given = {
            "MUSCADE_OPERATOR_TOKEN": OPERATOR,
            # Nobody here wants to know it all that well.
            "MUSCADE_THINKING_ANALYSIS_SECONDS": "0.1",
            # Each loads what every game's bots think with.
            "MUSCADE_THINKING_PROCESSES": "1",
            **environment,
            "PYTHONPATH": os.pathsep.join(paths),
        }
        self._environment = {**os.environ, **given}
        self._log = (folder / "server.log").open("ab")
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=self._log, stderr=self._log, env=self._environment
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                httpx.get(
                    f"{self.address}/healthz", trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
                ).raise_for_status()
                return
            except httpx.HTTPError:
                assert self._process.poll() is None, Path(self._log.name).read_text()
                time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def log(self, table: str) -> str:
        """The whole truth about a table, which the server tells nobody before the end: a record from its database."""
        with closing(sqlite3.connect(self.database)) as database:
            query = "select game, game_version, options from tables where id = ?"
            [(game, version, options)] = database.execute(query, [table])
            [(seats,)] = database.execute("select count(*) from seats where table_id = ?", [table])
            query = "select seat, move, at from events where table_id = ? order by version"
            events = [RecordedEvent(*event) for event in database.execute(query, [table])]
        return Record(game, version, seats, json.loads(options), events).to_json()

    def make_table(self, **wanted: Any) -> dict[str, Any]:
        """A table outside of any room, as a program asks for one."""
        address = f"{self.address}/api/tables"
        made = httpx.post(
            address, json=wanted, trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
        ).raise_for_status()
        created: dict[str, Any] = made.json()
        return created

    def record(self, table: str) -> str:
        """As the server gives it to anybody."""
        return httpx.get(
            f"{self.address}/api/tables/{table}/record", trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
        ).text

    def lay_down(self, record: Record, table: str, **more: Any) -> str:
        """A game that was played elsewhere, as if it had been played here; the table's id."""

        async def store() -> None:
            storage = await Storage.open(str(self.database))
            await lay_down(storage, record, table, **more)
            await storage.close()

        # This thread may have the event loop of a browser.
        with ThreadPoolExecutor(1) as other:
            other.submit(asyncio.run, store()).result()
        return table

    def close(self) -> None:
        self.kill()
        self._log.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = subprocess.run(["scripts/chromium"], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found.stdout.strip(), args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def left_behind() -> dict[str, list[BrowserContext]]:
    """By what was asked for: browsers whose visitors have gone."""
    return {}


@pytest.fixture
def visit(
    browser: Browser, site: Site, left_behind: dict[str, list[BrowserContext]]
) -> Iterator[Callable[..., Visitor]]:
    """Somebody with a browser of their own; ``phone=True`` gives them a small touch screen.

    It may have been somebody else's, and has then fetched the client before; all else it has forgotten. ``unused=True``: nobody
    had it before, and nobody gets it afterwards.
    """
    lent: list[tuple[str, BrowserContext]] = []

    def arrive(
        *, phone: bool = False, locale: str = "en-GB", at: Site = site, unused: bool = False, **more: Any
    ) -> Visitor:
        wanted = {
            "base_url": at.address,
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "locale": locale,
            # Every browser would fetch all of the client first; who looks at what is kept allows it.
            "reduced_motion": "reduce",
            "service_workers": "block",
            **more,
        }
        kind = "" if unused or wanted["service_workers"] == "allow" else json.dumps(wanted)
        used = left_behind.get(kind)
        if used:
            context = used.pop()
        else:
            context = browser.new_context(**wanted)
            context.set_default_timeout(1000 * PATIENCE)
            context.add_init_script(UNSEEN)
        lent.append((kind, context))
        page = context.new_page()
        if used is not None:
            context.clear_cookies()
            memory = context.new_cdp_session(page)
            memory.send("Storage.clearDataForOrigin", {"origin": at.address, "storageTypes": "all"})
            memory.detach()
        return Visitor(page)

    yield arrive
    for kind, context in lent:
        if kind:
            for page in context.pages:
                page.close()
            context.set_offline(False)
            left_behind.setdefault(kind, []).append(context)
        else:
            context.close()
