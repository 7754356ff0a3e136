"""A board as part of a picture: the same window of leaded glass that the client shows, and what stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from statistics import median_high
from typing import Literal

from muscade.board.drawing import BoardDrawing, Patch
from muscade.board.file import Point
from muscade.core.picture import Caption
from muscade.pictures.lettering import text
from muscade.pictures.pieces import background, piece
from muscade.pictures.svg import (
    Attributes,
    Picture,
    circle,
    group,
    lozenge,
    number,
    path,
    placed,
    stroke,
    tag,
    use,
)

HALF = 153
"""Half the width of a drawn board, in its own units; the outermost points are 140 from the middle."""
_REACH = 140
_ROOM, _LARGEST_PIECE = 0.515, 7
_RINGS = ("green", "blue", "clear", "red", "gold", "clear", "green", "blue")
"""The panes take these in turn, ring by ring, from the middle outwards."""
_HEAVY = 6
"""Lines through so many intersections carry the window."""

Note = Literal["", "turn", "tried", "must"]


@dataclass(frozen=True)
class Stands:
    """A piece, where it stands, and what is to be said of it: it is of the turn's colour, tried, or has to go on."""

    place: str
    colour: str
    note: Note = ""


@dataclass(frozen=True)
class Plan:
    """A board laid out for drawing: the same size whatever the units of its file."""

    places: Mapping[str, Point]
    piece: float
    """The radius of a piece."""
    glass: str
    """Panes and leads."""
    jewel: str
    lines: tuple[str, ...]
    """The path of every line."""
    panes: Mapping[str, str]
    """The path of every space."""
    exits: str


@lru_cache(maxsize=16)
def plan(drawing: BoardDrawing) -> Plan:
    """Worked out once for each board."""
    scale = _REACH / drawing.radius
    spots = {spot.name: (spot.x * scale, spot.y * scale) for spot in drawing.spots}
    outlines = [[(x * scale, y * scale) for x, y in patch.outline] for patch in drawing.patches]
    panes = {
        patch.name: f"M{'L'.join(map(_at, outline))}Z"
        for patch, outline in zip(drawing.patches, outlines, strict=True)
    }
    lines = tuple(
        f"M{_at((s.x1 * scale, s.y1 * scale))}L{_at((s.x2 * scale, s.y2 * scale))}" for s in drawing.strokes
    )
    heavy = [len(stroke.spots) >= _HEAVY for stroke in drawing.strokes]
    exits = [spots[spot.name] for spot in drawing.spots if spot.exit]
    joints = [spots[s.name] for s in drawing.spots if not s.exit and hypot(*spots[s.name]) > 1]
    return Plan(
        {**spots, **{patch.name: (patch.x * scale, patch.y * scale) for patch in drawing.patches}},
        min(_LARGEST_PIECE, _ROOM * _closest(list(spots.values()))),
        group(*_glass(drawing.patches, outlines, panes), *_leads(lines, heavy)),
        group(*_jewel(drawing, outlines, panes)),
        lines,
        panes,
        group(*map(_exit, exits), *(circle(x, y, 2.3, "var(--lead-dark)") for x, y in joints)),
    )


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _glass(patches: Sequence[Patch], outlines: list[list[Point]], panes: Mapping[str, str]) -> list[str]:
    usual = median_high([_area(outline) for outline in outlines])
    rings: list[tuple[int, int]] = []
    by_tint: dict[str, list[str]] = {}
    for patch, outline in zip(patches, outlines, strict=True):
        tint = _tint(patch, max(hypot(*corner) for corner in outline), rings)
        pale = "-pale" if tint in ("gold", "red", "green", "blue") and _area(outline) > usual else ""
        by_tint.setdefault(tint + pale, []).append(panes[patch.name])
    whole = "".join(panes.values())
    return [
        path(whole, "#000", opacity=0.25, transform="translate(1.5 4)"),
        *(path("".join(drawn), f"var(--pane-{tint})") for tint, drawn in by_tint.items() if tint != "jewel"),
        # Light falls in from above at the left.
        path(whole, "url(#daylight)"),
    ]


def _tint(patch: Patch, reach: float, rings: list[tuple[int, int]]) -> str:
    """Panes that mirror each other are alike; ``rings`` collects those that were met."""
    if patch.kind != "field":
        return {"centre": "jewel", "small": "amber", "transit": "grey"}[patch.kind]
    ring = patch.steps, int(reach / 2 + 0.5)
    if ring not in rings:
        rings.append(ring)
    return _RINGS[rings.index(ring) % len(_RINGS)]


def _leads(lines: Sequence[str], heavy: Sequence[bool]) -> list[str]:
    light = "".join(line for line, thick in zip(lines, heavy, strict=True) if not thick)
    thick = "".join(line for line, thick in zip(lines, heavy, strict=True) if thick)
    return [
        path(drawn, stroke=f"var(--{colour})", stroke_width=wide, stroke_linecap="round")
        for drawn, colour, wide in (
            (light, "lead-dark", 1.5),
            (thick, "lead-dark", 2.5),
            (light, "lead-light", 0.45),
            (thick, "lead-light", 0.8),
        )
        if drawn
    ]


