"""Every move on offer, found quickly: groups are looked for once a colour, and the centre is checked where it matters."""

from __future__ import annotations

from muscade.core import Move
from muscade.games.over_pass import centre, rules
from muscade.games.over_pass.book import Book
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY


def listed(book: Book, cells: list[int], left: int, colour: int, own: int, leaving: bool) -> tuple[Move, ...]:
    """All that may be done with the points left on that colour's turn, `END` at the end; ``own`` as in `rules.at_hand`."""
    if not left:
        return (END,)
    return _Listing(book, cells, left, colour, own, leaving).moves()


class _Listing:
    def __init__(self, book: Book, cells: list[int], left: int, colour: int, own: int, leaving: bool) -> None:
        self.book = book
        self.plan = book.plan
        self.cells = cells
        self.left = left
        self.colour = colour
        self.own = own
        self.leaving = leaving
        self.empty_centre = cells[rules.CENTRE] == EMPTY
        # OP-6 binds only where the centre can be emptied (or is empty, and a move would fill it).
        self.binding = not self.empty_centre and centre.in_order(self.plan, cells, left, colour, own, leaving)
        self.ways = centre.ways_off(self.plan, cells)
        self.beside: list[int] | None = None
        """The groups for the colour on the centre, once they are asked for, and if it can run off."""
        self.runs = False

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
        along: dict[int, list[int]] = {}
        careful, fills = self._careful(rules.OVER_PASS_COST), centre.may_fill(self.left)
        for start, piece in enumerate(cells):
            if piece == EMPTY:
                continue
            if is_exit[start]:
                if not rules.at_hand(True, piece, self.own):
                    continue
                if piece not in along:
                    along[piece] = rules.groups_beside(cells, self.plan.ring, piece)
                targets = [
                    exit_
                    for exit_ in self.book.exits
                    if rules.may_land(self.plan, cells, along[piece], start, exit_)
                ]
            else:
                if piece not in inside:
                    beside = rules.groups_beside(cells, self.plan.neighbours, piece)
                    inside[piece] = (
                        beside,
                        [
                            (place, groups)
                            for place, groups in enumerate(beside)
                            if groups and cells[place] == EMPTY and (place != rules.CENTRE or fills)
                        ],
                    )
                beside, free = inside[piece]
                groups_here = beside[start]
                if not groups_here:
                    continue
                # What `may_land` says of pieces that are not on an exit, all at once.
                targets = [place for place, groups in free if groups & groups_here]
            row = self.book.over_passes(start)
            if careful:
                targets = [target for target in targets if self._allowed(rules.OVER_PASS_COST, start, target)]
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
            if cells[target] == EMPTY and (not careful or self._allowed(rules.SLIDE_COST, start, target))
        ]

    def _swaps(self) -> list[Move]:
        """OP-10."""
        cells, across, through, is_exit = self.cells, self.plan.across, self.plan.through, self.plan.is_exit
        pieces = [
            (place, piece, through[place])
            for place, piece in enumerate(cells)
            if piece != EMPTY and not is_exit[place]
        ]
        careful = self._careful(rules.SWAP_COST)
        found: list[Move] = []
        for number, (one, piece, _) in enumerate(pieces):
            row, lines = self.book.swaps(one), across[one]
            # What `may_swap` says, row by row.
            partners = [
                other
                for other, another, rests_on in pieces[number + 1 :]
                if lines & rests_on and another != piece
            ]
            if careful:
                partners = [other for other in partners if self._allowed(rules.SWAP_COST, one, other)]
            found += [row[other] for other in partners]
        return found

    def _exits(self) -> list[Move]:
        """OP-12."""
        if not self.leaving:
            return []
        careful = self._careful(rules.EXIT_COST)
        return [
            self.book.leaving[place]
            for place in self.book.exits
            if rules.may_leave(True, self.cells[place], self.colour, self.leaving)
            and (not careful or self._allowed(rules.EXIT_COST, place, place))
        ]

    # ------------------------------------------------------------ the centre (OP-6)

    def _careful(self, cost: int) -> bool:
        """Could a move leave the centre taken for good? Not if a slide off it stays possible, whatever is filled."""
        return self.binding and (
            self.left - cost < rules.SLIDE_COST or self.ways.other_slide == centre.NOWHERE
        )

    def _allowed(self, cost: int, one: int, other: int) -> bool:
        """Is the centre in order once two places exchange what they hold, or one and the same is emptied?

        It is in order now, and a piece on it.
        """
        left, cells = self.left - cost, self.cells
        if centre.stays_clear(self.ways, left, one, other):
            return True
        here, there = cells[one], cells[other] if one != other else EMPTY
        if left == 0 and (one != rules.CENTRE or there != EMPTY):
            return False
        if left == rules.OVER_PASS_COST:
            if self.beside is None:
                self.beside = rules.groups_beside(cells, self.plan.neighbours, cells[rules.CENTRE])
                self.runs = centre.clears_now(self.plan, cells, rules.OVER_PASS_COST)
            if not any(centre.concerns_runs(self.plan, self.beside, place) for place in (one, other)):
                return self.runs
        cells[other], cells[one] = here, there
        ordered = centre.in_order(self.plan, cells, left, self.colour, self.own, self.leaving)
        cells[other], cells[one] = there, here
        return ordered
