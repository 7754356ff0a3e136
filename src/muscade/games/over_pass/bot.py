"""Bots for Over-Pass: one that grabs what is near, and two that plan their whole turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from muscade.board import COLOURS, Board, board_named
from muscade.bots import Bot
from muscade.core import Move, Seat, Text
from muscade.games.over_pass import rules
from muscade.games.over_pass.book import Book, book_of
from muscade.games.over_pass.planner import (
    COLOUR_COUNT,
    Care,
    Leaf,
    Position,
    Search,
    Worths,
    as_move,
    slides_to_exit,
)
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.rules import EMPTY, PIECES, next_place


@dataclass(frozen=True)
class Taste:
    """What a piece not yet home lacks, in points: on an exit, anywhere else, for each slide to an exit, in reserve."""

    exit: float = 2.0
    inside: float = 5.0
    slide: float = 1.0
    reserve: float = 3.0
    second: float = 0.3
    """How much the second colour counts where one is enough to win (OP-14)."""
    rivals: float = 0.7
    """How much all other players count together."""


class Table:
    """What a bot makes of a view: the position, who plays what, and what places are worth to a seat."""

    def __init__(self, view: OverPassView, taste: Taste) -> None:
        self.board: Board = board_named(view.options["board"])
        self.book: Book = book_of(self.board)
        self.taste = taste
        self.seats = view.seats
        self.both = view.options.get("win") == "both"
        numbers = [COLOURS.index(name) for name in view.colours]
        self.colours = numbers
        self.owner: list[Seat | None] = [None] * COLOUR_COUNT
        self.reserves = [0] * COLOUR_COUNT
        self.homes = [0] * COLOUR_COUNT
        for place, colour in enumerate(numbers):
            self.owner[colour] = view.owners[place]
            self.reserves[colour] = view.reserves[place]
            self.homes[colour] = view.homes[place]
        cells = [EMPTY] * len(self.book.names)
        for piece in view.pieces:
            cells[self.board.intersection(piece.place)] = COLOURS.index(piece.colour)
        assert view.colour is not None
        self.position = Position(
            tuple(cells),
            view.left,
            COLOURS.index(view.colour),
            view.exits_open,
            tuple(reserve == 0 for reserve in self.reserves),
        )
        slides = slides_to_exit(self.board, self.book)
        self.lacks = [
            taste.exit if is_exit else taste.inside + taste.slide * slides[place]
            for place, is_exit in enumerate(self.book.plan.is_exit)
        ]
        self.reserve_lacks = self.lacks[rules.CENTRE] + taste.reserve

    def lacking(self, cells: Sequence[int], colour: int) -> float:
        """How far a colour is from home, all in all."""
        return self.reserve_lacks * self.reserves[colour] + sum(
            self.lacks[place] for place, piece in enumerate(cells) if piece == colour
        )

    def weights(self, seat: Seat) -> list[float]:
        """How much each colour matters to a seat, for good or ill."""
        cells = self.position.cells
        weights = [0.0] * COLOUR_COUNT
        for player in range(self.seats):
            own = sorted(
                (colour for colour in self.colours if self.owner[colour] == player),
                key=lambda colour: self.lacking(cells, colour),
            )
            share = 1.0 if player == seat else -self.taste.rivals / (self.seats - 1)
            for place, colour in enumerate(own):
                weights[colour] = share if place == 0 or self.both else share * self.taste.second
        return weights

    def worths(self, seat: Seat) -> Worths:
        return [[-weight * lack for lack in self.lacks] for weight in self.weights(seat)]

    def mine(self, seat: Seat) -> list[bool]:
        return [owner == seat for owner in self.owner]

    def after(self, cells: tuple[int, ...], total: int) -> tuple[Seat, Position] | None:
        """The next turn, if that is rolled; None if the game is over."""
        place = self.colours.index(self.position.colour)
        homes = [
            PIECES - self.reserves[colour] - cells.count(colour) for colour in self.colours
        ]
        place = next_place(place, len(self.colours), self.seats, homes)
        colour = self.colours[place]
        board, reserves = list(cells), self.reserves.copy()
        if homes[place] == PIECES:
            return None
        if reserves[colour]:
            reserves[colour] -= 1
            board[rules.CENTRE] = colour
        seat = self.owner[colour]
        assert seat is not None
        return seat, Position(
            tuple(board),
            total,
            colour,
            rules.exits_open(total, reserves),
            tuple(reserve == 0 for reserve in reserves),
        )


class GreedyBot:
    """Takes what gains most at once, more or less."""

    title = Text("easy", "facile")

    def __init__(self, noise: float) -> None:
        self.noise = noise

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        raise NotImplementedError


class PlanningBot:
    """Plans its whole turn, plays the first action of the plan, and thinks again."""

    def __init__(self, title: Text, care: Care, taste: Taste, replies: int = 0, reply: Care | None = None) -> None:
        self.title = title
        self.care = care
        self.taste = taste
        self.replies = replies
        self.reply = reply

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        assert view.seat is not None
        if len(moves) == 1:
            return moves[0]
        table = Table(view, self.taste)
        worths = table.worths(view.seat)
        search = Search(table.book, table.position, worths, table.mine(view.seat), self.care)
        leaves = search.leaves(max(1, self.replies))
        if self.replies > 1:
            leaves.sort(key=lambda leaf: -self._outlook(table, worths, leaf))
        return as_move(table.book, leaves[0].first) if leaves else rng.choice(moves)

    def _outlook(self, table: Table, worths: Worths, leaf: Leaf) -> float:
        """What is left of an end of the turn once the next player has had an average one."""
        if self.reply is None:
            return leaf.worth
        total = 0.0
        for roll in (7, 8):
            following = table.after(leaf.cells, roll)
            if following is None:
                total += leaf.worth
                continue
            seat, position = following
            theirs = Search(table.book, position, table.worths(seat), table.mine(seat), self.reply)
            best = theirs.leaves(1)
            cells = best[0].cells if best else position.cells
            total += sum(worths[piece][place] for place, piece in enumerate(cells) if piece != EMPTY)
        return total


def bots() -> dict[str, Bot]:
    """From the weakest to the strongest."""
    return {
        "easy": PlanningBot(Text("easy", "facile"), Care(1, 1, meddling=False), Taste()),
        "normal": PlanningBot(Text("normal", "normal"), Care(6, 10, meddling=False), Taste()),
        "hard": PlanningBot(Text("hard", "difficile"), Care(20, 20, meddling=True), Taste(), 6, Care(2, 4, meddling=False)),
    }
