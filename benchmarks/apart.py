"""What the cores of this machine could do at best: the same games in processes that share nothing."""

from __future__ import annotations

import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Self

from .contestants import batches_of


class Apart:
    """A contestant: each of so many processes plays its part of a batch, and the batch is done when the last one is."""

    def __init__(self, processes: int, games: int, name: str, seats: int, options: dict[str, Any]) -> None:
        context = get_context("spawn")
        self.worked = 0.0
        """Seconds of a processor that they have taken."""
        self._wires: list[Connection] = []
        self._processes = []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            given = theirs, games // processes, name, seats, options
            process = context.Process(target=_play_when_told, args=given, daemon=True)
            process.start()
            theirs.close()
            self._wires.append(ours)
            self._processes.append(process)

    def __call__(self) -> int:
        for wire in self._wires:
            wire.send(None)
        told: list[tuple[int, float]] = [wire.recv() for wire in self._wires]
        self.worked = sum(worked for _, worked in told)
        return sum(moves for moves, _ in told)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for wire in self._wires:
            wire.close()
        for process in self._processes:
            process.join()


def _play_when_told(wire: Connection, games: int, name: str, seats: int, options: dict[str, Any]) -> None:
    play = batches_of(games, 1, name, seats, options)
    while True:
        try:
            wire.recv()
        except EOFError:
            return
        wire.send((play(), time.process_time()))
