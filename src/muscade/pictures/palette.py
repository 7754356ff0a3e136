"""The colours of the house: pictures read them here, and the client as the custom properties that `css` writes.

``python -m muscade.pictures`` writes the client's file.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

CLIENT_FILE = Path(__file__).parents[3] / "web" / "src" / "styles" / "palette.css"
_FILE = Path(__file__).with_name("palette.json")
_CONTRAST_FILE = Path(__file__).with_name("contrast.json")
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")


@cache
def _groups() -> dict[str, dict[str, str | list[str]]]:
    groups: dict[str, dict[str, str | list[str]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return groups


@cache
def contrasting() -> dict[str, list[str]]:
    """What is written and lined in other colours, by day and by night, for whoever wants a high contrast."""
    chosen: dict[str, list[str]] = json.loads(_CONTRAST_FILE.read_text(encoding="utf-8"))
    return chosen


@cache
def colours(theme: Theme) -> dict[str, str]:
    """Every colour by its name, as it is by day or by night.

    >>> colours("light")["paper"], colours("dark")["paper"]
    ('#f1e6cf', '#291c15')
    """
    place = THEMES.index(theme)
    return {
        name: value if isinstance(value, str) else value[place]
        for group in _groups().values()
        for name, value in group.items()
    }


def coloured(drawing: str, theme: Theme) -> str:
    """A drawing in which colours are named as in the client, with the colours themselves.

    >>> coloured('<rect fill="var(--cherokee)"/>', "light")
    '<rect fill="#a5382b"/>'
    """
    known = colours(theme)
    return _VARIABLE.sub(lambda found: known[found[1]], drawing)


def css() -> str:
    """The same colours for the client: those that differ by day and night as ``light-dark()``."""
    lines = [
        "/* Every colour, written by `make schema` from src/muscade/pictures/palette.json: change that. */",
        ":root {",
    ]
    for number, (about, group) in enumerate(_groups().items()):
        lines += [""] if number else []
        lines.append(f"  /* {about} */")
        for name, value in group.items():
            lines.append(f"  --{name}: {_written(value)};")
    lines += ["}", "", "/* For whoever wants a high contrast. */", ':root[data-contrast="more"] {']
    lines += [f"  --{name}: {_written(value)};" for name, value in contrasting().items()]
    return "\n".join([*lines, "}"]) + "\n"


def _written(value: str | list[str]) -> str:
    return value if isinstance(value, str) else f"light-dark({', '.join(value)})"


def write_css() -> None:
    """Write the client's file, in a checkout."""
    CLIENT_FILE.write_text(css(), encoding="utf-8")
