"""Positions of both races: pieces by colour, those home, the dice, and whose turn it is. The reserves are all other pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeVar

from muscade.board import COLOUR_TITLES, COLOURS
from muscade.board.positions import pieces_field
from muscade.board.rows import cells_with, names_in
from muscade.core import Options
from muscade.core.positions import (
    Forbidden,
    PositionField,
    Positions,
    check_number,
    check_rows,
    choices,
    field,
    number_of,
    places_of,
)
from muscade.core.refusals import ANY_CLAUSE
from muscade.games.race import rules
from muscade.games.race.course import ACTING, FACES, TO_ROLL
from muscade.games.race.moves import RacePosition
from muscade.games.race.refusals import Clauses
from muscade.games.race.setup import LIMIT, both_go_home, by_colour, colours_in_play
from muscade.games.race.state import RaceState

DICE = 2
_STANDS_IN = "Plays in place of the other colour", "Joue à la place de l'autre couleur"
_DICE = "Dice, none before the roll", "Dés, aucun avant le lancer"
_LEFT = "Left of the roll", "Reste du lancer"

_too_many = Forbidden(
    ANY_CLAUSE,
    "There are {most} pieces of each colour; {colour} has {count} on the board and at home.",
    "Il y a {most} pions de chaque couleur ; le {colour} en a {count} sur le plateau et rentrés.",
)
_two_dice = Forbidden(
    ANY_CLAUSE,
    "Two dice are rolled, each from 1 to 6; or none yet.",
    "On lance deux dés, chacun de 1 à 6 ; ou pas encore.",
)
_wrong_left = Forbidden(
    ANY_CLAUSE,
    "Of a roll of {rolled}, from 0 to {rolled} can be left, not {left}.",
    "D'un lancer de {rolled}, il peut rester de 0 à {rolled}, et non {left}.",
)
_won = Forbidden(
    ANY_CLAUSE, "Seat {seat} has won: the game is over.", "La place {seat} a gagné : la partie est finie."
)
_is_home = Forbidden(
    ANY_CLAUSE,
    "{colour} is wholly home, so its turn is skipped.",
    "Le {colour} est tout entier rentré : son tour est sauté.",
)
_nobody_to_stand_in_for = Forbidden(
    ANY_CLAUSE,
    "{colour} plays in place of its owner's other colour only when that one is wholly home.",
    "Le {colour} ne joue à la place de l'autre couleur du joueur que si elle est tout entière rentrée.",
)
_turn_is_over = Forbidden(
    ANY_CLAUSE,
    "There is nothing left to do in this turn, so it is over.",
    "Il n'y a plus rien à faire dans ce tour : il est fini.",
)


S = TypeVar("S", bound=RaceState[Any, Any])
P = TypeVar("P", bound=RacePosition)


class RacePositions(Positions[S, P]):
    """What both races say of positions; each adds its own law."""

    clauses: ClassVar[Clauses]
    order: ClassVar[tuple[int, ...]]
    pieces_clause: ClassVar[str]
    pieces_kind: ClassVar[Literal["places", "spaces"]] = "places"
    forgets = frozenset({"undo", "opening"})

    @abstractmethod
    def nothing_to_do(self, state: S, table: Any) -> bool:
        """Would the turn end by itself?"""

    @abstractmethod
    def laid(self, state: S, position: P, cells: Sequence[int], fields: dict[str, Any]) -> Any:
        """The table with these pieces and fields, checked by the game's own law."""

    # ------------------------------------------------------------ for editors

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        colours = [COLOURS[colour] for colour in colours_in_play(self.order, seats, options)]
        titles = tuple(COLOUR_TITLES[colour] for colour in colours)
        turn, win = self.clauses.turn, self.clauses.win
        faces, most = choices(map(str, range(1, FACES + 1))), rules.PIECES
        stands_in = field("stands_in", "flag", win, *_STANDS_IN)
        return (
            field(
                "colour",
                "choice",
                turn,
                "Colour to play",
                "Couleur à jouer",
                choices=choices(colours, titles),
            ),
            pieces_field(self.pieces_kind, self.pieces_clause, titles, most),
            field("homes", "number", win, "Home", "Rentrés", rows=titles, most=most),
            field("dice", "list", turn, *_DICE, choices=faces, most=DICE, optional=True),
            field("left", "number", turn, *_LEFT, most=DICE * FACES, optional=True),
            field("turns", "number", self.clauses.limit, "Turns finished", "Tours finis"),
            *([stands_in] if both_go_home(options) else []),
        )

    # ------------------------------------------------------------ from a state, and back

    def of_race(self, state: S) -> dict[str, Any] | None:
        """The fields of `RacePosition`, once it is known who begins."""
        if state.phase not in ("roll", "act"):
            return None
        table = state.table
        dice = tuple(table.dice) if table.dice[0] else ()
        homes = tuple(state.homes)
        return {
            "colour": state.colour,
            "pieces": names_in(state.cells, state.names, len(state.colours)),
            "homes": homes if any(homes) else (),
            "dice": dice,
            "left": None if table.left == sum(dice) else table.left,
            "turns": table.turns,
            "stands_in": table.stands_in != 0,
        }

    def table(self, state: S, position: P) -> Any:
        clauses, colours = self.clauses, state.colours
        place = number_of(position.colour, colours, clauses.colours)
        check_rows("pieces", position.pieces, len(colours), clauses.colours)
        pieces = places_of(position.pieces, state.names, self.pieces_clause)
        homes = position.homes or (0,) * len(colours)
        check_rows("homes", homes, len(colours), clauses.win)
        limit = state.options[LIMIT] or 1 << 20
        check_number("turns", position.turns, 0, limit - 1, clauses.limit)
        for colour, row in enumerate(pieces):
            check_number("homes", homes[colour], 0, rules.PIECES, clauses.win)
            if len(row) + homes[colour] > rules.PIECES:
                raise _too_many(
                    clauses.colours,
                    most=rules.PIECES,
                    colour=COLOUR_TITLES[colours[colour]],
                    count=len(row) + homes[colour],
                )
        self._check_turn(state, position, place, homes)
        left = self._left(position)
        table = self.laid(
            state,
            position,
            cells_with(pieces, len(state.names)),
            {
                "phase": ACTING if position.dice else TO_ROLL,
                "place": place,
                "stands_in": position.stands_in,
                "left": left,
                "turns": position.turns,
                "dice": position.dice or (0, 0),
                "homes": by_colour(homes),
                "reserves": by_colour(
                    [rules.PIECES - len(row) - home for row, home in zip(pieces, homes, strict=True)]
                ),
            },
        )
        if position.dice and self.nothing_to_do(state, table):
            raise _turn_is_over(clauses.turn)
        return table

    def _left(self, position: P) -> int:
        """Of the roll."""
        clause = self.clauses.turn
        if len(position.dice) not in (0, DICE) or not all(1 <= die <= FACES for die in position.dice):
            raise _two_dice(clause)
        rolled = sum(position.dice)
        left = rolled if position.left is None else position.left
        if left and not position.dice:
            raise _two_dice(clause)
        if not 0 <= left <= rolled:
            raise _wrong_left(clause, rolled=rolled, left=left)
        return left

    def _check_turn(self, state: S, position: P, place: int, homes: Sequence[int]) -> None:
        """Nobody has won yet, and it can be that colour's turn (OP-14, GT-10)."""
        clause, seats, both = self.clauses.win, state.seats, state.setting.both > 0
        for seat in range(seats):
            if rules.has_won(seat, seats, homes, both):
                raise _won(clause, seat=seat)
        colour = COLOUR_TITLES[position.colour]
        if homes[place] == rules.PIECES:
            raise _is_home(clause, colour=colour)
        other = rules.other_colour(place, len(homes), seats)
        if position.stands_in and (other == place or homes[other] < rules.PIECES):
            raise _nobody_to_stand_in_for(clause, colour=colour)
