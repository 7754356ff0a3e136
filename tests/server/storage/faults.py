"""What can happen to a file and to a disk, for real."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

MEGABYTE = 1 << 20


def _mount(*arguments: str) -> bool:
    """Whether it could be done: root may, but not in every container."""
    done = (
        subprocess.run(["mount", *arguments], capture_output=True, check=False) if os.geteuid() == 0 else None
    )
    return done is not None and done.returncode == 0


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A folder that is a disk of its own, if that can be; otherwise files in it may not become larger than it."""
    folder.mkdir()
    if _mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)):
        try:
            yield
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    else:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MEGABYTE, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Nothing more fits on a small disk."""
    ballast = folder / "ballast"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ballast.open("wb", buffering=0) as file:
        try:
            for size in (65536, 4096, 512, 1):
                try:
                    while file.tell() < 2 * MEGABYTE:
                        file.write(bytes(size))
                except OSError:
                    pass
            if soft == MEGABYTE:
                resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    ballast.unlink()


@contextmanager
def read_only(file: Path) -> Iterator[None]:
    """Nobody may write to a file; root, who may do everything, is kept out by mounting it on itself."""
    if os.geteuid() != 0:
        file.chmod(0o444)
        yield
        file.chmod(0o644)
        return
    subprocess.run(["mount", "--bind", file, file], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", file], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", file], check=True)


@contextmanager
def read_only_disk(folder: Path) -> Iterator[None]:
    """Nobody may write to a small disk that nobody has opened to write."""
    if _mount("-o", "remount,ro", str(folder)):
        yield
        subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
        return
    places = [*folder.iterdir(), folder]
    modes = [place.stat().st_mode for place in places]
    for place, mode in zip(places, modes, strict=True):
        place.chmod(mode & ~0o222)
    yield
    for place, mode in zip(places, modes, strict=True):
        place.chmod(mode)


def crash(file: Path) -> None:
    """Another process ends in the middle, and leaves the log beside its file."""
    opened = "import os, sqlite3, sys; file = sqlite3.connect(sys.argv[1], isolation_level=None)"
    subprocess.run(
        [sys.executable, "-c", f"{opened}; file.execute('PRAGMA user_version=0'); os._exit(0)", file],
        check=True,
    )
    assert Path(f"{file}-wal").exists()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Somebody else is writing, and does not stop."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def copy(file: Path, to: Path) -> None:
    """A whole database, with what is still in its log."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
