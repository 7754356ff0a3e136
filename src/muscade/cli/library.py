"""``muscade games``, ``muscade rules`` and ``muscade replay``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import muscade
from muscade.cli import UsageError
from muscade.core import NATURE, Record
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


def print_replay(file: Path, seat: int | None) -> None:
    try:
        text = file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    record = Record.from_json(text)
    if seat is not None:
        record = seen_by(record, seat)
    elif record.viewer is None:
        muscade.replay(record)
    seen = "" if record.viewer is None else f", as seen by {shown_seat(record.viewer)}"
    console.print(f"{record.game}, {record.seats} players{seen}", highlight=False)
    for name, value in record.options.items():
        console.print(f"  {name}: {value}", highlight=False, markup=False)
    for number, event in enumerate(record.events, 1):
        who = "chance" if event.seat == NATURE else shown_seat(event.seat)
        console.print(f"{number:4}  {who:8} {event.move}", highlight=False, markup=False, soft_wrap=True)
    if record.viewer is None:
        outcome = muscade.replay(record).outcome
        if outcome:
            winners = ", ".join(map(shown_seat, outcome.winners)) or "nobody"
            scores = f"; scores {outcome.scores}" if outcome.scores else ""
            console.print(f"won by {winners} ({outcome.reason}){scores}", highlight=False)


def seen_by(record: Record, seat: int) -> Record:
    if record.viewer is not None:
        raise UsageError("this record is redacted already; --seat needs a whole one")
    if seat >= record.seats:
        raise UsageError(f"there is no seat {seat}; seats are 0 to {record.seats - 1}")
    muscade.replay(record)
    return record.redacted(seat)


def shown_seat(seat: int | str) -> str:
    return f"seat {seat}" if isinstance(seat, int) else seat
