"""Engines that an operator seats: bots of the server's own, in any language (`docs/engine-protocol.md`)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta

from muscade.bots.engines import Engine, EngineBot
from muscade.bots.engines.process import DEFAULT_MEMORY, DEFAULT_SECONDS
from muscade.core import Move, View, game_names
from muscade.core import game as game_named

FAULTS_IN_A_ROW = 3
"""After as many an engine is left alone …"""
REST_SECONDS = 60.0
"""… for so long."""
MOST_RUNNING = 8
"""Engines that one of the bots' processes keeps; the one that was not asked for longest is ended."""


class EngineSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that plays at this server."""

    name: Annotated[
        str,
        Meta(pattern=r"^\w[\w .+-]{0,31}\Z", description="how people know it; a level of bots has this name"),
    ]
    command: Annotated[str, Meta(min_length=1, description="what starts it, words as in a shell")]
    games: Annotated[tuple[str, ...], Meta(description="those that it plays; none named: all")] = ()
    seconds: Annotated[float, Meta(gt=0, le=10, description="what it has for a move")] = DEFAULT_SECONDS
    memory: Annotated[int, Meta(ge=1, description="megabytes that it may use")] = DEFAULT_MEMORY


def faults_in(settings: Sequence[EngineSettings]) -> str | None:
    """What is wrong with these, all in all, or None."""
    for name, count in Counter(engine.name for engine in settings).items():
        if count > 1:
            return f"{name!r} stands there {count} times"
    for engine in settings:
        for game in engine.games or game_names():
            if game not in game_names():
                return f"{engine.name!r} plays {game!r}, and there is no such game"
            found = game_named(game)
            if engine.name in found.bots() or engine.name in found.nicknames:
                return f"{game} has bots of its own that are called {engine.name!r}"
    return None


def seat_engines(settings: Sequence[EngineSettings]) -> None:
    """In this process, games have these guests from now on, and no others."""
    for name in game_names():
        game_named(name).guests = {
            engine.name: EngineBot(Engine(engine.name, engine.command, engine.seconds, engine.memory))
            for engine in settings
            if name in engine.games or not engine.games
        }


class Patience:
    """Which engines may be asked: one that does wrong again and again is left alone for a while."""

    def __init__(self) -> None:
        self._faults: Counter[str] = Counter()
        self._rests_until: dict[str, float] = {}

    def has(self, engine: str) -> bool:
        """May it be asked now?"""
        return time.monotonic() >= self._rests_until.get(engine, 0.0)

    def did_well(self, engine: str) -> None:
        """All is forgotten."""
        self._faults.pop(engine, None)

    def did_wrong(self, engine: str) -> bool:
        """Is it left alone from now on?"""
        self._faults[engine] += 1
        if self._faults[engine] < FAULTS_IN_A_ROW:
            return False
        self._faults.pop(engine)
        self._rests_until[engine] = time.monotonic() + REST_SECONDS
        return True


_running: dict[tuple[Engine, int | None], EngineBot] = {}
"""In a process that bots think in: those that were asked before, for each number of a seat, the last one last."""


def ask_engine(
    seconds: float, engine: Engine, view: View, moves: Sequence[Move], seed: int
) -> tuple[tuple[Move, int | None], float]:
    """In another process: as `muscade.server.bots.ask_for`, for an engine. What it takes is its own time, not ours."""
    bot = _running.pop((engine, view.seat), None) or EngineBot(engine)
    _running[engine, view.seat] = bot
    while len(_running) > MOST_RUNNING:
        _running.pop(next(iter(_running))).close()
    begun = time.monotonic()
    move = bot.choose_within(seconds, view, moves, Random(seed))
    return (move, None), time.monotonic() - begun
