"""``muscade serve`` and ``muscade config``."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console

from muscade.cli import UsageError
from muscade.core import game, game_names
from muscade.server.config import Config, ConfigError, load, to_toml, without_password
from muscade.server.parent import run_workers
from muscade.server.serving import serve
from muscade.server.storage import Storage, StorageError

# A table of all emoji takes longer to load than the database to open.
console = Console(emoji=False)

TAKEN = (errno.EADDRINUSE, errno.EACCES)
"""A port that another has, or that is not for everybody."""


def read_config(file: Path | None, flags: Mapping[tuple[str, ...], Any]) -> Config:
    """What is to be used; flags that were not given are None."""
    given = {path: value for path, value in flags.items() if value is not None}
    try:
        config = load(file, os.environ, given)
    except ConfigError as error:
        raise UsageError(str(error)) from None
    return msgspec.structs.replace(config, database=config.database or default_database())


def print_config(file: Path | None) -> None:
    typer.echo(to_toml(read_config(file, {})), nl=False)


def run(config: Config, *, open_browser: bool, any_port: bool = False) -> None:
    """With ``any_port``, a free one where that of the configuration is taken, and a word on what else there is."""
    for name in game_names():
        game(name)  # one that cannot be loaded is named before anything else begins
    with listen(config.host, config.port, any_port=any_port) as listener:
        asyncio.run(prepare(config.database))
        check_metrics(config)
        port = listener.getsockname()[1]
        announce = announcement(config.host, port, open_browser=open_browser, more=any_port)
        if config.workers == 1:
            serve(config, listener, on_start=announce)
        elif sys.platform == "win32":
            raise UsageError("several workers need a system like Linux; leave --workers out")
        else:
            run_workers(config, listener, announce)


def announcement(host: str, port: int, *, open_browser: bool, more: bool = False) -> Callable[[], None]:
    """Says where the server is once it can be reached, and with ``more`` what else somebody new can do."""
    shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host
    address = f"http://{shown}:{port}/"

    def announce() -> None:
        console.print(f"[bold]Muscade[/bold] is at [link={address}]{address}[/link]  (Ctrl+C stops it)")
        if more:
            console.print(
                "Your browser opens there by itself. Have fun! [dim]muscade --help[/dim] lists the rest."
            )
        if open_browser:
            # A browser may take its time to start, and may be the console's own.
            threading.Thread(target=_open, args=(address,), daemon=True).start()

    return announce


def _open(address: str) -> None:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(address)


async def prepare(database: str) -> None:
    """Open the database once before anything else, so that a wrong one is named plainly."""
    try:
        storage = await Storage.open(database)
    except StorageError as error:
        raise UsageError(f"cannot use the database {without_password(database)}: {error}") from None
    await storage.close()


def listen(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if any_port:
            return listen(host, 0)
        reason = os.strerror(error.errno) if error.errno in TAKEN else error.strerror or error
        advice = "; choose another with --port" if error.errno in TAKEN else ""
        raise UsageError(f"cannot listen on {host} port {port}: {reason}{advice}") from None


def check_metrics(config: Config) -> None:
    """Whether the ports for metrics are free, before anything is started."""
    host, port = config.metrics.host, config.metrics.port
    if not port:
        return
    for one in range(port, port + config.workers):
        try:
            with socket.create_server((host, one)):
                pass
        except OSError as error:
            reason = error.strerror or error
            raise UsageError(f"cannot show metrics on {host} port {one}: {reason}") from None


def default_database() -> str:
    """A file among the user's own."""
    folder = Path(typer.get_app_dir("muscade"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot make the folder {folder}: {error.strerror}; name a file elsewhere with --database"
        ) from None
    return str(folder / "muscade.db")
