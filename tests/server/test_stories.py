"""What a process is told of stories: what is new to it, and nobody else's."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

import muscade
from muscade.core import Event, View
from muscade.core.moves import Seen, Sights
from muscade.server import stories
from muscade.server.stories import Told
from muscade.server.workers import Worker, WorkerDied

pytestmark = pytest.mark.anyio

LIMIT = 60.0


@pytest.fixture(autouse=True)
def as_in_another_process() -> Iterator[None]:
    """Letters are read here, as if by a process that has just begun."""
    stories._stories.clear()
    yield
    stories._stories.clear()


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    made = Worker()
    yield made
    made.close()


def some(count: int, seat: int = 0) -> Sights:
    return Sights(Event(seat, f"P{number}") for number in range(count))


def read(letter: bytes) -> Seen:
    return pickle.loads(letter)


def test_a_story_is_told_once_and_then_what_is_new() -> None:
    told, events = Told(), some(2000)
    first = told.letter(Seen(events))
    assert read(first) == Seen(events)
    events += some(3)
    second = told.letter(Seen(events))
    assert len(second) < len(first) / 50
    assert read(second) == Seen(events)


def test_an_earlier_moment_is_told_as_it_was_and_the_later_one_afterwards() -> None:
    told, events = Told(), some(10)
    for count in (6, 4, 10, 5, 0, 10):
        assert read(told.letter(Seen(events, count))) == Seen(events, count)


def test_stories_that_begin_alike_stay_apart() -> None:
    told, ours, theirs = Told(), some(5), some(5)
    ours.append(Event(0, "mine"))
    theirs.append(Event(1, "?"))
    for events in (ours, theirs, ours, theirs):
        assert read(told.letter(Seen(events))) == Seen(events)


def test_what_nobody_asks_about_is_forgotten_and_told_anew() -> None:
    told, all_of_them = Told(kept=25), [some(10, seat) for seat in range(4)]
    for place in (0, 1, 0, 2, 3, 1, 0, 0, 3):
        all_of_them[place].append(Event(0, "P1"))
        assert read(told.letter(Seen(all_of_them[place]))) == Seen(all_of_them[place])
        assert sum(map(len, stories._stories.values())) <= 25


def test_what_cannot_be_sent_was_not_told() -> None:
    told, events = Told(), some(5)
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        told.letter((Seen(events), lambda: None))
    assert read(told.letter(Seen(events))) == Seen(events)


class Counter:
    """A reader that knows how often it has read."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, event: Event) -> None:
        self.count += 1


def read_here(view: View) -> tuple[int, int, int]:
    """In which process, how many events there were to read, and how many there are."""
    before = view.history._events.readers  # type: ignore[attr-defined]
    had = before[Counter].count if Counter in before else 0
    return os.getpid(), view.history.read_on(Counter).count - had, len(view.history)  # type: ignore[attr-defined]


def die(view: View) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def test_a_process_reads_on_and_one_in_its_place_reads_everything(worker: Worker) -> None:
    game, rng = muscade.game("ptipasspass"), Random(1)
    state = game.new(3)

    def go_on() -> None:
        for _ in range(50):
            seat = rng.choice(state.turn())
            move = game.draw(state, rng) if seat == muscade.NATURE else rng.choice(state.moves(seat))
            state.play(seat, move)

    go_on()
    process, read, there = (await worker.ask(LIMIT, read_here, state.view(0))).what
    assert (read, there) == (50, 50)
    assert (await worker.ask(LIMIT, read_here, state.view(1))).what == (process, 50, 50)
    go_on()
    assert (await worker.ask(LIMIT, read_here, state.view(0))).what == (process, 50, 100)
    with pytest.raises(WorkerDied):
        await worker.ask(LIMIT, die, state.view(0))
    other, read, there = (await worker.ask(LIMIT, read_here, state.view(0))).what
    assert other != process
    assert (read, there) == (100, 100)
