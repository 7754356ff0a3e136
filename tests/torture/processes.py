"""Servers as an operator runs them: processes of their own on loopback, to be killed, stopped and looked at."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
from tests.loopback import UNENCRYPTED
from tests.torture.log import Expected, complaints

START_SECONDS = 90
ANSWER_SECONDS = 90
UNLIMITED = {
    f"MUSCADE_LIMITS_{name.upper()}": "0"
    for name in (
        "requests_a_second",
        "tables_a_minute",
        "joins_a_minute",
        "hints_a_minute",
        "open_tables",
        "connections",
        "messages_a_second",
        "bytes_a_second",
        "messages_of_address_a_second",
    )
}
"""A test is one address, and asks for more than one address may."""
ADDRESS = re.compile(rb"http://localhost:(\d+)/")


class ServerProcess:
    """One ``muscade serve``. It keeps its port from start to start, so that clients find it again."""

    def __init__(
        self,
        database: str,
        folder: Path,
        name: str = "server",
        *,
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        workers: int = 1,
    ) -> None:
        """``before`` stands before the command: what puts it in a namespace, say."""
        self.database = database
        self.port = 0
        self.log = folder / f"{name}.log"
        self._environment = {**os.environ, **UNLIMITED, **(environment or {})}
        self._before = list(before)
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        command = [*self._before, sys.executable, "-m", "muscade.cli", "serve", "--no-look-ahead"]
        command += ["--port", str(self.port), "--database", self.database, "--workers", str(self._workers)]
        self._process = self._launch(command)
        assert self._process.stdout is not None
        async with asyncio.timeout(START_SECONDS):
            line = await asyncio.to_thread(self._process.stdout.readline)
        found = ADDRESS.search(line)
        assert found, f"it does not start: {line!r} {self.log.read_text()[-2000:]}"
        self.port = int(found[1])

    def _launch(self, command: list[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env=self._environment, start_new_session=True
            )

    async def kill(self) -> None:
        """At once, and without a word."""
        await self.end(signal.SIGKILL)

    async def end(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; its exit code."""
        self.process.send_signal(with_signal)
        async with asyncio.timeout(START_SECONDS):
            code = await asyncio.to_thread(self.process.wait)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._process = None
        return code

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def close(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
        await self.kill()

    async def kill_oldest_worker(self) -> None:
        """Those who lost their line to the one before are there; until another has taken its place."""
        oldest = workers_of(self.process.pid)[0]
        os.kill(oldest, signal.SIGKILL)
        for _ in range(20 * START_SECONDS):
            found = workers_of(self.process.pid)
            if len(found) == self._workers and oldest not in found:
                return
            await asyncio.sleep(0.05)
        raise TimeoutError("no other worker takes its place")

    # ------------------------------------------------------------ what it leaves behind

    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def complaints(self, expected: tuple[Expected, ...] = ()) -> list[dict[str, Any]]:
        return complaints(self.log, expected)


def workers_of(parent: int) -> list[int]:
    """Processes that serve for it: not the one that looks after resources for Python."""

    def serves(process: int) -> bool:
        try:
            return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return False

    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [child for child in map(int, children) if serves(child)]


async def is_ready(server: ServerProcess) -> bool:
    async with httpx.AsyncClient(trust_env=False, timeout=ANSWER_SECONDS, verify=UNENCRYPTED) as http:
        answer = await http.get(f"http://{server.address}/readyz")
    return answer.status_code == HTTPStatus.OK


async def refused_to_create(server: ServerProcess) -> str | None:
    """The code with which a server refuses to make a table, if it does."""
    wanted = {"game": "pass-pass", "seats": [{"kind": "invited"}] * 3}
    async with httpx.AsyncClient(trust_env=False, timeout=ANSWER_SECONDS, verify=UNENCRYPTED) as http:
        answer = await http.post(f"http://{server.address}/api/tables", json=wanted)
    code: str | None = answer.json().get("code")
    return code
