"""Nothing outside a game's folders knows its name; examples in docstrings may."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.structure.sources import GAMES, sources

import muscade


def names_of(name: str) -> set[str]:
    """What a game is called: its name, its package, its titles."""
    game = muscade.game(name)
    package = type(game).__module__.split(".")[-2]
    return {name, package, game.title.en.lower(), game.title.fr.lower()}


def without_examples(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a source that are no part of a doctest, with their numbers."""
    example = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(">>>"):
            example = True
        elif not line.strip() or '"""' in line:
            example = False
        if not example:
            yield number, line


@pytest.mark.parametrize("name", muscade.game_names())
def test_nobody_else_knows_a_games_name(name: str) -> None:
    called = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in names_of(name)))
    assert [
        f"{source}:{number} {line.strip()}"
        for source in sources()
        if source.room != GAMES
        for number, line in without_examples(source.text)
        if called.search(line.lower())
    ] == []


def test_examples_are_left_out_and_nothing_else() -> None:
    text = 'def f():\n    """Text.\n\n    >>> game("pass-pass")\n    here\n    """\n    return "pass-pass"\n'
    assert [number for number, _ in without_examples(text)] == [1, 2, 3, 6, 7]
    assert [number for number, line in without_examples(text) if "pass-pass" in line] == [7]
