"""``python -m muscade.solvers <game>`` makes the series of a game anew, and writes it into the game's folder."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import typer
from rich.console import Console

from muscade.core import InvalidOptions
from muscade.solvers.finding import solver_of
from muscade.solvers.series import SeriesMaker, make_series


def main(game: str) -> None:
    """Make the series of a game anew."""
    solver = solver_of(game)
    if not isinstance(solver, SeriesMaker):
        title = solver.game.title
        raise InvalidOptions(f"{title.en} makes no series.", f"{title.fr} ne fait pas de série.")
    made = make_series(solver, tell=Console(soft_wrap=True, stderr=True).print)
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in made)
    folder = Path(str(sys.modules[type(solver.game).__module__].__file__)).parent
    (folder / "data" / "series.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


typer.run(main)
