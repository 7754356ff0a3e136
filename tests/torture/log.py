"""What a server says in its log, and which of it is a complaint."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

WORDS = "words"
"""The event of whatever is in the log but not as an entry: what Python itself says when something ends badly."""


class Expected(NamedTuple):
    """A complaint that a test brings about."""

    event: str
    error: str
    """A pattern that is found in what it says of the fault; another fault is no less of a complaint."""
    because: str


KILLED = (
    Expected(
        WORDS,
        r"multiprocessing/spawn\.py",
        "a process was being started for bots when its server was killed, which was to tell it what to do",
    ),
)


def read_log(path: Path) -> list[dict[str, Any]]:
    """Entries, which are JSON where nobody watches; lines that are none and follow each other are one entry."""
    lines = path.read_text(errors="replace").splitlines()
    entries: list[dict[str, Any]] = []
    for is_entry, found in groupby(lines, key=lambda line: line.startswith("{")):
        if is_entry:
            entries += map(json.loads, found)
        else:
            entries.append({"event": WORDS, "error": "\n".join(found)})
    return entries


def is_complaint(entry: dict[str, Any]) -> bool:
    return (
        entry["event"] == WORDS
        or entry["level"] in {"error", "critical"}
        or "traceback" in entry
        or "Traceback" in str(entry)
    )


def is_expected(entry: dict[str, Any], expected: tuple[Expected, ...]) -> bool:
    return any(
        entry["event"] == one.event and re.search(one.error, str(entry.get("error"))) for one in expected
    )


def complaints(path: Path, expected: tuple[Expected, ...] = ()) -> list[dict[str, Any]]:
    """Errors, tracebacks, and all that is no entry at all, but for those that the test names."""
    return [entry for entry in read_log(path) if is_complaint(entry) and not is_expected(entry, expected)]
