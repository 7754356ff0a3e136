"""``muscade serve``."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import webbrowser
from pathlib import Path

import typer
import uvicorn
from rich.console import Console

from muscade.cli import UsageError
from muscade.server.app import create_app
from muscade.server.logs import configure_logs
from muscade.server.storage import Storage, StorageError

console = Console()

LONGEST_FRAME = 65536
"""Beyond this the connection is cut; below it, and too long, the message is refused with a sentence."""
SHUTDOWN_SECONDS = 5


class AnnouncingServer(uvicorn.Server):
    """Says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        console.print(
            f"[bold]Muscade[/bold] is at [link={self._address}]{self._address}[/link]  (Ctrl+C stops it)"
        )
        if self._open_browser:
            # A browser may take its time to start, and may be the console's own.
            threading.Thread(target=_open, args=(self._address,), daemon=True).start()


def _open(address: str) -> None:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(address)


def run(host: str, port: int, database: str | None, *, open_browser: bool, look_ahead: bool) -> None:
    database = database or default_database()
    with listen(host, port) as listener:
        asyncio.run(prepare(database))
        configure_logs()
        shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        config = uvicorn.Config(
            create_app(database, look_ahead=look_ahead),
            # Addresses hold secrets, so nobody but the application itself writes them down.
            access_log=False,
            log_level="warning",
            log_config=None,
            ws_max_size=LONGEST_FRAME,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            server_header=False,
        )
        server = AnnouncingServer(config, address, open_browser=open_browser)
        # uvicorn shuts down in order on Ctrl+C, and raises it again afterwards.
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


async def prepare(database: str) -> None:
    """Open the database once before anything else, so that a wrong one is named plainly."""
    try:
        storage = await Storage.open(database)
    except StorageError as error:
        raise UsageError(f"cannot use the database {database}: {error}") from None
    await storage.close()


def listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(
            f"cannot listen on {host} port {port}: {reason}; choose another with --port"
        ) from None


def default_database() -> str:
    """A file among the user's own."""
    folder = Path(typer.get_app_dir("muscade"))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "muscade.db")
