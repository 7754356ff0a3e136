"""Opponents who look ahead, from what everybody sees on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.board import Board, board_named, standard_board
from muscade.bots import Valued, levels
from muscade.bots.search import Effort, search
from muscade.bots.valuing import value_moves
from muscade.core import Game, Move, Text
from muscade.games.mono_line import rules
from muscade.games.mono_line.course import in_one, setting_of
from muscade.games.mono_line.exact import EXACT, Exact
from muscade.games.mono_line.judge import pieces_at_most
from muscade.games.mono_line.moves import CONCEDE, SWAP, Announce, Put
from muscade.games.mono_line.openings import Reply, first_moves, known_reply, supply_of
from muscade.games.mono_line.search import (
    DEEPEST,
    WIN,
    Found,
    Position,
    Search,
    after,
    is_sure,
    places_in,
    reach_on,
)
from muscade.games.mono_line.view import MonoLineView
from muscade.games.mono_line.worlds import present
from muscade.kernels import kernel_of, ready

if TYPE_CHECKING:
    from muscade.games.mono_line.exhaustive import Found as Solved

TRIALS = 5
TRIAL_BUDGET = 100
"""How often a bot plays on in its mind before it takes over a piece, and at how many positions it looks for each piece there."""
WON_FOR_ME, WON_FOR_YOU = 7, 8
"""Places among the game's phrases."""


class Character(msgspec.Struct, frozen=True):
    """What makes one bot play differently from another."""

    budget: int
    """How many positions it looks at; the time is in proportion."""
    depth: int
    """How many pieces it looks ahead at most."""
    slips: float
    """How often it places anywhere it may."""
    notices: float
    """How likely it is to notice that two pieces share a line (ML-5)."""
    theory: bool
    """Does it know what symmetry can do, and what first moves are worth?"""
    exact: int = 0
    """How many positions it looks at to know for sure, where the rest of the game is no more than that."""
    effort: Effort | None = None
    """How hard it thinks with the compiled search, which takes the place of the other as soon as there is one."""


