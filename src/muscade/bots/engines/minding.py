"""The one process of a house that minds its engines (`minder`): started with the first of them, told of all."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock

from muscade.bots.engines import minder
from muscade.bots.engines.minder import BEGUN, ENDED


class _Minder:
    def __init__(self) -> None:
        self.house = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", minder.__file__],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            # Ctrl-C is for the house, and whoever ends the house's group does not end this first.
            start_new_session=True,
        )

    def tell(self, word: str, group: int) -> None:
        """A line is short enough to arrive whole, whoever else writes."""
        assert self._process.stdin is not None
        # Without it everything is as ever, but for a house that is killed.
        with suppress(OSError):
            self._process.stdin.write(f"{word} {group}\n".encode())

    def close(self) -> None:
        if self.house == os.getpid():
            self._process.communicate()


_lock = Lock()
_minders: list[_Minder] = []


def begun(group: int) -> None:
    """An engine runs, with whatever it starts, in a group of that number."""
    with _lock:
        # A process that was forked off a house is a house of its own.
        if not _minders or _minders[0].house != os.getpid():
            _minders[:] = [_Minder()]
            atexit.register(_minders[0].close)
        _minders[0].tell(BEGUN, group)


def ended(group: int) -> None:
    """That group is about to have ended; its number may be somebody else's afterwards."""
    with _lock:
        if _minders:
            _minders[0].tell(ENDED, group)
