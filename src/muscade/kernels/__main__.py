"""Compile every game's course now, so that nobody waits for it later: ``python -m muscade.kernels``."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track

from muscade.core import game, game_names
from muscade.kernels.ready import prepare_named


def prepare_all(name: str) -> bool:
    """A game's course, and its solver where it has one; False where that fails."""
    done = prepare_named(name)
    solver = game(name).solver()
    if done and solver is not None:
        solver.prepare()
    return done


def main() -> None:
    names = game_names()
    console = Console(stderr=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        told = zip(names, pool.map(prepare_all, names), strict=True)
        failed = [name for name, done in track(told, "kernels", len(names), console=console) if not done]
    if failed:
        console.print(f"Cannot be compiled here: {', '.join(failed)}.")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
