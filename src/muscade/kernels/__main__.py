"""Compile every game's course now, or that of the games named: ``python -m muscade.kernels [GAME …]``."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track

from muscade.core import MuscadeError, game, game_names
from muscade.kernels.ready import prepare_everything


def main() -> None:
    names = sys.argv[1:] or list(game_names())
    console = Console(stderr=True)
    try:
        for name in names:
            game(name)  # one that there is not, or that cannot be loaded, is named before any work
    except MuscadeError as error:
        raise SystemExit(f"muscade.kernels: {error}") from None
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        told = zip(names, pool.map(prepare_everything, names), strict=True)
        failed = [(name, why) for name, why in track(told, "kernels", len(names), console=console) if why]
    for name, why in failed:
        console.print(f"{name} cannot be compiled here: {why}", highlight=False, markup=False, soft_wrap=True)
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
