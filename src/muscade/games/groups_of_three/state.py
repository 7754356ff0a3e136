"""A game of Groups-of-Three under way: steps and additions. Turns and dice are every race's; the law is in `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muscade.board import Board
from muscade.core import InvalidNotation, Move, Options, Seat
from muscade.games.groups_of_three import refusals, rules
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.tables import tables
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.moves import END
from muscade.games.race.refusals import not_a_move_here
from muscade.games.race.rules import EMPTY
from muscade.games.race.setup import COLOUR_TITLES
from muscade.games.race.state import RaceState, colour_name

NAME = "groups-of-three"
VERSION = 1


class GroupsOfThreeState(RaceState):
    """See `RaceState`; cells are the spaces of the board."""

    game_name = NAME
    order = (0, 1, 2, 3)
    clauses = refusals.CLAUSES
    in_spaces = True

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.tables = tables(self.board)
        self.crossing = rules.NOWHERE
        """The transit space where a piece stands (GT-6)."""
        self.open: tuple[int, ...] = ()
        """Where the last step lets a piece of the reserve in (GT-9)."""

    @staticmethod
    def cell_count(board: Board) -> int:
        return len(board.spaces)

    # ------------------------------------------------------------ what may be done

    def actions(self) -> Sequence[Move]:
        moves: list[Move] = [
            self.tables.adds[space] for space in self.open if self._addition_fault(space) == rules.FINE
        ]
        cells, colour, left = self.cells, self.colour, self.left
        beside, transit, steps = self.tables.beside, self.tables.transit, self.tables.steps
        reserve, home = self.reserves[colour], self.homes[colour]
        for origin, occupant in enumerate(cells):
            if occupant == colour and not rules.start_fault(cells, origin, colour, left, self.crossing):
                moves += [
                    step
                    for step, target in zip(steps[origin], beside[origin], strict=True)
                    if not rules.landing_fault(cells, target, reserve, home)
                    and not (
                        transit[target] and rules.transit_fault(cells, transit, beside[target], origin, left)
                    )
                ]
        if self.crossing == rules.NOWHERE:
            moves.append(END)
        return moves

    def check_end(self) -> None:
        """GT-6: no piece rests in a transit space."""
        if self.crossing != rules.NOWHERE:
            raise refusals.still_crossing(self.board.spaces[self.crossing])

    def _step_fault(self, origin: int, target: int) -> int:
        beside = self.tables.beside
        colour = self.colour
        return rules.step_fault(
            self.cells,
            self.tables.transit,
            beside[origin],
            beside[target],
            origin,
            target,
            colour,
            self.left,
            self.crossing,
            self.reserves[colour],
            self.homes[colour],
        )

    def _addition_fault(self, space: int) -> int:
        return rules.addition_fault(
            self.cells,
            self.tables.transit,
            self.open,
            space,
            self.reserves[self.colour],
            self.crossing,
            self.tables.beside[self.crossing],
        )

    # ------------------------------------------------------------ what is done

    def act(self, move: Move) -> None:
        match move:
            case Step(origin, target):
                self._step(move, self._space(origin), self._space(target))
            case Add(space):
                self._add(move, self._space(space))
            case _:
                raise not_a_move_here(self.clauses)

    def _space(self, name: str) -> int:
        try:
            return self.board.space(name)
        except InvalidNotation:
            raise refusals.no_such_space(name) from None

    def _step(self, move: Step, origin: int, target: int) -> None:
        if fault := self._step_fault(origin, target):
            title = COLOUR_TITLES[colour_name(self.colour)]
            raise refusals.of_step(fault, self.board, self.cells, origin, target, self.crossing, title)
        self.write(move)
        colour = self.colour
        self.cells[origin] = EMPTY
        self.left -= 1
        self.crossing = rules.NOWHERE
        self.open = ()
        if target == rules.CENTRE:
            self.homes[colour] += 1
            return
        self.cells[target] = colour
        transit = self.tables.transit
        if transit[target]:
            self.crossing = target
        self.open = tuple(
            rules.additions(self.cells, transit, self.tables.partners[target], self.reserves[colour])
        )

    def _add(self, move: Add, space: int) -> None:
        if fault := self._addition_fault(space):
            raise refusals.of_addition(fault, self.board, self.cells, space, self.open)
        self.write(move)
        self.cells[space] = self.colour
        self.reserves[self.colour] -= 1
        self.open = tuple(other for other in self.open if other != space)

    def leave(self) -> None:
        """What a step opened is gone once the turn is over (GT-9)."""
        self.open = ()

    def snapshot(self) -> tuple[Any, ...]:
        return (*super().snapshot(), self.crossing, self.open)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        super().restore(snapshot)
        self.crossing, self.open = snapshot[4:]

    # ------------------------------------------------------------ what all see

    def view(self, seat: Seat | None) -> GroupsOfThreeView:
        names = self.board.spaces
        return GroupsOfThreeView(
            game=NAME,
            version=VERSION,
            additions=tuple(names[space] for space in self.open if self._addition_fault(space) == rules.FINE),
            crossing=None if self.crossing == rules.NOWHERE else names[self.crossing],
            **self.race_fields(seat, names),
        )
