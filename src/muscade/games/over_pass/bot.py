"""Bots for Over-Pass: one that grabs what is near, and others that plan their whole turn, ever wider."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from muscade.board import COLOURS, Board, board_named
from muscade.bots import Bot
from muscade.core import Game, Move, Seat, Text
from muscade.games.over_pass import rules
from muscade.games.over_pass.book import Book, book_of
from muscade.games.over_pass.planner import (
    COLOUR_COUNT,
    Care,
    Position,
    Search,
    Taste,
    Worths,
    as_move,
    slides_to_exit,
)
from muscade.games.over_pass.view import OverPassView
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY
from muscade.kernels import kernel_of, ready


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
        for place, colour in enumerate(numbers):
            self.owner[colour] = view.owners[place]
            self.reserves[colour] = view.reserves[place]
        cells = [EMPTY] * len(self.book.names)
        for piece in view.pieces:
            cells[self.board.intersection(piece.place)] = COLOURS.index(piece.colour)
        assert view.colour is not None
        self.position = Position(
            tuple(cells),
            view.left,
            COLOURS.index(view.colour),
            sum(1 << colour for colour in numbers if self.owner[colour] == view.active),
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

    def search(self, seat: Seat, care: Care) -> Search:
        mine = [owner == seat for owner in self.owner]
        return Search(self.book, self.position, self.worths(seat), mine, care)


class GreedyBot:
    """Takes what gains most at once for its points, more or less."""

    title = Text("easy", "facile")

    def __init__(self, taste: Taste, noise: float) -> None:
        self.taste = taste
        self.noise = noise

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        assert view.seat is not None
        if len(moves) == 1:
            return moves[0]
        table = Table(view, self.taste)
        search = table.search(view.seat, Care(1, 1, meddling=False))
        options = search.options(table.position.cells, table.position.left)
        by_liking = sorted(
            (-(gain / cost + rng.gauss(0, self.noise)), as_move(table.book, action).notation)
            for gain, cost, action in options
            if gain > 0
        )
        offered = {move.notation: move for move in moves}
        for _, notation in by_liking:
            if notation in offered:
                return offered[notation]
        return offered.get(END.notation) or rng.choice(moves)


class PlanningBot:
    """Plans its whole turn, plays the first action of the plan, and thinks again."""

    def __init__(self, title: Text, taste: Taste, care: Care) -> None:
        self.title = title
        self.taste = taste
        self.care = care

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        assert view.seat is not None
        if len(moves) == 1:
            return moves[0]
        table = Table(view, self.taste)
        plan = table.search(view.seat, self.care).best()
        move = None if plan is None else as_move(table.book, plan.first)
        return move if move is not None and move in moves else rng.choice(moves)


class CompiledBot:
    """Plans its whole turn as `PlanningBot` does, in compiled code; until that is ready, a simpler bot plays for it."""

    def __init__(self, game: Game[Any, Any], title: Text, taste: Taste, care: Care, meanwhile: Bot) -> None:
        self.game = game
        self.title = title
        self.taste = taste
        self.care = care
        self.meanwhile = meanwhile

    def choose(self, view: OverPassView, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        if not ready(self.game):
            return self.meanwhile.choose(view, moves, rng)
        from muscade.games.over_pass import beam

        kernel = kernel_of(self.game, view.seats, view.options)
        state = kernel.worlds(view, rng, 1)[0]
        code = beam.best_action(kernel.ground, state, *beam.thought(self.taste, self.care))
        move = None if code == beam.NOTHING else kernel.move(state, code)
        return move if move is not None and move in moves else self.meanwhile.choose(view, moves, rng)


def bots(game: Game[Any, Any]) -> dict[str, Bot]:
    """From the weakest to the strongest."""
    normal, hard = Care(5, 8, meddling=False), Care(20, 16, meddling=True)
    simple = PlanningBot(Text("normal", "moyen"), Taste(), normal)
    keen = Taste(rivals=0.3)
    return {
        "easy": GreedyBot(Taste(inside=5.0, rivals=0.0), noise=1.0),
        "normal": CompiledBot(game, simple.title, Taste(), normal, simple),
        "hard": CompiledBot(game, Text("hard", "difficile"), keen, hard, simple),
        "expert": CompiledBot(game, Text("expert", "expert"), keen, Care(60, 24, meddling=True), simple),
    }
