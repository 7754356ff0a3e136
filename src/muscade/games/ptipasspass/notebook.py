"""The memory aid: what happened in a round, and who saw which tokens (PT-20)."""

from __future__ import annotations

from typing import Self

import msgspec

from muscade.core.moves import Seat
from muscade.games.ptipasspass.rules import EMPTY
from muscade.games.ptipasspass.tokens import letters
from muscade.games.ptipasspass.view import Deed, Note


class Notebook:
    """Written for all at once, where the table has ``chosen`` it; each reads what they saw."""

    def __init__(self, chosen: bool) -> None:
        self.chosen = chosen
        self._notes: list[tuple[Note, tuple[Seat, ...] | None]] = []

    def write(
        self,
        seat: Seat,
        what: Deed,
        cups: tuple[str, ...],
        pile: int = EMPTY,
        announced: str | None = None,
        audience: tuple[Seat, ...] | None = None,
    ) -> None:
        """A deed, with the tokens that the audience saw; None: everybody."""
        if self.chosen:
            self._notes.append((Note(seat, what, cups, tuple(letters(pile)), announced), audience))

    def read(self, viewer: Seat | None) -> tuple[Note, ...]:
        return tuple(
            note if audience is None or viewer in audience else msgspec.structs.replace(note, tokens=("?",))
            for note, audience in self._notes
        )

    def copy(self) -> Self:
        twin = type(self)(self.chosen)
        twin._notes = self._notes.copy()
        return twin
