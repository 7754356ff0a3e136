"""What can be wrong with a board file."""

from __future__ import annotations

from muscade.core.errors import InvalidOptions


class InvalidBoard(InvalidOptions):
    """A board that cannot be played on; ``line`` is the line of the file that is to blame, where there is one."""

    def __init__(self, line: int | None, en: str, fr: str) -> None:
        if line is None:
            super().__init__(f"Board file: {en}", f"Plateau : {fr}")
        else:
            super().__init__(f"Board file, line {line}: {en}", f"Plateau, ligne {line} : {fr}")
        self.line = line


def unclear(line: int | None, difference: float) -> InvalidBoard:
    """Two things are neither one nor clearly two."""
    return InvalidBoard(
        line,
        f"two things lie {difference:.3g} apart, too near to tell whether they are one; draw more exactly or change snap.",
        f"deux choses sont à {difference:.3g} l'une de l'autre, trop près pour savoir si elles n'en font qu'une ; "
        "dessinez plus précisément ou changez snap.",
    )
