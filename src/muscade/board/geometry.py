"""From drawn segments to lines, crossings and faces (OB-5 to OB-8), every comparison snapped or refused."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from muscade.board.errors import InvalidBoard, unclear
from muscade.board.file import Point
from muscade.board.snapping import Snap, Unclear


@dataclass(frozen=True)
class Line:
    """A maximal straight stretch: its carrier's unit direction, its ends, and the file's line it began on."""

    source: int
    start: Point
    end: Point

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    @property
    def direction(self) -> Point:
        size = self.length
        return (self.end[0] - self.start[0]) / size, (self.end[1] - self.start[1]) / size

    def along(self, point: Point) -> float:
        """How far along the line a point stands."""
        dx, dy = self.direction
        return (point[0] - self.start[0]) * dx + (point[1] - self.start[1]) * dy

    def aside(self, point: Point) -> float:
        """How far to the left of the line a point stands."""
        dx, dy = self.direction
        return (point[1] - self.start[1]) * dx - (point[0] - self.start[0]) * dy

    def at(self, distance: float) -> Point:
        dx, dy = self.direction
        return self.start[0] + distance * dx, self.start[1] + distance * dy


def bearing(x: float, y: float, snap: float) -> float:
    """Clockwise from north, in radians; within a snap of north is north (OB-10).

    >>> bearing(1, 0, 1e-9) / math.pi
    0.5
    """
    size = math.hypot(x, y)
    angle = math.atan2(x, y) % math.tau
    return 0.0 if min(angle, math.tau - angle) * size <= snap else angle


def merged_lines(segments: Iterable[tuple[int, Point, Point]], snap: Snap) -> list[Line]:
    """OB-5: drawn stretches that lie on one straight line and touch are one line."""
    lines: list[Line] = []
    for source, start, end in segments:
        if snap.zero(math.dist(start, end)):
            raise InvalidBoard(source, "this line has no length.", "cette ligne n'a pas de longueur.")
        new = Line(source, start, end)
        kept = []
        try:
            for old in lines:
                if joined(old, new, snap):
                    ends = sorted((old.start, old.end, new.start, new.end), key=old.along)
                    new = Line(old.source, ends[0], ends[-1])
                else:
                    kept.append(old)
        except Unclear as found:
            raise unclear(source, found.difference) from None
        lines = [*kept, new]
    return lines


def joined(old: Line, new: Line, snap: Snap) -> bool:
    """Do two lines lie on one straight line, and touch?"""
    if abs(_cross(old.direction, new.direction)) > 0.1:
        return False
    if not (snap.zero(old.aside(new.start)) and snap.zero(old.aside(new.end))):
        return False
    low, high = sorted((old.along(new.start), old.along(new.end)))
    return snap.sign(high) >= 0 and snap.sign(low - old.length) <= 0


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]


def parallel(one: Line, other: Line, snap: Snap) -> bool:
    """Do two lines keep their distance, as far as the shorter one goes?"""
    return snap.zero(_cross(one.direction, other.direction) * min(one.length, other.length))


def crossing(one: Line, other: Line, snap: Snap) -> Point | None:
    """Where two lines meet, ends included; None if they do not."""
    if parallel(one, other, snap):
        return None
    sine = _cross(one.direction, other.direction)
    offset = other.start[0] - one.start[0], other.start[1] - one.start[1]
    here = _cross(offset, other.direction) / sine
    point = one.at(here)
    there = other.along(point)
    inside = (
        snap.sign(here) >= 0
        and snap.sign(here - one.length) <= 0
        and snap.sign(there) >= 0
        and snap.sign(there - other.length) <= 0
    )
    return point if inside else None


class Points:
    """Points of the plane, each once."""

    def __init__(self, snap: Snap) -> None:
        self.snap = snap
        self.all: list[Point] = []

    def number(self, point: Point) -> int:
        for place, known in enumerate(self.all):
            if self.snap.zero(math.dist(point, known)):
                return place
        self.all.append(point)
        return len(self.all) - 1


class CenterSquare:
    """The convex outline that covers the central crossing (OB-3)."""

    def __init__(self, source: int, corners: Sequence[Point], snap: Snap) -> None:
        self.snap = snap
        if _area(corners) < 0:
            corners = corners[::-1]
        self.corners = tuple(corners)
        self.sides = [
            Line(source, corner, corners[(place + 1) % len(corners)]) for place, corner in enumerate(corners)
        ]
        convex = all(
            side.length > snap.snap and snap.sign(side.aside(corner)) >= 0
            for side in self.sides
            for corner in corners
        )
        if not convex or snap.zero(_area(corners)):
            raise InvalidBoard(
                source,
                "the Center Square's corners must go around a convex outline, in order.",
                "les coins du carré central doivent faire le tour d'un contour convexe, dans l'ordre.",
            )
        self.middle = centroid(corners)

    def depth(self, point: Point) -> int:
        """1 inside, 0 on the outline, -1 outside."""
        return self.snap.sign(min(side.aside(point) for side in self.sides))

    def covers(self, line: Line) -> bool:
        """Does a line run under the square, and not only touch it?"""
        low, high = 0.0, line.length
        dx, dy = line.direction
        for side in self.sides:
            slope = _cross(side.direction, (dx, dy))
            height = side.aside(line.start)
            if parallel(side, line, self.snap):
                if self.snap.sign(height) <= 0:
                    return False
            elif slope > 0:
                low = max(low, -height / slope)
            else:
                high = min(high, -height / slope)
        return self.snap.sign(high - low) > 0


def _area(outline: Sequence[Point]) -> float:
    return sum(_cross(outline[k - 1], outline[k]) for k in range(len(outline))) / 2


def centroid(outline: Sequence[Point]) -> Point:
    """The middle of an area (OB-10)."""
    x = y = 0.0
    for k in range(len(outline)):
        (x1, y1), (x2, y2) = outline[k - 1], outline[k]
        weight = x1 * y2 - x2 * y1
        x, y = x + (x1 + x2) * weight, y + (y1 + y2) * weight
    size = 6 * _area(outline)
    return x / size, y / size


class Mesh:
    """A drawing as points and the stretches between them; `faces` walks around what they enclose (OB-6)."""

    def __init__(self, points: Sequence[Point], edges: Iterable[tuple[int, int]]) -> None:
        self.points = points
        around: dict[int, set[int]] = {}
        for one, other in edges:
            around.setdefault(one, set()).add(other)
            around.setdefault(other, set()).add(one)
        self.around = {
            place: sorted(others, key=partial(self._angle, place)) for place, others in around.items()
        }
        """The neighbours of each point, anticlockwise."""

    def _angle(self, place: int, other: int) -> float:
        (x, y), (to_x, to_y) = self.points[place], self.points[other]
        return math.atan2(to_y - y, to_x - x)

    def straight(self, one: int, middle: int, other: int, snap: Snap) -> bool:
        """Do two stretches go on straight through a point?"""
        whole, at = Line(0, self.points[one], self.points[other]), self.points[middle]
        return 0 < whole.along(at) < whole.length and snap.zero(whole.aside(at))

    def faces(self) -> list[tuple[int, ...]]:
        """Every face as the points around it, anticlockwise; what lies outside comes out clockwise."""
        following: dict[tuple[int, int], tuple[int, int]] = {}
        for place, others in self.around.items():
            for k, other in enumerate(others):
                following[other, place] = place, others[k - 1]
        faces = []
        open_edges = dict.fromkeys(following)
        while open_edges:
            first = edge = next(iter(open_edges))
            face = []
            while True:
                del open_edges[edge]
                face.append(edge[0])
                edge = following[edge]
                if edge == first:
                    break
            faces.append(tuple(face))
        return faces

    def area(self, face: Sequence[int]) -> float:
        return _area([self.points[place] for place in face])

    def corners(self, face: Sequence[int], snap: Snap) -> tuple[int, ...]:
        """The points where the outline of a face turns."""
        return tuple(
            face[k]
            for k in range(len(face))
            if not self.straight(face[k - 1], face[k], face[(k + 1) % len(face)], snap)
        )
