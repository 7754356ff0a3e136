"""``muscade bench``."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from muscade.arena.pictures import check
from muscade.cli import UsageError

console = Console()
progress_console = Console(stderr=True)


def print_benchmarks(*, json: Path | None, plot: Path | None, quick: bool) -> None:
    """Measure and print; write a picture and JSON where asked."""
    for file in (plot, json):
        if file and not file.absolute().parent.is_dir():
            raise UsageError(f"there is no folder {file.absolute().parent} to write {file.name} into")
    if plot:
        check(plot)
    try:
        import pyspiel  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise UsageError(
            "the figures are taken beside OpenSpiel, which is not installed: 'make bench' brings it, "
            "or install open_spiel"
        ) from None
    suite, pictures = _benchmarks()
    steps = list(suite.steps(quick=quick))
    measured = []
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=progress_console,
        transient=True,
        disable=not progress_console.is_terminal,
    ) as bar:
        task = bar.add_task("", total=len(steps))
        for name, measure in steps:
            bar.update(task, description=name)
            measured.append(measure())
            bar.advance(task)
    results = suite.results(measured)
    print_results(results)
    if json:
        json.write_text(results.to_json(), encoding="utf-8")
    if plot:
        pictures.draw(results, plot)


def _benchmarks() -> tuple[ModuleType, ModuleType]:
    """What measures and what draws: a wheel carries the benchmarks in the package, a checkout has them beside it."""
    try:
        from muscade.benchmarks import pictures, suite
    except ModuleNotFoundError as missing:
        if missing.name != "muscade.benchmarks":
            raise
        root = str(Path(__file__).parents[3])
        if root not in sys.path:
            sys.path.append(root)
        from benchmarks import pictures, suite
    return suite, pictures


def print_results(results: Any) -> None:
    machine = results.machine
    console.print(
        f"{machine.processor}, {machine.cores} cores; Python {machine.python}, numba {machine.numba}, "
        f"OpenSpiel {machine.open_spiel}",
        highlight=False,
    )
    table = Table("", "ours", "beside", "ours a second", "theirs", "ratio", "quartiles", "aim", box=None)
    for ratio in results.ratios:
        table.add_row(
            ratio.group,
            ratio.ours,
            ratio.peer,
            f"{ratio.ours_rate:,.0f} {ratio.unit}",
            f"{ratio.peer_rate:,.0f}",
            f"{ratio.ratio:.3g}",
            f"{ratio.low:.3g} – {ratio.high:.3g}",
            "" if ratio.aim is None else f"{ratio.aim:g}",
        )
    console.print(table)
    listings = Table("a move and the list after it", "median", "99 % within", "moves, mean", "most", box=None)
    for listing in results.listings:
        listings.add_row(
            f"{listing.game}, {listing.seats} players",
            f"{listing.median:.3f} ms",
            f"{listing.late:.2f} ms",
            f"{listing.mean_moves:.0f}",
            str(listing.most_moves),
        )
    console.print(listings)
