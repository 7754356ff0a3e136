"""Every move on offer, found quickly: groups are looked for once a colour, and the centre is checked where it matters."""

from __future__ import annotations

from muscade.core import Move
from muscade.games.over_pass import centre, rules
from muscade.games.over_pass.book import Book
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY


def listed(book: Book, cells: list[int], left: int, colour: int, leaving: bool) -> tuple[Move, ...]:
    """All that may be done with the points left on that colour's turn, `END` at the end."""
    if not left:
        return (END,)
    return _Listing(book, cells, left, colour, leaving).moves()


class _Listing:
    def __init__(self, book: Book, cells: list[int], left: int, colour: int, leaving: bool) -> None:
        self.book = book
        self.plan = book.plan
        self.cells = cells
        self.left = left
        self.colour = colour
        self.leaving = leaving
        self.empty_centre = cells[rules.CENTRE] == EMPTY
        # OP-6 binds only where the centre can be emptied (or is empty, and a move would fill it).
        self.binding = not self.empty_centre and centre.in_order(self.plan, cells, left, colour, leaving)
        self.safe = self.binding and centre.always_slides_off(self.plan, cells)
        self.run = centre.some_run(cells, self.plan.neighbours, rules.CENTRE) if self.binding else []

    def moves(self) -> tuple[Move, ...]:
        found = [*self._over_passes(), *self._slides(), *self._swaps(), *self._exits()]
        if not self.binding:
            found.append(END)
        return tuple(found)

    def _over_passes(self) -> list[Move]:
        """OP-9."""
        cells, is_exit = self.cells, self.plan.is_exit
        inside: dict[int, tuple[list[int], list[tuple[int, int]]]] = {}
        found: list[Move] = []
        along: list[int] | None = None
        for start, piece in enumerate(cells):
            if piece == EMPTY:
                continue
            if is_exit[start]:
                if piece != self.colour:
                    continue
                if along is None:
                    along = rules.groups_beside(cells, self.plan.ring, piece)
                targets = [
                    exit_
                    for exit_ in self.book.exits
                    if rules.may_land(self.plan, cells, along, start, exit_)
                ]
            else:
                if piece not in inside:
                    beside = rules.groups_beside(cells, self.plan.neighbours, piece)
                    inside[piece] = (
                        beside,
                        [
                            (place, groups)
                            for place, groups in enumerate(beside)
                            if groups and cells[place] == EMPTY
                        ],
                    )
                beside, free = inside[piece]
                groups_here = beside[start]
                if not groups_here:
                    continue
                # What `may_land` says of pieces that are not on an exit, all at once.
                targets = [place for place, groups in free if groups & groups_here]
            row = self.book.over_passes(start)
            if self._careful(rules.OVER_PASS_COST) or rules.CENTRE in targets:
                targets = [target for target in targets if self._allowed(start, target, rules.OVER_PASS_COST)]
            found += [row[target] for target in targets]
        return found

    def _slides(self) -> list[Move]:
        """OP-11."""
        if self.left < rules.SLIDE_COST:
            return []
        cells, outward, slides = self.cells, self.book.outward, self.book.slides
        careful = self._careful(rules.SLIDE_COST)
        return [
            move
            for start, piece in enumerate(cells)
            if piece != EMPTY
            for target, move in zip(outward[start], slides[start], strict=True)
            if cells[target] == EMPTY and (not careful or self._allowed(start, target, rules.SLIDE_COST))
        ]

    def _swaps(self) -> list[Move]:
        """OP-10."""
        cells, across, through, is_exit = self.cells, self.plan.across, self.plan.through, self.plan.is_exit
        pieces = [
            (place, piece, through[place])
            for place, piece in enumerate(cells)
            if piece != EMPTY and not is_exit[place]
        ]
        found: list[Move] = []
        for number, (one, piece, _) in enumerate(pieces):
            row, lines = self.book.swaps(one), across[one]
            # What `may_swap` says, row by row.
            partners = [
                other
                for other, another, rests_on in pieces[number + 1 :]
                if lines & rests_on and another != piece
            ]
            if self._careful(rules.SWAP_COST):
                partners = [other for other in partners if self._swap_allowed(one, other)]
            found += [row[other] for other in partners]
        return found

    def _exits(self) -> list[Move]:
        """OP-12."""
        if not self.leaving:
            return []
        return [
            self.book.leaving[place]
            for place in self.book.exits
            if self.cells[place] == self.colour and self._exit_allowed(place)
        ]

    # ------------------------------------------------------------ the centre (OP-6)

    def _careful(self, cost: int) -> bool:
        """Could a move leave the centre taken for good? Not if a slide off it stays possible, whatever is filled."""
        return self.binding and (self.left - cost < rules.SLIDE_COST or not self.safe)

    def _allowed(self, start: int, target: int, cost: int) -> bool:
        if not (self.binding or self.empty_centre):
            return True
        return centre.carry_in_order(
            self.plan, self.cells, self.left, self.colour, self.leaving, self.run, start, target, cost
        )

    def _swap_allowed(self, one: int, other: int) -> bool:
        return centre.swap_in_order(
            self.plan, self.cells, self.left, self.colour, self.leaving, self.run, one, other
        )

    def _exit_allowed(self, place: int) -> bool:
        if not self.binding:
            return True
        return centre.exit_in_order(self.plan, self.cells, self.left, self.colour, self.run, place)
