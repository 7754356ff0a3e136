"""What chance drew from in a game that is over, so that its people can make every draw again themselves."""

from __future__ import annotations

import asyncio

from muscade.core import NATURE, State
from muscade.core.lots import ToldChoice, ToldLots
from muscade.core.positions import SetUp
from muscade.server.moments import encode
from muscade.server.records import AT_ONCE
from muscade.server.requests import Draws

KEPT = 64
"""Answers of so many games: everybody at a table, and whoever looks on, asks at about the same time."""


class DrawsOfGames:
    """A game that is over stays as it is: it is played again once for all who ask."""

    def __init__(self) -> None:
        self._told: dict[str, asyncio.Task[bytes]] = {}

    async def of(self, table_id: str, finished: State) -> bytes:
        """As it is answered."""
        task = self._told.pop(table_id, None) or asyncio.create_task(told(finished))
        self._told[table_id] = task
        if len(self._told) > KEPT:
            del self._told[next(iter(self._told))]
        try:
            return await asyncio.shield(task)
        except Exception:
            self._told.pop(table_id, None)
            raise


async def told(finished: State) -> bytes:
    """Some moves at a time, and others have their turn between."""
    game = finished.game
    state: State = game.new(finished.seats, **finished.options)
    places: dict[ToldLots, int] = {}
    drawn = []
    for number, (seat, move) in enumerate(finished.history, 1):
        if seat == NATURE:
            # A position is no draw: nobody could choose otherwise.
            lots = ToldChoice((move.notation,)) if isinstance(move, SetUp) else game.lots(state).told()
            drawn.append(places.setdefault(lots, len(places)))
        state.play(seat, move)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return encode(Draws(tuple(places), tuple(drawn)))
