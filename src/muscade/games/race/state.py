"""A race under way: the opening roll, whose turn it is, dice, taking back, and the end. Actions are each game's own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from muscade.board import COLOURS, Board, board_named
from muscade.core import NATURE, Move, Options, Outcome, Progress, Seat, State
from muscade.core.game import Shown
from muscade.games.race import refusals, rules
from muscade.games.race.moves import ROLLS, UNDO, End, Roll, Undo
from muscade.games.race.setup import colours_in_play, setup_of
from muscade.games.race.view import Colour, Phase, Piece

NOBODY: Seat = NATURE
NO_PLACE = -1


class RaceState(State):
    """See `muscade.core.State`. Colours are numbers in the order black, white, red, blue.

    ``places`` counts turns: a place of ``colours``, the turn order. `cells` holds a colour or ``EMPTY`` for every
    intersection or space; ``reserves`` and ``homes`` are counted by colour.
    """

    game_name: ClassVar[str]
    order: ClassVar[tuple[int, ...]]
    """The colours in turn order."""
    clauses: ClassVar[refusals.Clauses]
    in_spaces: ClassVar[bool] = False
    """Are pieces in spaces? Otherwise they are on intersections."""

    board: Board
    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.history = []
        self.shown = {}
        self.board = board_named(options["board"])
        self.colours = colours_in_play(self.order, seats, options)
        self.cells = [rules.EMPTY] * self.cell_count(self.board)
        self.reserves = [0] * len(COLOURS)
        self.homes = [0] * len(COLOURS)
        setup = setup_of(self.board, self.game_name, self.clauses, in_spaces=self.in_spaces)
        for colour in self.colours:
            for place in setup[colour]:
                self.cells[place] = colour
            self.reserves[colour] = rules.PIECES - len(setup[colour])
        self.phase: Phase = "opening"
        self.opening: list[tuple[int, int] | None] = [None] * seats
        self.rolling: tuple[Seat, ...] = tuple(range(seats))
        self.contenders = self.rolling
        self.place = NO_PLACE
        self.stands_in = False
        """Does the turn's colour play in place of its owner's other one, which is home (OP-14, GT-10)?"""
        self.dice: tuple[int, int] | None = None
        self.left = 0
        self.turns = 0
        self.final: Outcome | None = None
        self.before: list[tuple[Any, ...]] = []
        """The table before each action of this turn, as `snapshot` tells it."""

    # ------------------------------------------------------------ what each game says

    @staticmethod
    @abstractmethod
    def cell_count(board: Board) -> int:
        """How many places can hold a piece."""

    @abstractmethod
    def actions(self) -> Sequence[Move]:
        """What the active seat may do now; `End` among it where the turn may be ended."""

    @abstractmethod
    def act(self, move: Move) -> None:
        """Check and do one action of the active seat. Call `write` once it is known to be legal, before any change."""

    @abstractmethod
    def check_end(self) -> None:
        """Raise `IllegalMove` where the turn may not be ended now."""

    def idle(self) -> bool:
        """Is there nothing left to do but to end the turn? A game may know without listing everything."""
        return all(isinstance(move, End) for move in self.actions())

    def enter(self) -> None:
        """What happens to the turn's colour before the roll."""

    def leave(self) -> None:
        """What happens when a turn is over."""

    def snapshot(self) -> tuple[Any, ...]:
        """All that an action can change, as immutable values; a game with more adds it at the end."""
        return tuple(self.cells), tuple(self.reserves), tuple(self.homes), self.left

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        cells, reserves, homes, self.left = snapshot[:4]
        self.cells, self.reserves, self.homes = list(cells), list(reserves), list(homes)

    # ------------------------------------------------------------ the contract

    @property
    def active(self) -> Seat:
        """Whose turn it is, from its roll on."""
        return NOBODY if self.place == NO_PLACE else rules.owner(self.place, self.seats)

    @property
    def colour(self) -> int:
        """The turn's colour."""
        return self.colours[self.place]

    def turn(self) -> tuple[Seat, ...]:
        match self.phase:
            case "over":
                return ()
            case "act":
                return (self.active,)
            case _:
                return (NATURE,)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.turn():
            return ()
        return ROLLS if seat == NATURE else self.actions()

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        return (UNDO,) if self.before and seat in self.turn() else ()

    def play(self, seat: Seat, move: Move) -> None:
        if seat not in self.turn():
            raise refusals.waiting(self.clauses, self.phase, self.active)
        match move:
            case Roll():
                self._roll(seat, move)
            case _ if seat == NATURE:
                raise refusals.waiting(self.clauses, self.phase, self.active)
            case Undo():
                if not self.before:
                    raise refusals.nothing_to_undo(self.clauses)
                self.history.append((seat, move))
                self.restore(self.before.pop())
            case End():
                self.check_end()
                self.history.append((seat, move))
                self._end_turn()
            case _:
                self.act(move)
                self._go_on()

    def write(self, move: Move, *shown: str) -> None:
        """An action is legal and about to happen; ``shown`` tells how, for all to see."""
        self.before.append(self.snapshot())
        if shown:
            self.shown[len(self.history)] = [(text, None) for text in shown]
        self.history.append((self.active, move))

    def outcome(self) -> Outcome | None:
        return self.final

    def progress(self) -> Progress:
        return Progress(turns=self.turns)

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """Nothing is hidden in a race."""
        return move

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.cells = self.cells.copy()
        twin.reserves = self.reserves.copy()
        twin.homes = self.homes.copy()
        twin.opening = self.opening.copy()
        twin.before = self.before.copy()
        return twin

    # ------------------------------------------------------------ turns

    def _roll(self, seat: Seat, move: Roll) -> None:
        if seat != NATURE:
            raise refusals.already_rolled(self.clauses)
        self.history.append((seat, move))
        if self.phase == "opening":
            self._opening_roll(move.dice)
            return
        self.dice = move.dice
        self.left = sum(move.dice)
        self.phase = "act"
        self._go_on()

    def _opening_roll(self, dice: tuple[int, int]) -> None:
        """OP-4, GT-3: everyone rolls, the best begins; those who tie roll again among themselves."""
        self.opening[self.rolling[0]] = dice
        self.rolling = self.rolling[1:]
        if self.rolling:
            return
        totals = [sum(dice or ()) if seat in self.contenders else 0 for seat, dice in enumerate(self.opening)]
        self.contenders = self._seats_in(rules.leaders(totals))
        if len(self.contenders) == 1:
            # A seat's first colour in turn order has the place of the seat's own number.
            self._begin_turn(self.contenders[0])
        else:
            self.rolling = self.contenders

    def _begin_turn(self, place: int) -> None:
        self.place = place
        self.phase = "roll"
        self.dice = None
        self.left = 0
        self.enter()

    def _go_on(self) -> None:
        """After a roll or an action: is the game won, or is there nothing left to do (OP-5)?"""
        homes = self.homes_in_order()
        if rules.has_won(self.active, self.seats, homes, self.both):
            self._finish((self.active,), "home")
        elif self.idle():
            self._end_turn()

    def _end_turn(self) -> None:
        self.leave()
        self.before.clear()
        self.turns += 1
        homes = self.homes_in_order()
        if self.turns == self.options["max_turns"]:
            self._finish(self._seats_in(rules.leaders(self._scores(homes))), "max-turns")
        else:
            place, self.stands_in = rules.next_turn(
                self.place, self.stands_in, len(self.colours), self.seats, homes
            )
            self._begin_turn(place)

    def _seats_in(self, mask: int) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    # ------------------------------------------------------------ the end

    @property
    def both(self) -> bool:
        """Must both colours of a player go home (OP-14, GT-10)?"""
        return self.options.get("win") == "both"

    def homes_in_order(self) -> list[int]:
        return [self.homes[colour] for colour in self.colours]

    def _scores(self, homes: Sequence[int]) -> tuple[int, ...]:
        return tuple(rules.score(seat, self.seats, homes, self.both) for seat in range(self.seats))

    def _finish(self, winners: tuple[Seat, ...], reason: str) -> None:
        self.phase = "over"
        self.before.clear()
        self.final = Outcome(winners, self._scores(self.homes_in_order()), reason)

    # ------------------------------------------------------------ what all see

    def race_fields(self, seat: Seat | None, names: Sequence[str]) -> dict[str, Any]:
        """The fields of `RaceView` but the game's name and version."""
        on = self.phase in ("roll", "act")
        return {
            "seats": self.seats,
            "options": self.options,
            "seat": seat,
            "turn": self.turn(),
            "outcome": self.final,
            "history": self.seen(seat),
            "phase": self.phase,
            "colours": tuple(colour_name(colour) for colour in self.colours),
            "owners": tuple(rules.owner(place, self.seats) for place in range(len(self.colours))),
            "active": self.active if on else None,
            "colour": colour_name(self.colour) if on else None,
            "pieces": tuple(
                Piece(names[place], colour_name(colour))
                for place, colour in enumerate(self.cells)
                if colour != rules.EMPTY
            ),
            "reserves": tuple(self.reserves[colour] for colour in self.colours),
            "homes": tuple(self.homes_in_order()),
            "dice": self.dice,
            "left": self.left,
            "undo": bool(self.before),
            "turns": self.turns,
            "opening": tuple(self.opening),
            "rolling": self.rolling if self.phase == "opening" else (),
        }


def colour_name(colour: int) -> Colour:
    return cast("Colour", COLOURS[colour])
