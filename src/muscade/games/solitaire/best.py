"""The best known figures, which each puzzle keeps as data."""

from __future__ import annotations

import msgspec

from muscade.core.shipped import data_of
from muscade.games.solitaire.view import Best


def best_of(package: str) -> Best:
    """What ``data/best.toml`` of a puzzle says (SP-4, SP-5)."""
    return msgspec.convert(data_of(package, "best"), Best)
