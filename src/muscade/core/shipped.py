"""What comes with a game as data: numbers it is played with, some of them under names that an option takes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from typing import Any

from muscade.core.errors import InvalidOptions
from muscade.core.options import Choice, Option
from muscade.core.text import Text, quoted


def data_of(package: str, name: str) -> dict[str, Any]:
    """What ``data/<name>.toml`` of a package says."""
    return tomllib.loads((files(package) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


class Shipped:
    """The tables of a data file by their names, and the option that takes one of them or the text of one's own.

    Every entry of the file has a title, ``en`` and ``fr``; what else it has makes the text.
    """

    def __init__(self, package: str, option: str, clause: str, file: str | None = None) -> None:
        self.name = option
        self.clause = clause
        self._source = package, file or option

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        return data_of(*self._source)

    def option(self, title: Text, fits: Callable[[dict[str, Any]], bool] = bool) -> Option:
        """What a table can choose: those that fit it, or one's own."""
        choices = [
            Choice(name, Text(table["en"], table["fr"])) for name, table in self.tables.items() if fits(table)
        ]
        return Option(self.name, title, tuple(choices), self.clause, free=True)

    def text_of(self, given: str, read: Callable[[dict[str, Any]], str]) -> str:
        """The text of the table of that name, as ``read`` makes it of an entry; or what is given, if it is no name."""
        return read(self.tables[given]) if given in self.tables else given

    def refused(self, given: str, wanted: Text) -> InvalidOptions:
        """What is given is no table; that is what would be."""
        names = ", ".join(map(repr, self.tables))
        return InvalidOptions(
            f"Option {self.name!r} takes {names}, or {wanted.en}, not {quoted(given)} ({self.clause}).",
            f"L'option {self.name!r} accepte {names}, ou {wanted.fr}, pas {quoted(given)} ({self.clause}).",
        )
