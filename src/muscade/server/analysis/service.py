"""Analyses on request: worked out bit by bit in the processes for study, after everything that anybody waits for, and kept."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

import msgspec
import structlog

from muscade.analysis import VERSION, Analysis, Decision, Moment, finish, plan, prepare, weigh
from muscade.core import Record
from muscade.server import refusals
from muscade.server.analysis.protocol import AnalysisInfo
from muscade.server.analysis.rows import AnalysisRow, BegunRow
from muscade.server.analysis.trying import whole_record
from muscade.server.reception import Reception
from muscade.server.storage import StorageError
from muscade.server.thinking import Thinking

AT_ONCE = 1.5
"""Seconds of work that are asked for in one go: then others have their turn."""

log = structlog.get_logger()


class Planned(msgspec.Struct, frozen=True):
    moments: tuple[Moment, ...]
    each: float


def plan_analysis(record: bytes, seconds: float) -> bytes:
    """In the other process, as the two after it: what there is to look at."""
    found = Record.from_json(record)
    prepare(found)
    planned = plan(found, seconds)
    return msgspec.json.encode(Planned(planned.moments, planned.each))


def weigh_some(record: bytes, moments: bytes, each: float) -> bytes:
    wanted = msgspec.json.decode(moments, type=list[Moment])
    return msgspec.json.encode(weigh(Record.from_json(record), wanted, each))


def finish_analysis(record: bytes, decisions: bytes, seconds: float) -> str:
    found = msgspec.json.decode(decisions, type=list[Decision])
    return msgspec.json.encode(finish(Record.from_json(record), found, seconds)).decode()


@dataclass
class _Work:
    """An analysis that is being made, for all who ask for it."""

    owner: str
    task: asyncio.Task[None] | None = None
    done: int = 0
    total: int = 0
    decisions: list[Decision] = field(default_factory=list)

    def info(self) -> AnalysisInfo:
        return under_way(self.done, self.total)


class TakenOver(Exception):
    """Another server makes it by now: this one was dead to it."""


def under_way(done: int, total: int) -> AnalysisInfo:
    return AnalysisInfo("running" if total else "waiting", done, total)


class AnalysisService:
    """One at a time for a game, whoever asks and whichever server: who makes it says so in the database, and how far it is.
    What a server has not finished when it stops is begun anew when asked for again."""

    def __init__(self, reception: Reception, thinking: Thinking, seconds: float) -> None:
        self._reception = reception
        self._services = reception.services
        self._lane = thinking.study
        self._seconds = seconds
        self._works: dict[str, _Work] = {}
        self._failed: set[str] = set()

    async def read(self, table_id: str) -> AnalysisInfo:
        """What is known; nothing is begun."""
        work = self._works.get(table_id)
        if work is not None:
            return work.info()
        kept = await self._kept(table_id)
        if kept is not None:
            return kept
        begun = await self._begun(table_id)
        if begun is not None:
            return under_way(begun.done, begun.total)
        await self._record(table_id)
        return AnalysisInfo("failed" if table_id in self._failed else "none")

    async def start(self, table_id: str, owner: str) -> AnalysisInfo:
        """Begin, unless it is done or under way."""
        kept = await self._kept(table_id)
        if kept is not None:
            return kept
        record = await self._record(table_id)
        work = self._works.get(table_id)
        if work is None:
            work = self._works[table_id] = _Work(owner)
            self._failed.discard(table_id)
            work.task = asyncio.create_task(self._make(table_id, record, work))
        return work.info()

    async def _kept(self, table_id: str) -> AnalysisInfo | None:
        try:
            row = await self._services.storage.analyses.read(table_id)
        except StorageError as error:
            log.error("cannot-read-analysis", error=str(error))
            raise refusals.storage() from None
        if row is None or row.version != VERSION:
            return None
        found = msgspec.json.decode(row.result, type=Analysis)
        return AnalysisInfo("done", len(found.decisions), len(found.decisions), found)

    async def _begun(self, table_id: str) -> BegunRow | None:
        try:
            return await self._services.storage.analyses.begun(table_id)
        except StorageError as error:
            log.error("cannot-read-analysis", error=str(error))
            raise refusals.storage() from None

    async def _record(self, table_id: str) -> Record:
        """Of a game that is over: while it is on, nobody is told what to do."""
        return await whole_record(self._reception, table_id)

    async def _make(self, table_id: str, record: Record, work: _Work) -> None:
        storage, server = self._services.storage.analyses, self._services.keeper.id
        try:
            if not await storage.begin(table_id, server):
                return
            try:
                # Another server may have finished it just before.
                if await self._kept(table_id) is None:
                    await self._weigh(table_id, record, work)
            finally:
                with contextlib.suppress(StorageError):
                    await storage.give_up(table_id, server)
        except TakenOver:
            log.warning("analysis-taken-over", table=table_id[:6])
        except (
            Exception
        ) as error:  # a process that died, a full line, a database away: it may be asked for again
            self._failed.add(table_id)
            log.error("analysis-failed", table=table_id[:6], error=type(error).__name__)
        finally:
            self._works.pop(table_id, None)

    async def _weigh(self, table_id: str, record: Record, work: _Work) -> None:
        """Look at one decision after another, and keep what there is to say."""
        about = record.to_json().encode()
        owner = work.owner
        planned = msgspec.json.decode(
            await self._lane.ask(owner, plan_analysis, about, self._seconds), type=Planned
        )
        work.total = len(planned.moments)
        step = max(1, int(AT_ONCE / planned.each))
        for start in range(0, work.total, step):
            await self._note_progress(table_id, work)
            some = msgspec.json.encode(planned.moments[start : start + step])
            weighed = await self._lane.ask(owner, weigh_some, about, some, planned.each)
            work.decisions += msgspec.json.decode(weighed, type=list[Decision])
            work.done = len(work.decisions)
        decisions = msgspec.json.encode(work.decisions)
        result = await self._lane.ask(owner, finish_analysis, about, decisions, self._seconds)
        await self._services.storage.analyses.keep(
            AnalysisRow(table_id, record.version, VERSION, self._services.clock.now(), result)
        )

    async def _note_progress(self, table_id: str, work: _Work) -> None:
        """For those who ask other servers."""
        row = BegunRow(table_id, self._services.keeper.id, work.done, work.total)
        if not await self._services.storage.analyses.note_progress(row):
            raise TakenOver

    async def close(self) -> None:
        """Nothing is finished any more; whoever asks again begins anew."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
