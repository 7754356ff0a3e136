"""Our side: ``muscade serve`` on an SQLite file, and a client of its protocol that reads no more than it needs."""

from __future__ import annotations

import contextlib
import http.client
import sys
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.trees import Tree

from .play import Load, Seat, Table
from .processes import ServerProcess

LIMITS = (
    "CONNECTIONS",
    "TABLES_A_MINUTE",
    "OPEN_TABLES",
    "REQUESTS_A_SECOND",
    "MESSAGES_OF_ADDRESS_A_SECOND",
)
"""Of one address; here one address is everybody."""
NAMES = ("Ada", "Blaise", "Emmy", "Kurt")
_numbers = count(1)


class Message(msgspec.Struct):
    """Whatever the server may say, as far as it matters here."""

    type: str
    version: int = 0
    moves: tuple[str, ...] = ()
    nonce: int = 0
    text: Any = None


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.encode


class OurSeat(Seat):
    def __init__(self, table: Table, number: int, table_id: str, key: str) -> None:
        super().__init__(table, number)
        self._table_id = table_id
        self._key = key

    @property
    def path(self) -> str:
        return f"/ws/{self._table_id}"

    def on_ws_connected(self, transport: Any) -> None:
        super().on_ws_connected(transport)
        self.send(_encode({"type": "hello", "keys": [self._key], "look": self.number}))

    def on_message(self, message: memoryview) -> None:
        read = _decode(message)
        match read.type:
            case "update":
                self.saw(read.version, read.moves, len(message))
            case "accepted":
                self.table.answered()
            case "probe":
                self.send(b'{"type":"echo","nonce":%d}' % read.nonce)
            case "refused":
                self.table.load.refused(str(read.text))

    def move_message(self, move: str) -> bytes:
        return b'{"type":"move","id":"m%012d","seat":%d,"move":%s,"version":%d}' % (
            next(_numbers),
            self.number,
            _encode(move),
            self.version,
        )


class Ours:
    """Muscade of a source tree; None is this one."""

    group = "muscade"

    def __init__(self, tree: Path | None = None, game: str = "pass-pass") -> None:
        self._tree = Tree(tree)
        self._game = game

    @cached_property
    def name(self) -> str:
        return "Muscade, SQLite, durable" + ("" if self._tree.path is None else f", {self._tree.label}")

    def start(self, folder: Path, *, look_ahead: bool = False) -> ServerProcess:
        root = self._tree.path or Path(__file__).parents[2]
        command = [sys.executable, "-m", "muscade.cli", "serve", "--port", "0"]
        command += [
            "--database",
            str(folder / "muscade.db"),
            "--look-ahead" if look_ahead else "--no-look-ahead",
        ]
        unlimited = {f"MUSCADE_LIMITS_{limit}": "0" for limit in LIMITS}
        return ServerProcess(command, folder, {"PYTHONPATH": str(root / "src"), **unlimited})

    def create(self, load: Load, tables: int) -> list[Table]:
        wanted = {"game": self._game, "seats": [{"kind": "here", "name": name} for name in NAMES]}
        body = _encode(wanted)
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", load.port, timeout=30)) as connection:
            return [self._create(load, connection, body) for _ in range(tables)]

    def _create(self, load: Load, connection: http.client.HTTPConnection, body: bytes) -> Table:
        connection.request("POST", "/api/tables", body, {"content-type": "application/json"})
        answer = msgspec.json.decode(connection.getresponse().read())
        table = Table(load)
        table.seats = [OurSeat(table, key["seat"], answer["table"], key["key"]) for key in answer["keys"]]
        return table
