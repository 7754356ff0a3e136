"""Options of a game, as somebody types them: ``name=value``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muscade.cli import UsageError
from muscade.core import Game, Options


def read_options(game: Game[Any, Any], seats: int, texts: Iterable[str]) -> Options:
    """The options meant by texts such as ``teams=2x2``; of several for one name the last counts."""
    return dict(read_option(game, seats, text) for text in texts)


def read_option(game: Game[Any, Any], seats: int, text: str) -> tuple[str, str | int | bool]:
    """The name and the value meant; a value that is not offered is left to the game to judge.

    >>> import muscade
    >>> read_option(muscade.game("ptipasspass"), 3, "notebook=no")
    ('notebook', False)
    >>> read_option(muscade.game("mono-line"), 2, "pieces=20")
    ('pieces', 20)
    >>> read_option(muscade.game("full-house"), 1, "target=12")
    ('target', 12)
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"{text!r} is not an option: write name=value")
    spoken = {"yes": "true", "no": "false"}.get(value.lower(), value.lower())
    # A wrong number of seats has no options; what is wrong with it is said when the table is set up.
    for option in game.options(seats) if seats in game.seats else ():
        if option.name == name:
            for choice in option.choices:
                if value == choice.value or spoken == str(choice.value).lower():
                    return name, choice.value
            if option.free and type(option.default) is int and value.removeprefix("-").isdecimal():
                return name, int(value)
    return name, value
