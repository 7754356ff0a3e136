"""Over-Pass tables set up as a test needs them: a new game, or a position with a roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from muscade import NATURE, IllegalMove
from muscade.board import COLOURS, EMPTY
from muscade.games.over_pass.course import table_with
from muscade.games.over_pass.game import GAME
from muscade.games.over_pass.state import OverPassState
from muscade.games.race.course import RaceTable
from muscade.games.race.rules import PIECES

NO_RESERVES = dict.fromkeys(COLOURS, 0)


def play(state: OverPassState, script: str) -> OverPassState:
    """Moves separated by commas, each by whoever may act."""
    for notation in filter(None, map(str.strip, script.split(","))):
        state.play(state.turn()[0], GAME.parse(notation))
    return state


def begun(seats: int = 4, first: int = 0, **options: Any) -> OverPassState:
    """A game in which that seat has won the opening roll and is about to roll for its turn."""
    state = GAME.new(seats, **options)
    for seat in range(seats):
        play(state, "roll 6 6" if seat == first else "roll 1 1")
    return state


def at(
    pieces: str,
    *,
    colour: str = "black",
    roll: str = "3 4",
    seats: int = 4,
    reserves: Mapping[str, int] | None = None,
    **options: Any,
) -> OverPassState:
    """A turn under way: ``pieces`` are ``black b1 b3, white c2``.

    Pieces that are nowhere else are in reserve, but where ``reserves`` says how many: then the rest is home.
    """
    state = begun(seats, **options)
    cells = [EMPTY] * len(state.names)
    colours = state.view(None).colours
    for colour_and_places in pieces.split(","):
        name, *places = colour_and_places.split()
        for place in places:
            cells[state.board.intersection(place)] = colours.index(name)
    rest = [PIECES - cells.count(place) for place in range(len(colours))]
    kept = [
        rest[place] if reserves is None else reserves.get(name, rest[place])
        for place, name in enumerate(colours)
    ]
    homes = [all_of_it - reserve for all_of_it, reserve in zip(rest, kept, strict=True)]
    lay(state, cells, place=colours.index(colour), reserves=kept, homes=homes)
    return play(state, f"roll {roll}")


def lay(state: OverPassState, cells: Sequence[int], **fields: Any) -> None:
    """Go on from a table with these pieces, by place of the turn order, and other fields of a race as they are given."""
    as_it_was = {name: getattr(state.table, name) for name in RaceTable.fields}
    for name in {"reserves", "homes"} & fields.keys():
        fields[name] = [*fields[name], *[0] * (len(COLOURS) - len(fields[name]))]
    state.catch_up()  # what is told of later moves begins here as well
    state.set_table(table_with(cells, **as_it_was | fields))


def holds(state: OverPassState, place: str) -> str | None:
    """The colour on an intersection."""
    return next((piece.colour for piece in state.view(None).pieces if piece.place == place), None)


def counted(state: OverPassState, field: str) -> dict[str, int]:
    """Reserves or homes by colour."""
    view = state.view(None)
    return dict(zip(view.colours, getattr(view, field), strict=True))


def offered(state: OverPassState, begins: str = "") -> set[str]:
    """What the seat to act is offered, in notation."""
    (seat,) = state.turn()
    return {str(move) for move in state.moves(seat) if str(move).startswith(begins)}


def refusal(state: OverPassState, notation: str, seat: int | None = None) -> IllegalMove:
    """How a move is refused; it changes nothing."""
    who = state.turn()[0] if seat is None else seat
    viewers = (*range(state.seats), None)
    before = [state.view(viewer) for viewer in viewers]
    with pytest.raises(IllegalMove) as refused:
        state.play(who, GAME.parse(notation))
    assert [state.view(viewer) for viewer in viewers] == before
    assert GAME.parse(notation) not in state.moves(who)
    assert refused.value.text.en != refused.value.text.fr
    return refused.value


def refused(state: OverPassState, notation: str, seat: int | None = None) -> str:
    """The clause by which a move is refused."""
    return refusal(state, notation, seat).clause


__all__ = [
    "GAME",
    "NATURE",
    "NO_RESERVES",
    "at",
    "begun",
    "counted",
    "holds",
    "lay",
    "offered",
    "play",
    "refusal",
    "refused",
]