def _jewel(drawing: BoardDrawing, outlines: list[list[Point]], panes: Mapping[str, str]) -> list[str]:
    """It covers the leads beneath it (OB-3)."""
    found = [place for place, patch in enumerate(drawing.patches) if patch.kind == "centre"]
    if not found:
        return []
    reach = max(hypot(*corner) for corner in outlines[found[0]])
    facet = stroke("facet", 0.22, stroke_opacity=0.28)
    return [
        path(
            panes[drawing.patches[found[0]].name],
            "url(#jewel)",
            stroke="var(--lead-dark)",
            stroke_width=2.4,
        ),
        placed(
            0,
            0,
            reach / 10,
            path("M-7.07-7.07L0-4.2L7.07-7.07L4.2 0L7.07 7.07L0 4.2L-7.07 7.07L-4.2 0Z", "none", **facet),
            path("M-7.07-7.07L0-4.2L-4.2 0Z", "#fff", fill_opacity=0.12),
        ),
    ]


def _exit(point: Point) -> str:
    lead = stroke("lead-dark", 1.3)
    return placed(
        *point,
        1,
        path("M0-11.4L11.4 0L0 11.4L-11.4 0Z", "var(--exit)", **lead),
        path("M-8.1-8.1H8.1V8.1H-8.1Z", "var(--exit)", **lead),
        circle(0, 0, 6.3, "var(--exit-well)", **lead),
    )


def _area(outline: Sequence[Point]) -> float:
    turned = zip(outline, [*outline[1:], outline[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turned) / 2)


def _closest(points: Sequence[Point]) -> float:
    return min(
        hypot(one[0] - other[0], one[1] - other[1])
        for place, one in enumerate(points)
        for other in points[place + 1 :]
    )


MIDDLE: Point = (322, 315)
SIZE = 290
"""Half the width of the board in a picture."""
LEFT, RIGHT = 640, 1164
"""From where to where there is room beside it."""
BELOW = 172
"""From where down, under the title and how it stands."""


def begin(caption: Caption) -> Picture:
    """A picture with a place for a board, and beside it the name of the game and how it stands."""
    picture = Picture(caption.title, caption.line)
    room = RIGHT - LEFT
    picture.add(
        background(),
        text(LEFT, 90, caption.title, 56, face="title", fill="var(--red)", room=room),
        text(LEFT, 136, caption.line, 32, face="bold", room=room),
        path(f"M{LEFT} {BELOW - 18}H{RIGHT}", stroke="var(--line)", stroke_width=2),
        lozenge(LEFT, BELOW - 18, 7, "var(--glass-gold)", stroke="var(--line)", stroke_width=1.5),
        lozenge(RIGHT, BELOW - 18, 7, "var(--glass-green)", stroke="var(--line)", stroke_width=1.5),
    )
    return picture


def draw_board(
    picture: Picture,
    drawing: BoardDrawing,
    pieces: Sequence[Stands],
    *,
    spots: bool,
    lit: Mapping[int, str] | None = None,
    lamps: Sequence[str] = (),
    way: Sequence[str] = (),
) -> None:
    """The board with the pieces on it; ``spots``: on its intersections, not in its spaces.

    ``lit`` lines shine in a colour, ``lamps`` are spaces that shine, ``way`` is how a piece has just gone.
    """
    laid = plan(drawing)
    for name, gradient in _GRADIENTS.items():
        picture.prepare(name, gradient)
    inside = [laid.glass]
    for line, colour in (lit or {}).items():
        inside += [
            path(laid.lines[line], "none", **stroke(colour, 6, stroke_opacity=0.4, stroke_linecap="round")),
            path(laid.lines[line], "none", **stroke(colour, 2.6, stroke_linecap="round")),
        ]
    inside.append(laid.jewel)
    inside += [path(laid.panes[name], "var(--lamp)", fill_opacity=0.6) for name in lamps]
    inside += [laid.exits] if spots else []
    if len(way) > 1:
        walked = f"M{'L'.join(_at(laid.places[place]) for place in way)}"
        round_: Attributes = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        inside += [
            path(walked, "none", stroke="var(--card-lead)", stroke_width=4.6, opacity=0.75, **round_),
            path(walked, "none", stroke="var(--lamp)", stroke_width=2.6, stroke_dasharray="5 4", **round_),
        ]
    radius = laid.piece * (1 if spots else 1.1)
    for stands in pieces:
        name = picture.define(f"piece-{stands.colour}", piece(stands.colour))
        x, y = laid.places[stands.place]
        inside += [_note(x, y, radius, stands.note), use(name, x, y, radius / 10)]
    picture.add(placed(*MIDDLE, SIZE / HALF, *inside))


def _note(x: float, y: float, radius: float, note: Note) -> str:
    if not note:
        return ""
    return circle(
        x,
        y,
        radius * 1.34,
        "var(--lamp)" if note == "must" else "none",
        fill_opacity=0.5 if note == "must" else None,
        stroke="var(--glow)",
        stroke_width=0.9 if note == "turn" else 1.3,
        stroke_dasharray=None if note == "turn" else "3 2",
    )


def _stop(offset: float, colour: str, opacity: float = 1) -> str:
    return tag("stop", offset=offset, stop_color=colour, stop_opacity=None if opacity == 1 else opacity)


_GRADIENTS = {
    "daylight": tag(
        "radialGradient",
        _stop(0, "#fff", 0.26),
        _stop(0.55, "#fff", 0.04),
        _stop(1, "var(--card-lead)", 0.22),
        id="daylight",
        gradientUnits="userSpaceOnUse",
        cx=-20,
        cy=-30,
        r=HALF * 1.1,
    ),
    "jewel": tag(
        "radialGradient",
        _stop(0, "var(--jewel-lit)"),
        _stop(0.5, "var(--jewel)"),
        _stop(1, "var(--jewel-dim)"),
        id="jewel",
        cx=0.36,
        cy=0.3,
        r=0.9,
    ),
}
