"""Everything that takes thought, shared out fairly: bots' moves, hints, the puzzle of the day, pictures.

There are four lanes, each with processes of its own, so that nothing short ever waits for something long:
*quick* for bots that answer in no time, *deep* for those that search, *study* for what may take many seconds, *drawing* for pictures. Within a
lane the turns go round by owner (`muscade.server.fair`), and who searches for as long as allowed is given less time
the more there is to do, before anybody has to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from muscade.server.fair import FairQueue, LineFull, Turn
from muscade.server.metrics import Metrics
from muscade.server.workers import Worker, WorkerDied

LONGEST_ANSWER = 12.0
"""No bot takes so many seconds, even where several wait for one core."""
LONGEST_STUDY = 300.0
"""Nor does anything else, compiling included."""
LONGEST_FILM = 120.0
"""No film takes so many, on the smallest machine."""
LESSON_AFTER = 20
"""A process that has something to learn does so when it has answered so many questions, or there are none."""
HOUSE = "the house"
"""The owner of what the server asks for itself."""

__all__ = ["HOUSE", "LONGEST_STUDY", "Lane", "LineFull", "Thinking", "ThinkingSettings", "WorkerDied"]


class ThinkingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be thought."""

    processes: Annotated[
        int, Meta(ge=0, description="processes for bots that search; 0: one for each core")
    ] = 0
    least: Annotated[
        float, Meta(gt=0, description="seconds such a bot has for a move at the least, however many wait")
    ] = 0.1
    least_for_hints: Annotated[float, Meta(gt=0, description="the same for a hint")] = 1.0
    analysis_seconds: Annotated[
        float, Meta(gt=0, description="seconds that the analysis of a game takes, about, on an ordinary core")
    ] = 30.0
    waiting: Annotated[
        int, Meta(ge=1, description="questions of one owner that may wait; beyond, simpler bots play")
    ] = 256
    look_ahead: Annotated[
        bool, Meta(description="compile what bots think with, and find the day's puzzle, before anybody asks")
    ] = True


@dataclass(frozen=True, eq=False)
class _Question:
    ask: Callable[..., Any]
    about: tuple[Any, ...]
    wish: float | None
    limit: float
    answered: asyncio.Future[Any]


