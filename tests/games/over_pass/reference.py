"""Over-Pass told plainly and slowly, straight from the lines of the board, to hold the quick law against."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.board import Board
from muscade.games.over_pass.state import OverPassState

Pieces = dict[str, int]
"""Name of the intersection, colour."""


class PlainTable:
    """A position as names and colours; every rule is looked up on the drawn lines."""

    def __init__(
        self, board: Board, pieces: Pieces, left: int, colour: int, own: set[int], leaving: bool
    ) -> None:
        self.board = board
        self.pieces = pieces
        self.left = left
        self.colour = colour
        self.own = own
        self.leaving = leaving
        self.names = board.intersections
        self.lines = [[self.names[place] for place in line] for line in board.lines]
        self.exits = {self.names[place] for place in board.exits}
        self.outline = [self.names[place] for place in board.perimeter]
        self.rank = dict(zip(self.names, board.rank, strict=True))

    @classmethod
    def of(cls, state: OverPassState) -> PlainTable:
        """Colours are told by their places in the turn order."""
        view = state.view(None)
        assert view.colour is not None
        assert view.dice is not None
        pieces = {piece.place: view.colours.index(piece.colour) for piece in view.pieces}
        even = sum(view.dice) % 2 == 0
        own = {place for place, owner in enumerate(view.owners) if owner == view.active}
        colour = view.colours.index(view.colour)
        return cls(state.board, pieces, view.left, colour, own, even or not any(view.reserves))

    def beside(self, name: str) -> list[str]:
        """Neighbours: next to it on a line (OB-5)."""
        return [
            line[k]
            for line in self.lines
            if name in line
            for k in (line.index(name) - 1, line.index(name) + 1)
            if 0 <= k < len(line)
        ]

    def along(self, name: str) -> list[str]:
        """Next to it on the outer outline (OB-8)."""
        k = self.outline.index(name)
        return [self.outline[k - 1], self.outline[(k + 1) % len(self.outline)]]

    def runs(self, start: str) -> set[str]:
        """OP-9: follow every path, one occupied intersection after another."""
        own, on_exit = self.pieces[start], start in self.exits
        found: set[str] = set()

        def go(path: list[str]) -> None:
            for name in self.along(path[-1]) if on_exit else self.beside(path[-1]):
                if name in path:
                    continue
                if name not in self.pieces:
                    if len(path) > 1:
                        found.add(name)
                elif self.pieces[name] != own:
                    go([*path, name])

        go([start])
        return {name for name in found if name in self.exits or not on_exit}

    def rests_on(self, name: str) -> list[int]:
        return [k for k, line in enumerate(self.lines) if name in line[1:-1]]

    def swappable(self, one: str, other: str) -> bool:
        """OP-10."""
        if self.pieces[one] == self.pieces[other] or {one, other} & self.exits:
            return False
        direction = self.board.direction
        return any(
            a != b and direction[a] == direction[b] for a in self.rests_on(one) for b in self.rests_on(other)
        )

    def moves(self) -> Iterator[tuple[str, int, Pieces]]:
        """Everything but what OP-6 says: notation, points left, pieces afterwards."""
        for start, piece in self.pieces.items():
            if start in self.exits and piece not in self.own:
                continue
            without = {name: other for name, other in self.pieces.items() if name != start}
            for target in self.runs(start) if self.left >= 1 else ():
                yield f"{start}>{target}", self.left - 1, {**without, target: piece}
            if self.left >= 2 and start not in self.exits:
                for target in self.beside(start):
                    if target not in self.pieces and self.rank[target] > self.rank[start]:
                        yield f"{start}-{target}", self.left - 2, {**without, target: piece}
            if start in self.exits and piece == self.colour and self.leaving and self.left >= 1:
                yield f"exit {start}", self.left - 1, without
        if self.left >= 1:
            places = sorted(self.pieces, key=self.names.index)
            for k, one in enumerate(places):
                for other in places[k + 1 :]:
                    if self.swappable(one, other):
                        swapped = {one: self.pieces[other], other: self.pieces[one]}
                        yield f"swap {one} {other}", self.left - 1, {**self.pieces, **swapped}

    def after(self, left: int, pieces: Pieces) -> PlainTable:
        return PlainTable(self.board, pieces, left, self.colour, self.own, self.leaving)

    def in_order(self, ahead: int = 2) -> bool:
        """OP-6: is the centre empty, or can it be within so many moves?"""
        if "a1" not in self.pieces:
            return True
        return ahead > 0 and any(
            self.after(left, pieces).in_order(ahead - 1) for _, left, pieces in self.moves()
        )

    def legal(self) -> set[str]:
        """OP-6 on top of everything else."""
        order = self.in_order()
        found = {
            notation
            for notation, left, pieces in self.moves()
            if not order or self.after(left, pieces).in_order()
        }
        if "a1" not in self.pieces or not order:
            found.add("end")
        return found
