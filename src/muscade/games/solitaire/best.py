"""The best known figures, which each puzzle keeps as data."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

from muscade.games.solitaire.view import Best


def best_of(package: str) -> Best:
    """What ``data/best.toml`` of a puzzle says (SP-4, SP-5)."""
    text = (files(package) / "data" / "best.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Best)
