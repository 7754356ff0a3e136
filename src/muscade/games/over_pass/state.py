"""A game of Over-Pass under way: what the active seat may do. What is legal is said in `rules` and `centre`."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import Board
from muscade.core import Move, Options, Seat
from muscade.games.over_pass import centre, refusals, rules
from muscade.games.over_pass.book import book_of
from muscade.games.over_pass.listing import listed
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.refusals import not_a_move_here
from muscade.games.race.rules import EMPTY, own_places
from muscade.games.race.state import RaceState

NAME = "over-pass"
VERSION = 2


class OverPassState(RaceState):
    """See `RaceState`; cells are the intersections of the board."""

    game_name = NAME
    order = (0, 2, 1, 3)  # black, red, white, blue (OP-3)
    clauses = refusals.CLAUSES

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.book = book_of(self.board)
        self._numbers = {name: number for number, name in enumerate(self.book.names)}
        self._listed: tuple[int, Sequence[Move]] = (-1, ())
        """The length of the history when moves were last listed, and the list."""

    # ------------------------------------------------------------ what the race asks

    @staticmethod
    def cell_count(board: Board) -> int:
        return len(board.intersections)

    def enter(self) -> None:
        rules.enter(self.cells, self.reserves, self.colour)

    def leave(self) -> None:
        rules.leave(self.cells, self.reserves)

    def idle(self) -> bool:
        """OP-5: that needs no list of everything."""
        return not centre.something_to_do(
            self.book.plan, self.cells, self.left, self.colour, self.own, self.exits_open
        )

    def actions(self) -> Sequence[Move]:
        length, moves = self._listed
        if length != len(self.history):
            moves = listed(self.book, self.cells, self.left, self.colour, self.own, self.exits_open)
            self._listed = (len(self.history), moves)
        return moves

    @property
    def own(self) -> int:
        """The colours of the player whose turn it is, as a mask (OP-8)."""
        places = own_places(self.place, len(self.colours), self.seats)
        return sum(1 << colour for place, colour in enumerate(self.colours) if places >> place & 1)

    @property
    def exits_open(self) -> bool:
        """OP-12, for this turn's roll."""
        return self.dice is not None and rules.exits_open(sum(self.dice), self.reserves)

    def check_end(self) -> None:
        """OP-6."""
        if self.cells[rules.CENTRE] != EMPTY and self._in_order(self.left):
            raise refusals.centre_first()

    def act(self, move: Move) -> None:
        match move:
            case OverPass(start, target):
                self._over_pass(move, self._number(start), self._number(target))
            case Slide(start, target):
                self._slide(move, self._number(start), self._number(target))
            case Swap(one, other):
                self._swap(move, self._number(one), self._number(other))
            case Exit(place):
                self._exit(move, self._number(place))
            case _:
                raise not_a_move_here(self.clauses)

    # ------------------------------------------------------------ the four moves

    def _over_pass(self, move: Move, start: int, target: int) -> None:
        """OP-9."""
        plan, cells = self.book.plan, self.cells
        self._take_hold(start)
        if start == target:
            raise refusals.goes_nowhere()
        self._check_empty(target)
        if not rules.may_over_pass(plan, cells, start, target):
            raise refusals.of_over_pass(plan, cells, self.book.names, start, target)
        way = rules.way_to(self._ways_from(start), target)
        self._carry(move, start, target, rules.OVER_PASS_COST, way)

    def _slide(self, move: Move, start: int, target: int) -> None:
        """OP-11."""
        plan, names = self.book.plan, self.book.names
        self._take_hold(start)
        if plan.is_exit[start]:
            raise refusals.no_slide_from_exit()
        if target not in plan.neighbours[start]:
            raise refusals.not_a_neighbour(names[start], names[target])
        self._check_empty(target)
        if not rules.may_slide(plan, self.cells, start, target):
            raise refusals.not_outward(names[start], names[target])
        if self.left < rules.SLIDE_COST:
            raise refusals.too_dear("OP-11", rules.SLIDE_COST, self.left)
        self._carry(move, start, target, rules.SLIDE_COST, ())

    def _swap(self, move: Move, one: int, other: int) -> None:
        """OP-10."""
        plan, cells = self.book.plan, self.cells
        for place in (one, other):
            self._check_piece(place)
            if plan.is_exit[place]:
                raise refusals.no_swap_on_exit(self.book.names[place])
        if one == other:
            raise refusals.two_pieces()
        if cells[one] == cells[other]:
            raise refusals.same_colour()
        if not rules.may_swap(plan, cells, one, other):
            shared = self.board.lines_of[one] & self.board.lines_of[other]
            raise refusals.same_line_only() if shared else refusals.not_parallel()
        after = cells.copy()
        after[one], after[other] = cells[other], cells[one]
        self._check_centre(after, rules.SWAP_COST)
        self.write(move)
        self.cells = after
        self.left -= rules.SWAP_COST

    def _exit(self, move: Move, place: int) -> None:
        """OP-12."""
        self._check_piece(place)
        name = self.book.names[place]
        if not self.book.plan.is_exit[place]:
            raise refusals.not_an_exit(name)
        if self.cells[place] != self.colour:
            raise refusals.other_colour_leaves(name)
        if not self.exits_open:
            raise refusals.odd_roll(sum(self.dice or ()))
        after = self.cells.copy()
        after[place] = EMPTY
        self._check_centre(after, rules.EXIT_COST)
        self.write(move)
        self.cells = after
        self.homes[self.colour] += 1
        self.left -= rules.EXIT_COST

    def _carry(self, move: Move, start: int, target: int, cost: int, way: Sequence[int]) -> None:
        after = self.cells.copy()
        after[start], after[target] = EMPTY, self.cells[start]
        self._check_centre(after, cost)
        if way:
            self.write(move, "via " + " ".join(self.book.names[place] for place in way))
        else:
            self.write(move)
        self.cells = after
        self.left -= cost

    # ------------------------------------------------------------ what is checked of every move

    def _number(self, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            raise refusals.no_such_place(name)
        return number

    def _check_piece(self, place: int) -> None:
        if self.cells[place] == EMPTY:
            raise refusals.nothing_there(self.book.names[place])

    def _check_empty(self, place: int) -> None:
        if self.cells[place] != EMPTY:
            raise refusals.occupied(self.book.names[place])

    def _take_hold(self, place: int) -> None:
        """OP-7, OP-8: there is a piece, and this player may touch it."""
        self._check_piece(place)
        if not rules.at_hand(self.book.plan.is_exit[place], self.cells[place], self.own):
            raise refusals.not_yours_on_exit(self.book.names[place])

    def _in_order(self, left: int, cells: list[int] | None = None) -> bool:
        return centre.in_order(
            self.book.plan,
            self.cells if cells is None else cells,
            left,
            self.colour,
            self.own,
            self.exits_open,
        )

    def _check_centre(self, after: list[int], cost: int) -> None:
        """OP-6: no move may leave the centre taken for good if it could have been emptied."""
        left = self.left - cost
        if not self._in_order(left, after) and self._in_order(self.left):
            raise refusals.centre_stuck(left)

    # ------------------------------------------------------------ what all see

    def view(self, seat: Seat | None) -> OverPassView:
        return OverPassView(
            game=NAME,
            version=VERSION,
            **self.race_fields(seat, self.book.names),
            exits_open=self.phase == "act" and self.exits_open,
            ways=self._ways() if seat is not None and seat in self.turn() else (),
        )

    def _ways(self) -> tuple[str, ...]:
        """One shortest way of each Over-Pass on offer."""
        names = self.book.names
        ways = []
        started, before = -1, [-1]
        for move in self.actions():
            if isinstance(move, OverPass):
                start, target = self._numbers[move.start], self._numbers[move.target]
                if start != started:
                    started, before = start, self._ways_from(start)
                way = (start, *rules.way_to(before, target), target)
                ways.append(" ".join([names[place] for place in way]))
        return tuple(ways)

    def _ways_from(self, start: int) -> list[int]:
        plan = self.book.plan
        ground = plan.ring if plan.is_exit[start] else plan.neighbours
        return rules.ways_from(self.cells, ground, start, self.cells[start])
