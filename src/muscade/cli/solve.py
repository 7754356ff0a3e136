"""``muscade solve``."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from muscade.cli import UsageError
from muscade.cli.long_runs import progress_bar
from muscade.cli.options import read_options
from muscade.solvers import Answer, solve, solver_of, solvers

console = Console()


def print_solvers() -> None:
    """The games that can be solved."""
    table = Table("name", "what it is", box=None, header_style="bold")
    for name, solver in solvers().items():
        table.add_row(name, solver.game.tagline.en)
    console.print(table)


def print_solution(
    name: str, position: str | None, options: Sequence[str], seconds: float, *, as_json: bool
) -> None:
    """Solve and print: the moves and what is proved about them, or one line of JSON."""
    if not 0 < seconds < float("inf"):
        raise UsageError("--time needs a number of seconds above 0")
    solver = solver_of(name)
    chosen = read_options(solver.game, min(solver.game.seats), options)
    if position is not None:
        if solver.position_option is None:
            raise UsageError(f"{name} is solved from its beginning only; it takes no --from")
        chosen[solver.position_option] = position
    with progress_bar(TimeElapsedColumn(), quiet=as_json) as bar:
        task = bar.add_task("getting ready", total=seconds)

        def show(answer: Answer, doing: str) -> None:
            best = "" if answer.length is None else f", best so far {answer.length}"
            elapsed = bar.tasks[task].elapsed or 0.0
            bar.update(task, completed=min(elapsed, seconds), description=f"{doing or 'searching'}{best}")

        answer = solve(name, seconds=seconds, on_progress=show, **chosen)
    if as_json:
        console.print(msgspec.json.encode(answer).decode(), soft_wrap=True, markup=False, highlight=False)
        return
    console.print(
        " ".join(answer.moves), soft_wrap=True, markup=False, highlight=False, end="\n" * bool(answer.moves)
    )
    console.print(verdict(answer), highlight=False)


def verdict(answer: Answer) -> str:
    """What an answer says, in a sentence.

    >>> verdict(Answer(game="full-house", status="impossible", seconds=0.5))
    'impossible: there is no solution (proved, 0.5 s)'
    """
    took = f"{answer.seconds:.1f} s"
    match answer.status:
        case "optimal":
            return f"optimal: {answer.length}, no solution is shorter (proved, {took})"
        case "found":
            return f"found: {answer.length}; at least {answer.bound} are needed ({took})"
        case "impossible":
            return f"impossible: there is no solution (proved, {took})"
        case "won":
            return f"won: whoever is to move wins (proved, {took})"
        case "lost":
            return f"lost: whoever is to move loses (proved, {took})"
        case "unknown" if answer.bound:
            return f"unknown: nothing found in {took}; at least {answer.bound} are needed if it can be done"
        case _:
            return f"unknown: nothing found in {took}"
