"""A board as something to draw: for the client, and as an SVG picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from muscade.board.board import Board
from muscade.board.file import Point
from muscade.pictures.svg import escaped

Kind = Literal["centre", "small", "transit", "field"]
_KINDS: dict[int, Kind] = {0: "centre", 1: "small", 2: "transit"}
_DIGITS = 5


class Spot(msgspec.Struct, frozen=True):
    """An intersection; ``y`` points down, as on a screen. ``through``: the lines that go on at both sides of it."""

    name: str
    x: float
    y: float
    exit: bool
    through: tuple[int, ...]


class Stroke(msgspec.Struct, frozen=True):
    """A line, the intersections along it, and the number of its direction, which parallel lines share."""

    x1: float
    y1: float
    x2: float
    y2: float
    spots: tuple[str, ...]
    direction: int


class Patch(msgspec.Struct, frozen=True):
    """A space: its corners, and where a piece stands in it."""

    name: str
    kind: Kind
    steps: int
    outline: tuple[Point, ...]
    x: float
    y: float


class BoardDrawing(msgspec.Struct, frozen=True, tag_field="equipment", tag="board"):
    """The board of the house, or somebody's own, ready to draw; everything lies within ``radius`` of 0, 0."""

    name: str
    radius: float
    spots: tuple[Spot, ...]
    strokes: tuple[Stroke, ...]
    patches: tuple[Patch, ...]


def _on_screen(point: Point) -> Point:
    """Rounded, with y down; adding zero makes -0.0 a plain 0."""
    return round(point[0], _DIGITS) + 0.0, round(-point[1], _DIGITS) + 0.0


@lru_cache(maxsize=16)
def drawing(board: Board) -> BoardDrawing:
    """A board as the client draws it; worked out once for each board."""
    return BoardDrawing(
        board.name,
        round(board.radius, _DIGITS),
        tuple(
            Spot(
                name,
                *_on_screen(board.points[number]),
                number in board.exits,
                tuple(line for line in range(len(board.lines)) if board.through[number] >> line & 1),
            )
            for number, name in enumerate(board.intersections)
        ),
        tuple(
            Stroke(
                *_on_screen(start),
                *_on_screen(end),
                tuple(board.intersections[place] for place in board.lines[number]),
                board.direction[number],
            )
            for number, (start, end) in enumerate(board.ends)
        ),
        tuple(
            Patch(
                name,
                _KINDS.get(board.steps[number], "field"),
                board.steps[number],
                tuple(map(_on_screen, board.outlines[number])),
                *_on_screen(_stand(board, number)),
            )
            for number, name in enumerate(board.spaces)
        ),
    )


def _stand(board: Board, space: int) -> Point:
    """Where a piece stands: in the middle of the largest circle that fits, so that it covers no line."""
    outline, (x, y) = board.outlines[space], board.middles[space]
    reach = board.radius / 8
    while reach > board.radius / 4000:
        best = max(
            ((x + dx * reach, y + dy * reach) for dx in (0, -1, 1) for dy in (0, -1, 1)),
            key=lambda point: _clearance(outline, point),
        )
        if best == (x, y):
            reach /= 2
        x, y = best
    return x, y


def _clearance(outline: tuple[Point, ...], point: Point) -> float:
    """How far inside an outline a point is; negative outside. Outlines of spaces are walked anticlockwise."""
    x, y = point
    best = float("inf")
    for k in range(len(outline)):
        (x1, y1), (x2, y2) = outline[k - 1], outline[k]
        size = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        best = min(best, ((y - y1) * (x2 - x1) - (x - x1) * (y2 - y1)) / size)
    return best


_GLASS = {"centre": "#2b2320", "small": "#c9d6df", "transit": "#a8a39a", "field": "#f4ead5"}


def svg(board: Board, *, names: bool = True) -> str:
    """The board as an SVG picture, with the names of its places (OB-10)."""
    plan = drawing(board)
    edge = plan.radius * 1.06
    unit = plan.radius / 100
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-edge:.4f} {-edge:.4f} {2 * edge:.4f} {2 * edge:.4f}" '
        f'font-family="sans-serif" font-size="{1.7 * unit:.4f}" text-anchor="middle">',
        f"<title>{escaped(plan.name)}</title>",
    ]
    for patch in plan.patches:
        corners = " ".join(f"{x:g},{y:g}" for x, y in patch.outline)
        parts.append(f'<polygon points="{corners}" fill="{_GLASS[patch.kind]}"/>')
    parts.extend(
        f'<line x1="{s.x1:g}" y1="{s.y1:g}" x2="{s.x2:g}" y2="{s.y2:g}" stroke="#5b3a1e" stroke-width="{0.5 * unit:.4f}" '
        'stroke-linecap="round"/>'
        for s in plan.strokes
    )
    # What the Center Square covers is not seen (OB-3).
    centre = " ".join(f"{x:g},{y:g}" for x, y in plan.patches[0].outline)
    parts.append(
        f'<polygon points="{centre}" fill="{_GLASS["centre"]}" stroke="#5b3a1e" stroke-width="{0.5 * unit:.4f}"/>'
    )
    parts.extend(
        f'<circle cx="{s.x:g}" cy="{s.y:g}" r="{(1.6 if s.exit else 0.8) * unit:.4f}" '
        f'fill="{"#3f6b4f" if s.exit else "#2b2320"}"/>'
        for s in plan.spots
    )
    if names:
        parts.extend(
            f'<text x="{s.x:g}" y="{s.y - (2.2 if s.exit else 1.4) * unit:.4f}" fill="{"#f4ead5" if place == 0 else "#2b2320"}">{s.name}</text>'
            for place, s in enumerate(plan.spots)
        )
        parts.extend(
            f'<text x="{p.x:g}" y="{p.y + 0.6 * unit:.4f}" fill="#8c2f1f">{p.name}</text>'
            for p in plan.patches[1:]
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
