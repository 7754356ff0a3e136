"""Sentences for people, in every language the project speaks."""

from __future__ import annotations

import msgspec


class Text(msgspec.Struct, frozen=True):
    """One sentence in English and French.

    >>> Text("your turn", "à vous").fr
    'à vous'
    """

    en: str
    fr: str

    def __str__(self) -> str:
        return self.en
