"""What the levels of bots are called, the same in every game."""

from __future__ import annotations

from muscade.core import Text

RANDOM = Text("random", "au hasard")
EASY = Text("easy", "facile")
NORMAL = Text("normal", "moyen")
HARD = Text("hard", "difficile")
EXPERT = Text("expert", "expert")
