"""What people may write for others to read: names and words that show as what they are."""

from __future__ import annotations

import unicodedata

_DECEPTIVE = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of the text around them."""


def is_visible(text: str) -> bool:
    """Is there something to see, and nothing that hides or breaks a line?

    >>> is_visible("Zoé"), is_visible(" "), is_visible("two\\nlines")
    (True, False, False)
    """
    return bool(text.strip()) and not any(
        letter in _DECEPTIVE or unicodedata.category(letter) in {"Cc", "Cs", "Cn", "Zl", "Zp"}
        for letter in text
    )
