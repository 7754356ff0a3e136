"""Sentences for people, in every language the project speaks."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

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


def joined(parts: Iterable[Text]) -> Text:
    """Several, with commas between them.

    >>> joined([Text("red", "rouge"), Text("blue", "bleu")]).fr
    'rouge, bleu'
    """
    parts = tuple(parts)
    return Text(", ".join(part.en for part in parts), ", ".join(part.fr for part in parts))


def quoted(value: object) -> str:
    """A value somebody gave us, fit to be quoted in an error however long it is.

    >>> quoted("P13"), len(quoted("x" * 10_000))
    ("'P13'", 60)
    """
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class Sentence:
    """A `Text` to be filled in: both languages have the same ``{fields}``, and whoever calls it gives them all, and no others.

    A field may be a `Text`, and stands in each language in its own words. ``{name!r}`` quotes what somebody gave us, as `quoted`.

    >>> Sentence("There is no cup {name!r}.", "Il n'y a pas de gobelet {name!r}.")(name="d1").fr
    "Il n'y a pas de gobelet 'd1'."
    """

    def __init__(self, en: str, fr: str) -> None:
        self.en = en
        self.fr = fr
        self.fields = _fields_in(en)
        if _fields_in(fr) != self.fields:
            raise ValueError(f"these two do not have the same fields: {en!r}, {fr!r}")
        self._quoted = _quoted_in(en) | _quoted_in(fr)
        self._templates = _read_once(en), _read_once(fr)
        # Most sentences have nothing to fill in, and in a race everybody but one hears such a sentence at every card.
        self._whole = None if self.fields else self._filled({})

    def __call__(self, **fields: object) -> Text:
        if fields.keys() != self.fields:
            raise TypeError(f"{self.en!r} takes {sorted(self.fields)}, not {sorted(fields)}")
        return self._whole or self._filled(fields)

    def _filled(self, fields: dict[str, object]) -> Text:
        en, fr = self._templates
        if not self._quoted and Text not in map(type, fields.values()):
            return Text(en.format_map(fields), fr.format_map(fields))
        return Text(en.format_map(self._told(fields, "en")), fr.format_map(self._told(fields, "fr")))

    def _told(self, fields: dict[str, object], language: str) -> dict[str, object]:
        told = {
            name: getattr(value, language) if isinstance(value, Text) else value
            for name, value in fields.items()
        }
        for name in self._quoted:
            told[name + _QUOTED] = quoted(told[name])
        return told


_QUOTED = " quoted"
"""What follows the name of a field where a template wants it quoted: no field is called so by itself."""


def _fields_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def _quoted_in(template: str) -> set[str]:
    return {name for _, name, _, how in Formatter().parse(template) if name is not None and how == "r"}


def _read_once(template: str) -> str:
    """The template in the words of `str.format`, which is many times as quick as a `Formatter` of our own would be."""
    parts = []
    for before, name, spec, how in Formatter().parse(template):
        parts.append(before.replace("{", "{{").replace("}", "}}"))
        if name is not None:
            conversion = _QUOTED if how == "r" else f"!{how}" if how else ""
            parts.append(f"{{{name}{conversion}{spec and ':' + spec}}}")
    return "".join(parts)
