"""``muscade serve`` as a process of its own: how it starts, stops, and goes on when a worker dies."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.loopback import UNENCRYPTED
from tests.torture.processes import workers_of
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

PATIENCE = 90
TABLE = {"game": "pass-pass", "seats": [{"kind": "here", "name": "Ada"}, *[{"kind": "invited"}] * 2]}


class Serving:
    """A server under way."""

    def __init__(self, folder: Path, *flags: str, **environment: str) -> None:
        self.errors = folder / "stderr"
        with self.errors.open("w") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "muscade.cli", "serve", "--port", "0", "--no-look-ahead", *flags],
                env=os.environ | {"MUSCADE_DATABASE": str(folder / "muscade.db"), **environment},
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", said)
        assert found, (said, self.errors.read_text())
        self.port = int(found[1])
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
        )

    def logs(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.errors.read_text().splitlines()]

    @contextmanager
    def sit(self, created: dict[str, Any]) -> Iterator[ClientConnection]:
        """Connected, with the first seat's key, and greeted."""
        address = f"ws://127.0.0.1:{self.port}/ws/{created['table']}"
        with connect(address, proxy=None, open_timeout=PATIENCE) as line:
            keys = [held["key"] for held in created["keys"]]
            line.send(json.dumps({"type": "hello", "keys": keys, "look": 0}))
            assert json.loads(line.recv(timeout=PATIENCE))["type"] in {"equipment", "table"}
            yield line

    def ended(self) -> int:
        return self.process.wait(PATIENCE)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    started: list[Serving] = []

    def begin(*flags: str, **environment: str) -> Serving:
        started.append(Serving(tmp_path, *flags, **environment))
        return started[-1]

    yield begin
    for serving in started:
        serving.http.close()
        serving.process.kill()
        serving.process.communicate()


