"""Analyses and variations are kept with their game, and go with it, in both kinds of database."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import BEGUN, event, person, seats, table

from muscade.core import Origin
from muscade.server.analysis.rows import AnalysisRow, VariationRow
from muscade.server.storage import Conflict, Storage

pytestmark = pytest.mark.anyio


def variation(number: int, parent: str | None = None, person_id: str | None = "ada") -> VariationRow:
    moves = '[{"seat":0,"move":"P1 é"}]'
    return VariationRow(
        f"v{number}", "table", parent, 3, f"name {number}", moves, person_id, "Ada", BEGUN + number
    )


async def test_an_analysis_is_kept_with_its_game_and_goes_with_it(storage: Storage) -> None:
    assert await storage.analyses.read("table") is None
    row = AnalysisRow("table", 2, 1, BEGUN, '{"é": "🂡"}')
    with pytest.raises(Conflict):
        await storage.analyses.keep(row)
    await storage.create(table(), seats())
    await storage.analyses.keep(row)
    assert await storage.analyses.read("table") == row
    newer = AnalysisRow("table", 2, 2, BEGUN + 1, "{}")
    await storage.analyses.keep(newer)
    assert await storage.analyses.read("table") == newer
    await storage.analyses.add(variation(1))
    await storage.append("table", [event(1)], due_at=None, ended_at=BEGUN + 1)
    await storage.prune(unjoined_before=0, finished_before=BEGUN + 2)
    assert await storage.load("table") is None
    assert await storage.analyses.read("table") is None
    assert await storage.analyses.variations("table") == []


async def test_variations_are_changed_by_those_who_kept_them(storage: Storage) -> None:
    await storage.create(table(), seats())
    first, branch = variation(1), variation(2, parent="v1", person_id="bea")
    assert await storage.analyses.add(first)
    assert await storage.analyses.add(branch)
    assert not await storage.analyses.add(first)
    assert await storage.analyses.variations("table") == [first, branch]
    assert not await storage.analyses.rename("v1", "bea", "mine")
    assert await storage.analyses.rename("v1", "ada", "another name")
    assert (await storage.analyses.variations("table"))[0].name == "another name"
    # Not while something branches from it, and not by somebody else.
    assert not await storage.analyses.remove("v1", "ada")
    assert not await storage.analyses.remove("v2", "ada")
    assert await storage.analyses.remove("v2", "bea")
    assert await storage.analyses.remove("v1", "ada")
    assert await storage.analyses.variations("table") == []


async def test_whoever_goes_leaves_their_variations_to_nobody(storage: Storage) -> None:
    await storage.create(table(), seats())
    await storage.people.make(person("ada"), "a key")
    await storage.analyses.add(variation(1))
    await storage.accounts.delete("ada", [], [], None)
    [left] = await storage.analyses.variations("table")
    assert (left.person_id, left.author) == (None, "")


async def test_a_table_may_go_on_from_another(storage: Storage) -> None:
    origin = Origin("another", 12, 2, "v1")
    moves = [event(1, "deal P1 B7", seat=-1), event(2)]
    assert await storage.create(table(origin=origin), seats(), moves)
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row.origin == origin
    assert stored.events == tuple(moves)
    assert not await storage.create(table(origin=origin), seats(), moves)
