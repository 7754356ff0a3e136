"""The board rebuilt from the rulebook: every figure on the law's page."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from muscade.board import standard_board
from muscade.board.figures import figures
from muscade.board.file import PHI

BOARD = standard_board()
FIGURES = figures(BOARD)
SQRT2 = math.sqrt(2)


def at(name: str) -> tuple[float, float]:
    return BOARD.points[BOARD.intersection(name)]


def near(*numbers: float) -> object:
    return pytest.approx(numbers, abs=1e-9)


def names_of_line(*names: str) -> tuple[str, ...]:
    """The names along the one line that holds these."""
    wanted = {BOARD.intersection(name) for name in names}
    [line] = [line for line in BOARD.lines if wanted <= set(line)]
    return tuple(BOARD.intersections[place] for place in line)


@pytest.mark.clause("OB-1")
def test_three_pairs_of_squares_shrink_by_the_golden_ratio() -> None:
    for k, corners in enumerate(("k2", "h2", "e2")):
        assert at(corners) == near(PHI**k, PHI**k)
    for k, corners in enumerate(("k1", "h1", "e1")):
        assert at(corners) == near(0, SQRT2 * PHI**k)


@pytest.mark.clause("OB-2")
def test_sides_of_the_inner_pairs_run_on_to_the_first_side_they_meet() -> None:
    assert at("i3") == near(SQRT2 - PHI, PHI)
    assert names_of_line("h8", "h2") == ("i14", "h8", "g8", "f16", "f1", "g1", "h2", "i3")
    assert names_of_line("i16", "h1") == ("i16", "h1", "g1", "f2", "f3", "g2", "h3", "i5")
    assert names_of_line("f14", "f3") == ("f14", "e8", "d8", "c1", "d1", "e2", "f3")
    # Pair 1 is not prolonged.
    assert names_of_line("k1", "j1") == ("k1", "j1", "i2", "i3", "j2", "k3")


@pytest.mark.clause("OB-3")
def test_three_squares_fill_the_centre_each_in_the_one_before() -> None:
    half = PHI**2 / SQRT2
    assert at("c2") == near(half, half)
    assert at("b1") == near(0, half)
    # C1's corners lie on the middles of the sides of pair 3's turned square.
    assert at("c2") == near(*((a + b) / 2 for a, b in zip(at("e1"), at("e3"), strict=True)))
    assert names_of_line("b1", "b2") == ("b1", "b2")
    assert {(round(x / half, 9), round(y / half, 9)) for x, y in BOARD.outlines[0]} == {
        (0.5, 0.5),
        (0.5, -0.5),
        (-0.5, 0.5),
        (-0.5, -0.5),
    }


@pytest.mark.clause("OB-4")
def test_two_axes_cross_under_the_center_square() -> None:
    assert names_of_line("c1", "b1", "c5") == ("c1", "b1", "a1", "b3", "c5")
    assert names_of_line("c7", "c3") == ("c7", "b4", "a1", "b2", "c3")
    assert {BOARD.intersections[place] for place in BOARD.neighbours[0]} == {"b1", "b2", "b3", "b4"}


@pytest.mark.clause("OB-5")
def test_lines_and_intersections() -> None:
    assert len(BOARD.lines) == 34
    assert FIGURES.lines == {2: 4, 3: 4, 5: 2, 6: 8, 7: 8, 8: 8}
    assert len(BOARD.intersections) == 93
    assert FIGURES.neighbour_pairs == 164
    assert FIGURES.intersections == {2: 8, 3: 36, 4: 45, 6: 4}
    assert FIGURES.through == {0: 8, 1: 40, 2: 45}
    # The outline of the Center Square makes no intersection: C2's corners are neighbours along its sides.
    assert BOARD.intersection("b2") in BOARD.neighbours[BOARD.intersection("b1")]


@pytest.mark.clause("OB-5", "OB-10")
def test_rings_by_distance() -> None:
    assert FIGURES.rings == (
        (1, 0.0),
        (4, 0.2701),
        (8, 0.3820),
        (8, 0.4134),
        (8, 0.5402),
        (16, 0.6229),
        (8, 0.6690),
        (8, 0.8740),
        (16, 1.0079),
        (8, 1.0824),
        (8, 1.4142),
    )
    assert FIGURES.without_outward == ()


@pytest.mark.clause("OB-6")
def test_spaces() -> None:
    assert len(BOARD.spaces) == 77
    assert FIGURES.spaces == {3: 52, 4: 9, 6: 16}
    assert FIGURES.steps == {0: 1, 1: 8, 2: 4, 3: 8, 4: 8, 5: 8, 6: 16, 7: 8, 8: 16}
    assert [BOARD.spaces[k] for k in BOARD.small] == [f"1.{k}" for k in range(1, 9)]
    assert [BOARD.spaces[k] for k in BOARD.transit] == ["2.1", "2.2", "2.3", "2.4"]
    # 8.9 meets 8.1 along a stretch, 8.16 only in the point j8.
    beside = {BOARD.spaces[k] for k in BOARD.space_neighbours[BOARD.space("8.9")]}
    assert beside == {"7.8", "8.1", "7.1"}


@pytest.mark.clause("OB-6")
def test_the_small_spaces_are_reached_through_the_transit_spaces_alone() -> None:
    for small in BOARD.small:
        for other in BOARD.space_neighbours[small]:
            assert BOARD.steps[other] in (0, 1, 2)
    assert {BOARD.steps[k] for t in BOARD.transit for k in BOARD.space_neighbours[t]} == {1, 3}


@pytest.mark.clause("OB-7")
def test_groups_of_three() -> None:
    assert FIGURES.groups == 36
    assert FIGURES.in_groups == {0: 17, 1: 12, 2: 48}
    named = {tuple(BOARD.spaces[k] for k in group) for group in BOARD.groups}
    assert ("3.1", "3.8", "4.1") in named  # around c1, where the axis ends
    assert ("7.1", "8.1", "8.9") in named  # around i1
    # No group touches the Center Square or the transit spaces.
    assert not {0, *BOARD.small, *BOARD.transit} & {k for group in BOARD.groups for k in group}
    for one, two, three in BOARD.groups:
        pairs = (one, two), (two, three), (one, three)
        assert all(b in BOARD.space_neighbours[a] for a, b in pairs)


@pytest.mark.clause("OB-8")
def test_perimeter_and_exits() -> None:
    assert [BOARD.intersections[k] for k in BOARD.perimeter] == [
        name for k in range(1, 9) for name in (f"k{k}", f"j{k}")
    ]
    assert [BOARD.intersections[k] for k in BOARD.exits] == [f"k{k}" for k in range(1, 9)]
    assert all(b in BOARD.neighbours[a] for a, b in zip(BOARD.perimeter, BOARD.perimeter[1:], strict=False))


@pytest.mark.clause("OB-10")
def test_names_of_intersections() -> None:
    def bearing(name: str) -> float:
        x, y = at(name)
        return math.degrees(math.atan2(x, y)) % 360

    assert [bearing(f"b{k}") for k in range(1, 5)] == near(0, 90, 180, 270)
    for ring in "cehk":
        assert [bearing(f"{ring}{k}") for k in range(1, 9)] == near(*(45 * k for k in range(8)))
    for ring in "dgj":
        assert [bearing(f"{ring}{k}") for k in range(1, 9)] == near(*(22.5 + 45 * k for k in range(8)))
    for ring in "fi":
        assert bearing(f"{ring}1") == pytest.approx(7.2, abs=0.05)
        bearings = [bearing(f"{ring}{k}") for k in range(1, 17)]
        assert bearings == sorted(bearings)
    # Odd c's are the ends of the axes, even ones the corners of C1.
    assert at("c1") == near(0, PHI**2)


@pytest.mark.clause("OB-10")
def test_names_of_spaces() -> None:
    sizes = Counter(name.split(".")[0] for name in BOARD.spaces)
    assert sizes == {"0": 1, "1": 8, "2": 4, "3": 8, "4": 8, "5": 8, "6": 16, "7": 8, "8": 16}

    def distance(name: str) -> float:
        return math.hypot(*BOARD.middles[BOARD.space(name)])

    assert max(distance(f"6.{k}") for k in range(1, 9)) < min(distance(f"6.{k}") for k in range(9, 17))
    # The points of the star.
    for k in range(9, 17):
        corners = BOARD.outlines[BOARD.space(f"8.{k}")]
        assert any(math.hypot(*corner) == pytest.approx(SQRT2) for corner in corners)


@pytest.mark.clause("OB-10")
def test_twenty_neighbour_pairs_are_exactly_equidistant() -> None:
    pairs = [(a, b) for a, others in enumerate(BOARD.neighbours) for b in others if a < b]
    assert sum(BOARD.rank[a] == BOARD.rank[b] for a, b in pairs) == 20
    # So no slide joins them: f16 and f1, say, look alike to the last digit or not at all.
    assert BOARD.rank[BOARD.intersection("f16")] == BOARD.rank[BOARD.intersection("f1")]


@pytest.mark.clause("OB-11")
def test_the_square_has_eight_symmetries() -> None:
    assert len(set(BOARD.symmetries)) == len(set(BOARD.space_symmetries)) == 8
    lines = {frozenset(line) for line in BOARD.lines}
    groups = {frozenset(group) for group in BOARD.groups}
    for image in BOARD.symmetries:
        assert sorted(image) == list(range(93))
        assert {frozenset(image[k] for k in line) for line in BOARD.lines} == lines
        assert [BOARD.rank[k] for k in image] == list(BOARD.rank)
    for image in BOARD.space_symmetries:
        assert {frozenset(image[k] for k in group) for group in BOARD.groups} == groups
