"""Pictures and the client have the same colours."""

from __future__ import annotations

import re
from pathlib import Path

from muscade.pictures.palette import CLIENT_FILE, THEMES, colours, css

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
