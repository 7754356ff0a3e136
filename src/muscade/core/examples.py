"""Worked examples of the law, as positions: what a rulebook tells in words, ready to be tried.

A game has them in ``data/examples.toml`` of its package; each says what the referee must answer, and a test asks.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from muscade.core.moves import Options, Seat
from muscade.core.text import Text


class Example(msgspec.Struct, frozen=True):
    """A position, what happens in it, and what comes of that: something ``shown``, or a clause by which it is ``refused``."""

    clause: str
    title: Text
    seats: int
    options: Options
    position: str
    moves: tuple[tuple[Seat, str], ...]
    shown: str | None
    refused: str | None
    lit: tuple[str, ...] = ()
    """What a drawing of it points at before anything has happened: spaces by name, lines by two places on each, ``f3-f14``."""


@cache
def examples_in(package: str) -> tuple[Example, ...]:
    """Those of a game's package; none where it has no such file."""
    file = files(package) / "data" / "examples.toml"
    if not file.is_file():
        return ()
    return tuple(map(_example, tomllib.loads(file.read_text(encoding="utf-8"))["example"]))


def _example(told: dict[str, Any]) -> Example:
    moves = [made.partition(" ") for made in told.get("moves", ())]
    return Example(
        told["clause"],
        Text(told["en"], told["fr"]),
        told["seats"],
        told.get("options", {}),
        told["position"],
        tuple((int(seat), move) for seat, _, move in moves),
        told.get("shown"),
        told.get("refused"),
        tuple(told.get("lit", ())),
    )
