"""A bar that shows how far something is, where somebody looks on."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

_console = Console(stderr=True)


def progress_bar(*columns: ProgressColumn, quiet: bool = False) -> Progress:
    """A description, a bar and these columns; it goes away in the end, and is not there at all where nobody would see it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        console=_console,
        transient=True,
        disable=quiet or not _console.is_terminal,
    )
