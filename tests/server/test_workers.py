"""Processes that die, hang, and are there again for the next question."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

import muscade
from muscade.server.bots import BotRunner, simpler
from muscade.server.metrics import Metrics
from muscade.server.workers import WorkerDied, Workers, give_way

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1, 20)
    yield made
    made.close()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def test_another_process_answers_and_faults_come_back(workers: Workers) -> None:
    there = await workers.ask(os.getpid)
    assert there != os.getpid()
    with pytest.raises(ZeroDivisionError):
        await workers.ask(divmod, 1, 0)
    assert await workers.ask(os.getpid) == there


async def test_after_a_death_there_is_another_process(workers: Workers) -> None:
    before = await workers.ask(os.getpid)
    with pytest.raises(WorkerDied):
        await workers.ask(die)
    assert await workers.ask(os.getpid) != before


async def test_who_is_lost_in_thought_is_given_up() -> None:
    hasty = Workers(1, 0.2)
    with pytest.raises(WorkerDied):
        await hasty.ask(time.sleep, 600)
    hasty.close()


async def test_getting_ready_is_no_thinking() -> None:
    """Where many wait for one core, loading takes longer than any bot may think; nobody is given up for that."""
    hasty = Workers(1, 0.01)
    runner = BotRunner(Metrics(), hasty)
    before = await hasty.ask(os.getpid, limit=20)
    await runner.prepare("mono-line")
    assert await hasty.ask(os.getpid, limit=20) == before
    hasty.close()


async def test_a_bot_whose_process_dies_is_played_for_by_a_simpler_one(workers: Workers) -> None:
    game = muscade.game("groups-of-three")
    state = muscade.Match(game, seats=2, seed=1).state
    seat = state.turn()[0]
    runner = BotRunner(Metrics(), workers)
    there = await workers.ask(os.getpid)
    thinking = asyncio.create_task(runner.choose(game, "hard", state.view(seat), state.moves(seat), ()))
    await asyncio.sleep(0)
    os.kill(there, signal.SIGKILL)
    move, _ = await thinking
    assert move in state.moves(seat)
    assert await workers.ask(os.getpid) != there
    runner.close()


def test_what_is_simpler() -> None:
    game = muscade.game("groups-of-three")
    levels = list(game.bots())
    assert simpler(game, levels[-1]) == levels[-2::-1]
    assert simpler(game, "a level that has gone") == []


def test_a_worker_starts_where_nobody_can_be_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    give_way(5)
    assert asked == [5]
    monkeypatch.delattr(os, "nice")
    give_way(5)
