"""The files that other programs read, read by those programs."""

from __future__ import annotations

import asyncio
import configparser
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.deploy.files import DEPLOY, text
from tests.server.harness import GREEDY, HERE, PATIENCE, Person, serving
from websockets.asyncio.client import connect

pytestmark = pytest.mark.debian

START_SECONDS = 20


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "muscade.service"
    # Only the program itself is not installed here.
    unit.write_text(text("muscade.service").replace("/opt/muscade/bin/muscade serve", "/bin/true"))
    assert run("systemd-analyze", "verify", "--man=no", unit) == ""


def test_the_unit_lets_a_server_do_little() -> None:
    """2.0 of 10 on systemd's own scale, where 10 is a service without any limits."""
    run("systemd-analyze", "security", "--offline=true", "--threshold=20", DEPLOY / "muscade.service")


def test_the_unit_keeps_state_where_it_says() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text("muscade.service"))
    assert unit["Service"]["StateDirectory"] == "muscade"
    assert "Environment=MUSCADE_DATABASE=/var/lib/muscade/" in text("muscade.service")


def test_prometheus_understands_its_files() -> None:
    assert "SUCCESS" in run("promtool", "check", "config", DEPLOY / "prometheus.yaml")


@asynccontextmanager
async def nginx(folder: Path, *servers: int) -> AsyncIterator[tuple[str, ssl.SSLContext]]:
    """nginx with our configuration, on loopback, before servers on these ports; and whom to trust."""
    key, certificate, log = folder / "privkey.pem", folder / "fullchain.pem", folder / "nginx.log"
    request = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    run(*request, "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate)
    plain, secure = free_port(), free_port()
    settings = text("nginx.conf")
    for old, new in {
        "one:8000": f"127.0.0.1:{servers[0]}",
        "two:8000": f"127.0.0.1:{servers[-1]}",
        "listen [::]:80;": "",
        "listen [::]:443 ssl;": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "/etc/nginx/certificates": str(folder),
        "/tmp/nginx.pid": str(folder / "nginx.pid"),
        "/dev/stderr": str(log),
    }.items():
        assert old in settings, old
        settings = settings.replace(old, new)
    path = folder / "nginx.conf"
    path.write_text(settings)
    run("nginx", "-t", "-p", folder, "-e", log, "-c", path)
    process = launch("nginx", "-p", str(folder), "-e", str(log), "-c", str(path), "-g", "daemon off;")
    try:
        await reachable(secure)
        yield f"localhost:{secure}", ssl.create_default_context(cafile=certificate)
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def launch(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def reachable(port: int) -> None:
    for _ in range(START_SECONDS * 20):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise TimeoutError(f"nobody listens on {port}")


@pytest.mark.anyio
async def test_people_play_through_nginx_and_it_writes_no_addresses_down(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db") as server, nginx(tmp_path, server.port) as (host, trust):
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        origin = {"origin": f"https://{host}"}
        async with httpx.AsyncClient(
            base_url=f"https://{host}", verify=trust, trust_env=False, timeout=PATIENCE
        ) as http:
            answer = await http.get(f"/api/tables/{created['table']}/record")
            assert (answer.status_code, answer.json()["game"]) == (200, "pass-pass")
            assert "max-age" in answer.headers["strict-transport-security"]
            assert (await http.get("/readyz")).status_code == 404
            body: dict[str, Any] = {"game": "pass-pass", "seats": [HERE, GREEDY, GREEDY]}
            assert (await http.post("/api/tables", json=body, headers=origin)).status_code == 201
        address = f"wss://{host}/ws/{created['table']}"
        async with connect(
            address, ssl=trust, proxy=None, open_timeout=PATIENCE, origin=origin["origin"]
        ) as line:
            ada = await Person(line).hello([created["keys"][0]["key"]], 0)
            await ada.make()
    assert created["table"] not in logs(tmp_path)


def logs(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.glob("*.log"))
