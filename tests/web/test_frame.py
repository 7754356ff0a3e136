"""Every table stands in the one frame: header, log, talk, drawers, tabs and the end are made there and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "web" / "src"
FRAME = SOURCES / "lib" / "table" / "Frame.svelte"
GAMES = sorted(path for path in (SOURCES / "games").iterdir() if path.is_dir())
OWN = re.compile(r'<(?:header|main)\b|role="tab(?:list)?"|\b100d?vh\b')
"""What only the frame may have."""


def used_by(path: Path) -> list[Path]:
    """The components that a component imports."""
    named = re.findall(r'from "(\$lib|\.{1,2})(/[^"]+\.svelte)"', path.read_text(encoding="utf-8"))
    found = [(SOURCES / "lib" if root == "$lib" else path.parent / root) / rest[1:] for root, rest in named]
    return [component.resolve() for component in found if component.is_file()]


def made_of(path: Path) -> set[Path]:
    """A component, and all that are in it."""
    met: set[Path] = set()
    ahead = [path]
    while ahead:
        component = ahead.pop()
        if component not in met:
            met.add(component)
            ahead += used_by(component)
    return met


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_has_no_frame_of_its_own(folder: Path) -> None:
    assert FRAME in made_of(folder / "Board.svelte")
    for path in folder.rglob("*.svelte"):
        assert not OWN.search(path.read_text(encoding="utf-8")), path


def test_the_frame_has_them() -> None:
    """Else nothing would be looked for."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in made_of(FRAME))
    assert {found.group().removeprefix("<") for found in OWN.finditer(text)} >= {
        "header",
        "main",
        'role="tablist"',
        "100dvh",
    }
    assert FRAME not in made_of(SOURCES / "lib" / "ui" / "Dialog.svelte")
