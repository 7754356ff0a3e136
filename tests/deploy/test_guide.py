"""The guide for operators says what is true: every setting, every command, every file it names."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from tests.deploy.files import DEPLOY, ROOT, alerts
from typer.main import get_command

from muscade.cli import app
from muscade.server.config import FILE_ENTRY, Config, Entry, entries

GUIDE = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
ELSEWHERE = {FILE_ENTRY, "MUSCADE_CACHE", "MUSCADE_PASSWORD"}
"""The file's own name; the engine's cache; what the compose file asks its operator for."""
ENTRIES = list(entries())


def default(entry: Entry) -> str:
    found: Any = Config()
    for name in entry.path:
        found = getattr(found, name)
    return msgspec.json.encode(found).decode()


def row(entry: Entry) -> str:
    return f"| `{'.'.join(entry.path)}` | `{default(entry)}` | {entry.description} |"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: ".".join(entry.path))
def test_every_setting_is_in_the_table(entry: Entry) -> None:
    assert row(entry) in GUIDE


def test_every_variable_in_guide_and_files_can_be_set() -> None:
    known = {entry.variable for entry in ENTRIES} | ELSEWHERE
    texts = {path: path.read_text(encoding="utf-8") for path in DEPLOY.rglob("*") if path.is_file()}
    texts[ROOT / "docs" / "operators.md"] = GUIDE
    used = {
        (path.name, name) for path, text in texts.items() for name in re.findall(r"MUSCADE_[A-Z_]+", text)
    }
    assert {name for _, name in used} <= known, [where for where in used if where[1] not in known]


def test_every_command_and_flag_of_the_guide_exists() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    used = re.findall(r"muscade ((?:serve|config|backup|restore|prune)\b[^`\n]*)", GUIDE)
    assert {line.split()[0] for line in used} == {"serve", "config", "backup", "restore", "prune"}
    for line in used:
        name, *rest = line.split()
        flags = {flag for parameter in commands[name].params for flag in parameter.opts}
        assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= flags, line


def test_every_file_the_guide_names_is_there() -> None:
    named = set(re.findall(r"\(\.\./(deploy/[\w./-]+)\)", GUIDE))
    there = {
        str(path.relative_to(ROOT))
        for path in DEPLOY.iterdir()
        if path.name not in {"Dockerfile.dockerignore", ".env", "certificates"}
    }
    assert named == there


def test_every_alert_has_its_advice() -> None:
    for rule in alerts():
        assert re.search(rf"^\| `{rule['alert']}` \|", GUIDE, re.MULTILINE)
