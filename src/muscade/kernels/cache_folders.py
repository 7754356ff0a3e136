"""Where compiled code is kept on disk."""

from __future__ import annotations

import os
import shutil
import time
from functools import cache
from pathlib import Path

_FORGOTTEN_AFTER = 30 * 24 * 3600


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: ``MUSCADE_CACHE``, or where programs keep such things on this system."""
    given = os.environ.get("MUSCADE_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "muscade"


def cache_place(name: str, stamp: str) -> Path | None:
    """A folder for what is compiled from that text of a module; None where nothing can be kept. Old ones are cleared away."""
    folder = cache_folder() / name
    place = folder / stamp
    try:
        place.mkdir(parents=True, exist_ok=True)
        os.utime(place)
        for old in folder.iterdir():
            if old != place and time.time() - old.stat().st_mtime > _FORGOTTEN_AFTER:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return place if os.access(place, os.W_OK) else None
