"""``muscade solve``."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from muscade.cli import UsageError
from muscade.solvers import Answer, puzzle_named, solve

console = Console()
progress_console = Console(stderr=True)


def print_solution(puzzle: str, position: str, target: int | None, seconds: float, *, as_json: bool) -> None:
    """Solve and print: the moves and what is proved about them, or one line of JSON."""
    if not 0 < seconds < float("inf"):
        raise UsageError("--time needs a number of seconds above 0")
    puzzle_named(puzzle)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=progress_console,
        transient=True,
        disable=as_json or not progress_console.is_terminal,
    ) as bar:
        task = bar.add_task("getting ready", total=seconds)

        def show(answer: Answer, doing: str) -> None:
            best = "" if answer.length is None else f", best so far {answer.length}"
            elapsed = bar.tasks[task].elapsed or 0.0
            bar.update(task, completed=min(elapsed, seconds), description=f"{doing or 'searching'}{best}")

        answer = solve(puzzle, position, seconds=seconds, target=target, progress=show)
    if as_json:
        console.print(msgspec.json.encode(answer).decode(), soft_wrap=True, markup=False, highlight=False)
        return
    console.print(
        " ".join(answer.moves), soft_wrap=True, markup=False, highlight=False, end="\n" * bool(answer.moves)
    )
    console.print(verdict(answer), highlight=False)


def verdict(answer: Answer) -> str:
    """What an answer says, in a sentence.

    >>> verdict(Answer(puzzle="full-house", status="impossible", seconds=0.5))
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
        case _:
            return f"unknown: nothing found in {took}; at least {answer.bound} are needed if it can be done"
