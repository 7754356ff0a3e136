"""What names in a game's views and moves are called: for whoever tells of them without knowing the game.

A game's package may bring ``data/vocabulary.toml``, with a line for each field of its view, each value that is a word, and each
word of its moves: ``own_cup = {en = "your own cup", fr = "votre gobelet"}``. What has no line is told as it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from muscade.core.text import Text

Vocabulary: TypeAlias = Mapping[str, Text]

NO_WORDS: Vocabulary = MappingProxyType({})


@cache
def vocabulary_in(package: str) -> Vocabulary:
    """That of a game's package; nothing where it has no such file."""
    file = files(package) / "data" / "vocabulary.toml"
    if not file.is_file():
        return NO_WORDS
    return MappingProxyType(msgspec.toml.decode(file.read_bytes(), type=dict[str, Text]))
