"""Placeholders of a course's own functions, for what is written once for all games: steps, batches, searches.

Who compiles for a game puts the game's functions in their places (`muscade.kernels.machine`); ``has_…`` is True then.
``setting_of`` and ``table_of`` give a row its names, ``part_of`` makes an array of numbers one of those that rows have, ``take``
copies a row. Uncompiled, rows have their names already.
"""

from __future__ import annotations

from typing import Any

has_observe = False
has_redeal = False
has_priors = False
has_evaluate = False


def turn(setting: Any, table: Any) -> int:
    return 0


def moves(setting: Any, table: Any, seat: int, codes: Any) -> int:
    return 0


def refusal(setting: Any, table: Any, seat: int, code: int) -> int:
    return 0


def play(setting: Any, table: Any, seat: int, code: int) -> None:
    """See `muscade.kernels.course`, as for all others."""


def draw(setting: Any, table: Any, chance: Any) -> int:
    return 0


def rewards(setting: Any, table: Any, given: Any) -> None:
    """The game is over."""


def redeal(setting: Any, table: Any, seat: int, chance: Any) -> None:
    """Nothing is hidden, or there is no short way to deal it anew."""


def observe(setting: Any, table: Any, seat: int, seen: Any) -> int:
    return 0


def priors(setting: Any, table: Any, seat: int, codes: Any, count: int, given: Any) -> None:
    """Nobody knows better."""


def evaluate(setting: Any, table: Any, chance: Any, given: Any) -> None:
    """Nobody knows better."""


def setting_of(setting: Any) -> Any:
    return setting


def table_of(table: Any) -> Any:
    return table


def part_of(numbers: Any) -> Any:
    return numbers


def take(table: Any, other: Any) -> None:
    """Make a table, as a row, equal to another."""
    table.take(other)


FUNCTIONS = {
    function.__name__: function
    for function in (turn, moves, refusal, play, draw, rewards, redeal, observe, priors, evaluate)
}
