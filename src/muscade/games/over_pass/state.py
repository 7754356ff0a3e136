"""A game of Over-Pass under way: moves by name, refusals in words, views. How it goes is in `course`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muscade.board.moves import End
from muscade.board.refusals import no_such_place
from muscade.core import Game, IllegalMove, Move, Options, Seat
from muscade.games.over_pass import course, observation, refusals
from muscade.games.over_pass.actions import OVER_PASS, cost_of, leaving
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.course import ORDER, Setting, Table, cells_of, decoded, opening, setting_of
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.reasons import reasons_of
from muscade.games.over_pass.rules import way_to, ways_of
from muscade.games.over_pass.view import COSTS, OverPassView
from muscade.games.race.course import ACTING
from muscade.games.race.refusals import not_a_move_here
from muscade.games.race.state import RaceState
from muscade.kernels.course import Course
from muscade.kernels.stepping import pick

COURSE = Course(course, observation=observation)


class OverPassState(RaceState[Setting, Table]):
    """See `RaceState`; cells are the intersections of the board."""

    course = COURSE
    order = ORDER
    clauses = refusals.CLAUSES
    reasons_for = reasons_of

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        super().__init__(game, seats, options, setting_of(seats, options), opening(seats, options).copy())
        self.facts = facts_of(self.board)
        self.names = self.facts.names

    # ------------------------------------------------------------ moves

    def action_code(self, move: Move) -> int:
        return self.facts.moves.code_of(move)

    def action_of(self, code: int) -> Move:
        return self.facts.moves[code]

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        return pick(self.facts.moves, codes)

    def refused_action(self, reason: int, move: Move) -> IllegalMove:
        match move:
            case OverPass(one, other) | Slide(one, other) | Swap(one, other) | Exit(one as other):
                pass
            case End():
                return refusals.REASONS[reason]()
            case _:
                return not_a_move_here(self.clauses.turn)
        for name in (one, other):
            if name not in self.facts.moves.numbers:
                return no_such_place(place=name)
        kind, start, target = decoded(self.setting, self.action_code(move))
        left, cost = self.table.left, cost_of(kind)
        points = {"rolled": sum(self.table.dice), "left": left, "cost": cost, "rest": left - cost}
        return refusals.of_action(reason, self.board, self.facts.plan, self.cells, start, target, **points)

    # ------------------------------------------------------------ what all see

    @property
    def cells(self) -> Sequence[int]:
        return cells_of(self.table, len(self.names))

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        """Which way a piece has run (OP-9)."""
        super().tell(seat, move, before, after)
        if isinstance(move, OverPass):
            numbers = self.facts.moves.numbers
            start, target = numbers[move.start], numbers[move.target]
            way = way_to(ways_of(self.facts.plan, cells_of(before, len(self.names)), start), target)
            self.show("via " + " ".join([self.names[place] for place in way]))

    def view(self, seat: Seat | None) -> OverPassView:
        return OverPassView(**self.common(seat), **self.shared_fields(), **self.seat_fields(seat))

    def shared_fields(self) -> dict[str, Any]:
        acting = self.table.phase == ACTING
        return {**super().shared_fields(), "exits_open": acting and leaving(self.table), "costs": COSTS}

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        if seat is None or self.table.phase != ACTING or not self.may_act(seat):
            return {"ways": ()}
        return {"ways": self._ways(seat)}

    def _ways(self, seat: Seat) -> tuple[str, ...]:
        """One shortest way of each Over-Pass on offer."""
        names, cells = self.names, self.cells
        ways = []
        started, before = -1, [-1]
        for code in self.codes(seat):
            kind, start, target = decoded(self.setting, code)
            if kind == OVER_PASS:
                if start != started:
                    started, before = start, ways_of(self.facts.plan, cells, start)
                way = (start, *way_to(before, target), target)
                ways.append(" ".join([names[place] for place in way]))
        return tuple(ways)