def wait_for(true: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def close_code(line: ClientConnection) -> int | None:
    try:
        while True:
            line.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def free_ports(count: int) -> int:
    """The first of so many neighbours that nobody uses just now; processes that look at the same time look elsewhere."""
    for first in range(20_000 + 16 * os.getpid() % 12_000, 60_000, count):
        held = []
        try:
            held = [socket.create_server(("127.0.0.1", first + number)) for number in range(count)]
        except OSError:
            continue
        finally:
            for one in held:
                one.close()
        return first
    raise AssertionError("no ports are free")


def test_a_signal_ends_it_in_order(start: Callable[..., Serving]) -> None:
    port = free_ports(1)
    serving = start("--metrics-port", str(port), MUSCADE_DRAIN_SECONDS="8")
    created = serving.http.post("/api/tables", json=TABLE).raise_for_status().json()
    metrics = httpx.get(
        f"http://127.0.0.1:{port}/metrics", trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
    ).text
    assert 'muscade_tables_created_total{game="pass-pass"} 1.0' in metrics
    assert serving.http.get("/readyz").status_code == 200
    with serving.sit(created) as ada:
        serving.process.send_signal(signal.SIGTERM)
        stopping = wait_for(lambda: (told := serving.http.get("/readyz")).status_code == 503 and told)
        assert stopping.json()["code"] == "stopping"
        assert "retry-after" in stopping.headers
        assert serving.http.get("/healthz").status_code == 200
        assert close_code(ada) == 1012
    assert serving.ended() == 0
    logs = serving.logs()
    assert {entry["level"] for entry in logs} <= {"info"}
    made = next(entry for entry in logs if entry["event"] == "table-created")
    assert made["table"] == created["table"][:6]
    assert re.fullmatch(r"[0-9a-f]{16}", made["request"])
    text = serving.errors.read_text()
    assert created["table"] not in text
    assert not any(held["key"] in text for held in created["keys"])


def test_a_move_that_is_being_stored_when_it_stops_is_stored_and_acknowledged(
    start: Callable[..., Serving], tmp_path: Path
) -> None:
    """Another program holds the file, so that the move is in the middle when the signal comes."""
    serving = start(MUSCADE_DRAIN_SECONDS="1")
    here = {"kind": "here", "name": "Ada"}
    created = serving.http.post("/api/tables", json={"game": "mono-line", "seats": [here, here]}).json()
    with (
        serving.sit(created) as ada,
        closing(sqlite3.connect(tmp_path / "muscade.db", isolation_level=None)) as other,
    ):
        update = heard(ada, "update")
        while not update["moves"]:
            ada.send(json.dumps({"type": "look", "seat": 1}))
            update = heard(ada, "update")
        other.execute("BEGIN IMMEDIATE")
        move = {"type": "move", "id": "in-the-middle", "seat": update["seat"], "move": update["moves"][0]}
        ada.send(json.dumps({**move, "version": update["version"]}))
        serving.process.send_signal(signal.SIGTERM)
        wait_for(lambda: any(entry["event"] == "stopping" for entry in serving.logs()))
        other.execute("ROLLBACK")
        accepted = heard(ada, "accepted")
        assert accepted["id"] == "in-the-middle"
        assert close_code(ada) == 1012
        assert serving.ended() == 0
        query = "select version from events where message_id = 'in-the-middle'"
        assert other.execute(query).fetchall() == [(accepted["version"],)]
    assert {entry["level"] for entry in serving.logs()} <= {"info"}


def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    while (message := json.loads(line.recv(timeout=PATIENCE)))["type"] != kind:
        pass
    found: dict[str, Any] = message
    return found


def test_a_second_signal_ends_it_at_once(start: Callable[..., Serving]) -> None:
    serving = start(MUSCADE_DRAIN_SECONDS="600")
    serving.process.send_signal(signal.SIGTERM)
    wait_for(lambda: serving.http.get("/readyz").status_code == 503)
    serving.process.send_signal(signal.SIGTERM)
    assert serving.ended() == 128 + signal.SIGTERM


def test_a_hint_that_is_being_looked_for_holds_nothing_up(start: Callable[..., Serving]) -> None:
    """One of two is, for they are looked for one after the other, and the other waits."""
    port = free_ports(1)
    serving = start("--metrics-port", str(port))
    waiting = 'muscade_thinking_waiting{lane="study"} 1.0'
    puzzle = {"game": "full-house", "seats": [{"kind": "here", "name": "Ada"}]}
    with ExitStack() as stack:
        lines = []
        for par in (40, 41):
            wanted = puzzle | {"options": {"par": par}}
            created = serving.http.post("/api/tables", json=wanted).raise_for_status().json()
            line = stack.enter_context(socket.create_connection(("127.0.0.1", serving.port), PATIENCE))
            path = f"/api/tables/{created['table']}/hint"
            line.sendall(f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n".encode())
            lines.append(line)
        metrics = stack.enter_context(httpx.Client(trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED))
        wait_for(lambda: waiting in metrics.get(f"http://127.0.0.1:{port}/metrics").text)
        serving.process.send_signal(signal.SIGTERM)
        said = [line.recv(100) for line in lines]
    assert all(answer.startswith((b"HTTP/1.1 503", b"HTTP/1.1 200")) for answer in said)
    assert serving.ended() == 0
    assert {entry["level"] for entry in serving.logs()} <= {"info"}


def test_workers_share_a_port_and_another_takes_the_place_of_one_that_dies(
    start: Callable[..., Serving],
) -> None:
    port = free_ports(2)
    serving = start("--workers", "2", "--metrics-port", str(port))

    def served(index: int) -> bool:
        try:
            told = httpx.get(
                f"http://127.0.0.1:{port + index}/metrics",
                trust_env=False,
                timeout=PATIENCE,
                verify=UNENCRYPTED,
            )
        except httpx.HTTPError:
            return False
        return "muscade_connections" in told.text

    wait_for(lambda: served(0) and served(1))
    created = serving.http.post("/api/tables", json=TABLE).raise_for_status().json()
    first = workers_of(serving.process.pid)
    assert len(first) == 2
    os.kill(first[0], signal.SIGKILL)
    wait_for(lambda: len(found := workers_of(serving.process.pid)) == 2 and first[0] not in found)
    wait_for(lambda: served(0) and served(1))

    def sits() -> bool:
        try:
            with serving.sit(created):
                return True
        except (OSError, WebSocketException):
            return False

    wait_for(sits)
    last = workers_of(serving.process.pid)
    serving.process.send_signal(signal.SIGTERM)
    assert serving.ended() == 0
    assert not any(Path(f"/proc/{process}").exists() for process in last)
    events = [(entry["event"], entry["level"]) for entry in serving.logs()]
    assert [event for event, level in events if level not in {"info", "warning"}] == ["worker-died"]
    assert [event for event, _ in events].count("stopping") == 2


def test_when_the_parent_is_killed_its_workers_stop(start: Callable[..., Serving]) -> None:
    serving = start("--workers", "2")
    wait_for(lambda: serving.http.get("/readyz").is_success)
    left = wait_for(lambda: len(found := workers_of(serving.process.pid)) == 2 and found)
    serving.process.kill()
    serving.ended()
    wait_for(lambda: not any(alive(process) for process in left))


def alive(process: int) -> bool:
    """A dead process that nobody has buried yet is dead."""
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
