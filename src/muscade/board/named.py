"""The places that a board's file names, once the board is known: exits, and where pieces begin."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from muscade.board.errors import InvalidBoard
from muscade.board.file import BoardFile, Named
from muscade.core.text import quoted

TRANSIT = 2
"""Steps from the Center Square to a space where nothing rests (OB-6)."""


def exits_of(file: BoardFile, names: Sequence[str], perimeter: Sequence[int]) -> tuple[int, ...]:
    """The exits, which are on the perimeter (OB-8)."""
    exits: list[int] = []
    for named in file.exits:
        for place in _places(named, names):
            if place not in perimeter:
                raise InvalidBoard(
                    named.line,
                    f"{names[place]} is not on the outer outline; exits are.",
                    f"{names[place]} n'est pas sur le contour extérieur, où sont les sorties.",
                )
            exits.append(place)
    if len(set(exits)) != len(exits):
        raise InvalidBoard(None, "an exit is named twice.", "une sortie est nommée deux fois.")
    return tuple(sorted(exits))


def setups_of(
    file: BoardFile, names: Sequence[str], space_names: Sequence[str], steps: Sequence[int]
) -> MappingProxyType[str, MappingProxyType[str, tuple[int, ...]]]:
    """Where each colour begins, game by game: on intersections or in spaces, so many steps from the centre."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    taken: dict[tuple[str, int], str] = {}
    in_spaces = set_up_in_spaces(file)
    for (game, colour), named in file.setups.items():
        spaces = game in in_spaces
        places = _places(named, space_names if spaces else names)
        for place in places:
            if place == 0 or (spaces and steps[place] == TRANSIT):
                raise InvalidBoard(
                    named.line,
                    "no piece can begin on the centre or in a transit space.",
                    "aucun pion ne peut commencer au centre ni sur une case de transit.",
                )
            if (game, place) in taken:
                raise InvalidBoard(
                    named.line,
                    f"{taken[game, place]} begins there already.",
                    f"{taken[game, place]} y commence déjà.",
                )
            taken[game, place] = colour
        found.setdefault(game, {})[colour] = places
    return MappingProxyType({game: MappingProxyType(colours) for game, colours in found.items()})


def set_up_in_spaces(file: BoardFile) -> frozenset[str]:
    """Names of spaces have a dot; a game that begins with one of them is played in spaces throughout."""
    return frozenset(
        game for (game, _), named in file.setups.items() if any("." in name for name in named.names)
    )


def _places(named: Named, names: Sequence[str]) -> tuple[int, ...]:
    places = tuple(_place(named.line, name, names) for name in named.names)
    if len(set(places)) != len(places):
        raise InvalidBoard(named.line, "a place is named twice.", "un endroit est nommé deux fois.")
    return places


def _place(line: int, name: str, names: Sequence[str]) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise InvalidBoard(
            line,
            f"the board has no place {quoted(name)}.",
            f"le plateau n'a pas d'endroit {quoted(name)}.",
        ) from None
