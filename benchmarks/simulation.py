"""Servers that share a database, simulated from costs that were measured.

The constants are in scale.json, each with where it is from; what the benchmark of the server measures is taken from its figures,
server.json, and some of the rest is told as a multiple of those. What is simulated: moves arrive at random tables and reach random
servers, each a queue with one core; a server stores together whatever came while its last commit was under way; PostgreSQL
commits one transaction with a NOTIFY at a time, whoever it is from; every server hears of every commit, and those with people
at that table tell them.
"""

from __future__ import annotations

import heapq
import itertools
import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from .server.figures import Results

CONSTANTS = Path(__file__).with_name("scale.json")
FIGURES = Path(__file__).with_name("server.json")
PACE = "1000"
"""Moves a second at which a server's costs are taken: it is busy, and keeps up."""

SEATS = 4
MOVE_EVERY = 5.0
"""Seconds between two moves of a table: what people do, and bots that wait for them."""
BOTS_SHARE = 0.25
"""Of the moves, those made by bots."""
PROMISE_MS = 100.0
"""99 moves in 100 are to be stored, and told on the server they came to, within this."""
BUSY = 0.7
"""What part of its time a core may be used, so that a server that dies can be done without."""
SECONDS = 3.0
"""Simulated time."""
MOVES = 6_000
"""and moves, at most: enough for the slowest hundredth."""


@dataclass(frozen=True)
class Costs:
    """In seconds and bytes."""

    move: float
    note: float
    retell: float
    commit: float
    row: float
    table: float
    server: float
    event: float
    update: float
    bot: float
    compiled: float


def measured(path: Path = FIGURES) -> dict[str, float]:
    """What the benchmark of the server says of ours, the median of its rounds."""
    results = msgspec.json.decode(path.read_bytes(), type=Results)
    ours = results.turns[0].side
    turns = [turn for turn in results.turns if turn.side == ours]
    return {
        "processor": statistics.median(turn.paced[PACE].processor for turn in turns),
        "table_memory": statistics.median(turn.table_memory for turn in turns),
        "update_bytes": statistics.median(turn.paced[PACE].update_bytes for turn in turns),
        "start_memory": statistics.median(start.memory for start in results.starts if start.side == ours),
    }


@cache
def read_constants() -> dict[str, tuple[float, str]]:
    """Each with where it is from."""
    figures = measured()
    found = {}
    for name, entry in json.loads(CONSTANTS.read_text(encoding="utf-8")).items():
        value = entry["value"] if "value" in entry else entry["times"] * figures[entry["server"]]
        found[name] = float(f"{value:.3g}"), entry["from"]
    return found


def read_costs() -> Costs:
    found = {name: value for name, (value, _) in read_constants().items()}
    return Costs(
        move=found["move_us"] / 1e6,
        note=found["note_us"] / 1e6,
        retell=found["retell_us"] / 1e6,
        commit=found["commit_ms"] / 1e3,
        row=found["row_us"] / 1e6,
        table=found["table_kb"] * 1e3,
        server=found["server_mb"] * 1e6,
        event=found["event_bytes"],
        update=found["update_bytes"],
        bot=found["bot_ms"] / 1e3,
        compiled=found["compiled_mb"] * 1e6,
    )


@dataclass(frozen=True)
class Cell:
    """A database, and the servers that share it."""

    people: int
    servers: int

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.people / SEATS / MOVE_EVERY


@dataclass(frozen=True)
class Seen:
    """What a simulation shows: milliseconds, and how busy the busiest of each kind is."""

    median: float
    late: float
    serving: float
    storing: float
    batch: float

    @property
    def kept(self) -> bool:
        """The database may be busy all the time, as long as more moves only make its commits larger."""
        return self.late <= PROMISE_MS and self.serving <= BUSY

    @property
    def breaks_first(self) -> str:
        return "the serving cores" if self.serving > BUSY else "the database's commits"


