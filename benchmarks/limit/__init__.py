"""How quick random Pass Pass can be: written by hand in C++, built with whatever compiler is there."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import muscade
from muscade.kernels import kernel_of

GAME, SEATS = "pass-pass", 4
SOURCE = Path(__file__).with_name("pass_pass.cpp")
COMPILERS = ("g++", "clang++", "c++")
FLAGS = ("-std=c++20", "-O3", "-march=native", "-shared", "-fPIC")
"""For the very processor that it runs on, as kernels are."""
CHECKED_SEED, CHECKED_GAMES = 1, 2000
CHECKED_DIGEST = "4e43557d3653872c1ca0ea8e159099c2"
"""What `digest` makes of these games, for machines without a compiler."""


class Played(NamedTuple):
    """Games that were played: the players' moves in each, and every seat's reward."""

    moves: NDArray[np.int64]
    rewards: NDArray[np.float64]


class NotTheSameGames(Exception):
    """The C++ and the kernel have played differently: then it makes no sense to time them."""


def compiler() -> str | None:
    """The C++ compiler of this machine, if it has one."""
    return next((found for name in COMPILERS if (found := shutil.which(name))), None)


def games_in_cpp(seed: int, number: int) -> Played:
    """The games of a seed from number 0 on, as the C++ plays them."""
    made = np.zeros(number, np.int64)
    won = np.zeros((number, SEATS))
    _built()(seed, number, made.ctypes.data, won.ctypes.data)
    return Played(made, won)


def games_of_the_kernel(seed: int, number: int) -> Played:
    """The same games as the kernel plays them."""
    from muscade.kernels.batches import random_games  # late: it compiles

    batch = random_games(kernel_of(muscade.game(GAME), SEATS), seed, number)
    return Played(batch.moves, batch.rewards)


def digest(batch: Played) -> str:
    """Games in one short word."""
    told = batch.moves.astype("<i8").tobytes() + batch.rewards.astype("<f8").tobytes()
    return hashlib.blake2b(told, digest_size=16).hexdigest()


def check() -> None:
    """Hold both to each other."""
    ours = games_of_the_kernel(CHECKED_SEED, CHECKED_GAMES)
    theirs = games_in_cpp(CHECKED_SEED, CHECKED_GAMES)
    different = (ours.moves != theirs.moves) | (ours.rewards != theirs.rewards).any(axis=1)
    if different.any():
        raise NotTheSameGames(f"game {int(different.argmax())} of seed {CHECKED_SEED} is not the same in C++")


@cache
def _built() -> Any:
    found = compiler()
    if found is None:
        raise LookupError(f"there is no C++ compiler (looked for {', '.join(COMPILERS)})")
    with TemporaryDirectory() as folder:
        library = Path(folder, "limit.so")
        subprocess.run([found, *FLAGS, "-o", library, SOURCE], check=True)
        function = ctypes.CDLL(str(library)).pass_pass_games
    function.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    function.restype = None
    return function
