"""What positions of several games on the board say alike."""

from __future__ import annotations

from typing import Literal

from muscade.core import Text
from muscade.core.positions import PositionField, field


def pieces_field(
    kind: Literal["places", "spaces"], clause: str, rows: tuple[Text, ...], most: int
) -> PositionField:
    """Where pieces stand, in rows of so many at most."""
    title = "Pieces on the board", "Pions sur le plateau"
    return field("pieces", kind, clause, *title, rows=rows, most=most, once=True)
