"""The sources of the package, room by room."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import muscade

ROOT = Path(muscade.__file__).parent
ROOMS = (
    "pictures",
    "core",
    "board",
    "kernels",
    "bots",
    "solvers",
    "games",
    "testing",
    "replays",
    "arena",
    "ratings",
    "analysis",
    "envs",
    "data",
    "server",
    "client",
    "cli",
)
"""Each may build on those before it, and knows nothing of those after it."""
FRONT = "core"
"""The package's own front door is part of it."""
GAMES = "games"


@dataclass(frozen=True)
class Source:
    """A module: the room it is in (empty for the package's own front door), its path, and its text."""

    room: str
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.text, self.path)

    @property
    def package(self) -> list[str]:
        """The names of the package the module is in, for imports relative to it."""
        return ["muscade", *self.path.relative_to(ROOT).parent.parts]

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


@cache
def _parsed(text: str, path: Path) -> ast.Module:
    """Once for all tests: nobody changes a tree."""
    return ast.parse(text, str(path))


@cache
def sources() -> tuple[Source, ...]:
    return tuple(_find())


def _find() -> Iterator[Source]:
    for path in sorted(ROOT.rglob("*.py")):
        inside = path.relative_to(ROOT).parts
        yield Source(inside[0] if len(inside) > 1 else "", path)
