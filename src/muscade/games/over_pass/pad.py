"""Over-Pass at a real table: dice and home piles."""

from __future__ import annotations

from muscade.core import Text
from muscade.core.pads import Pad, PadColumn, PadDice, PadGoal
from muscade.games.race.course import FACES
from muscade.games.race.rules import PIECES

_DICE = PadDice(2, FACES, "OP-5")
PADS = (
    Pad(
        "homes",
        Text("one colour each", "une couleur chacun"),
        (3, 4),
        (PadColumn("home", Text("Home", "Arrivées"), PIECES, "OP-12"),),
        goal=PadGoal("home", PIECES, "OP-14"),
        ranking=("home",),
        ranking_clause="OP-15",
        dice=_DICE,
    ),
    Pad(
        "colours",
        Text("two players, two colours each", "deux joueurs, deux couleurs chacun"),
        (4,),
        (PadColumn("home", Text("Home", "Arrivées"), PIECES, "OP-12"),),
        goal=PadGoal("home", PIECES, "OP-14"),
        dice=_DICE,
    ),
)
