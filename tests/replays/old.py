"""Games that were really played under version 1 of their law, written by the program of that time."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from muscade.core import Record

FOLDER = Path(__file__).parent / "version_1"


class Ended(NamedTuple):
    """How the program of that time said that it ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


WHOLE = {
    "mono-line": Ended((1,), (0, 1)),
    "over-pass": Ended((0,), (10, 8)),
    "ptipasspass-diagonals": Ended((1,), (0, 2, 0)),
    "ptipasspass-none": Ended((0,), (2, 0, 0)),
}
"""Those in which nothing happened that an amended clause would have changed."""
IN_PART = {"mono-line-vigilant": (8, "i12"), "pass-pass-teams": (46, "deal")}
"""The others: after how many events today's law does not allow what came next, and what that was."""


def old_record(name: str) -> Record:
    return Record.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
