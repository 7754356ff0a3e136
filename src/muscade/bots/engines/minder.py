"""Ends what is left of engines once the house has ended, however that ended: ``python minder.py`` reads which groups of processes there are.

Linux ends an engine with its house (`launch`), but not what the engine has started, and other systems end neither. So a house with engines has
one small process more, which notices the end of the house by the end of its own input.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

BEGUN, ENDED = "begun", "ended"


def main() -> None:
    groups: set[int] = set()
    for line in sys.stdin:
        word, number = line.split()
        if word == BEGUN:
            groups.add(int(number))
        else:
            groups.discard(int(number))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
