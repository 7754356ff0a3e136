"""Processes that die, hang, and are there again for the next question; and bots that think in them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import pytest

import muscade
from muscade.server.bots import BotRunner, simpler
from muscade.server.metrics import Metrics
from muscade.server.thinking import Thinking, ThinkingSettings
from muscade.server.workers import Worker, WorkerDied, give_way

pytestmark = pytest.mark.anyio

LIMIT = 60.0


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    made = Thinking(ThinkingSettings(processes=1, waiting=3))
    yield made
    await made.close()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def raise_what_cannot_travel() -> None:
    raise RuntimeError(lambda: None)


async def test_another_process_answers_and_faults_come_back(worker: Worker) -> None:
    there = (await worker.ask(LIMIT, os.getpid)).what
    assert there != os.getpid()
    with pytest.raises(ZeroDivisionError):
        await worker.ask(LIMIT, divmod, 1, 0)
    with pytest.raises(TypeError, match="RuntimeError"):
        await worker.ask(LIMIT, raise_what_cannot_travel)
    assert (await worker.ask(LIMIT, os.getpid)).what == there


async def test_after_a_death_there_is_another_process(worker: Worker) -> None:
    before = (await worker.ask(LIMIT, os.getpid)).what
    with pytest.raises(WorkerDied):
        await worker.ask(LIMIT, die)
    assert (await worker.ask(LIMIT, os.getpid)).what != before


async def test_who_is_lost_in_thought_is_given_up(worker: Worker) -> None:
    before = (await worker.ask(LIMIT, os.getpid)).what
    with pytest.raises(WorkerDied):
        await worker.ask(0.2, time.sleep, 600)
    assert (await worker.ask(LIMIT, os.getpid)).what != before


def calculate() -> None:
    while True:
        pass


async def test_who_calculates_without_end_is_given_up(worker: Worker) -> None:
    before = (await worker.ask(LIMIT, os.getpid)).what
    with pytest.raises(WorkerDied):
        await worker.ask(LIMIT / 100, calculate)
    assert (await worker.ask(LIMIT, os.getpid)).what != before


KEEP_BUSY = """
import os, resource, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
while True:
    pass
"""


def calculate_where_others_go_first() -> None:
    """A little, on a core that somebody else keeps busy: for more than ten times as long."""
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    with subprocess.Popen([sys.executable, "-c", KEEP_BUSY, str(core)]) as other:
        give_way(19)
        begun = time.thread_time()
        while time.thread_time() - begun < LIMIT / 1000:
            pass
        other.kill()


async def test_who_waits_for_the_processor_is_not_lost_in_thought(worker: Worker) -> None:
    before = (await worker.ask(LIMIT, os.getpid)).what
    await worker.ask(LIMIT / 100, calculate_where_others_go_first)
    assert (await worker.ask(LIMIT, os.getpid)).what == before


async def test_getting_ready_is_no_thinking(thinking: Thinking) -> None:
    """Where many wait for one core, loading takes longer than any bot may think; nobody is given up for that."""
    runner = BotRunner(Metrics(), thinking)
    before = await thinking.deep.ask("a", os.getpid)
    runner.prepare("mono-line")
    assert await thinking.deep.ask("a", os.getpid) == before


async def test_a_bot_whose_process_dies_is_played_for_by_a_simpler_one(thinking: Thinking) -> None:
    game = muscade.game("groups-of-three")
    state = muscade.Match(game, seats=2, seed=1).state
    seat = state.turn()[0]
    runner = BotRunner(Metrics(), thinking)
    there = await thinking.quick.ask("a", os.getpid)
    choosing = asyncio.create_task(
        runner.choose(game, "hard", state.view(seat), state.moves(seat), (), owner="a")
    )
    await asyncio.sleep(0)
    os.kill(there, signal.SIGKILL)
    move, _ = await choosing
    assert move in state.moves(seat)
    assert await thinking.quick.ask("a", os.getpid) != there
    runner.close()


async def test_who_asks_for_too_much_gets_a_simpler_bot_and_others_what_they_asked_for(
    thinking: Thinking,
) -> None:
    game = muscade.game("pass-pass")
    state = muscade.Match(game, seats=3, seed=1).state
    seat = state.turn()[0]
    metrics = Metrics()
    runner = BotRunner(metrics, thinking)
    about = game, "expert", state.view(seat), state.moves(seat), ()
    moves = await asyncio.gather(
        *(runner.choose(*about, owner="a") for _ in range(12)), runner.choose(*about, owner="b")
    )
    assert all(move in state.moves(seat) for move, _ in moves)

    def asked(level: str) -> float | None:
        return metrics.registry.get_sample_value(
            "muscade_bot_seconds_count", {"game": "pass-pass", "level": level}
        )

    assert asked("expert") == 13
    # One searched and three waited for it, then the same in the quick lane; the others got what needs no process.
    assert asked("random") == 12 - 4 - 4
    runner.close()


async def test_a_bot_that_answers_at_once_never_waits_for_one_that_searches(thinking: Thinking) -> None:
    game = muscade.game("groups-of-three")
    state = muscade.Match(game, seats=2, seed=1).state
    seat = state.turn()[0]
    runner = BotRunner(Metrics(), thinking)
    searching = asyncio.create_task(thinking.deep.ask("a", time.sleep, 600))
    move, _ = await runner.choose(game, "easy", state.view(seat), state.moves(seat), (), owner="a")
    assert move in state.moves(seat)
    assert not searching.done()
    searching.cancel()
    runner.close()


async def test_a_hundred_experts_of_one_client_hold_up_nobody_elses_bots() -> None:
    """By count: of the hundred no more are answered meanwhile than were being thought about, and one in each turn."""
    thinking = Thinking(ThinkingSettings(processes=1))
    game = muscade.game("pass-pass")
    state = muscade.Match(game, seats=3, seed=1).state
    seat = state.turn()[0]
    runner = BotRunner(Metrics(), thinking)
    answered: list[str] = []
    begun = asyncio.Event()

    async def ask(owner: str, level: str) -> None:
        await runner.choose(game, level, state.view(seat), state.moves(seat), (), owner=owner)
        answered.append(owner)
        begun.set()

    await ask("warm", "expert")
    await ask("warm", "easy")
    begun.clear()
    many = [asyncio.create_task(ask("a", "expert")) for _ in range(100)]
    await begun.wait()
    before = len(answered)
    await ask("b", "easy")
    assert len(answered) - before <= 20, "an easy bot waited for experts"
    before = len(answered)
    await ask("b", "expert")
    assert len(answered) - before <= 1 + 2, "an expert waited for more than the one that was being asked"
    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)
    assert thinking.deep.count_waiting() == 0
    runner.close()
    await thinking.close()


def test_what_is_simpler() -> None:
    game = muscade.game("groups-of-three")
    levels = list(game.bots())
    assert simpler(game, levels[-1]) == levels[-2::-1]
    assert simpler(game, "a guest that has gone") == levels[len(levels) // 2 :: -1]


def test_a_worker_starts_where_nobody_can_be_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    give_way(5)
    assert asked == [5]
    monkeypatch.delattr(os, "nice")
    give_way(5)
