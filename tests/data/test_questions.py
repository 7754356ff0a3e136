"""The questions of docs/records.md, asked of real data, and answered the same by all who can be asked."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import muscade
from muscade.data import Rows, random_games

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
GAMES = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows, count = Rows(), iter(range(GAMES + 1))
    made = random_games(rows, muscade.game("mono-line"), 2, 7, lambda: next(count) == GAMES)
    assert made == GAMES
    found = tmp_path_factory.mktemp("data")
    pq.write_table(rows.take(), found / "games.parquet")
    return found


def answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What each example of the page gives: the value of its last expression, or the names it makes."""
    import ast

    monkeypatch.chdir(folder)
    found: dict[str, Any] = {}
    for text in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        tree, names = ast.parse(text), dict[str, Any]()
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "records.md", "exec"), names)
        library = next(name for name in ("duckdb", "pl", "pd", "np") if name in names)
        found[library] = (
            eval(compile(ast.Expression(last.value), "records.md", "eval"), names) if last else names
        )
    return found


def test_the_questions_of_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = answers(folder, monkeypatch)
    table = pq.read_table(folder / "games.parquet").to_pylist()
    moves = [row for row in table if row["kind"] == "move"]
    firsts = [row for row in table if row["event"] == 1]
    by_seat = {
        seat: [row["reward"] for row in firsts if row["seat"] == seat]
        for seat in {row["seat"] for row in firsts}
    }
    assert told["duckdb"].fetchall() == [
        (seat, len(won), sum(won) / len(won)) for seat, won in sorted(by_seat.items())
    ]
    assert sum(len(won) for won in by_seat.values()) == GAMES
    assert told["pl"]["moves"].sum() == len(moves)
    assert told["pl"]["choices"].to_list() == sorted({row["choices"] for row in moves})
    assert told["pd"]["count"].sum() == GAMES
    names = told["np"]
    assert names["seen"].shape == (len(moves), 471)
    assert len(names["codes"]) == len(names["won"]) == len(moves)
    assert "pandas" in sys.modules
