"""Passe Éclair at a real table: goals, round by round."""

from __future__ import annotations

from muscade.core import Text
from muscade.core.pads import Pad, PadColumn
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import tokens

VICTORY, _ = tokens("standard")
"""What a round may bring; who is left with most cards has one of the others, which brings no more (ES-14)."""
PADS = (
    Pad(
        "goals",
        Text("goals", "buts"),
        (2, 3, 4),
        (
            PadColumn(
                "goals",
                Text("Goals", "Buts"),
                max(map(int, VICTORY)),
                "ES-2",
            ),
        ),
        rounds=rules.ROUNDS,
        ranking=("goals",),
        ranking_clause="ES-18",
    ),
)
