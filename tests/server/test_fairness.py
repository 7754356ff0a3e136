"""Whose turn it is to think: by owner and by what was used, not first come first served. Nothing here looks at a clock."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from muscade.server.fair import FairQueue, LineFull, Turn
from muscade.server.thinking import Lane
from muscade.server.workers import WorkerDied

PATIENCE = 60


def work_off(queue: FairQueue[str], cost: float = 1.0) -> list[str]:
    """One process that takes every question in its turn, each for as long."""
    order = []
    while (turn := queue.take()) is not None:
        order.append(turn.question)
        queue.charge(turn, cost)
        queue.done(turn, cost)
    return order


def fill(queue: FairQueue[str], owner: str, count: int) -> list[Turn[str]]:
    return [queue.put(owner, f"{owner}{number}") for number in range(count)]


def test_turns_go_round_by_owner() -> None:
    queue: FairQueue[str] = FairQueue(1000)
    fill(queue, "a", 100)
    fill(queue, "b", 2)
    fill(queue, "c", 1)
    assert work_off(queue)[:6] == ["a0", "b0", "c0", "a1", "b1", "a2"]


def test_who_comes_to_a_long_line_is_next() -> None:
    queue: FairQueue[str] = FairQueue(1000)
    fill(queue, "a", 100)
    for _ in range(50):
        turn = queue.take()
        assert turn
        queue.charge(turn, 1.0)
        queue.done(turn, 1.0)
    queue.put("b", "b0")
    assert work_off(queue)[0] == "b0"


def test_time_is_shared_not_turns() -> None:
    """Whoever asks long questions gets fewer of them."""
    queue: FairQueue[str] = FairQueue(1000)
    fill(queue, "long", 40)
    fill(queue, "short", 40)
    used: Counter[str] = Counter()
    for _ in range(44):
        turn = queue.take()
        assert turn
        cost = 1.0 if turn.owner == "long" else 0.1
        queue.charge(turn, cost)
        queue.done(turn, cost)
        used[turn.owner] += 1
    assert used == {"long": 4, "short": 40}


def test_what_a_question_really_took_counts() -> None:
    queue: FairQueue[str] = FairQueue(10)
    fill(queue, "a", 3)
    fill(queue, "b", 3)
    order = []
    while (turn := queue.take()) is not None:
        order.append(turn.question)
        queue.charge(turn, 0.1)
        queue.done(turn, 10.0 if turn.owner == "a" else 0.1)
    assert order == ["a0", "b0", "b1", "b2", "a1", "a2"]


def test_a_second_process_does_not_take_the_same_owner_again() -> None:
    queue: FairQueue[str] = FairQueue(10)
    fill(queue, "a", 3)
    fill(queue, "b", 1)
    first, second = queue.take(), None
    assert first
    queue.charge(first, 1.0)
    second = queue.take()
    assert second
    assert (first.owner, second.owner) == ("a", "b")


def test_a_pause_saves_nothing_up() -> None:
    queue: FairQueue[str] = FairQueue(1000)
    queue.put("b", "b")
    assert work_off(queue) == ["b"]
    fill(queue, "a", 50)
    for _ in range(30):
        turn = queue.take()
        assert turn
        queue.charge(turn, 1.0)
        queue.done(turn, 1.0)
    fill(queue, "b", 30)
    assert work_off(queue)[:6] == ["b0", "a30", "b1", "a31", "b2", "a32"]


def test_the_line_of_one_owner_is_bounded_and_nobody_elses() -> None:
    queue: FairQueue[str] = FairQueue(5)
    turns = fill(queue, "a", 5)
    with pytest.raises(LineFull):
        queue.put("a", "too many")
    queue.put("b", "b0")
    queue.remove(turns[0])
    queue.remove(turns[0])
    queue.put("a", "a5")
    assert work_off(queue) == ["a1", "b0", "a2", "a3", "a4", "a5"]


def test_nobody_is_remembered_for_ever() -> None:
    queue: FairQueue[str] = FairQueue(5)
    for number in range(10_000):
        queue.put(f"owner {number}", "question")
        turn = queue.take()
        assert turn
        queue.charge(turn, 1.0)
        queue.done(turn, 1.0)
    assert len(queue._accounts) <= 1
    assert (len(queue), queue.owners) == (0, 0)


# ---------------------------------------------------------------- lanes, with real processes


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def lane() -> AsyncIterator[Lane]:
    made = Lane(1, least=0.001, limit=PATIENCE)
    yield made
    await made.close()


def think(seconds: float, what: str) -> tuple[str, float]:
    return what, seconds


def work(until: float) -> None:
    begun = time.process_time()
    while time.process_time() < begun + until:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.anyio
async def test_a_hundred_questions_of_one_owner_hold_nobody_up(lane: Lane) -> None:
    answered: list[str] = []
    ten = asyncio.Event()

    async def ask(owner: str, name: str) -> None:
        await lane.ask(owner, work, 0.01)
        answered.append(name)
        if len(answered) == 10:
            ten.set()

    many = [asyncio.create_task(ask("a", f"a{number}")) for number in range(100)]
    async with asyncio.timeout(PATIENCE):
        await ten.wait()
        before = len(answered)
        await asyncio.gather(ask("b", "b0"), ask("c", "c0"))
        # The one that was being answered, and one more for each turn round.
        assert len(answered) - before <= 2 + 3
        assert {"b0", "c0"} < set(answered)
        await asyncio.gather(*many)


@pytest.mark.anyio
async def test_the_more_there_is_to_do_the_shorter_it_is_thought(lane: Lane) -> None:
    assert await lane.ask("a", think, "alone", wish=1.0) == ("alone", 1.0)
    many = [asyncio.create_task(lane.ask("a", think, str(n), wish=1.0)) for n in range(50)]
    other = asyncio.create_task(lane.ask("b", think, "other", wish=1.0))
    answers = [seconds for _, seconds in await asyncio.gather(*many)]
    assert answers[0] == 1.0  # it began before anybody else was there
    assert min(answers[:25]) < 0.05
    assert answers[-1] == 1.0  # the last one is alone again
    assert max(answers[1:40]) < 0.2
    _, seconds = await other
    assert seconds == 0.5  # two owners, and one question of this one


@pytest.mark.anyio
async def test_there_is_a_least_time_to_think() -> None:
    lane = Lane(1, least=0.1)
    many = [asyncio.create_task(lane.ask("a", think, str(n), wish=1.0)) for n in range(50)]
    small = asyncio.create_task(lane.ask("a", think, "small", wish=0.05))
    answers = [seconds for _, seconds in await asyncio.gather(*many)]
    assert min(answers) == 0.1
    assert (await small)[1] == 0.05
    await lane.close()


@pytest.mark.anyio
async def test_whoever_goes_away_leaves_the_line(lane: Lane) -> None:
    first = asyncio.create_task(lane.ask("a", time.sleep, 0.2))
    rest = [asyncio.create_task(lane.ask("a", work, 0.01)) for _ in range(20)]
    await asyncio.sleep(0)
    assert lane.count_waiting() == 20
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    assert lane.count_waiting() == 0
    await first
    assert await lane.ask("b", divmod, 7, 2) == (3, 1)


@pytest.mark.anyio
async def test_a_process_that_dies_takes_no_other_question_with_it() -> None:
    lane = Lane(2)
    pids = await asyncio.gather(*(lane.ask(f"owner {n}", os.getpid) for n in range(2)))
    slow = [asyncio.create_task(lane.ask(f"owner {n}", time.sleep, 0.2)) for n in range(4)]
    with pytest.raises(WorkerDied):
        await lane.ask("owner 9", die)
    assert await asyncio.gather(*slow) == [None] * 4
    after = await asyncio.gather(*(lane.ask(f"owner {n}", os.getpid) for n in range(2)))
    assert len(set(pids) & set(after)) == 1
    await lane.close()


PLACE = {"learned": ""}


def learn(what: str) -> None:
    PLACE["learned"] += what


def learned() -> str:
    return PLACE["learned"]


@pytest.mark.anyio
async def test_every_process_learns_and_so_does_the_one_that_takes_its_place(lane: Lane) -> None:
    lane.teach(learn, "one ")
    lane.teach(learn, "two")

    async with asyncio.timeout(PATIENCE):
        while await lane.ask("a", learned) != "one two":
            pass
        with pytest.raises(WorkerDied):
            await lane.ask("a", die)
        while await lane.ask("a", learned) != "one two":
            pass


@pytest.mark.anyio
async def test_closing_ends_what_is_thought_about_and_who_waits() -> None:
    lane = Lane(1)
    asked = [asyncio.create_task(lane.ask("a", time.sleep, 600)) for _ in range(3)]
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await lane.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers)


@pytest.mark.anyio
async def test_processes_learn_one_after_another_and_the_rest_answer_meanwhile() -> None:
    lane = Lane(2)
    lane.teach(time.sleep, 600)
    async with asyncio.timeout(PATIENCE):
        # One of the two will not be back; the other is there for every one of these.
        assert {await lane.ask("a", divmod, 7, 2) for _ in range(50)} == {(3, 1)}
    await lane.close()
