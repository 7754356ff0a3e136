"""``muscade games``, ``muscade rules`` and ``muscade verify``."""

from __future__ import annotations

import sys
from pathlib import Path

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import muscade
from muscade.cli import UsageError
from muscade.core import Record
from muscade.core.fairness import check
from muscade.core.pages import rules_page, rules_pages

console = Console()


def print_games() -> None:
    table = Table("name", "players", "what it is", box=None, header_style="bold")
    for name in muscade.game_names():
        game = muscade.game(name)
        table.add_row(name, ", ".join(map(str, game.seats)), game.tagline.en)
    console.print(table)


def print_pages(language: str) -> None:
    """What `print_rules` takes."""
    for name in rules_pages(language):
        console.print(name, highlight=False, markup=False)


def print_rules(name: str, language: str) -> None:
    text = rules_page(name, language)
    if text is None:
        muscade.game(name)  # which says what games there are, if this is none
        raise UsageError(f"there is no page of rules called {name}")
    console.print(Markdown(text) if console.is_terminal else text, markup=False, soft_wrap=True)


def read_record(file: Path) -> Record:
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    return Record.from_json(text)


def verify_record(file: Path) -> None:
    """Say of everything that was promised whether it holds; fail if something does not."""
    record = read_record(file)
    findings = check(record)
    for about, holds, text in findings:
        console.print(
            f"{'✓' if holds else '✗'} {about:10}  {text}", highlight=False, markup=False, soft_wrap=True
        )
    for seat, number in enumerate(record.numbers):
        console.print(f"  seat {seat} added {number or 'nothing'}", highlight=False, markup=False)
    wrong = sum(not finding.holds for finding in findings)
    if wrong:
        sys.stderr.write("muscade: it is not shown that this game was dealt as promised\n")
        raise typer.Exit(1)


def shown_seat(seat: int | str | None) -> str:
    return f"seat {seat}" if isinstance(seat, int) else (seat or "spectator")
