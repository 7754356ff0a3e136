"""Tables of Groups-of-Three set up as a test needs them."""

from __future__ import annotations

from typing import Any

import pytest

from muscade import NATURE, IllegalMove
from muscade.board import COLOURS, EMPTY, standard_text
from muscade.games.groups_of_three.course import table_with
from muscade.games.groups_of_three.game import GAME
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.games.race.course import RaceTable
from muscade.games.race.rules import PIECES

LAST_CORNER = "8.10"
"""Far from everything that tests look at."""
WITH_A_GROUP_AT_A_TRANSIT_SPACE = "\n".join(
    [
        *(line for line in standard_text().splitlines() if not line.startswith(("exit", "setup over-pass"))),
        "line phi**2/sqrt(8),phi**2/sqrt(2) phi**2/sqrt(8),phi**2",
    ]
)
"""The standard board with one line more: it cuts 3.1 in two, so that the halves and 2.1 meet at a T."""


def table(seats: int = 4, first: int = 0, **options: Any) -> GroupsOfThreeState:
    """A game that has just begun: the dice for the start have named the first player."""
    state = GAME.new(seats, **options)
    for seat in range(seats):
        run(state, "roll 6 6" if seat == first else "roll 1 1")
    return state


def run(state: GroupsOfThreeState, script: str) -> GroupsOfThreeState:
    """Moves separated by commas, each by whoever is to act."""
    for notation in script.split(","):
        state.play(state.turn()[0], GAME.parse(notation))
    return state


def placed(
    pieces: str, roll: str = "3 4", *, home: str = "", first: int = 0, seats: int = 4, **options: Any
) -> GroupsOfThreeState:
    """Pieces where they are wanted, as in ``black 3.1 4.1, white 8.9``; ``home`` as in ``black 3``; then a roll.

    The rest of each colour is its reserve.
    """
    state = table(seats, first, **options)
    colours = state.view(None).colours
    cells = [EMPTY] * len(state.cells)
    homes = [0] * len(COLOURS)
    for word in filter(None, home.split(",")):
        colour, count = word.split()
        homes[colours.index(colour)] = int(count)
    for words in pieces.split(","):
        colour, *names = words.split()
        for name in names:
            cells[state.board.space(name)] = colours.index(colour)
    reserves = [PIECES - homes[place] - cells.count(place) for place in range(len(colours))]
    fields = {name: getattr(state.table, name) for name in RaceTable.fields}
    fields |= {"homes": homes, "reserves": [*reserves, *[0] * (len(COLOURS) - len(colours))]}
    state.set_table(table_with(state.setting, cells, **fields))
    if roll:
        run(state, f"roll {roll}")
    return state


def refusal(state: GroupsOfThreeState, notation: str, seat: int | None = None) -> str:
    """The clause by which a move is refused; it changes nothing."""
    before = [state.view(viewer) for viewer in (*range(state.seats), None)]
    seat = state.turn()[0] if seat is None else seat
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, GAME.parse(notation))
    assert [state.view(viewer) for viewer in (*range(state.seats), None)] == before
    assert seat == NATURE or GAME.parse(notation) not in state.moves(seat)
    assert refused.value.text.en != refused.value.text.fr
    return refused.value.clause


def reason(state: GroupsOfThreeState, notation: str) -> str:
    """The English sentence of a refusal."""
    with pytest.raises(IllegalMove) as refused:
        state.play(state.turn()[0], GAME.parse(notation))
    return refused.value.text.en


def offered(state: GroupsOfThreeState) -> list[str]:
    return [move.notation for move in state.moves(state.turn()[0])]


def spaces_of(state: GroupsOfThreeState, colour: str) -> set[str]:
    return {piece.place for piece in state.view(None).pieces if piece.colour == colour}
