"""``muscade arena``."""

from __future__ import annotations

import csv
import math
import os
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, TimeRemainingColumn
from rich.table import Table

import muscade
from muscade.arena import Estimate, Quartiles, Report, TableReport, run, tournament, usual_seats
from muscade.arena.clusters import check_ray
from muscade.arena.pictures import draw, table_titles
from muscade.arena.running import Where
from muscade.bots.engines.faults import WORDS
from muscade.cli import UsageError
from muscade.cli.long_runs import check_files, make_folder, progress_bar
from muscade.cli.options import read_option, read_options
from muscade.core import Options

LONGEST_NAME = 32
STDERR_LINES = 5
"""Of what an engine wrote there last."""

console = Console()


def print_tournament(
    game: str,
    bots: str,
    *,
    seats: int | None,
    games: int,
    options: Sequence[str],
    compare: Sequence[str],
    seed: str,
    jobs: int | None,
    seconds: float | None,
    memory: int,
    logs: Path | None,
    engine: Where,
    address: str | None,
    plot: Path | None,
    json: Path | None,
) -> None:
    """Play and print; write a picture and JSON where asked."""
    check_files(json, plot)
    if engine == "ray":
        check_ray()
    elif address is not None:
        raise UsageError("--address is where a cluster of Ray is; it goes with --engine ray")
    if logs:
        make_folder(logs)
    names = read_bots(bots)
    count = usual_seats(muscade.game(game), len(names)) if seats is None else seats
    planned = tournament(
        game,
        names,
        seats=count,
        games=games,
        options=read_tables(game, count, options, compare),
        seed=seed,
        seconds=seconds,
        memory=memory,
        logs=logs and logs.absolute(),
    )
    with progress_bar(MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task("playing", total=planned.games)
        report = run(
            planned,
            jobs or os.cpu_count() or 1,
            lambda more: bar.advance(task, more),
            engine=engine,
            address=address,
        )
    print_report(report)
    if json:
        json.write_text(report.to_json() + "\n", encoding="utf-8")
    if plot:
        draw(report, plot)


def read_bots(text: str) -> list[str]:
    """What stands between commas; a command with commas of its own stands in quotes.

    >>> read_bots('expert, ./mybot --flag, "./other --weights 1,2"')
    ['expert', './mybot --flag', './other --weights 1,2']
    """
    [names] = csv.reader([text], skipinitialspace=True)
    return [name.strip() for name in names if name.strip()]


def read_tables(game: str, seats: int, options: Sequence[str], compare: Sequence[str]) -> list[Options]:
    """The sets of options that are asked for: all given values of each compared option, each with each.

    >>> read_tables("pass-pass", 4, ["leader=0"], ["diamonds=standard", "diamonds=none"])
    [{'leader': 0, 'diamonds': 'standard'}, {'leader': 0, 'diamonds': 'none'}]
    """
    found = muscade.game(game)
    fixed = read_options(found, seats, options)
    compared: dict[str, list[str | int | bool]] = {}
    for name, value in (read_option(found, seats, text) for text in compare):
        compared.setdefault(name, []).append(value)
    return [fixed | dict(zip(compared, chosen, strict=True)) for chosen in product(*compared.values())]


def print_report(report: Report) -> None:
    played = report.tournament
    stopped = "" if report.deals == played.deals else f" of {played.deals} (stopped)"
    console.print(
        f"{played.game}, {played.seats} seats: {len(report.games)} games, {report.deals}{stopped} deals, "
        f"seed {played.seed}",
        highlight=False,
    )
    for table, title in zip(report.tables, table_titles(report), strict=True):
        print_table(table, title)
    if report.changes:
        changes = Table("compared with the first", "bot", "games won", box=None, header_style="bold")
        for change in report.changes:
            changes.add_row(table_titles(report)[change.table], change.bot, _percent(change.share, "+"))
        console.print(changes)
    print_faults(report)


def print_faults(report: Report) -> None:
    """What engines did wrong: which, what, how often, and the first time with what they said."""
    found = [(played, fault) for played in report.games for fault in played.faults]
    kinds = Counter((played.bots[fault.seat], fault.kind) for played, fault in found)
    for (bot, kind), count in kinds.items():
        played, fault = next((p, f) for p, f in found if (p.bots[f.seat], f.kind) == (bot, kind))
        lines = [
            f"{bot} {WORDS[kind].en}, {count} times; a move was drawn for it. The first time: "
            f"deal {played.deal}, seat {fault.seat}, event {fault.event}: {fault.said}"
        ]
        lines += [f"  {line}" for line in fault.stderr.strip().splitlines()[-STDERR_LINES:]]
        for line in lines:
            console.print(line, highlight=False, markup=False, style="red")


def print_table(table: TableReport, title: str) -> None:
    if title:
        console.print(f"\n[bold]{title}[/bold]", highlight=False)
    rows = Table(box=None, header_style="bold")
    won = f"won (fair: {100 * table.fair_share:.0f} %)"
    rows.add_column(
        "bot", overflow="fold"
    )  # where there is little room it is the name that gives way, not a figure
    for heading in ("wins", won, "rating", "score", "thinks", "at most"):
        rows.add_column(heading, no_wrap=True)
    for bot in table.bots:
        rows.add_row(
            _short(bot.bot),
            f"{bot.wins:.1f}".removesuffix(".0") + f" of {bot.seats}",
            _percent(bot.share),
            f"{bot.rating.value:.0f} ± {bot.rating.high - bot.rating.value:.0f}",
            f"{bot.score:.1f}",
            _seconds(bot.mean_seconds),
            _seconds(bot.worst_seconds),
        )
    console.print(rows)
    seats = ", ".join(f"{seat}: {_percent(share)}" for seat, share in enumerate(table.by_seat))
    facts = [("won by seat", seats)]
    if table.first_player:
        facts.append(("won by who moved first", _percent(table.first_player)))
    lengths = {"moves": table.lengths.moves, "turns": table.lengths.turns, "rounds": table.lengths.rounds}
    facts += [(f"{what} in a game", _quartiles(told)) for what, told in lengths.items() if told]
    endings = ", ".join(f"{ending.reason} {_percent(ending.share)}" for ending in table.endings)
    facts.append(("ended by", endings))
    for what, told in facts:
        console.print(f"{what}: {told}", highlight=False, markup=False)


def _short(bot: str) -> str:
    """Of a long command its end, which tells most; a row has much else to say.

    >>> _short("expert"), _short("/usr/local/bin/engines/mybot --depth=6")
    ('expert', '…cal/bin/engines/mybot --depth=6')
    """
    return bot if len(bot) <= LONGEST_NAME else "…" + bot[1 - LONGEST_NAME :]


def _percent(share: Estimate, sign: str = "") -> str:
    return f"{100 * share.value:{sign}.1f} % ({100 * share.low:{sign}.1f} – {100 * share.high:{sign}.1f})"


def _quartiles(told: Quartiles) -> str:
    return f"{told.median:g} (half of them {told.low:g} – {told.high:g})"


def _seconds(seconds: float) -> str:
    """
    >>> _seconds(0.000012), _seconds(0.0213), _seconds(1.5)
    ('0.012 ms', '21 ms', '1.50 s')
    """
    if seconds >= 1:
        return f"{seconds:.2f} s"
    digits = max(0, 1 - math.floor(math.log10(1000 * seconds))) if seconds > 0 else 0
    return f"{1000 * seconds:.{digits}f} ms"
