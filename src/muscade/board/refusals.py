"""Why games on the board refuse what several refuse alike."""

from __future__ import annotations

from muscade.core.refusals import ANY_CLAUSE, Refusal

nothing_there = Refusal(ANY_CLAUSE, "There is no piece on {start}.", "Il n'y a pas de pion en {start}.")
no_such_place = Refusal(
    "OB-10", "This board has no intersection {place!r}.", "Ce plateau n'a pas d'intersection {place!r}."
)
