"""What a table may choose before the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from muscade.core.errors import InvalidOptions
from muscade.core.moves import Options
from muscade.core.text import Text, quoted

L = TypeVar("L")


class Choice(msgspec.Struct, frozen=True):
    """One value of an option, with the name people read."""

    value: str | int | bool
    title: Text
    note: Text | None = None
    """What it means for the game, in a line: an option that explains its choices is asked first."""


class Option(msgspec.Struct, frozen=True):
    """Something the table may choose before the game; the first of ``choices`` is the default.

    ``free`` options take other values of the same type as well (a table of one's own, say); the game checks them.
    """

    name: str
    title: Text
    choices: tuple[Choice, ...]
    clause: str
    free: bool = False

    @property
    def default(self) -> str | int | bool:
        return self.choices[0].value

    def takes(self, value: Any) -> bool:
        """Is that one of its values, or such as the game checks?"""
        alike = [choice.value for choice in self.choices if type(value) is type(choice.value)]
        return value in alike or (self.free and type(value) is type(self.default))

    def refused(self, value: Any) -> InvalidOptions:
        """It is not, and these are."""
        values = ", ".join(repr(choice.value) for choice in self.choices)
        return InvalidOptions(
            f"Option {self.name!r} takes {values}, not {quoted(value)} ({self.clause}).",
            f"L'option {self.name!r} accepte {values}, pas {quoted(value)} ({self.clause}).",
        )


def seat_titles(seats: int) -> tuple[Text, ...]:
    """What seats are called, counted from one."""
    return tuple(Text(f"seat {seat + 1}", f"place {seat + 1}") for seat in range(seats))


def seat_choices(seats: int) -> tuple[Choice, ...]:
    """Who begins: drawn at random, or a seat."""
    return (
        Choice("random", Text("drawn at random", "tiré au sort")),
        *(Choice(seat, title) for seat, title in enumerate(seat_titles(seats))),
    )


def limit_option(name: str, turns: Sequence[int], clause: str) -> Option:
    """After how many turns a game is over that nobody has won; as a rule it goes on (`Game.limit`)."""
    return Option(
        name,
        Text("Longest game", "Durée maximale"),
        (
            Choice(0, Text("no limit", "sans limite")),
            *(Choice(count, Text(f"{count} turns", f"{count} tours")) for count in turns),
        ),
        clause,
    )


def fewer_option(name: str, title: Text, counts: Sequence[int], clause: str) -> Option:
    """For laboratories: how many of something there are, first as in the box, then fewer (`Game.laboratory`)."""
    return Option(name, title, tuple(Choice(count, Text(str(count), str(count))) for count in counts), clause)


def remembered(make: Callable[[int, Options], L]) -> Callable[[int, Options], L]:
    """What is made of seats and options is made once for all tables that have them."""

    @lru_cache(maxsize=64)
    def made(seats: int, options: tuple[tuple[str, Any], ...]) -> L:
        return make(seats, dict(options))

    return lambda seats, options: made(seats, tuple(options.items()))
