"""Every notebook runs from top to bottom, and what it says is true."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

import muscade

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"


def executed(name: str) -> dict[str, Any]:
    """What a notebook has defined when all its cells are done."""
    loader = SourceFileLoader(name, str(FOLDER / f"{name}.py"))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    _, defined = module.app.run()
    return dict(defined)


def test_none_is_forgotten() -> None:
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {path.stem for path in FOLDER.glob("*.py")} <= tested


def test_first_game() -> None:
    found = executed("first_game")
    assert found["outcome"] == found["again"].outcome
    assert found["outcome"].winners
    assert found["last"]._repr_svg_().startswith("<svg")
    cell = (FOLDER / "first_game.py").read_text(encoding="utf-8").split("@app.cell")[2]
    lines = [
        line for line in cell.splitlines() if line.strip() and not line.startswith(("def", "    return"))
    ]
    assert len([line for line in lines if "import" not in line]) <= 10


def test_any_position() -> None:
    found = executed("any_position")
    assert sorted(found["view"].pieces, key=str)
    assert found["match"].state.turn() == (1,)
    assert {"c3", "d6", "e1"}.isdisjoint({move.notation for move in found["moves"]})
    assert "Ada" in found["night"]
    assert "ML-" in found["refused"]
    assert len(set(found["hands"])) == 4


def test_what_a_ruling_changes() -> None:
    found = executed("what_a_ruling_changes")
    report = found["report"]
    assert set(found["changes"]) == {"normal", "easy"}
    assert [sum(ends.values()) for ends in found["ends"]] == [20, 20]
    # Two kinds of bots share all victories, so what one gains the other loses.
    assert sum(share.value for share in found["changes"].values()) == pytest.approx(0)
    assert all(table.bots[0].share.value > table.bots[1].share.value for table in report.tables)


def test_solving_mono_line() -> None:
    found = executed("solving_mono_line")
    assert found["answer"].status == "lost"
    assert set(found["proofs"]) == {"won"}
    assert found["outcome"].winners == (1,)
    assert muscade.replay(found["match"].record).outcome == found["outcome"]


def test_how_bots_bluff() -> None:
    found = executed("how_bots_bluff")
    assert all(told["truth"] and told["bluff"] for told in found["counts"].values())
    assert found["shares"]["random"] > found["shares"]["normal"] > 0
    assert all(0 < share < 1 for share in found["missed"].values())
