"""``muscade arena``, as somebody types it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from muscade.arena import Report, run, tournament
from muscade.cli import main
from muscade.cli.arena import print_table

Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    def typed(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["muscade", "arena", *arguments, "--jobs", "1"])
        with pytest.raises(SystemExit) as exit_:
            main()
        printed = capsys.readouterr()
        return int(exit_.value.code or 0), printed.out, printed.err

    return typed


def test_a_tournament_is_printed_and_kept(arena: Typed, tmp_path: Path) -> None:
    kept, picture = tmp_path / "report.json", tmp_path / "report.svg"
    code, out, _ = arena(
        *("pass-pass", "--bots", "greedy,random", "--seats", "4", "--games", "8", "--option", "leader=0"),
        *("--compare", "diamonds=standard", "--compare", "diamonds=none"),
        *("--json", str(kept), "--plot", str(picture)),
    )
    assert code == 0
    for part in (
        "8 games",
        "greedy",
        "random",
        "won by seat",
        "moved first",
        "rounds",
        "diamonds=none",
        "ended by",
    ):
        assert part in out
    report = Report.from_json(kept.read_bytes())
    assert [table.options["diamonds"] for table in report.tables] == ["standard", "none"]
    assert all(played.first == 0 for played in report.games)
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_no_figure_is_cut_beside_a_long_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In 80 columns, which a pipe has as well."""
    [table] = run(tournament("mono-line", ["easy", "random"], games=2), jobs=1).tables
    engine = msgspec.structs.replace(table.bots[0], bot="python engines/mybot.py --deep")
    shown = Console(width=80)
    monkeypatch.setattr("muscade.cli.arena.console", shown)
    print_table(msgspec.structs.replace(table, bots=(engine, *table.bots[1:])), "")
    told = capsys.readouterr().out
    assert "won (fair: 50 %)" in told
    assert "at most" in told
    assert "…" not in told


def test_options_are_read_as_what_they_are(arena: Typed, tmp_path: Path) -> None:
    kept = tmp_path / "report.json"
    code, _, _ = arena(
        *("ptipasspass", "--bots", "easy", "--games", "1", "--json", str(kept)),
        *("--option", "notebook=yes", "--option", "max_turns=100"),
    )
    options = Report.from_json(kept.read_bytes()).tables[0].options
    assert code == 0
    assert (options["notebook"], options["max_turns"]) == (True, 100)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--bots", "random"], "There is no game 'chess'"),
        (["full-house", "--bots", "random"], "a puzzle for one player"),
        (["pass-pass", "--bots", "grandmaster"], "no bot 'grandmaster'"),
        (["pass-pass", "--bots", ","], "at least one bot"),
        (["pass-pass", "--bots", "random", "--seats", "9"], "not 9"),
        (["pass-pass", "--bots", "random", "--option", "teams=9x9"], "'9x9'"),
        (["pass-pass", "--bots", "random", "--option", "teams"], "write name=value"),
        (["pass-pass", "--bots", "random", "--seconds", "-1"], "more than 0 seconds"),
        (["pass-pass", "--bots", "random", "--plot", "picture.gif"], "ends in .png or .svg"),
        (["pass-pass", "--bots", "random", "--json", "/nowhere/report.json"], "no folder /nowhere"),
    ],
)
def test_a_mistake_is_one_line(arena: Typed, arguments: list[str], message: str) -> None:
    code, out, err = arena(*arguments)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert not out


def test_pictures_without_the_library(arena: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, _, err = arena("pass-pass", "--bots", "random", "--plot", str(tmp_path / "picture.png"))
    assert code == 2
    assert "muscade[plots]" in err
