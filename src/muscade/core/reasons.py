"""Why the law makes of a move what it does, for whoever asks the referee: a clause and a sentence in each language."""

from __future__ import annotations

import msgspec

from muscade.core.text import Sentence, Text


class Reason(msgspec.Struct, frozen=True):
    """One step of it."""

    clause: str
    text: Text


class Because:
    """How a game says one: a clause and a `Sentence`. Called with its fields, it makes the reason.

    >>> Because("GT-7", "{space} is home.", "{space} est rentré.")(space="0").text.fr
    '0 est rentré.'
    """

    def __init__(self, clause: str, en: str, fr: str) -> None:
        self.clause = clause
        self.sentence = Sentence(en, fr)

    def __call__(self, **fields: object) -> Reason:
        return Reason(self.clause, self.sentence(**fields))

    def using(self, **known: object) -> Reason:
        """The same, with what it needs of what is known."""
        return self(**{name: value for name, value in known.items() if name in self.sentence.fields})
