"""Pictures and the client have the same colours, and one sees what lies on what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from muscade.pictures.palette import CLIENT_FILE, THEMES, colours, css
from muscade.pictures.pieces import PAINTS

STYLES = Path(__file__).parents[2] / "web" / "src"


def test_the_client_has_the_colours_of_pictures() -> None:
    assert CLIENT_FILE.read_text(encoding="utf-8") == css(), "run make schema"


def test_colours_are_named_nowhere_else() -> None:
    """What is a colour of the house everywhere is called by its name."""
    known = {value for theme in THEMES for value in colours(theme).values()}
    own = {"#fff", "#000"}
    for path in sorted((STYLES / "styles").glob("*.css")):
        if path != CLIENT_FILE:
            found = set(re.findall(r"#[0-9a-f]{3,8}\b", path.read_text(encoding="utf-8")))
            assert found <= own, f"{path.name}: {sorted(found)}"
    assert all(re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", value) for value in known)


def light(colour: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, brighter = sorted([light(one), light(other)])
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("piece", PAINTS)
def test_pieces_are_seen_on_every_pane(piece: str, theme: str) -> None:
    """By their edge, their rim or their body: 3 to 1 is what WCAG asks of things that are no text."""
    known = colours(theme)
    edge, rim, body, _ = (known[paint] for paint in PAINTS[piece])
    backgrounds = {name: value for name, value in known.items() if re.match(r"pane-|paper|jewel$|exit", name)}
    assert len(backgrounds) > 10
    for name, background in backgrounds.items():
        assert max(contrast(paint, background) for paint in (edge, rim, body)) >= 3, name
    assert max(contrast(edge, rim), contrast(rim, body)) >= 3, "its outline is seen on itself"
