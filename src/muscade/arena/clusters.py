"""A tournament beyond one machine: deals are played wherever Ray has a core. Needs Ray, which comes with the extra ``ray``."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from muscade.arena.errors import ArenaError
from muscade.arena.playing import Played, play_deal
from muscade.arena.tournament import Tournament

if TYPE_CHECKING:
    from ray import ObjectRef

TRIES = 5
"""To start Ray on this machine: its parts wait fifteen seconds for each other, which is not long on a busy machine."""
RETRIES = 8
"""So often some deals are played again elsewhere after their process, or its machine, was lost."""
SURROUNDINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_register_timeout_seconds": "240"}
"""Nothing is told to its makers, and no process is given up because the machine is busy; unless somebody wants it otherwise."""
STORE_BYTES = 80_000_000
"""For results on their way, which are small; Ray would take a third of the memory."""


def check_ray() -> None:
    """Say which extra brings it, if it is not there."""
    try:
        import ray  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise ArenaError(
            "Playing beyond one machine needs Ray: install muscade[ray].",
            "Jouer sur plusieurs machines demande Ray : installez muscade[ray].",
        ) from None


@contextlib.contextmanager
def connected(address: str | None, jobs: int) -> Iterator[None]:
    """A cluster that is there already, or one of this machine alone, which ends with what it was wanted for."""
    check_ray()
    import ray

    if ray.is_initialized():
        yield
        return
    for name, value in SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address is not None:
            ray.init(address=address, **quiet)
        else:
            _start(jobs, quiet)
    except Exception as error:  # Ray says so in many ways
        where = address or "this machine"
        raise ArenaError(
            f"Ray cannot be reached at {where}: {error}", f"Ray n'est pas joignable ({where}) : {error}"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()


def _start(jobs: int, quiet: dict[str, Any]) -> None:
    import ray

    for left in reversed(range(TRIES)):
        try:
            ray.init(
                address="local",
                num_cpus=jobs,
                include_dashboard=False,
                object_store_memory=STORE_BYTES,
                **quiet,
            )
        except Exception:
            ray.shutdown()
            if not left:
                raise
        else:
            return


def play_on_ray(
    tournament: Tournament,
    address: str | None,
    jobs: int,
    step: int,
    collect: Callable[[list[Played]], None],
) -> None:
    """Every deal, some at a time; who loses a process plays its deals again, and they come out the same."""
    import ray

    with (
        connected(address, jobs),
        errors_told("Ray could not play the tournament", "Ray n'a pas pu jouer le tournoi"),
    ):
        play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_some)
        left: list[ObjectRef[list[Played]]] = [
            play.remote(tournament, range(first, min(first + step, tournament.deals)))
            for first in range(0, tournament.deals, step)
        ]
        while left:
            done, left = ray.wait(left)
            for games in ray.get(done):
                collect(games)


@contextlib.contextmanager
def errors_told(en: str, fr: str) -> Iterator[None]:
    """What goes wrong over there is raised here as it was; what goes wrong with Ray itself, in those words."""
    from ray.exceptions import RayError, RayTaskError

    try:
        yield
    except RayTaskError as error:
        raise error.cause from None
    except RayError as error:
        raise ArenaError(f"{en}: {error}", f"{fr} : {error}") from None


def play_some(tournament: Tournament, deals: range) -> list[Played]:
    """In a process of Ray's, anywhere."""
    return [game for deal in deals for game in play_deal(tournament, deal, lambda: False)]
