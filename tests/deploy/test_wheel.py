"""The wheel in an empty environment: ``pip install muscade && muscade``, in a folder where nothing is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import muscade

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
PATIENCE = 120
TABLE = {
    "game": "mono-line",
    "options": {"first": 0},
    "seats": [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Basil"}],
}


def run(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a client that is built already, as make does it."""
    folder = tmp_path_factory.mktemp("dist")
    python = ("--python", sys.executable)
    build = (UV, "build", "--quiet", "--wheel", "--no-build-isolation", "--no-index", *python)
    run(*build, "--out-dir", folder, MUSCADE_CLIENT="built")
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Iterator[Path]:
    """The command, with what the wheel asks for and nothing else."""
    room = tmp_path / "environment"
    run(UV, "venv", "--quiet", "--python", sys.executable, room)
    lock = ROOT / "requirements.lock"
    run(UV, "pip", "install", "--quiet", "--python", room / "bin" / "python", "--constraints", lock, wheel)
    yield room / "bin" / "muscade"
    shutil.rmtree(room)


def test_a_wheel_has_the_client_the_rules_and_the_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert {"muscade/server/static/index.html", "muscade/py.typed", "muscade/rules/pass-pass.fr.md"} <= names
    here = Path(muscade.__file__).parent
    kept = {path for path in here.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {f"muscade/{path.relative_to(here).as_posix()}" for path in kept} <= names
    assert not [name for name in names if "/node_modules/" in name or name.startswith("tests/")]


def test_installed_in_an_empty_environment_it_serves_opens_a_browser_and_plays(
    installed: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "home"
    empty.mkdir()
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    # Nothing of this checkout, and no compiling beside it: that is tested elsewhere.
    environment = {
        "HOME": str(empty),
        "PATH": os.environ["PATH"],
        "BROWSER": f"{browser} %s",
        "MUSCADE_PORT": "0",
        "MUSCADE_THINKING_LOOK_AHEAD": "false",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with subprocess.Popen(
        [installed], cwd=empty, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
            assert address is not None
            assert "muscade --help" in process.stdout.readline()
            visit(int(address[1]))
            deadline = time.monotonic() + PATIENCE
            while not opened.is_file() or not opened.read_text(encoding="utf-8").endswith("\n"):
                assert time.monotonic() < deadline, "no browser opens"
                time.sleep(0.05)
            assert opened.read_text(encoding="utf-8").strip() == address[0]
        finally:
            process.terminate()
            process.communicate()
    assert process.returncode == 0


def visit(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as http:
        page = http.get("/").text
        files = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', page)
        assert len(files) >= 3
        assert {http.get(file).status_code for file in files} == {200}
        assert [game["name"] for game in http.get("/api/games").json()] == list(muscade.game_names())
        assert "**ML-2**" in http.get("/api/rules/mono-line/fr").text
        assert len(http.get("/api/series/twisted-jumps").json()["puzzles"]) == 100
        made = http.post("/api/tables", json=TABLE).json()
    with connect(f"ws://127.0.0.1:{port}/ws/{made['table']}", proxy=None, open_timeout=PATIENCE) as line:
        line.send(json.dumps({"type": "hello", "keys": [held["key"] for held in made["keys"]], "look": 0}))
        while (update := json.loads(line.recv(timeout=PATIENCE)))["type"] != "update":
            pass
        move = {"type": "move", "seat": 0, "move": "c3", "id": "the-first-move", "version": update["version"]}
        line.send(json.dumps(move))
        while (update := json.loads(line.recv(timeout=PATIENCE)))["type"] != "update":
            assert update["type"] != "refused", update
        assert update["events"][-1]["move"] == "c3"
