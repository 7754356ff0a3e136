"""Which games there are: any installed package can add one through the entry points ``muscade.games``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from muscade.core.errors import BrokenGame, UnknownGame
from muscade.core.game import Game
from muscade.core.text import quoted

GROUP = "muscade.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def game_names() -> tuple[str, ...]:
    """The names of all games installed.

    >>> "pass-pass" in game_names()
    True
    """
    return tuple(_entries())


@cache
def game(name: str) -> Game[Any, Any]:
    """The game of that name.

    >>> game("pass-pass").title.en
    'Pass Pass'
    """
    entry = _entries().get(name)
    if entry is None:
        known = ", ".join(_entries())
        raise UnknownGame(
            f"There is no game {quoted(name)}; there is: {known}.",
            f"Il n'y a pas de jeu {quoted(name)} ; il y a : {known}.",
        )
    try:
        loaded: Game[Any, Any] = entry.load()
        if loaded.name != name:
            raise ValueError(f"it calls itself {quoted(loaded.name)}; both names have to be the same")
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BrokenGame(
            f"The game {quoted(name)} of {entry.value} cannot be loaded: {why}",
            f"Le jeu {quoted(name)} de {entry.value} ne peut être chargé : {why}",
        ) from error
    return loaded
