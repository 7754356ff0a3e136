"""A tournament beyond one machine: deals are played wherever Ray has a core. Needs Ray, which comes with the extra ``ray``."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from muscade.arena.errors import ArenaError
from muscade.arena.playing import Played, play_deal
from muscade.arena.tournament import Tournament

if TYPE_CHECKING:
    from ray import ObjectRef

START_SECONDS = 240.0
"""For a cluster of this machine alone to begin, however busy it is."""
RETRIES = 8
"""So often some deals are played again elsewhere after their process, or its machine, was lost."""
SURROUNDINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_worker_register_timeout_seconds": "240",
}
"""Nothing is told to anybody, and nobody is given up because the machine is busy; unless somebody wants it otherwise."""
STORE_BYTES = 80_000_000
"""For results on their way, which are small; Ray would take a third of the memory."""


def check_ray() -> None:
    """Say which extra brings it, if it is not there."""
    try:
        version("ray")  # not imported: it reads its surroundings when it is
    except PackageNotFoundError:
        raise ArenaError(
            "Tournaments beyond one machine need Ray: install muscade[ray].",
            "Les tournois sur plusieurs machines demandent Ray : installez muscade[ray].",
        ) from None


@contextlib.contextmanager
def connected(address: str | None, jobs: int) -> Iterator[None]:
    """A cluster that is there already, or one of this machine alone, which ends with the tournament."""
    for name, value in SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    with contextlib.ExitStack() as ends:
        if address is None:
            _connect(*ends.enter_context(_started(jobs)))
        else:
            _connect(address, None)
        import ray

        ends.callback(ray.shutdown)
        yield


@contextlib.contextmanager
def _started(jobs: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Where it is, and its process. Ports are chosen here: those that Ray would choose it waits for, and not for long."""
    port, *others = _free_ports(4)
    # Whoever else is on this machine has no business there.
    own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    before = {name: os.environ.get(name) for name in own}
    os.environ.update(own)
    agents = ("--dashboard-agent-listen-port", "--dashboard-agent-grpc-port", "--runtime-env-agent-port")
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", f"--port={port}"]
    command += [f"{name}={value}" for name, value in zip(agents, others, strict=True)]
    command += [f"--num-cpus={jobs}", f"--object-store-memory={STORE_BYTES}", "--include-dashboard=false"]
    command += ["--node-ip-address=127.0.0.1", "--disable-usage-stats"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as head:
        try:
            yield f"127.0.0.1:{port}", head
        finally:
            head.terminate()
            for name, value in before.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value


def _connect(address: str, head: subprocess.Popen[bytes] | None) -> None:
    """To a cluster that is there, or that is just being started."""
    import ray

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except Exception as error:  # Ray says it in many ways
            ray.shutdown()
            if head is not None and head.poll() is None and time.monotonic() < deadline:
                continue
            raise ArenaError(
                f"Ray cannot be reached at {address}: {error}",
                f"Ray n'est pas joignable ({address}) : {error}",
            ) from None
        return


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in sockets]


def play_on_ray(
    tournament: Tournament,
    address: str | None,
    jobs: int,
    step: int,
    collect: Callable[[list[Played]], None],
) -> None:
    """Every deal, some at a time; who loses a process plays its deals again, and they come out the same."""
    check_ray()
    with connected(address, jobs):
        import ray
        from ray.exceptions import RayError, RayTaskError

        play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_some)
        left: list[ObjectRef[list[Played]]] = [
            play.remote(tournament, range(first, min(first + step, tournament.deals)))
            for first in range(0, tournament.deals, step)
        ]
        try:
            while left:
                done, left = ray.wait(left)
                for games in ray.get(done):
                    collect(games)
        except RayTaskError as error:
            raise error.cause from None
        except RayError as error:
            raise ArenaError(
                f"Ray could not play the tournament: {error}", f"Ray n'a pas pu jouer le tournoi : {error}"
            ) from None


def play_some(tournament: Tournament, deals: range) -> list[Played]:
    """In a process of Ray's, anywhere."""
    return [game for deal in deals for game in play_deal(tournament, deal, lambda: False)]
