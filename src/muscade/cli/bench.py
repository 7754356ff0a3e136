"""``muscade bench``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn, TimeElapsedColumn
from rich.table import Table

from muscade.cli import UsageError
from muscade.cli.long_runs import check_files, progress_bar

console = Console()


def print_benchmarks(
    *, json: Path | None, plot: Path | None, quick: bool, against: Path | None, only: str
) -> None:
    """Measure and print; write a picture and JSON where asked."""
    check_files(json, plot)
    suite, pictures = _benchmarks()
    try:
        steps = [step for step in suite.steps(quick=quick, against=against) if only in step.name]
    except FileNotFoundError as error:
        raise UsageError(str(error)) from None
    if not steps:
        raise UsageError(f"there is nothing to measure with {only!r} in its name")
    if any(step.open_spiel for step in steps):
        _check_open_spiel()
    measured: list[Any] = []
    with progress_bar(MofNCompleteColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=len(steps))
        for step in steps:
            bar.update(task, description=step.name)
            measured += step.measure()
            bar.advance(task)
    results = suite.results(measured)
    print_results(results)
    if json:
        json.write_text(results.to_json(), encoding="utf-8")
    if plot:
        pictures.draw(results, plot)


def _check_open_spiel() -> None:
    try:
        import pyspiel  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise UsageError(
            "the figures are taken beside OpenSpiel, which is not installed: 'make bench' brings it, "
            "or install open_spiel"
        ) from None


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
        f"{machine.processor}, {machine.cores} cores; Python {machine.python}, numba {machine.numba}"
        + (f", OpenSpiel {machine.open_spiel}" if machine.open_spiel else ""),
        highlight=False,
    )
    for heading, rows in _tables(results):
        if rows:
            table = Table(*heading, box=None)
            for row in rows:
                table.add_row(*row)
            console.print(table)


def _tables(results: Any) -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """Headings and rows of all that can be measured."""
    yield (
        ("", "ours", "beside", "ours a second", "theirs", "ratio", "quartiles", "aim"),
        [
            (
                ratio.group,
                ratio.ours,
                ratio.peer,
                f"{ratio.ours_rate:,.0f} {ratio.unit}",
                f"{ratio.peer_rate:,.0f}",
                f"{ratio.ratio:.3g}",
                f"{ratio.low:.3g} – {ratio.high:.3g}",
                "" if ratio.aim is None else f"{ratio.aim:g}",
            )
            for ratio in results.ratios
        ],
    )
    yield (
        ("a move and the list after it", "median", "99 % within", "moves, mean", "most"),
        [
            (
                f"{listing.game}, {listing.seats} players",
                f"{listing.median:.3f} ms",
                f"{listing.late:.2f} ms",
                f"{listing.mean_moves:.0f}",
                str(listing.most_moves),
            )
            for listing in results.listings
        ],
    )
    yield (
        ("as a game grows long", "", "after so many moves", "last to first", "quartiles"),
        [
            (
                f"{growth.game}, {growth.seats} players",
                growth.deed,
                "; ".join(
                    f"{length:,}: {time:.3g} ms"
                    for length, time in zip(growth.lengths, growth.milliseconds, strict=True)
                ),
                f"{growth.ratio:.3g}",
                f"{growth.low:.3g} – {growth.high:.3g}",
            )
            for growth in results.growths
        ],
    )
    yield (
        ("imagining what one cannot see", "views", "median", "99 % within", "worst"),
        [
            (
                f"{imagining.game}, {imagining.seats} players, {100 * imagining.mistakes:.0f} % mistakes",
                str(imagining.views),
                *(f"{time:.3g} ms" for time in (imagining.median, imagining.late, imagining.worst)),
            )
            for imagining in results.imaginings
        ],
    )
