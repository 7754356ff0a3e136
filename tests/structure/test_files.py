"""A game's folder has the same names in every game; what else it has is said in the architecture, with the reason."""

from __future__ import annotations

import re
from pathlib import Path

from tests.structure.sources import GAMES, ROOT

import muscade

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")


def said() -> tuple[set[str], set[str]]:
    """The files that any game may have, and those that are parts of them, some of one game only."""
    usual = PAGE[PAGE.index("A game's folder has the same names") : PAGE.index("| file | is a part of |")]
    parts = PAGE[PAGE.index("| file | is a part of |") :]
    parts = parts[: parts.index("\n\n")]
    first = "\n".join(line.split("|")[1] for line in parts.splitlines())
    return _files_in(usual), _files_in(first)


def _files_in(text: str) -> set[str]:
    return set(re.findall(r"`([\w/]+(?:\.py|/))`", text))


def found() -> set[str]:
    folders = [folder for folder in (ROOT / GAMES).iterdir() if (folder / "__init__.py").is_file()]
    return {
        f"{folder.name}/{path.name}{'/' if path.is_dir() else ''}"
        for folder in folders
        for path in folder.iterdir()
        if path.name not in ("__init__.py", "__pycache__")
    }


def test_every_file_of_a_game_has_a_name_that_is_said() -> None:
    usual, parts = said()
    assert {"game.py", "rules.py", "course.py", "state.py", "data/"} <= usual
    known = usual | parts
    assert {name for name in found() if name not in known and name.partition("/")[2] not in known} == set()


def test_every_name_that_is_said_is_there() -> None:
    there = found() | {name.partition("/")[2] for name in found()}
    usual, parts = said()
    assert (usual | parts) - there == set()


def test_every_game_has_its_law_and_its_course() -> None:
    packages = {type(muscade.game(name)).__module__.split(".")[-2] for name in muscade.game_names()}
    needed = {"game.py", "rules.py", "course.py", "moves.py", "state.py"}
    assert {f"{package}/{name}" for package in packages for name in needed} <= found()
