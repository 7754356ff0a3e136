"""How games declare what they refuse, and what many of them say."""

from __future__ import annotations

from typing import Any, ClassVar

from muscade.core.errors import IllegalMove
from muscade.core.text import Sentence

ANY_CLAUSE = ""
"""What one says of several clauses: whoever refuses tells which."""

GAME_OVER = "The game is over.", "La partie est finie."
CARDS_FIRST = "First the cards are dealt.", "D'abord, on distribue les cartes."
NOT_IN_HAND = "{card} is not in your hand.", "{card} n'est pas dans votre main."


class Refusal:
    """Why a move is refused: a clause and a `Sentence`. Called with its fields, it makes the error to raise.

    >>> occupied = Refusal("OP-7", "{place} is taken.", "{place} est occupé.")
    >>> occupied(place="c3")
    IllegalMove('OP-7', 'c3 is taken.', 'c3 est occupé.')
    >>> over = Refusal(ANY_CLAUSE, *GAME_OVER)
    >>> over(clause="PP-20").clause
    'PP-20'
    """

    error: ClassVar[type[IllegalMove]] = IllegalMove

    def __init__(self, clause: str, en: str, fr: str) -> None:
        self.clause = clause
        self.sentence = Sentence(en, fr)

    def __call__(self, clause: str = ANY_CLAUSE, **fields: object) -> IllegalMove:
        text = self.sentence(**fields)
        if (clause == ANY_CLAUSE) == (self.clause == ANY_CLAUSE):
            raise TypeError(f"{self.sentence.en!r} is of one clause, not {clause!r} and {self.clause!r}")
        return self.error(clause or self.clause, text.en, text.fr)

    def using(self, **known: Any) -> IllegalMove:
        """The same, with what it needs of what is known."""
        needed = self.sentence.fields if self.clause else {"clause", *self.sentence.fields}
        return self(**{name: value for name, value in known.items() if name in needed})
