"""Steps of many games at once, with observations and masks: ours beside pgx on a CPU and OpenSpiel's vector environment.

``python -m benchmarks.environments [--seconds 3] [--count 1024]``; a peer that is not installed is left out (``make bench`` brings
both). Everybody plays at random. Choosing is not measured, stepping is, by the processor time of the thread that does it; pgx
works in threads of its own, so there it is that of the whole process. All have one core to work on.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import muscade.envs

TABLES = (
    ("pass-pass", 4),
    ("ptipasspass", 3),
    ("passe-eclair", 4),
    ("mono-line", 2),
    ("groups-of-three", 2),
    ("over-pass", 2),
    ("full-house", 1),
    ("twisted-jumps", 1),
    ("over-pass-spiral", 1),
)
LARGE = 10_000
"""Where there are more actions than that, fewer games fit into memory."""
PGX = ("leduc_holdem", "sparrow_mahjong", "backgammon")
OPEN_SPIEL = ("hearts", "liars_dice", "backgammon")

Timed = Iterator[tuple[int, float]]
"""Steps, and the seconds that they took."""


def ours(name: str, seats: int, count: int) -> Timed:
    if muscade.envs.actions(name, seats) > LARGE:
        count = max(1, count // 8)
    games, rng = muscade.envs.batch(name, seats, count), np.random.default_rng(1)
    games.reset(1)
    while True:
        actions = games.any_actions(rng)
        begun = time.thread_time()
        games.step(actions)
        yield count, time.thread_time() - begun


def pgx_games(name: str, count: int) -> Timed:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    start, step = jax.jit(jax.vmap(game.init)), jax.jit(jax.vmap(auto_reset(game.step, game.init)))

    @jax.jit  # type: ignore[untyped-decorator]
    def choose(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, -1e9 * (1 - state.legal_action_mask), axis=1)

    key = jax.random.PRNGKey(1)
    state = start(jax.random.split(key, count))
    while True:
        key, one, other = jax.random.split(key, 3)
        actions = jax.block_until_ready(choose(state, one))
        keys = jax.block_until_ready(jax.random.split(other, count))
        # Its work is done by threads of its own: the time of the whole process tells it, on a machine that does other things as well.
        begun = time.process_time()
        state = jax.block_until_ready(step(state, actions, keys))
        yield count, time.process_time() - begun


def open_spiel_games(name: str, count: int) -> Timed:
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    tables, rng = SyncVectorEnv([Environment(name) for _ in range(count)]), np.random.default_rng(1)
    shown = tables.reset()
    while True:
        chosen = []
        for step in shown:
            seen = step.observations
            chosen.append(StepOutput(int(rng.choice(seen["legal_actions"][seen["current_player"]])), None))
        begun = time.thread_time()
        shown, *_ = tables.step(chosen, reset_if_done=True)
        yield count, time.thread_time() - begun


def rate(steps: Timed, seconds: float) -> float:
    """Steps a second: the median of ten pieces, after one to warm up."""
    next(steps)
    rates = []
    for _ in range(10):
        done, spent = 0, 0.0
        while spent < seconds / 10:
            more, longer = next(steps)
            done, spent = done + more, spent + longer
        rates.append(done / spent)
    return statistics.median(rates)


def measured(label: str, steps: Callable[[], Timed], seconds: float) -> None:
    try:
        print(f"| {label} | {rate(steps(), seconds):,.0f} |", flush=True)
    except ImportError as missing:
        print(f"| {label} | not measured: {missing.name} is not installed |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each")
    parser.add_argument("--count", type=int, default=1024, help="of games at once; OpenSpiel's are 64")
    parser.add_argument("--only", default="", help="those with this in their name")
    given = parser.parse_args()
    # One core for everybody; pgx takes all there are unless it is told.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("| game | steps a second |\n|---|---:|")
    for name, seats in TABLES:
        if given.only in name:
            measured(f"{name}, {seats}", lambda: ours(name, seats, given.count), given.seconds)  # noqa: B023
    for name in PGX:
        if given.only in f"pgx {name}":
            measured(f"pgx {name}", lambda: pgx_games(name, given.count), given.seconds)  # noqa: B023
    for name in OPEN_SPIEL:
        if given.only in f"OpenSpiel {name}":
            measured(f"OpenSpiel {name}", lambda: open_spiel_games(name, 64), given.seconds)  # noqa: B023


if __name__ == "__main__":
    main()
