"""The lines between the house and an engine, as `docs/engine-protocol.md` has them: objects with one key, their kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from muscade.core.moves import Move, Options, Seat
from muscade.core.text import quoted
from muscade.core.views import View, encode

PROTOCOL = 1
"""Goes up whenever an engine written for the old one would not do any more."""
LONGEST_LINE = 65_536
"""Bytes that an engine may say in one line."""
MOST_SAID = 1_048_576
"""Bytes that it may say before it answers a question."""


class Hello(msgspec.Struct, frozen=True):
    """What an engine says of itself. Whatever else it says is let pass."""

    protocol: int
    name: Annotated[str, Meta(max_length=80)] = ""
    history: bool = True
    """It wants views with all that its seat has seen; else ``history`` stays empty."""


class Answer(msgspec.Struct, frozen=True):
    """Its choice, in notation, for the question of that number."""

    id: int
    move: Annotated[str, Meta(max_length=LONGEST_LINE)]


class Said(msgspec.Struct, frozen=True):
    """A line of an engine."""

    hello: Hello | UnsetType = UNSET
    choose: Answer | UnsetType = UNSET


_decoder = msgspec.json.Decoder(Said)


def read(line: bytes) -> Said | None:
    """What a line says; None if it is none of the protocol."""
    try:
        said = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return None if said.hello is UNSET and said.choose is UNSET else said


def quoted_line(line: bytes) -> str:
    """A line for a message to people: short, and nothing in it that a terminal would obey."""
    return quoted(line.decode("utf-8", "replace"))


def line(kind: str, content: object) -> bytes:
    """A line to an engine: no space, no line break, the kind first."""
    return encode({kind: content}) + b"\n"


def hello(house: str) -> bytes:
    """The first line: which protocol it is, and which version of Muscade."""
    return line("hello", {"protocol": PROTOCOL, "muscade": house})


def options(view: View) -> bytes:
    """Which table the views that follow are of."""
    at: dict[str, str | int | Seat | Options | None] = {
        "game": view.game,
        "version": view.version,
        "seats": view.seats,
        "seat": view.seat,
        "options": view.options,
    }
    return line("options", at)


def question(view: View, moves: Sequence[Move], number: int, milliseconds: int, seed: int) -> bytes:
    """What the seat sees, what it may do, and that it is to choose."""
    return (
        line("view", view)
        + line("moves", [move.notation for move in moves])
        + line("choose", {"id": number, "ms": milliseconds, "seed": seed})
    )


def fault(number: int, kind: str, said: str) -> bytes:
    """What was wrong with an answer, for whoever writes the engine."""
    return line("fault", {"id": number, "kind": kind, "said": said})
