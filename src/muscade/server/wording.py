"""What people may write for others to read: names and words that show as what they are."""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cn", "Cs", "Zl", "Zp"}
"""Kinds of characters that show as nothing, turn the text around them, or break a line."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by kind, and nothing to the eye: fillers, joiners, a cell of Braille without dots."""
_JOINERS = frozenset("\u200c\u200d")
_VIRAMA = 9
"""The combining class of signs that bind letters of India together; a joiner after one decides how that looks."""
_MARKS = frozenset("✓✔✅☑🗸🗹⍻√⎷🮱⍌")
"""Signs that look like the one beside the name of somebody with an account."""
_BLACK_FLAG = "\U0001f3f4"


def is_visible(text: str) -> bool:
    """Is there something to see, and nothing that hides, turns the text around or breaks a line?

    What shows as nothing may stand where it changes what one sees: within an emoji of several, in scripts whose
    letters join.

    >>> is_visible("Zoé"), is_visible(" "), is_visible("two\\nlines"), is_visible("A\\u200bda")
    (True, False, False, False)
    >>> is_visible("\U0001f469\u200d\U0001f680"), is_visible("علی\u200cرضا"), is_visible("A\\u200dda")
    (True, True, False)
    """
    seen = any(unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK for letter in text)
    return seen and all(_shows(text, place) for place in range(len(text)))


def has_mark(name: str) -> bool:
    """Would somebody without an account seem to have one?

    >>> has_mark("Ada"), has_mark("Ada ✔")
    (False, True)
    """
    return not _MARKS.isdisjoint(name)


def _shows(text: str, place: int) -> bool:
    letter = text[place]
    before = text[place - 1] if place else ""
    after = text[place + 1] if place + 1 < len(text) else ""
    if letter in _BLANK:
        return False
    if letter in _JOINERS:
        return _joins(before, after)
    if "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
        # Another form of the sign before it; letters with two cases have none.
        return _kind(before) in {"Lo", "Nd", "Po", "Sk", "Sm", "So"}
    if "\U000e0020" <= letter <= "\U000e007f":
        # The flags of England, Scotland and Wales.
        return before == _BLACK_FLAG or "\U000e0020" <= before < "\U000e007f"
    return _kind(letter) not in _HIDDEN


def _joins(before: str, after: str) -> bool:
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if not after:
        return False
    arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    emoji = (_kind(before) in {"So", "Sk"} or before == "\ufe0f") and _kind(after) == "So"
    return arabic or emoji


def _kind(letter: str) -> str:
    return unicodedata.category(letter) if letter else ""
