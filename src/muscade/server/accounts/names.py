"""Names of accounts: what two of them have in common if an eye would take one for the other.

Two accounts never have names with the same key (`key_of`), which ignores case, accents, signs between letters and letters
that look alike, in one script and between Latin, Greek and Cyrillic. A name has letters of one script only.
"""

from __future__ import annotations

import unicodedata

SIGNS = frozenset(" -'’._·")
"""What may stand between letters and digits."""
EASTERN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together."""

_ALIKE = {
    ord(other): letter
    for letter, others in {
        "a": "аα",
        "b": "вβ",
        "c": "с",
        "d": "ԁ",
        "e": "еε",
        "h": "нһη",
        "j": "ј",
        "k": "кκ",
        "l": "1iіıιӏ",
        "m": "мμ",
        "o": "0оο",
        "p": "рρ",
        "q": "ԛ",
        "s": "ѕ",
        "t": "тτ",
        "u": "υ",
        "v": "ν",
        "w": "ԝ",
        "x": "хχ",
        "y": "у",
        "z": "ζ",
    }.items()
    for other in others
}
"""Small letters that look like a Latin one, or whose capital does."""


def key_of(name: str) -> str | None:
    """What must be different for two accounts; None for a name that no account can have.

    >>> key_of("Ada") == key_of("ＡＤＡ") == key_of("ádá") == key_of("a-d-a") == key_of("аԁа")
    True
    >>> key_of("Lili") == key_of("LlLl") == key_of("1i1i")
    True
    >>> key_of("Ada"), key_of("Zoé"), key_of("Ольга") is None, key_of("さくら桜") is None
    ('ada', 'zoe', False, False)
    >>> [key_of(name) for name in ("Aдa", "A\u200bda", "Ada ✓", "🂡", "-", "٣٤")]
    [None, None, None, None, None, None]
    """
    whole = unicodedata.normalize("NFKC", name)
    if not all(_may_stand(letter) for letter in whole) or len(_scripts(whole)) > 1:
        return None
    folded = unicodedata.normalize("NFKD", whole.casefold())
    kept = "".join(letter for letter in folded if letter not in SIGNS and not unicodedata.combining(letter))
    alike = kept.translate(_ALIKE).replace("rn", "m").replace("vv", "w")
    return unicodedata.normalize("NFC", alike) or None


def _may_stand(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return letter in SIGNS or kind[0] == "L" or kind in {"Mn", "Mc"} or "0" <= letter <= "9"


def _scripts(text: str) -> set[str]:
    """Of its letters; the name of a letter begins with that of its script."""
    found = {unicodedata.name(letter, "?").split()[0] for letter in text if letter.isalpha()}
    return {"EASTERN" if script in EASTERN else script for script in found}
