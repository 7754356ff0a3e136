"""An engine as a bot among the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Self

import msgspec

from muscade.bots.engines.faults import EngineFault
from muscade.bots.engines.process import Engine, EngineProcess
from muscade.core.moves import Move, Seat
from muscade.core.text import Text

SEED_BITS = 31
"""A number that is one in any language."""


class EngineBot:
    """Plays as a program says, which is started when it is first asked; `close` it in the end.

    Each seat has a process of its own, so that none knows two hands of one table. A process that has done something wrong
    is ended, but for one that was late or chose what it may not, which goes on. In another process the bot starts anew.
    """

    speed = 1.0
    """In a race without a clock every engine is as quick as any other; see `muscade.bots.TickBot`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.title = Text(engine.name, engine.name)
        self._processes: dict[Seat | None, EngineProcess] = {}

    @property
    def seconds(self) -> float:
        """What it has for a move; see `muscade.bots.ThinkingBot`."""
        return self.engine.seconds

    def thinking(self, seconds: float) -> Self:
        """The same engine with so many seconds for a move, in a process of its own."""
        return type(self)(msgspec.structs.replace(self.engine, seconds=seconds))

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        """What the engine answers; raises `EngineFault`."""
        return self.choose_within(self.seconds, view, moves, rng)

    def choose_within(self, seconds: float, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        """The same, with so many seconds this time."""
        process = self.process(view.seat)
        try:
            return process.choose(view, moves, rng.getrandbits(SEED_BITS), seconds)
        except EngineFault as fault:
            if fault.kind in ("late", "illegal"):
                process.complain(fault)
            else:
                self._processes.pop(view.seat).close()
            raise

    def process(self, seat: Seat | None) -> EngineProcess:
        """The one for that seat, which has said hello."""
        if seat not in self._processes:
            self._processes[seat] = EngineProcess(self.engine)
        return self._processes[seat]

    def close(self) -> None:
        """End all its processes."""
        while self._processes:
            self._processes.popitem()[1].close()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.engine,)
