"""The choice of a board, which every game on it offers."""

from __future__ import annotations

from muscade.core.options import Choice, Option
from muscade.core.text import Text

STANDARD = "standard"


def board_option() -> Option:
    """The board of the house, or one's own file (OB-9)."""
    return Option(
        "board",
        Text("Board", "Plateau"),
        (Choice(STANDARD, Text("reconstructed", "reconstitué")),),
        "OB-9",
        free=True,
    )
