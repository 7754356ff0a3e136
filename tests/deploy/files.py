"""What stands in ``deploy/``, read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return found


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text("grafana.json"))
    return found


def alerts() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(text("alerts.yaml"))["groups"] for rule in group["rules"]]


def manifests() -> Iterator[dict[str, Any]]:
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
        yield from yaml.safe_load_all(path.read_text(encoding="utf-8"))


def manifest(kind: str) -> dict[str, Any]:
    [found] = [manifest for manifest in manifests() if manifest["kind"] == kind]
    return found
