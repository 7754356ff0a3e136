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
