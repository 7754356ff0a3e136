"""What commands share that take long: a bar that shows how far they are, and files that they write in the end."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

from muscade.cli import UsageError

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


def make_folder(folder: Path) -> None:
    """For what is to be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {error.strerror}") from None


def check_files(json: Path | None, plot: Path | None) -> None:
    """Say before all the work if its results could not be written, or not be drawn."""
    for file in (plot, json):
        if file and not file.absolute().parent.is_dir():
            raise UsageError(f"there is no folder {file.absolute().parent} to write {file.name} into")
        if file and file.is_dir():
            raise UsageError(f"{file} is a folder, and is to be a file")
        if file:
            _check_writable(file)
    if plot:
        from muscade.arena.pictures import check

        check(plot)


def _check_writable(file: Path) -> None:
    """By trying, since a folder's permissions do not tell all; what was there stays as it is."""
    is_new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    if is_new:
        file.unlink()
