"""Deriving a board from its file (OB-5 to OB-11)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from muscade.board.board import Board
from muscade.board.errors import InvalidBoard, unclear
from muscade.board.file import BoardFile, Point
from muscade.board.geometry import (
    CenterSquare,
    Line,
    Mesh,
    Points,
    bearing,
    centroid,
    crossing,
    joined,
    merged_lines,
    parallel,
)
from muscade.board.named import exits_of, set_up_in_spaces, setups_of
from muscade.board.rows import distances
from muscade.board.snapping import Snap, Unclear

MAX_RINGS = 26
MAX_PLACES = 255
"""Intersections or spaces; a place fits into a byte."""

_SQUARE = tuple((a, b, c, d) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1))
SQUARE_SYMMETRIES = tuple(
    (a, b, c, d) for a, b, c, d in _SQUARE if abs(a * d - b * c) == 1 and a * c + b * d == 0
)
"""The eight ways to lay a square on itself, the identity among them."""


def derive(file: BoardFile) -> Board:
    """The board that a file draws; `InvalidBoard` if it draws none."""
    try:
        return _Derivation(file).board()
    except Unclear as found:
        raise unclear(None, found.difference) from None


class _Derivation:
    def __init__(self, file: BoardFile) -> None:
        assert file.center is not None
        self.file = file
        self.snap = Snap(file.snap)
        source, corners = file.center
        self.center = CenterSquare(source, corners, self.snap)
        self.lines = merged_lines(file.segments, self.snap)
        for line in self.lines:
            if any(joined(side, line, self.snap) for side in self.center.sides):
                raise InvalidBoard(
                    line.source,
                    "the outline of the Center Square is drawn by 'center' already.",
                    "le contour du carré central est déjà tracé par 'center'.",
                )
        self.vertices = Points(self.snap)
        self.on_line = [self._crossings(line) for line in self.lines]
        self._check_ends()
        self.covered = [self.center.covers(line) for line in self.lines]
        if not any(self.covered):
            raise InvalidBoard(
                source,
                "no line runs under the Center Square.",
                "aucune ligne ne passe sous le carré central.",
            )

    # ------------------------------------------------------------ the intersections (OB-5)

    def _crossings(self, line: Line) -> list[int]:
        met = {}
        try:
            for other in self.lines:
                if other is not line and (point := crossing(line, other, self.snap)) is not None:
                    met[self.vertices.number(point)] = line.along(point)
        except Unclear as found:
            raise unclear(line.source, found.difference) from None
        if len(self.vertices.all) > 4 * MAX_PLACES:
            raise _too_many()
        return sorted(met, key=met.__getitem__)

    def _check_ends(self) -> None:
        for line, met in zip(self.lines, self.on_line, strict=True):
            for end in (line.start, line.end):
                at_end = any(self.snap.zero(math.dist(end, self.vertices.all[place])) for place in met)
                if not at_end and self.center.depth(end) < 1:
                    raise InvalidBoard(
                        line.source,
                        f"the line ends in the open at {end[0]:.4g},{end[1]:.4g}; it must end on another line.",
                        f"la ligne s'arrête dans le vide en {end[0]:.4g},{end[1]:.4g} ; elle doit finir sur une autre.",
                    )

    def _intersections_along(self, number: int) -> list[int]:
        """The vertices that count on a line; those under the Center Square are one, -1."""
        line, middle = self.lines[number], self.center.middle
        outside = [v for v in self.on_line[number] if self.center.depth(self.vertices.all[v]) < 0]
        if self.covered[number]:
            here = line.along(middle)
            before = [v for v in outside if line.along(self.vertices.all[v]) < here]
            return [*before, -1, *outside[len(before) :]]
        return outside

    def _name_intersections(self) -> None:
        """OB-10: by ring, then by bearing."""
        along = [self._intersections_along(number) for number in range(len(self.lines))]
        met = sorted({vertex for line in along for vertex in line if vertex >= 0})
        places = [self.center.middle, *(self.vertices.all[vertex] for vertex in met)]
        self.points, self.rank, order = self._in_order(places, [0] * len(places))
        number_of = {([-1, *met])[old]: new for new, old in enumerate(order)}
        rings = max(self.rank) + 1
        if rings > MAX_RINGS or len(places) > MAX_PLACES:
            raise _too_many()
        seen: dict[int, int] = {}
        names = []
        for rank in self.rank:
            seen[rank] = seen.get(rank, 0) + 1
            names.append(f"{chr(ord('a') + rank)}{seen[rank]}")
        self.names = tuple(names)
        self.number_of = number_of
        self.along = [tuple(number_of[vertex] for vertex in line) for line in along]

    def _in_order(
        self, places: Sequence[Point], first: Sequence[int]
    ) -> tuple[tuple[Point, ...], tuple[int, ...], list[int]]:
        """Places moved so that the centre is 0, 0; their ranks by distance; and the order of their names."""
        x, y = self.center.middle
        moved = [(px - x, py - y) for px, py in places]
        ranks = self.snap.ranks([math.hypot(*point) for point in moved])
        order = sorted(
            range(len(places)),
            key=lambda k: (first[k], ranks[k], bearing(*moved[k], self.snap.snap)),
        )
        return tuple(moved[k] for k in order), tuple(ranks[k] for k in order), order

    # ------------------------------------------------------------ the spaces (OB-6)

    def _mesh(self) -> Mesh:
        """The whole drawing, the outline of the Center Square included and what it covers left out."""
        edges: list[tuple[int, int]] = []
        for line, met in zip(self.lines, self.on_line, strict=True):
            outside = {v for v in met if self.center.depth(self.vertices.all[v]) < 0}
            edges += [
                edge
                for edge in self._stretches(line, outside | self._met_by(line, self.center.sides))
                if not self._under(*edge)
            ]
        for side in self.center.sides:
            corners = {self.vertices.number(side.start), self.vertices.number(side.end)}
            edges += self._stretches(side, corners | self._met_by(side, self.lines))
        return Mesh(self.vertices.all, edges)

    def _met_by(self, line: Line, others: Sequence[Line]) -> set[int]:
        crossings = (crossing(line, other, self.snap) for other in others)
        return {self.vertices.number(point) for point in crossings if point is not None}

    def _stretches(self, line: Line, met: set[int]) -> list[tuple[int, int]]:
        order = sorted(met, key=lambda vertex: line.along(self.vertices.all[vertex]))
        return list(itertools.pairwise(order))

    def _under(self, one: int, other: int) -> bool:
        (x1, y1), (x2, y2) = self.vertices.all[one], self.vertices.all[other]
        return self.center.depth(((x1 + x2) / 2, (y1 + y2) / 2)) > 0

    def _name_spaces(self) -> None:
        self.mesh = mesh = self._mesh()
        faces = mesh.faces()
        outside = [face for face in faces if mesh.area(face) < 0]
        if len(outside) != 1:
            raise InvalidBoard(
                None, "the drawing falls apart into pieces.", "le dessin est en plusieurs morceaux."
            )
        self.outer = outside[0]
        inner = [face for face in faces if mesh.area(face) > 0]
        if len(inner) > MAX_PLACES:
            raise _too_many()
        middles = [centroid([mesh.points[v] for v in face]) for face in inner]
        sides: dict[frozenset[int], list[int]] = {}
        for number, face in enumerate(inner):
            for k in range(len(face)):
                sides.setdefault(frozenset((face[k - 1], face[k])), []).append(number)
        beside: list[set[int]] = [set() for _ in inner]
        for both in sides.values():
            if len(both) == 2:
                beside[both[0]].add(both[1])
                beside[both[1]].add(both[0])
        start = next(k for k, middle in enumerate(middles) if self.center.depth(middle) > 0)
        steps = distances(beside, [start])
        self.middles, _, order = self._in_order(middles, steps)
        new_number = {old: new for new, old in enumerate(order)}
        self.faces = [inner[old] for old in order]
        self.steps = tuple(steps[old] for old in order)
        self.beside = tuple(tuple(sorted(new_number[k] for k in beside[old])) for old in order)
        seen: dict[int, int] = {}
        names = []
        for count in self.steps:
            seen[count] = seen.get(count, 0) + 1
            names.append(f"{count}.{seen[count]}" if count else "0")
        self.space_names = tuple(names)

    def _groups(self) -> tuple[tuple[int, int, int], ...]:
        """OB-7: the spaces around each T."""
        around: dict[int, list[int]] = {}
        for number, face in enumerate(self.faces):
            for vertex in face:
                around.setdefault(vertex, []).append(number)
        groups = []
        for vertex, others in self.mesh.around.items():
            met = around.get(vertex, [])
            if len(others) != 3 or len(met) != 3 or 0 in met:
                continue
            if any(
                self.mesh.straight(one, vertex, other, self.snap)
                for k, one in enumerate(others)
                for other in others[:k]
            ):
                one, two, three = sorted(met)
                groups.append((one, two, three))
        return tuple(sorted(groups))

    def _perimeter(self) -> tuple[int, ...]:
        """OB-8. The outer face is walked clockwise."""
        walked = [self.number_of[vertex] for vertex in self.outer if vertex in self.number_of]
        if len(set(walked)) != len(walked):
            raise InvalidBoard(
                None,
                "the outer outline passes the same point twice.",
                "le contour extérieur passe deux fois par le même point.",
            )
        first = min(range(len(walked)), key=lambda k: bearing(*self.points[walked[k]], self.snap.snap))
        return tuple(walked[first:] + walked[:first])

    # ------------------------------------------------------------ together

    def board(self) -> Board:
        self._name_intersections()
        self._name_spaces()
        count = len(self.names)
        lines_of, through = [0] * count, [0] * count
        neighbours: list[set[int]] = [set() for _ in range(count)]
        for number, line in enumerate(self.along):
            for k, place in enumerate(line):
                lines_of[place] |= 1 << number
                if 0 < k < len(line) - 1:
                    through[place] |= 1 << number
            for one, other in itertools.pairwise(line):
                neighbours[one].add(other)
                neighbours[other].add(one)
        direction = self._directions()
        groups = self._groups()
        perimeter = self._perimeter()
        return Board(
            name=self.file.name,
            radius=max(math.hypot(*point) for point in self.points),
            intersections=self.names,
            points=self.points,
            neighbours=tuple(tuple(sorted(others)) for others in neighbours),
            rank=self.rank,
            lines=tuple(self.along),
            ends=tuple((self._moved(line.start), self._moved(line.end)) for line in self.lines),
            lines_of=tuple(lines_of),
            through=tuple(through),
            direction=direction,
            parallels=tuple(
                sum(1 << k for k, other in enumerate(direction) if other == one and k != number)
                for number, one in enumerate(direction)
            ),
            exits=exits_of(self.file, self.names, perimeter),
            perimeter=perimeter,
            spaces=self.space_names,
            outlines=tuple(
                tuple(self._moved(self.mesh.points[v]) for v in self.mesh.corners(face, self.snap))
                for face in self.faces
            ),
            middles=self.middles,
            space_neighbours=self.beside,
            steps=self.steps,
            small=tuple(k for k, count in enumerate(self.steps) if count == 1),
            transit=tuple(k for k, count in enumerate(self.steps) if count == 2),
            groups=groups,
            groups_of=tuple(
                tuple(number for number, group in enumerate(groups) if space in group)
                for space in range(len(self.faces))
            ),
            setups=setups_of(self.file, self.names, self.space_names, self.steps),
            in_spaces=set_up_in_spaces(self.file),
            symmetries=self._symmetries(self.points, lines=True),
            space_symmetries=self._symmetries(self.middles, lines=False),
        )

    def _moved(self, point: Point) -> Point:
        return point[0] - self.center.middle[0], point[1] - self.center.middle[1]

    def _directions(self) -> tuple[int, ...]:
        first: list[Line] = []
        """The first line of each direction."""
        numbers = []
        for line in self.lines:
            for number, known in enumerate(first):
                if parallel(line, known, self.snap):
                    numbers.append(number)
                    break
            else:
                numbers.append(len(first))
                first.append(line)
        return tuple(numbers)

    def _symmetries(self, points: Sequence[Point], *, lines: bool) -> tuple[tuple[int, ...], ...]:
        """OB-11. A map that takes every point to a point and every line to a line is one of the board."""
        known = {frozenset(line) for line in self.along}
        found = []
        for a, b, c, d in SQUARE_SYMMETRIES:
            images = []
            for x, y in points:
                image = a * x + b * y, c * x + d * y
                far = [math.dist(image, point) for point in points]
                near = far.index(min(far))
                if not self.snap.zero(far[near]):
                    break
                images.append(near)
            else:
                if not lines or {frozenset(images[k] for k in line) for line in self.along} == known:
                    found.append(tuple(images))
        return tuple(sorted(found))


def _too_many() -> InvalidBoard:
    return InvalidBoard(
        None,
        f"a board has {MAX_RINGS} rings and {MAX_PLACES} places at most.",
        f"un plateau a au plus {MAX_RINGS} cercles et {MAX_PLACES} endroits.",
    )
