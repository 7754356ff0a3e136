"""How many people at once? The tables of docs/scale.md, from a simulation of servers and their database.

``python -m benchmarks.scale`` prints them; ``--write`` puts them there, as ``python -m benchmarks.tables`` does.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path

from .simulation import (
    BOTS_SHARE,
    BUSY,
    MOVE_EVERY,
    SEATS,
    Cell,
    Costs,
    houses,
    read_constants,
    read_costs,
    simulate,
    together,
)

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
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


def markdown(rows: Sequence[Sequence[str]]) -> str:
    heading, *rest = rows
    lines = ["| " + " | ".join(heading) + " |", "|" + "---:|" * (len(heading) - 1) + "---|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rest)])


def constants_table() -> list[list[str]]:
    return [
        ["constant", "value", "measured as"],
        *([f"`{name}`", f"{value:,g}", told] for name, (value, told) in read_constants().items()),
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


def write() -> None:
    """The page, from the figures as they are now."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_tables(page, tables(read_costs())), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/scale.md")
    if parser.parse_args().write:
        write()
        return
    for name, table in tables(read_costs()).items():
        print(f"{name}\n{table}\n")


if __name__ == "__main__":
    main()
