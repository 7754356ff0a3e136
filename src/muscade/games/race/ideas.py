"""What a move goes for that both races have, in words."""

from __future__ import annotations

from muscade.core import Text

END = Text("ending the turn", "finir le tour")
