"""Imports go one way: a room builds on those before it. Late imports and those for type checkers count as well."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from tests.structure.sources import FRONT, ROOMS, Source, sources

FOR_TYPES_ONLY = {("core/game.py", "bots"), ("core/game.py", "kernels"), ("core/game.py", "solvers")}
"""The contract names the types of what a game hands out; type checkers alone follow these imports."""
CARRIED_ALONG = "benchmarks"
"""In a wheel the package carries these; the command line runs them, and nobody builds on them."""


@dataclass(frozen=True)
class Import:
    room: str
    line: int
    for_types: bool


def imported_rooms(source: Source) -> Iterator[Import]:
    """Every room that a module imports from."""
    tree = source.tree
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        names: list[list[str]] = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = source.package[: len(source.package) + 1 - node.level] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            # ``from muscade import bots`` is about a room, ``from muscade import Game`` about the front door.
            names = [[*base, alias.name] for alias in node.names] if base == ["muscade"] else [base]
        for name in names:
            if name[0] == "muscade":
                room = name[1] if len(name) > 1 and (name[1] in ROOMS or name[1] == CARRIED_ALONG) else FRONT
                yield Import(room, node.lineno, id(node) in for_types)


def faults(source: Source) -> Iterator[str]:
    for found in imported_rooms(source):
        where = f"{source}:{found.line}"
        if found.room == CARRIED_ALONG:
            if source.room != ROOMS[-1]:
                yield f"{where} imports the benchmarks"
        elif ROOMS.index(found.room) > ROOMS.index(source.room or FRONT) and not (
            found.for_types and (str(source), found.room) in FOR_TYPES_ONLY
        ):
            yield f"{where} imports {found.room}, which builds on {source.room or 'everything'}"


def test_every_room_has_its_place_in_the_order() -> None:
    assert {source.room for source in sources()} == {"", *ROOMS}


def test_imports_go_one_way() -> None:
    assert [fault for source in sources() for fault in faults(source)] == []


def test_no_exception_is_kept_that_nobody_needs() -> None:
    used = {
        (str(source), found.room)
        for source in sources()
        for found in imported_rooms(source)
        if found.for_types and source.room and ROOMS.index(found.room) > ROOMS.index(source.room)
    }
    assert used == FOR_TYPES_ONLY


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import muscade.arena", ["arena"]),
        ("def late():\n    from muscade.server.app import create_app", ["server"]),
        ("from muscade import arena, Match", ["arena", "core"]),
        ("from ..cli import main", ["cli"]),
        ("from .tree import grow", ["bots"]),
        ("import numpy as np", []),
    ],
)
def test_what_an_import_is_taken_for(text: str, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(source for source in sources() if str(source) == "bots/base.py")
    monkeypatch.setattr(Source, "text", property(lambda self: text))
    assert [imported.room for imported in imported_rooms(source)] == found
    upwards = {"arena", "server", "cli"} & set(found)
    assert len(list(faults(source))) == len(upwards)


MESSAGES = {
    "muscade.server.moderation.requests",
    "muscade.server.protocol",
    "muscade.server.requests",
    "muscade.server.rooms.protocol",
    "muscade.server.rooms.requests",
}
"""What a client has in common with a server."""


def test_a_client_shares_messages_with_the_server_and_nothing_else() -> None:
    shared = {
        node.module
        for source in sources()
        if source.room == "client"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("muscade.server")
    }
    assert shared == MESSAGES
    load = "import muscade.client, sys; print({'starlette', 'sqlalchemy', 'uvicorn'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "set()"


GUESSES = {"hasattr", "import_module", "__import__", "find_spec"}


def test_nothing_is_guessed_by_name() -> None:
    """What a room needs of a game is in the contract: no attribute that may be there, no import by a string."""
    guessed = [
        f"{source}:{node.lineno} {ast.unparse(node)}"
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and (
            ast.unparse(node.func).rpartition(".")[2] in GUESSES
            or (ast.unparse(node.func) == "getattr" and len(node.args) > 2)
        )
    ]
    assert guessed == []
