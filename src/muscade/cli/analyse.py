"""``muscade analyse``."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, TimeElapsedColumn
from rich.table import Table

from muscade.analysis import Analysis, Decision, analyse
from muscade.cli import UsageError
from muscade.cli.library import read_record, shown_seat
from muscade.cli.long_runs import progress_bar

console = Console()

SIGNS = {"blunder": "??", "slip": "?!", "fault": "✗", "missed": "…", "fine": "!"}


def print_analysis(file: Path, seconds: float, language: str, *, as_json: bool) -> None:
    """Every decision that has a mark, and what there is to learn for each seat; or all of it as JSON."""
    if not 0 < seconds < float("inf"):
        raise UsageError("--seconds needs a number above 0")
    record = read_record(file)
    with progress_bar(MofNCompleteColumn(), TimeElapsedColumn(), quiet=as_json) as bar:
        task = bar.add_task("analysing", total=None)
        found = analyse(record, seconds, lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        console.print(msgspec.json.encode(found).decode(), soft_wrap=True, markup=False, highlight=False)
        return
    console.print(table_of(found))
    for player in found.players:
        console.print(f"\n{shown_seat(player.seat)}", style="bold", highlight=False)
        for lesson in player.lessons:
            console.print(f"  {getattr(lesson, language)}", highlight=False, markup=False)


def table_of(found: Analysis) -> Table:
    table = Table("event", "seat", "played", "", "expert", "worth", "lost", box=None, header_style="bold")
    for decision in found.decisions:
        if decision.mark is not None or decision.turning:
            table.add_row(*row_of(decision))
    return table


def row_of(decision: Decision) -> tuple[str, ...]:
    """A decision as a line of the table; numbers are chances of winning in per cent."""
    sign = SIGNS.get(decision.mark or "", "") + (" ↷" if decision.turning else "")
    best = decision.moves[0] if decision.moves else None
    worth = "" if best is None else f"{100 * best.value:.0f} % ± {100 * best.spread:.0f}"
    if best is not None and best.proved:
        worth = f"{100 * best.value:.0f} %, proved"
    return (
        str(decision.before + 1),
        str(decision.seat),
        decision.played or "–",
        sign,
        "" if best is None else best.move,
        worth,
        "" if decision.loss is None else f"{100 * decision.loss:.1f} %",
    )
