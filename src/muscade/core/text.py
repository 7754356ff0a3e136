"""Sentences for people, in every language the project speaks."""

from __future__ import annotations

import msgspec

LANGUAGES = ("en", "fr")


class Text(msgspec.Struct, frozen=True):
    """One sentence in English and French.

    >>> Text("your turn", "à vous").fr
    'à vous'
    """

    en: str
    fr: str

    def __str__(self) -> str:
        return self.en


def shown(value: object) -> str:
    """A value somebody gave us, fit to be quoted in an error however long it is.

    >>> shown("P13"), len(shown("x" * 10_000))
    ("'P13'", 60)
    """
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
