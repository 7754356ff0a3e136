"""Drawn in another process: a record travels as it is stored, and comes back as a file."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from muscade.core import Record
from muscade.pictures import Theme, png
from muscade.replays import Replay, Viewer
from muscade.replays.film import film

Kind: TypeAlias = Literal["svg", "png", "gif"]
MEDIA_TYPES: dict[Kind, str] = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}


class Look(msgspec.Struct, frozen=True):
    """How a picture is to be made: whose names, by day or night, in which language, how many pixels across."""

    names: tuple[str, ...]
    theme: Theme
    language: str
    width: int


def draw_picture(kind: Kind, record: bytes, at: int, viewer: Viewer, look: Look) -> bytes:
    """A game after so many events, as somebody saw it."""
    replay = Replay(Record.from_json(record))
    replay.go_to(at)
    svg = replay.picture(viewer, look.names, look.theme, look.language)
    return svg.encode() if kind == "svg" else png(svg, look.width)


def draw_film(record: bytes, start: int, stop: int, viewer: Viewer, look: Look) -> bytes:
    """A stretch of it, as an animated GIF."""
    replay = Replay(Record.from_json(record))
    return film(
        replay,
        start,
        stop,
        viewer,
        names=look.names,
        theme=look.theme,
        language=look.language,
        width=look.width,
    )
