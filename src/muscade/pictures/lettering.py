"""Words in pictures: how wide they are in the fonts of the house, and how they are made to fit."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from muscade.pictures.svg import escaped, tag

FONTS = Path(__file__).with_name("fonts")
Face: TypeAlias = Literal["text", "bold", "title"]
"""Figtree, the same in bold, and Federo for titles."""
Anchor: TypeAlias = Literal["start", "middle", "end"]

_FILES: dict[Face, str] = {"text": "figtree-medium.ttf", "bold": "figtree-bold.ttf", "title": "federo.ttf"}
_TITLE_FAMILY = "Federo, Futura, serif"
_BOLD_WEIGHT = 700
_USUAL, _WIDE = 0.6, 1.0
"""How wide a character is that our fonts do not have, as a part of its size."""
_LEAST = 0.8
"""Words are made so much smaller before they are cut off."""
ELLIPSIS = "…"


@cache
def _widths(face: Face) -> dict[str, int]:
    measured: dict[str, dict[str, int]] = json.loads((FONTS / "widths.json").read_text(encoding="utf-8"))
    return measured[_FILES[face]]


def font_files() -> list[str]:
    """The fonts that drawing pixels takes."""
    return [str(FONTS / name) for name in _FILES.values()]


def is_written(words: str) -> bool:
    """Have our fonts all the characters that it takes?

    >>> is_written("Zoë · 3"), is_written("李")
    (True, False)
    """
    return not {one for one in set(words) - _widths("text").keys() if one.isprintable()}


def width(words: str, size: float, face: Face = "text") -> float:
    """How much room words take.

    >>> width("iii", 20) < width("mmm", 20)
    True
    """
    known = _widths(face)
    return size * sum(known[one] / 1000 if one in known else _unknown(one) for one in words)


def _unknown(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0.0
    return _WIDE if unicodedata.east_asian_width(character) in "FW" else _USUAL


def fitted(words: str, size: float, room: float, face: Face = "text") -> tuple[str, float]:
    """The words and the size in which they fit: a little smaller if that is enough, else cut off.

    >>> fitted("Ann", 20, 100)
    ('Ann', 20)
    >>> fitted("Bartholomew Featherstonehaugh", 20, 100)[0]
    'Bartholome…'
    """
    needed = width(words, size, face)
    if needed <= room:
        return words, size
    if needed * _LEAST <= room:
        return words, size * room / needed
    size *= _LEAST
    kept = words
    while kept and width(kept.rstrip() + ELLIPSIS, size, face) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS, size


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    face: Face = "text",
    anchor: Anchor = "start",
    fill: str = "var(--ink)",
    room: float | None = None,
    **more: str | float | None,
) -> str:
    """Words on a line at ``y``; where there is only so much room, they are made to fit. What is not said is said of the picture."""
    if room is not None:
        words, size = fitted(words, size, room, face)
    return tag(
        "text",
        escaped(words),
        x=x,
        y=y,
        font_family=_TITLE_FAMILY if face == "title" else None,
        font_weight=_BOLD_WEIGHT if face == "bold" else None,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        **more,
    )