@cache
def simulate(cell: Cell, costs: Costs, seed: int = 1) -> Seen:
    """Moves from people to the disk and back."""
    random = Random(seed)
    count = min(MOVES, max(2000, int(cell.rate * SECONDS)))
    run = _Run(cell.servers, costs)
    for at in arriving(random, cell.rate, count):
        run.go_on(at)
        run.receive(random.randrange(cell.servers), at)
    run.go_on(math.inf)
    times = sorted(run.times)
    lasted = times[-1] + count / cell.rate
    return Seen(
        median=1e3 * times[len(times) // 2],
        late=1e3 * times[int(len(times) * 0.99)],
        serving=max(run.used) / lasted,
        storing=run.database_used / lasted,
        batch=statistics.mean(run.batches),
    )


class _Run:
    """Servers and their database, and what happens next."""

    def __init__(self, servers: int, costs: Costs) -> None:
        self.costs = costs
        self.hearing = costs.note + reached(servers) * costs.retell
        # When each server's core, and the database, are free again.
        self.free = [0.0] * servers
        self.database_free = 0.0
        self.used = [0.0] * servers
        self.database_used = 0.0
        self.waiting: list[list[float]] = [[] for _ in range(servers)]
        self.committing = [False] * servers
        self.times: list[float] = []
        self.batches: list[int] = []
        self.order = itertools.count()
        self.coming: list[tuple[float, int, str, int, tuple[float, ...]]] = []
        """(when, order, kind, server, since): a move has been judged, or a commit is done."""

    def receive(self, server: int, at: float) -> None:
        """A move arrives."""
        self._expect(self._work(server, at, self.costs.move), "judged", server, (at,))

    def go_on(self, until: float) -> None:
        """All that happens before that moment."""
        while self.coming and self.coming[0][0] < until:
            at, _, kind, server, since = heapq.heappop(self.coming)
            if kind == "judged":
                self.waiting[server] += since
                if not self.committing[server]:
                    self._store(server, at)
            else:
                self._stored(server, at, since)

    def _expect(self, at: float, kind: str, server: int, since: tuple[float, ...]) -> None:
        heapq.heappush(self.coming, (at, next(self.order), kind, server, since))

    def _work(self, server: int, at: float, seconds: float) -> float:
        self.free[server] = max(at, self.free[server]) + seconds
        self.used[server] += seconds
        return self.free[server]

    def _store(self, server: int, at: float) -> None:
        """Everything that waits, in one commit, in its turn."""
        rows = tuple(self.waiting[server])
        self.waiting[server] = []
        self.committing[server] = True
        took = self.costs.commit + self.costs.row * len(rows)
        self.database_free = max(at, self.database_free) + took
        self.database_used += took
        self.batches.append(len(rows))
        self._expect(self.database_free, "stored", server, rows)

    def _stored(self, server: int, at: float, since: tuple[float, ...]) -> None:
        """Every other server hears of it; those with people at the table tell them."""
        self.committing[server] = False
        self.times += [at - begun for begun in since]
        for other in range(len(self.free)):
            if other != server:
                self._work(other, at, self.hearing * len(since))
        if self.waiting[server]:
            self._store(server, at)


def arriving(random: Random, rate: float, count: int) -> Iterator[float]:
    at = 0.0
    for _ in range(count):
        at += random.expovariate(rate)
        yield at


def reached(servers: int) -> float:
    """The chance that another given server has somebody of a table, beside the one who moved."""
    return 1 - (1 - 1 / servers) ** (SEATS - 1)


def smallest(people: int, costs: Costs, most: int = 64) -> tuple[Cell, Seen] | None:
    """The fewest servers on one database that keep the promise; None if no number does."""
    for servers in sizes(most):
        cell = Cell(people, servers)
        seen = simulate(cell, costs)
        if seen.kept:
            return cell, seen
    return None


def sizes(most: int) -> list[int]:
    """1, 2, 3, 4, then in steps of about a quarter."""
    found = [1]
    while found[-1] < most:
        found.append(max(found[-1] + 1, round(found[-1] * 1.25)))
    return found


def largest_cell(costs: Costs) -> tuple[Cell, Seen]:
    """How many people one database can have, with as many servers as help, to two digits."""
    low, best = 1000, smallest(1000, costs)
    assert best is not None
    high = low
    while (found := smallest(high * 2, costs)) is not None:
        high, best = high * 2, found
    step = high
    while step > high // 16 and step > 500:
        step //= 2
        if (found := smallest(best[0].people + step, costs)) is not None:
            best = found
    return best


@dataclass(frozen=True)
class House:
    """Everything for so many people: cells alike."""

    people: int
    cells: int
    cell: Cell
    seen: Seen


def houses(counts: Sequence[int], costs: Costs) -> list[House]:
    """One database as long as it carries everybody, and as few as possible after that."""
    limit = largest_cell(costs)[0].people
    found = []
    for people in counts:
        cells = max(1, math.ceil(people / limit))
        cell = smallest(math.ceil(people / cells), costs)
        while cell is None:
            cells += 1
            cell = smallest(math.ceil(people / cells), costs)
        found.append(House(people, cells, *cell))
    return found


def together(costs: Costs) -> Costs:
    """Where the load balancer sends everybody of a table to one server: the others hear of it, and have nobody to tell."""
    return replace(costs, retell=0.0)