class LineBot:
    """Places only where it may, and gives up where it may not (ML-5)."""

    def __init__(self, game: Game[Any, Any], title: Text, character: Character, exact: Exact = EXACT) -> None:
        self.game = game
        self.title = title
        self.character = character
        self.exact = exact

    def choose(self, view: MonoLineView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        board = board_named(view.options["board"])
        for announcement in conflicts(view, board):
            if announcement in moves and rng.random() < self.character.notices:
                return announcement
        position = position_of(view)
        if not position.mine or not position.my_pieces:
            return SWAP if SWAP in moves else CONCEDE
        if view.options["swap"] and not view.pieces:
            place = self._balanced(position, board, rng)
        elif SWAP not in moves and rng.random() < self.character.slips:
            place = rng.choice(list(places_in(position.mine)))
        else:
            place, worth = self._known(view, position, board, rng)
            if SWAP in moves and self._loses(position, worth, board, rng):
                # After a swap the opponent stands where this seat stands now.
                return SWAP
        return Put(board.intersections[place])

    def remark(self, view: MonoLineView, moves: Sequence[Move]) -> int | None:
        """Says so when it has looked at the whole rest of the game before its move; not if it may slip yet."""
        if len(moves) == 1 or SWAP in moves or self.character.slips:
            return None
        found = self._exactly(view, board_named(view.options["board"]))
        if found is None:
            return None
        return WON_FOR_ME if found.verdict == "win" else WON_FOR_YOU

    def _exactly(self, view: MonoLineView, board: Board) -> Solved | None:
        """Who wins, if this bot can find out."""
        if not self.character.exact or (len(view.pieces) < 2 and board is standard_board()):
            return None  # the whole of the real game takes minutes: see `known_opening`
        return self.exact.look(view, board, self.character.exact)

    def _known(self, view: MonoLineView, position: Position, board: Board, rng: Random) -> Found:
        """The best place, for sure where this bot can tell."""
        if not self.character.exact:
            return self._search(view, position, board, rng)
        at_a_glance = self._look_ahead(position, board, rng, 1)
        if at_a_glance.worth == WIN:
            return at_a_glance
        found = self._exactly(view, board)
        if found and found.verdict == "win":
            assert found.place is not None
            return Found(found.place if found.place >= 0 else at_a_glance.place, WIN)
        opening = known_opening(view, board) if self.character.theory else None
        if opening and opening.answer is not None:
            return Found(opening.answer, WIN)
        estimate = self._search(view, position, board, rng)
        # Lost, but somebody has to find out how.
        lost = found is not None or (opening is not None and opening.first_wins)
        return Found(estimate.place, -WIN) if lost else estimate

    def _loses(self, position: Position, worth: float, board: Board, rng: Random) -> bool:
        """Does the player to move lose, as far as this bot can tell?

        Where that is not sure it plays on in its mind: what is open so early says little of who will place last, and nothing
        where the pieces run out before the places do (ML-1).
        """
        if is_sure(worth):
            return worth < 0
        lost = sum(not self._outlasts(position, board, rng) for _ in range(TRIALS))
        return 2 * lost > TRIALS

    def _outlasts(self, position: Position, board: Board, rng: Random) -> bool:
        """Does the player to move place last, if both place where this bot would?"""
        near, mine = reach_on(board).near, False
        while position.mine and position.my_pieces:
            place = self._look_ahead(position, board, rng, min(TRIAL_BUDGET, self.character.budget)).place
            position, mine = after(position, place, near), not mine
        return mine

    def _search(self, view: MonoLineView, position: Position, board: Board, rng: Random) -> Found:
        """The best place as far as this bot can see."""
        effort = self.character.effort
        # Where there is only one place to go, a tree has nothing to compare.
        if effort is None or position.mine & (position.mine - 1) == 0 or not ready(self.game):
            return self._look_ahead(position, board, rng, self.character.budget)
        # Wrong placements are out of the question, and so is what to do about them (ML-5).
        friendly = as_friendly(view)
        kernel = kernel_of(self.game, view.seats, friendly.options)
        move, _, value = search(kernel, friendly, effort, rng).moves[0]
        assert isinstance(move, Put)
        return Found(board.intersection(move.place), 2 * value - 1)

    def values(
        self, view: MonoLineView, moves: Sequence[Move], rng: Random, seconds: float
    ) -> Sequence[Valued]:
        """By the compiled search, where the solver does not know better; right announcements and giving up need none."""
        effort = self.character.effort
        if effort is None:
            return ()
        board = board_named(view.options["board"])
        right = set(conflicts(view, board))
        sure = [Valued(move, 1.0, 0.0, proved=True) for move in moves if move in right]
        if CONCEDE in moves:
            sure.append(Valued(CONCEDE, 0.0, 0.0, proved=True))
        friendly = as_friendly(view)
        kernel = kernel_of(self.game, view.seats, friendly.options)
        mine = position_of(view).mine
        puts = [
            move for move in moves if isinstance(move, Put) and mine >> board.intersection(move.place) & 1
        ]
        found = (
            value_moves(kernel, friendly, puts, effort, rng, int(seconds * effort.pace))
            if len(puts) > 1
            else ()
        )
        if found and SWAP in moves:
            # After a swap the opponent stands where this seat stands now.
            sure.append(Valued(SWAP, 1 - found[0].value, found[0].spread))
        return sorted([*found, *sure], key=lambda one: -one.value)

    def _look_ahead(self, position: Position, board: Board, rng: Random, budget: int) -> Found:
        reach = reach_on(board)
        if not self.character.theory:
            reach = reach._replace(mirrors=())
        return Search(reach, budget, self.character.depth).best(position, rng)

    def _balanced(self, position: Position, board: Board, rng: Random) -> int:
        """ML-7: a first piece that is worth the same to both, as far as this bot can see."""
        kinds = first_moves(board)
        worth = {
            place: self._look_ahead(
                after(position, place, reach_on(board).near), board, rng, self.character.budget // len(kinds)
            ).worth
            for place in kinds
        }
        fairest = min(worth, key=lambda place: abs(worth[place]))
        return rng.choice(board.symmetries)[fairest]


def known_opening(view: MonoLineView, board: Board) -> Reply | None:
    """What is known when only the first piece has been placed."""
    if len(view.pieces) != 1 or view.pieces[0].seat == view.seat:
        return None
    return known_reply(board, board.intersection(view.pieces[0].place), supply_of(view.options))


def conflicts(view: MonoLineView, board: Board) -> Iterator[Announce]:
    """ML-5: every announcement that would be right."""
    lines_of = [board.lines_of[board.intersection(piece.place)] for piece in view.pieces]
    for (one, lines), (other, other_lines) in combinations(zip(view.pieces, lines_of, strict=True), 2):
        on_one_line = rules.share_a_line(lines, other_lines)
        if rules.announcement_is_right(one.seat, other.seat, on_one_line):
            yield Announce((one.place, other.place)).in_order()


def as_friendly(view: MonoLineView) -> MonoLineView:
    """The same pieces at a table that refuses wrong placements."""
    return msgspec.structs.replace(view, options=view.options | {"play": "friendly", "swap": False})


def position_of(view: MonoLineView) -> Position:
    """What is open to the seat to move and to its opponent."""
    assert view.seat is not None
    friendly = as_friendly(view)
    setting, table = setting_of(view.seats, friendly.options), present(friendly)
    seats = (view.seat, rules.opponent(view.seat))
    mine, yours = (in_one(table.open[seat]) for seat in seats)
    return Position(mine, yours, *(pieces_at_most(setting, table, seat) for seat in seats))


LEVELS = {
    "easy": (levels.EASY, Character(budget=100, depth=1, slips=0.6, notices=0.5, theory=False)),
    "normal": (
        levels.NORMAL,
        Character(budget=1_000, depth=2, slips=0.35, notices=0.9, theory=False),
    ),
    "hard": (
        levels.HARD,
        Character(
            budget=4_000,
            depth=DEEPEST,
            slips=0.1,
            notices=1,
            theory=False,
            exact=30_000,
            effort=Effort(seconds=0.25, simulations=1_000),
        ),
    ),
    "expert": (
        levels.EXPERT,
        Character(
            budget=18_000,
            depth=DEEPEST,
            slips=0,
            notices=1,
            theory=True,
            exact=1_000_000,
            effort=Effort(seconds=0.5, simulations=10_000, pace=250_000),
        ),
    ),
}
"""From the weakest to the strongest."""


def bots(game: Game[Any, Any]) -> dict[str, LineBot]:
    return {name: LineBot(game, title, character) for name, (title, character) in LEVELS.items()}
