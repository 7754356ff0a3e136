"""Becomes an engine: ``python launch.py <megabytes> <parent> <command …>`` takes limits upon itself, then runs the command in its own place.

In a process of its own, since a program with threads cannot do this safely between `fork` and `exec`.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

PR_SET_PDEATHSIG = 1


def limit_memory(megabytes: int) -> None:
    """What it may write to. Address space alone is no measure: some run-times reserve gigabytes of it and use none."""
    with suppress(ImportError, AttributeError):
        import resource

        most = megabytes * 1_048_576
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with(parent: int) -> None:
    """Have Linux end this process when its parent ends, however that ends; elsewhere the end of its input has to do."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def main() -> None:
    megabytes, parent, *command = sys.argv[1:]
    limit_memory(int(megabytes))
    end_with(int(parent))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        os._exit(127)


if __name__ == "__main__":
    main()
