"""Opponents who look ahead, from what everybody sees on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from muscade.board import Board, board_named
from muscade.core import Move, Text
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import CONCEDE, SWAP, Announce, Put, announce_of
from muscade.games.mono_line.search import (
    DEEPEST,
    ENDLESS,
    Found,
    Ground,
    Position,
    Search,
    after,
    as_mask,
    ground,
    places_in,
)
from muscade.games.mono_line.view import MonoLineView


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
    mirrors: bool
    """Does it know what symmetry can do?"""


class LineBot:
    """Places only where it may, and gives up where it may not (ML-5)."""

    def __init__(self, title: Text, character: Character) -> None:
        self.title = title
        self.character = character

    def choose(self, view: MonoLineView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        board = board_named(view.options["board"])
        for announcement in conflicts(view, board):
            if announcement in moves and rng.random() < self.character.notices:
                return announcement
        position = position_of(view, board)
        if not position.mine or not position.my_pieces:
            return SWAP if SWAP in moves else CONCEDE
        if view.options["swap"] and not view.pieces:
            place = self._balanced(position, board, rng)
        elif SWAP not in moves and rng.random() < self.character.slips:
            place = rng.choice(list(places_in(position.mine)))
        else:
            place, worth = self._search(position, board, rng, self.character.budget)
            # After a swap the opponent stands where this seat stands now.
            if worth < 0 and SWAP in moves:
                return SWAP
        return Put(board.intersections[place])

    def _search(self, position: Position, board: Board, rng: Random, budget: int) -> Found:
        table = ground(board)
        if not self.character.mirrors:
            table = Ground(table.near, ())
        return Search(table, budget, self.character.depth).best(position, rng)

    def _balanced(self, position: Position, board: Board, rng: Random) -> int:
        """ML-7: a first piece that is worth the same to both, as far as this bot can see."""
        orbits = {min(image[place] for image in board.symmetries) for place in places_in(position.mine)}
        worth = {
            place: self._search(
                after(position, place, ground(board).near), board, rng, self.character.budget // len(orbits)
            ).worth
            for place in sorted(orbits)
        }
        fairest = min(worth, key=lambda place: abs(worth[place]))
        return rng.choice(board.symmetries)[fairest]


def conflicts(view: MonoLineView, board: Board) -> Iterator[Announce]:
    """ML-5: every announcement that would be right."""
    lines_of = [board.lines_of[board.intersection(piece.place)] for piece in view.pieces]
    for own, own_lines in zip(view.pieces, lines_of, strict=True):
        for other, other_lines in zip(view.pieces, lines_of, strict=True):
            if own.seat == view.seat != other.seat and rules.announcement_is_right(
                own_lines, other_lines, own.turn, other.turn
            ):
                yield announce_of(own.place, other.place)


def position_of(view: MonoLineView, board: Board) -> Position:
    """What is open to the seat to move and to its opponent."""
    assert view.seat is not None
    owners = [rules.NOBODY] * len(board.intersections)
    for piece in view.pieces:
        owners[board.intersection(piece.place)] = piece.seat
    seats = (view.seat, rules.opponent(view.seat))
    held = [rules.lines_held(owners, board.lines_of, seat) for seat in seats]
    mine, yours = (as_mask(rules.open_places(owners, board.lines_of, lines)) for lines in reversed(held))
    my_pieces, your_pieces = (view.supply[seat] for seat in seats)
    return Position(
        mine,
        yours,
        ENDLESS if my_pieces is None else my_pieces,
        ENDLESS if your_pieces is None else your_pieces,
    )


def bots() -> dict[str, LineBot]:
    """The levels, from the weakest to the strongest."""
    return {
        "easy": LineBot(
            Text("easy", "facile"),
            Character(budget=100, depth=1, slips=0.5, notices=0.5, mirrors=False),
        ),
        "normal": LineBot(
            Text("normal", "moyen"),
            Character(budget=1_000, depth=2, slips=0.2, notices=0.9, mirrors=False),
        ),
        "hard": LineBot(
            Text("hard", "difficile"),
            Character(budget=18_000, depth=DEEPEST, slips=0, notices=1, mirrors=True),
        ),
    }
