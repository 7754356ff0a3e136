"""The same measurements in this source tree and in another: each in a process of its own, which works only when asked."""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

import muscade

from .contestants import kernel_random_games, object_random_games
from .side_by_side import Runner, runner

KERNEL, OBJECT = "kernel", "object"
WAYS = {KERNEL: kernel_random_games, OBJECT: object_random_games}
_HERE = Path(__file__).parent


class Work(msgspec.Struct, frozen=True):
    """What a process is asked to do, for how long."""

    way: str
    game: str
    seats: int
    options: dict[str, Any]
    seconds: float


class Tree:
    """A source tree of Muscade; None is the one that this is run from.

    The benchmarks are those of this tree wherever they run; they keep to what every version of the library offers.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        if path and not (path / "src" / "muscade").is_dir():
            raise FileNotFoundError(f"{path} is not a source tree of Muscade: it has no src/muscade")

    @cached_property
    def label(self) -> str:
        """What people call it: by its commit, if it tells."""
        if self.path is None:
            return "now"
        told = subprocess.run(
            ["git", "-C", self.path, "rev-parse", "--short", "HEAD"],
            capture_output=True,
            text=True,
            check=False,
        )
        return told.stdout.strip() or "another tree"

    def close(self) -> None:
        """Without anything to read, the process ends."""
        if process := self.__dict__.pop("_process", None):
            process.communicate()

    def runner(self, way: str, game: str, seats: int, options: dict[str, Any]) -> Runner:
        """A contestant that works over there, by the clock over there."""

        def run(seconds: float) -> float:
            return self._ask(Work(way, game, seats, options, seconds))

        run(0.0)  # there, too, the first time pays for imports and caches
        return run

    def _ask(self, work: Work) -> float:
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        asked.write(msgspec.json.encode(work) + b"\n")
        asked.flush()
        line = told.readline()
        if not line:
            raise RuntimeError(f"the process of {self.label} has ended")
        return msgspec.json.decode(line, type=float)

    @cached_property
    def _process(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        library = self.path.resolve() / "src" if self.path else Path(muscade.__file__).parents[1]
        paths = [str(library), str(_HERE.parent)]
        if self.path:
            name = hashlib.blake2b(str(self.path.resolve()).encode(), digest_size=6).hexdigest()
            environment["MUSCADE_CACHE"] = str(Path(tempfile.gettempdir(), f"muscade-tree-{name}"))
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        atexit.register(self.close)
        return subprocess.Popen(
            [sys.executable, "-m", f"{_HERE.name}.trees"],
            env=environment,
            cwd=_HERE.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )


def answer_all() -> None:
    """Do what is asked, a line each, and say how much could be done in a second."""
    runners: dict[bytes, Runner] = {}
    for line in sys.stdin.buffer:
        work = msgspec.json.decode(line, type=Work)
        key = msgspec.json.encode(msgspec.structs.replace(work, seconds=0.0))
        if key not in runners:
            runners[key] = runner(WAYS[work.way](work.game, work.seats, **work.options))
        told = runners[key](work.seconds)
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    answer_all()
