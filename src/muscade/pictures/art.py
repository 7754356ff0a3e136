"""Drawings that lie in files, each an element of SVG, so that the client shows the very same."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FOLDER = "art"


@cache
def art(package: str, name: str) -> str:
    """The drawing of that name in a package's folder ``art``."""
    lines = (files(package) / FOLDER / f"{name}.svg").read_text(encoding="utf-8").splitlines()
    return "".join(line.strip() for line in lines)
