"""How many people at once? A simulation of servers and their database, from costs that were measured.

``python -m benchmarks.scale`` prints the tables of docs/scale.md; ``--write`` puts them there. The constants are in
scale.json, each with where it is from. What is simulated: moves arrive at random tables and reach random servers, each
a queue with one core; a server stores together whatever came while its last commit was under way; PostgreSQL commits
one transaction with a NOTIFY at a time, whoever it is from; every server hears of every commit, and those with people
at that table tell them.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
import math
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

CONSTANTS = Path(__file__).with_name("scale.json")
PAGE = Path(__file__).parents[1] / "docs" / "scale.md"

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
MOVES = 12_000
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


def read_costs(path: Path = CONSTANTS) -> Costs:
    found = {name: entry["value"] for name, entry in json.loads(path.read_text(encoding="utf-8")).items()}
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
    # When each server's core, and the database, are free again.
    free = [0.0] * cell.servers
    used = [0.0] * cell.servers
    waiting: list[list[float]] = [[] for _ in range(cell.servers)]
    committing = [False] * cell.servers
    database_free = database_used = 0.0
    times: list[float] = []
    batches: list[int] = []
    hearing = costs.note + reached(cell.servers) * costs.retell
    order = itertools.count()
    # What happens next: (when, order, kind, server, since): a move has been judged, or a commit is done.
    coming: list[tuple[float, int, str, int, tuple[float, ...]]] = []

    def work(server: int, at: float, seconds: float) -> float:
        begun = max(at, free[server])
        free[server] = begun + seconds
        used[server] += seconds
        return free[server]

    def store(server: int, at: float) -> None:
        """Everything that waits, in one commit, in its turn."""
        nonlocal database_free, database_used
        rows = tuple(waiting[server])
        waiting[server] = []
        committing[server] = True
        took = costs.commit + costs.row * len(rows)
        database_free = max(at, database_free) + took
        database_used += took
        batches.append(len(rows))
        heapq.heappush(coming, (database_free, next(order), "stored", server, rows))

    arrivals = arriving(random, cell.rate, count)
    following = next(arrivals)
    while following is not None or coming:
        if following is not None and (not coming or following <= coming[0][0]):
            server = random.randrange(cell.servers)
            judged = work(server, following, costs.move)
            heapq.heappush(coming, (judged, next(order), "judged", server, (following,)))
            following = next(arrivals, None)
            continue
        at, _, kind, server, since = heapq.heappop(coming)
        if kind == "judged":
            waiting[server] += since
            if not committing[server]:
                store(server, at)
            continue
        committing[server] = False
        times += [at - begun for begun in since]
        # Every other server hears of it; those with people at the table tell them.
        for other in range(cell.servers):
            if other != server:
                work(other, at, hearing * len(since))
        if waiting[server]:
            store(server, at)
    lasted = max(times) + count / cell.rate
    times.sort()
    return Seen(
        median=1e3 * times[len(times) // 2],
        late=1e3 * times[int(len(times) * 0.99)],
        serving=max(used) / lasted,
        storing=database_used / lasted,
        batch=statistics.mean(batches),
    )


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


COUNTS = (1000, 10_000, 100_000, 1_000_000)


def people_table(costs: Costs) -> list[list[str]]:
    rows = [
        ["people", "moves/s", "databases", "servers each", "half within", "99 % within", "cores", "commits"]
    ]
    for house in houses(COUNTS, costs):
        seen = house.seen
        rows.append(
            [
                f"{house.people:,}",
                f"{house.people / SEATS / MOVE_EVERY:,.0f}",
                str(house.cells),
                str(house.cell.servers),
                f"{seen.median:.1f} ms",
                f"{seen.late:.0f} ms",
                f"{100 * seen.serving:.0f} %",
                f"{100 * seen.storing:.0f} %",
            ]
        )
    return rows


def cost_table(costs: Costs) -> list[list[str]]:
    rows = [["people", "cores that serve", "cores that think", "memory", "disk a day", "sent"]]
    for house in houses(COUNTS, costs):
        rate = house.people / SEATS / MOVE_EVERY
        servers = house.cells * house.cell.servers
        thinking = math.ceil(rate * BOTS_SHARE * costs.bot / BUSY)
        memory = house.people / SEATS * costs.table + servers * costs.server + thinking * costs.compiled
        rows.append(
            [
                f"{house.people:,}",
                f"{servers:,}",
                f"{thinking:,}",
                f"{memory / 1e9:,.1f} GB",
                f"{rate * 86_400 * costs.event / 1e9:,.1f} GB",
                f"{rate * SEATS * costs.update * 8 / 1e6:,.0f} Mbit/s",
            ]
        )
    return rows


def database_table(costs: Costs) -> list[list[str]]:
    """One database and ever more servers: where more of them stop helping."""
    rows = [["servers", "people", "moves/s", "stored together", "99 % within", "breaks first"]]
    for servers in (1, 2, 4, 8, 16, 32):
        people = 500
        while simulate(Cell(people * 2, servers), costs).kept:
            people *= 2
        step = people // 2
        while step >= people // 16 and step >= 50:
            if simulate(Cell(people + step, servers), costs).kept:
                people += step
            step //= 2
        seen = simulate(Cell(people, servers), costs)
        over = simulate(Cell(int(people * 1.3), servers), costs)
        rows.append(
            [
                str(servers),
                f"{people:,}",
                f"{Cell(people, servers).rate:,.0f}",
                f"{seen.batch:.1f}",
                f"{seen.late:.0f} ms",
                over.breaks_first,
            ]
        )
    return rows


def together(costs: Costs) -> Costs:
    """Where the load balancer sends everybody of a table to one server: the others hear of it, and have nobody to tell."""
    return replace(costs, retell=0.0)


def markdown(rows: Sequence[Sequence[str]]) -> str:
    heading, *rest = rows
    lines = ["| " + " | ".join(heading) + " |", "|" + "---:|" * (len(heading) - 1) + "---|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rest)])


def constants_table(path: Path = CONSTANTS) -> list[list[str]]:
    found = json.loads(path.read_text(encoding="utf-8"))
    return [
        ["constant", "value", "measured as"],
        *([f"`{name}`", f"{entry['value']:,}", entry["from"]] for name, entry in found.items()),
    ]


def tables(costs: Costs) -> dict[str, str]:
    return {
        "constants": markdown(constants_table()),
        "people": markdown(people_table(costs)),
        "costs": markdown(cost_table(costs)),
        "servers": markdown(database_table(costs)),
        "together": markdown(database_table(together(costs))),
    }


def with_tables(page: str, found: dict[str, str]) -> str:
    """The page with these tables in their places."""
    for name, table in found.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        page, times = place.subn(lambda match, table=table: match[1] + table + "\n" + match[2], page)
        if times != 1:
            raise ValueError(f"the page has {times} places for the table {name!r}")
    return page


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/scale.md")
    asked = parser.parse_args()
    found = tables(read_costs())
    if asked.write:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
        return
    for name, table in found.items():
        print(f"{name}\n{table}\n")


if __name__ == "__main__":
    main()
