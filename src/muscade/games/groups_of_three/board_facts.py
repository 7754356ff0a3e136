"""A board as Groups-of-Three uses it: flat rows for the law, and every step and addition that there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from muscade.board import CENTRE, COLOURS, EMPTY, NOWHERE, Board, InvalidBoard
from muscade.board.moves import END
from muscade.board.rows import links_of
from muscade.core import Move
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.rules import addition_fault, fill_additions, step_fault
from muscade.games.race.rules import PIECES
from muscade.kernels.layout import Grid, Layout, Numbers
from muscade.kernels.primitives import fill


class SpaceSetting(Layout):
    """The spaces of a board as the law reads them; see `rules`."""

    spaces: int
    steps: int
    """How many steps there are on an empty board: their codes, the lowest."""
    partner_count: int
    """The partners of a space at most, two for each of its groups."""
    transit: Annotated[Numbers, "spaces"]
    """Does nothing rest there (GT-6)?"""
    first: Annotated[Numbers, "spaces"]
    """The code of the first step out of each space; its neighbours are the targets from there to ``after``. Nothing steps
    out of the Center Square (GT-7)."""
    after: Annotated[Numbers, "spaces"]
    origins: Annotated[Numbers, "steps"]
    targets: Annotated[Numbers, "steps"]
    partners: Annotated[Grid, "spaces", "partner_count"]
    """The other two spaces of each group of a space, pair by pair; the last one repeated where there are fewer."""


def refused_way(
    setting: SpaceSetting,
    cells: Sequence[int],
    origin: int,
    target: int,
    colour: int,
    left: int,
    crossing: int,
    reserve: int,
    home: int,
) -> int:
    """`step_fault` on a board: what keeps a piece from stepping there, or `FINE` (GT-4 to GT-8)."""
    first, after, targets = setting.first, setting.after, setting.targets
    beside, beyond = targets[first[origin] : after[origin]], targets[first[target] : after[target]]
    return step_fault(
        cells, setting.transit, beside, beyond, origin, target, colour, left, crossing, reserve, home
    )


def refused_entry(
    setting: SpaceSetting,
    cells: Sequence[int],
    opened: Sequence[int],
    space: int,
    reserve: int,
    crossing: int,
) -> int:
    """`addition_fault` on a board: what keeps a piece of a reserve out of a space, or `FINE` (GT-9)."""
    here = max(crossing, 0)
    exits = setting.targets[setting.first[here] : setting.after[here]]
    return addition_fault(cells, setting.transit, opened, space, reserve, crossing, exits)


def make_step(
    setting: SpaceSetting,
    cells: Numbers,
    opened: Numbers,
    origin: int,
    target: int,
    colour: int,
    reserve: int,
) -> int:
    """A piece steps (GT-5), off the board if it goes home (GT-7), and may let others in (GT-9); the transit space where it
    stands then (GT-6), or `NOWHERE`."""
    cells[origin] = EMPTY
    found = 0
    if target != CENTRE:
        cells[target] = colour
        found = fill_additions(cells, setting.transit, setting.partners[target], reserve, opened)
    fill(opened[found:], NOWHERE)
    return target if setting.transit[target] else NOWHERE


def end_code(setting: SpaceSetting) -> int:
    """The code that follows those of steps and additions: to end the turn, or to stop."""
    return setting.steps + setting.spaces


def opened_row(setting: SpaceSetting, opened: Sequence[int] = ()) -> list[int]:
    """What a table keeps of the spaces that the last step has opened (GT-9): one for each pair of partners."""
    return [*opened, *[NOWHERE] * (setting.partner_count // 2 - len(opened))]


@dataclass(frozen=True, eq=False)
class BoardFacts:
    """What a board means for the game."""

    fields: dict[str, Any]
    """Those of a `SpaceSetting`."""
    moves: tuple[Move, ...]
    """Every action of a turn by its code (`course`), steps, additions and the end …"""
    codes: dict[Move, int]
    """… and the other way round."""


@lru_cache(maxsize=16)
def facts_of(board: Board) -> BoardFacts:
    """Boards are shared objects (`board_named`), and so are the facts about them; `InvalidBoard` where a game on it might get stuck."""
    spaces = range(len(board.spaces))
    if any(board.steps[space] < 0 for space in spaces):
        raise InvalidBoard(
            None,
            "some spaces cannot be reached from the Center Square (GT-5).",
            "des cases sont inaccessibles depuis le carré central (GT-5).",
        )
    # With more room than pieces some piece can always step; with less, all might be shut in and no turn ever end.
    room = len(board.spaces) - len(board.transit) - 1
    if room <= PIECES * len(COLOURS):
        raise InvalidBoard(
            None,
            f"Groups-of-Three needs more than {PIECES * len(COLOURS)} spaces to rest in; this board has {room} (GT-1).",
            f"Groups-of-Three demande plus de {PIECES * len(COLOURS)} cases où rester ; ce plateau en a {room} (GT-1).",
        )
    links = links_of([row if space != CENTRE else () for space, row in enumerate(board.space_neighbours)])
    partners = [
        [other for group in board.groups_of[space] for other in board.groups[group] if other != space]
        for space in spaces
    ]
    longest = max(2, *map(len, partners))
    steps = zip(links["origins"], links["targets"], strict=True)
    moves = (
        *(Step(board.spaces[origin], board.spaces[target]) for origin, target in steps),
        *map(Add, board.spaces),
        END,
    )
    return BoardFacts(
        fields={
            "spaces": len(board.spaces),
            "steps": len(links["targets"]),
            "partner_count": longest,
            "transit": [space in board.transit for space in spaces],
            **links,
            "partners": [(*row, *(row or [CENTRE])[-1:] * (longest - len(row))) for row in partners],
        },
        moves=moves,
        codes={move: code for code, move in enumerate(moves)},
    )
