"""A whole tournament, in this process or over several."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Literal, TypeAlias

from muscade.arena.clusters import play_on_ray
from muscade.arena.errors import ArenaError, Stopped
from muscade.arena.playing import Played, play_deal
from muscade.arena.report import Report, summarise
from muscade.arena.tournament import Tournament

TASKS_A_PROCESS = 40
"""Enough for a bar to move and for all processes to finish at about the same time."""

MOST_DEALS_A_TASK = 20

Where: TypeAlias = Literal["processes", "ray"]
"""Who plays: processes of this machine, or a cluster."""
OnProgress = Callable[[int], None]
"""Told how many more games are over."""


def run(
    tournament: Tournament,
    jobs: int = 1,
    on_progress: OnProgress | None = None,
    *,
    engine: Where = "processes",
    address: str | None = None,
) -> Report:
    """Play it, by ``jobs`` processes, and report; the number of processes makes no difference to what is played.

    With the ``engine`` ``"ray"`` the processes are Ray's: of the cluster at ``address`` as many as it has cores, or, without one,
    ``jobs`` on this machine.

    Ctrl-C ends it early, with a report on the deals that are done.
    """
    if jobs < 1:
        raise ArenaError(
            f"It takes at least one process to play, not {jobs}.",
            f"Il faut au moins un processus pour jouer, pas {jobs}.",
        )
    done: list[Played] = []

    def collect(games: list[Played]) -> None:
        done.extend(games)
        if on_progress:
            on_progress(len(games))

    try:
        if engine == "ray":
            play_on_ray(tournament, address, jobs, deals_a_task(tournament, jobs), collect)
        elif jobs == 1:
            for deal in range(tournament.deals):
                collect(play_deal(tournament, deal, lambda: False))
        else:
            _play_in_processes(tournament, jobs, collect)
    except KeyboardInterrupt:
        pass
    done.sort(key=lambda played: played.deal)
    return summarise(tournament, done)


def deals_a_task(tournament: Tournament, jobs: int) -> int:
    """How many deals a process plays before it tells of them."""
    return min(MOST_DEALS_A_TASK, max(1, tournament.deals // (jobs * TASKS_A_PROCESS)))


def _play_in_processes(tournament: Tournament, jobs: int, collect: Callable[[list[Played]], None]) -> None:
    context = get_context("spawn")
    stop = context.Event()
    step = deals_a_task(tournament, jobs)
    with ProcessPoolExecutor(jobs, context, _start_process, (stop,)) as pool:
        tasks: set[Future[list[Played]]] = {
            pool.submit(_play_deals, tournament, range(first, min(first + step, tournament.deals)))
            for first in range(0, tournament.deals, step)
        }
        left = tasks.copy()
        try:
            for task in as_completed(tasks):
                left.remove(task)
                collect(task.result())
        except KeyboardInterrupt:
            stop.set()
            for task in left:
                if not task.cancel():
                    collect(task.result())
            raise
        except BrokenProcessPool:
            raise ArenaError(
                "A process that played games was ended from outside; perhaps there was too little memory.",
                "Un processus qui jouait des parties a été interrompu ; peut-être manquait-il de mémoire.",
            ) from None
        finally:
            # After an error nobody needs what is still being played. A process that is only about to begin still needs `stop`.
            stop.set()
            pool.shutdown(cancel_futures=True)


_stop: list[Event] = []
"""In a process of the pool: set when nobody needs its games any more."""


def _start_process(stop: Event) -> None:
    """A process of the pool leaves it to its parent what Ctrl-C means."""
    _stop.append(stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_deals(tournament: Tournament, deals: range) -> list[Played]:
    games: list[Played] = []
    try:
        for deal in deals:
            games += play_deal(tournament, deal, _stop[0].is_set)
    except Stopped:
        pass
    return games
