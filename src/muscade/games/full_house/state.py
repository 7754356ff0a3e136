"""Full House under way: steps and additions by the law of Groups-of-Three; what differs is in `rules`."""

from __future__ import annotations

from typing import Any

from muscade.board import COLOURS, Board
from muscade.core import IllegalMove, InvalidNotation, Move, Options
from muscade.games.full_house import rules
from muscade.games.groups_of_three import refusals as group_refusals
from muscade.games.groups_of_three import rules as groups
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.tables import tables
from muscade.games.race.rules import EMPTY
from muscade.games.race.setup import setup_of
from muscade.games.solitaire import refusals
from muscade.games.solitaire.best import best_of
from muscade.games.solitaire.positions import ALL_PIECES, PLAIN, read_plain, wrong_position
from muscade.games.solitaire.state import PuzzleState

NAME = "full-house"
VERSION = 1


class FullHouseState(PuzzleState):
    """See `PuzzleState`; cells are the spaces of the board."""

    game_name = NAME
    version = VERSION
    clause = "SP-1"
    best = best_of(__package__)

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.tables = tables(self.board)
        if not 2 <= self.target <= ALL_PIECES:
            raise refusals.wrong_target(self.target, ALL_PIECES)
        if self.left >= self.target:
            raise wrong_position(
                f"it has {self.left} pieces, and 'target' is {self.target}: nothing is left to do (SP-1).",
                f"elle a {self.left} pions, et 'target' est {self.target} : il ne reste rien à faire (SP-1).",
            )
        self.crossing = groups.NOWHERE
        """The transit space where a piece stands (GT-6)."""
        self.open: tuple[int, ...] = ()
        """Where the last step lets a new piece in (GT-9)."""

    # ------------------------------------------------------------ what the frame asks

    @staticmethod
    def place_names(board: Board) -> tuple[str, ...]:
        return board.spaces

    def standard_cells(self) -> list[int]:
        """SP-1: where black starts in Groups-of-Three (GT-2)."""
        black = setup_of(self.board, "groups-of-three", group_refusals.CLAUSES, in_spaces=True)[
            COLOURS.index("black")
        ]
        return [PLAIN if space in black else EMPTY for space in range(len(self.names))]

    def read_cells(self, text: str) -> list[int]:
        cells = read_plain(text, self.board.space, len(self.names))
        for space in (groups.CENTRE, *self.board.transit):
            if cells[space] != EMPTY:
                raise wrong_position(
                    f"no piece rests in {self.names[space]} (SP-1).",
                    f"aucun pion ne reste en {self.names[space]} (SP-1).",
                )
        return cells

    @property
    def target(self) -> int:
        return int(self.options["target"])

    @property
    def reserve(self) -> int:
        return ALL_PIECES - self.left

    @property
    def well_known(self) -> bool:
        return super().well_known and self.target == ALL_PIECES

    def score(self) -> int:
        """Pieces on the board."""
        return self.left

    def solved(self) -> str | None:
        return "solved" if rules.is_solved(self.left, self.target, self.crossing) else None

    def snapshot(self) -> tuple[Any, ...]:
        return (*super().snapshot(), self.crossing, self.open)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        super().restore(snapshot)
        self.crossing, self.open = snapshot[2:]

    def own_fields(self) -> dict[str, Any]:
        names = self.names
        return {
            **super().own_fields(),
            "additions": tuple(names[space] for space in self.additions()),
            "crossing": None if self.crossing == groups.NOWHERE else names[self.crossing],
        }

    # ------------------------------------------------------------ what may be done

    def actions(self) -> list[Move]:
        moves: list[Move] = [self.tables.adds[space] for space in self.additions()]
        for origin, piece in enumerate(self.cells):
            if piece != EMPTY:
                moves += [
                    step
                    for step, target in zip(
                        self.tables.steps[origin], self.tables.beside[origin], strict=True
                    )
                    if self._step_fault(origin, target) == groups.FINE
                ]
        return moves

    def additions(self) -> list[int]:
        return [space for space in self.open if self._addition_fault(space) == groups.FINE]

    def _step_fault(self, origin: int, target: int) -> int:
        beside = self.tables.beside
        return rules.step_fault(
            self.cells,
            self.tables.transit,
            beside[origin],
            beside[target],
            origin,
            target,
            PLAIN,
            self.crossing,
            self.reserve,
        )

    def _addition_fault(self, space: int) -> int:
        return groups.addition_fault(
            self.cells,
            self.tables.transit,
            self.open,
            space,
            self.reserve,
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
                raise refusals.not_a_move_here(self.clause)

    def _space(self, name: str) -> int:
        try:
            return self.board.space(name)
        except InvalidNotation:
            raise group_refusals.no_such_space(name) from None

    def _step(self, move: Step, origin: int, target: int) -> None:
        """GT-5, GT-6; a step is what counts (SP-4)."""
        fault = self._step_fault(origin, target)
        if fault == rules.NOT_HOME:
            raise IllegalMove(
                "SP-1",
                "Nothing leaves the board in this puzzle: the Center Square stays empty.",
                "Rien ne quitte le plateau dans ce casse-tête : le carré central reste vide.",
            )
        if fault:
            raise group_refusals.of_step(fault, self.board, self.cells, origin, target, self.crossing)
        self.write(move)
        self.count += 1
        self.cells[origin], self.cells[target] = EMPTY, PLAIN
        transit = self.tables.transit
        self.crossing = target if transit[target] else groups.NOWHERE
        self.open = tuple(groups.additions(self.cells, transit, self.tables.partners[target], self.reserve))

    def _add(self, move: Add, space: int) -> None:
        """GT-9; it costs nothing."""
        if fault := self._addition_fault(space):
            raise group_refusals.of_addition(fault, self.board, self.cells, space, self.open)
        self.write(move)
        self.cells[space] = PLAIN
        self.open = tuple(other for other in self.open if other != space)
