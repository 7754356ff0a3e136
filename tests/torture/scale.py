"""How much of it: little in ``make test``, all of it in ``make torture``."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

LONG = bool(os.environ.get("MUSCADE_TORTURE"))


def how_much(short: T, long: T) -> T:
    return long if LONG else short
