"""Servers as processes: where they run, what they cost, when they are ready."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

SERVER_CORE = 0
CLIENT_CORE = 1
PATIENCE = 60.0
"""Seconds for anything that should happen at once."""
DESCRIPTORS = 16384
TICK = 1 / os.sysconf("SC_CLK_TCK")


class ServerFailed(Exception):
    """A server that did not start, or did not answer."""


def prepare_client() -> None:
    """Stay on the client's core, and be allowed as many connections as are needed."""
    cores = os.sched_getaffinity(0)
    if not {SERVER_CORE, CLIENT_CORE} <= cores:
        raise ServerFailed(
            f"two cores are needed, {SERVER_CORE} and {CLIENT_CORE}; there are {sorted(cores)}"
        )
    os.sched_setaffinity(0, {CLIENT_CORE})
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class ServerProcess:
    """A server on its own core that says on its output where it listens; its files are in ``folder``."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.started_at = time.perf_counter()
        self._output = folder / "output.txt"
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment},
                preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),  # noqa: PLW1509 - no threads here yet
            )
        try:
            self.port = self._find_port()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _find_port(self) -> int:
        while time.perf_counter() < self.started_at + PATIENCE:
            if found := re.search(r"http://[\w.]+:(\d+)", self._output.read_text(errors="replace")):
                return int(found[1])
            if self._process.poll() is not None:
                break
            time.sleep(0.005)
        raise ServerFailed(self.last_words)

    @property
    def last_words(self) -> str:
        return self._output.read_text(errors="replace")[-2000:]

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def processor_time(self) -> float:
        """Seconds of all its threads, in the program and in the system."""
        fields = self._read("stat").rpartition(")")[2].split()
        return TICK * (int(fields[11]) + int(fields[12]))

    @property
    def waiting_time(self) -> float:
        """Seconds in which a thread could have run, but others had the core."""
        waited = 0
        for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # a thread may end meanwhile
                waited += int((thread / "schedstat").read_text().split()[1])
        return waited / 1e9

    @property
    def memory(self) -> int:
        """Bytes of it that are in memory."""
        found = re.search(r"VmRSS:\s+(\d+) kB", self._read("status"))
        if not found:
            raise ServerFailed(self.last_words)
        return 1024 * int(found[1])

    def _read(self, name: str) -> str:
        if self._process.poll() is not None:
            raise ServerFailed(self.last_words)
        return Path(f"/proc/{self._process.pid}/{name}").read_text()