class Lane:
    """A line of questions, and the processes that work on it, one question each at a time."""

    def __init__(
        self,
        processes: int,
        *,
        least: float = 0.0,
        limit: float = LONGEST_ANSWER,
        most_waiting: int = 256,
        niceness: int = 0,
    ) -> None:
        self._workers = [Worker(niceness) for _ in range(processes)]
        self._idle = list(self._workers)
        self._queue: FairQueue[_Question] = FairQueue(most_waiting)
        self._least = least
        self._limit = limit
        self._lessons: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
        self._learned: dict[Worker, int] = dict.fromkeys(self._workers, 0)
        self._since_lesson: dict[Worker, int] = dict.fromkeys(self._workers, 0)
        self._learner: Worker | None = None
        self._tasks: set[asyncio.Task[float]] = set()
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._closed = False

    def count_waiting(self) -> int:
        return len(self._queue)

    async def ask(
        self,
        owner: str,
        question: Callable[..., Any],
        *about: Any,
        wish: float | None = None,
        limit: float | None = None,
    ) -> Any:
        """What the question, a function of a module, answers in another process.

        With a ``wish`` it is asked with the seconds it may think as one more argument, the first: as many as it
        wished, or fewer. Whoever is cancelled while waiting leaves the line. Raises `LineFull` or `WorkerDied`.
        """
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        turn = self._queue.put(owner, _Question(question, about, wish, limit or self._limit, answered))
        self._unanswered.add(answered)
        self._go_on()
        try:
            return await answered
        finally:
            self._unanswered.discard(answered)
            self._queue.remove(turn)

    def teach(self, lesson: Callable[..., Any], *about: Any) -> None:
        """Have every process do something once, and so every one that ever takes its place."""
        self._lessons.append((lesson, about))
        self._go_on()

    def seconds(self, owner: str, wish: float) -> float:
        """How long somebody may think now.

        As long as they wish while there is a process for every question. Beyond that each owner's share of the
        processes is divided among that owner's questions, so that all together they take no longer than one.
        """
        wanted = self._queue.owners * self._queue.wanted(owner)
        share = min(1.0, len(self._workers) / max(1, wanted))
        return max(min(wish, self._least), wish * share)

    def _go_on(self) -> None:
        """Give those who have nothing to do something to do."""
        while self._idle and not self._closed:
            behind = [worker for worker in self._idle if self._learned[worker] < len(self._lessons)]
            if self._learner is not None:
                behind = []  # One after another, so that the rest can answer meanwhile.
            due = [worker for worker in behind if self._since_lesson[worker] >= LESSON_AFTER]
            turn = None if due else self._next_turn()
            if turn is not None:
                # The one that knows most: others may still be learning.
                worker = max(self._idle, key=lambda one: self._learned[one])
                self._since_lesson[worker] += 1
                self._start(worker, self._answer(worker, turn), turn)
            elif behind:
                worker = (due or behind)[0]
                self._since_lesson[worker] = 0
                self._learner = worker
                self._start(worker, self._learn(worker))
            else:
                return

    def _next_turn(self) -> Turn[_Question] | None:
        """Whose turn it is, and what it is expected to take; whoever asked and has just gone away is passed over."""
        while (turn := self._queue.take()) is not None:
            asked = turn.question
            if not asked.answered.done():
                self._queue.charge(turn, 0.0 if asked.wish is None else self.seconds(turn.owner, asked.wish))
                return turn
            self._queue.done(turn, 0.0)
        return None

    def _start(
        self, worker: Worker, work: Coroutine[Any, Any, float], turn: Turn[_Question] | None = None
    ) -> None:
        self._idle.remove(worker)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)

        def end(task: asyncio.Task[float]) -> None:
            self._tasks.discard(task)
            self._idle.append(worker)
            if self._learner is worker:
                self._learner = None
            if turn is not None:
                self._queue.done(turn, turn.price if task.cancelled() else task.result())
            self._go_on()

        task.add_done_callback(end)

    async def _answer(self, worker: Worker, turn: Turn[_Question]) -> float:
        """What it took."""
        asked = turn.question
        about = asked.about if asked.wish is None else (turn.price, *asked.about)
        try:
            answer = await worker.ask(asked.limit, asked.ask, *about)
        except Exception as error:
            if not asked.answered.done():
                asked.answered.set_exception(error)
            if not isinstance(error, WorkerDied):
                return turn.price
            self._learned[worker] = 0
            return asked.limit
        if not asked.answered.done():
            asked.answered.set_result(answer.what)
        return answer.seconds

    async def _learn(self, worker: Worker) -> float:
        lesson, about = self._lessons[self._learned[worker]]
        self._learned[worker] += 1
        # What cannot be learned is done without; a process that died of it would only die of it again.
        with contextlib.suppress(Exception):
            return (await worker.ask(LONGEST_STUDY, lesson, *about)).seconds
        return 0.0

    async def close(self) -> None:
        """Whoever still waits is cancelled."""
        self._closed = True
        for worker in self._workers:
            worker.close()
        for future in (*self._tasks, *self._unanswered):
            future.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Thinking:
    """The lanes of one server."""

    def __init__(self, settings: ThinkingSettings | None = None) -> None:
        settings = settings or ThinkingSettings()
        cores = os.cpu_count() or 1
        waiting = settings.waiting
        self.quick = Lane(1, most_waiting=waiting)
        self.deep = Lane(settings.processes or cores, least=settings.least, most_waiting=waiting, niceness=5)
        self.study = Lane(
            1, least=settings.least_for_hints, limit=LONGEST_STUDY, most_waiting=waiting, niceness=10
        )
        self.drawing = Lane(1, limit=LONGEST_FILM, most_waiting=waiting, niceness=10)

    @property
    def lanes(self) -> Sequence[tuple[str, Lane]]:
        return ("quick", self.quick), ("deep", self.deep), ("study", self.study), ("drawing", self.drawing)

    def show(self, metrics: Metrics) -> None:
        """Let an operator see how many wait."""
        for name, lane in self.lanes:
            metrics.thinking_waiting.labels(name).set_function(lane.count_waiting)

    async def close(self) -> None:
        for _, lane in self.lanes:
            await lane.close()
