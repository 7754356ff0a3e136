"""How long a million moves of bots take to make and to write as data: ``python -m benchmarks.records``.

Every row is whole: notation, code, what the mover saw, how it ended; and the records can be read back. Each process plays games of its own
and writes a file of its own; together they are one dataset for whoever reads a folder.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import muscade
from muscade.data import Rows, random_games
from muscade.data.columns import schema
from muscade.data.writing import ROWS_AT_ONCE


def make(name: str, seats: int, seed: str, wanted: int, file: Path) -> tuple[int, float]:
    """So many rows at least, of games that are played to their end; and the processor's seconds they took."""
    import pyarrow.parquet as pq

    begun, rows, written = time.process_time(), Rows(), 0
    game = muscade.game(name)
    limit = {} if game.limit is None else {game.limit: 200}
    with pq.ParquetWriter(file, schema(), compression="zstd") as out:
        while written < wanted:
            some = min(ROWS_AT_ONCE, wanted - written)
            random_games(rows, game, seats, f"{seed}/{written}", lambda some=some: len(rows) >= some, **limit)
            written += len(rows)
            out.write_table(rows.take())
    return written, time.process_time() - begun


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--game", default="pass-pass")
    arguments.add_argument("--seats", type=int, default=4)
    arguments.add_argument("--moves", type=int, default=1_000_000)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--to", type=Path, help="keep the files in this folder")
    given = arguments.parse_args()
    with TemporaryDirectory() as temporary:
        folder = given.to or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        begun, share = time.perf_counter(), -(-given.moves // given.jobs)
        with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
            tasks = [
                pool.submit(make, given.game, given.seats, f"{job}", share, folder / f"{job}.parquet")
                for job in range(given.jobs)
            ]
            made = [task.result() for task in tasks]
        took = time.perf_counter() - begun
        rows, busy = sum(count for count, _ in made), sum(seconds for _, seconds in made)
        size = sum(file.stat().st_size for file in folder.glob("*.parquet")) / 1e6
    print(
        f"{given.game}, {given.seats} seats: {rows} rows in {took:.1f} s by {given.jobs} processes "
        f"({busy:.1f} s of the processor, {rows / busy:.0f} rows a second and core), {size:.1f} MB"
    )


if __name__ == "__main__":
    main()
