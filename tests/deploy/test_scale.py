"""The page about scale says what the simulation says, and the simulation what queueing theory says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.scale import PAGE, tables, with_tables
from benchmarks.simulation import Cell, read_costs, simulate

COSTS = read_costs()


def test_the_page_has_the_figures_of_the_simulation() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page, tables(COSTS)) == page, "run python -m benchmarks.tables"


def test_one_move_alone_takes_its_processor_and_its_commit() -> None:
    seen = simulate(Cell(people=100, servers=1), COSTS)
    alone = 1e3 * (COSTS.move + COSTS.commit + COSTS.row)
    assert seen.median == pytest.approx(alone, rel=0.02)


def test_a_core_is_as_busy_as_what_comes_in() -> None:
    cell = Cell(people=8000, servers=1)
    assert simulate(cell, COSTS).serving == pytest.approx(cell.rate * COSTS.move, rel=0.05)


def test_more_load_makes_larger_commits() -> None:
    costs = replace(COSTS, move=1e-6, note=0.0, retell=0.0)
    light, heavy = (simulate(Cell(people, 1), costs) for people in (1000, 200_000))
    assert light.batch < 1.2
    # As many as arrive during a commit, which takes longer the more there are.
    rate = Cell(200_000, 1).rate
    assert heavy.batch == pytest.approx(rate * costs.commit / (1 - rate * costs.row), rel=0.1)


def test_what_cannot_be_served_is_late() -> None:
    assert not simulate(Cell(people=60_000, servers=1), COSTS).kept
