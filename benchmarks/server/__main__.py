"""``python -m benchmarks.server``."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Sequence
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table as Shown

import muscade
from benchmarks.suite import machine
from muscade.kernels import prepare

from .figures import Aging, Idle, Results, Start, Turn, tables
from .measures import QUICK, Plan, Side, grow_old, measure_starts, sit_idle, take_turn
from .ours import Ours
from .processes import prepare_client
from .theirs import Theirs, node_version

console = Console()
PARTS = ("turns", "idle", "starts", "aging")


async def measure(plan: Plan, parts: Sequence[str], against: Path | None, *, alone: bool) -> Results:
    ours: list[Side] = [Ours(), *([Ours(against)] if against else [])]
    theirs: list[Side] = [] if alone else [Theirs("memory"), Theirs("files")]
    turns: list[Turn] = []
    idle: list[Idle] = []
    starts: list[Start] = []
    agings: list[Aging] = []
    if "turns" in parts:
        for number in range(plan.rounds):
            for side in [*ours, *theirs]:
                console.print(f"round {number + 1} of {plan.rounds}: {side.name}", highlight=False)
                turns.append(await take_turn(side, plan))
    for side in [*ours, *theirs[:1]] if "idle" in parts else []:
        console.print(f"idle connections: {side.name}", highlight=False)
        idle.append(await sit_idle(side, plan))
    for side in ours if "starts" in parts else []:
        console.print(f"starts: {side.name}", highlight=False)
        starts += await measure_starts(side, plan)
    for growing in plan.aging if "aging" in parts else ():
        for tree in [None, *([against] if against else [])]:
            side = Ours(tree, growing.game)
            console.print(f"as games of {growing.game} grow long: {side.name}", highlight=False)
            agings.append(await grow_old(side, growing, plan))
    return Results(
        processor=machine().processor,
        python=platform.python_version(),
        node="" if alone else node_version(),
        turns=tuple(turns),
        idle=tuple(idle),
        starts=tuple(starts),
        agings=tuple(agings),
    )


def show(results: Results) -> None:
    for _, heading, rows in tables(results):
        if rows:
            shown = Shown(*heading, box=None)
            for row in rows:
                shown.add_row(*row)
            console.print(shown)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only try whether it works")
    parser.add_argument("--only", choices=PARTS, action="append", help="only these parts")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--against", type=Path, help="another source tree of Muscade to measure as well")
    parser.add_argument("--rounds", type=int, help="turns of each server")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    asked = parser.parse_args()
    plan = QUICK if asked.quick else Plan()
    if asked.rounds:
        plan = Plan(rounds=asked.rounds) if not asked.quick else plan
    for growing in plan.aging:
        prepare(muscade.game(growing.game))  # compiled once, so that no server has to
    prepare_client()
    results = uvloop.run(measure(plan, asked.only or PARTS, asked.against, alone=asked.alone))
    show(results)
    if asked.json:
        asked.json.write_text(results.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
