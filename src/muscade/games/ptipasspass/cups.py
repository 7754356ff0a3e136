"""Where the cups stand, which are neighbours, and which three make a line (PT-2, PT-3)."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise

import msgspec

from muscade.core.moves import Options
from muscade.core.shipped import Shipped
from muscade.core.text import Text
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.view import Cup, Mat

LAYOUTS = Shipped(__package__, "layout", "PT-2", file="cups")
_NAME = re.compile(r"[a-z][1-9]")
_NUMBER = re.compile(r"-?\d{1,3}(\.\d{1,3})?")


class CupLayout(msgspec.Struct, frozen=True):
    """Cups in a fixed order: what they are called, where they stand; pairs and lines as places in that order.

    ``neighbours`` are the pairs that can be swapped (PT-15), ``lines`` the triples that can be lifted (PT-16).
    """

    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    neighbours: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, int, int], ...]

    def place(self, name: str) -> int:
        """The number of a cup; -1 if there is none of that name."""
        return self.names.index(name) if name in self.names else -1


@cache
def layout(text: str, cups: int, diagonals: str) -> CupLayout:
    """The layout of that name, or of that drawing or description with so many cups; raises `InvalidOptions`.

    >>> len(layout("grid", 9, "lines").lines), len(layout("grid", 9, "none").lines)
    (8, 6)
    >>> layout("ooooo/o...o/.o.o.", 9, "lines").lines
    ((0, 1, 2), (1, 2, 3), (2, 3, 4))
    """
    written = LAYOUTS.text_of(text, lambda named: named.get(str(cups), ""))
    found = _described(written) if "|" in written else _drawn(written, diagonals)
    if found is None or len(found.names) != cups or not found.lines:
        wanted = Text(
            f"a drawing or description of {cups} cups with at least one line",
            f"le dessin ou la description de {cups} gobelets avec au moins une ligne",
        )
        raise LAYOUTS.refused(text, wanted)
    return found


def layout_of(seats: int, options: Options) -> CupLayout:
    """Where the cups of a table stand."""
    return layout(options["layout"], options.get("cups", rules.CUPS_PER_PLAYER * seats), options["diagonals"])


@cache
def seen_cups(table: CupLayout) -> tuple[Cup, ...]:
    """The cups as views show them."""
    return tuple(Cup(name, x, y) for name, (x, y) in zip(table.names, table.places, strict=True))


@cache
def mat_of(table: CupLayout) -> Mat:
    """What is drawn between the cups.

    >>> mat_of(layout("ooo/.oo/...o", 6, "lines")).lines
    (('b1', 'c2'), ('c2', 'd3'))
    """
    along = (sorted(line, key=lambda cup: table.places[cup]) for line in table.lines)
    steps = {(min(pair), max(pair)) for line in along for pair in pairwise(line)}
    named = table.names
    return Mat(
        tuple((named[one], named[other]) for one, other in table.neighbours),
        tuple((named[one], named[other]) for one, other in sorted(steps - set(table.neighbours))),
    )


@cache
def lines_by_swap(
    table: CupLayout,
) -> tuple[tuple[tuple[int, int], tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]], ...]:
    """For each swap the lines it changes, each with the places its cups came from."""
    found = []
    for one, other in table.neighbours:
        trade = {one: other, other: one}
        affected = []
        for first, second, third in table.lines:
            if (one in (first, second, third)) != (other in (first, second, third)):
                places = (trade.get(first, first), trade.get(second, second), trade.get(third, third))
                affected.append(((first, second, third), places))
        found.append(((one, other), tuple(affected)))
    return tuple(found)


def _drawn(drawing: str, diagonals: str) -> CupLayout | None:
    """From a drawing such as ``ooo/o.o``."""
    rows = drawing.split("/")
    if not set(drawing) <= set("o./") or len(rows) > 9 or max(map(len, rows)) > 26:
        return None
    places = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "o"]
    number = {place: index for index, place in enumerate(places)}

    def pairs(corners: bool) -> list[tuple[int, int]]:
        return [
            (one, other)
            for one, other in combinations(range(len(places)), 2)
            if rules.contiguous(*places[one], *places[other], corners)
        ]

    lines = []
    for one, other in pairs(rules.slanting_lines(diagonals)):
        (x, y), (next_x, next_y) = places[one], places[other]
        third = number.get((2 * next_x - x, 2 * next_y - y))
        if third is not None:
            lines.append((one, other, third))
    return CupLayout(
        tuple(f"{chr(ord('a') + x)}{y + 1}" for x, y in places),
        tuple(places),
        tuple(pairs(rules.slanting_swaps(diagonals))),
        tuple(lines),
    )


def _described(description: str) -> CupLayout | None:
    """From a description such as ``a1 0 0, b1 1 0, c1 2 0 | a1 b1, b1 c1 | a1 b1 c1``."""
    parts = [[item.split() for item in part.split(",") if item.strip()] for part in description.split("|")]
    if len(parts) != 3:
        return None
    cups, pairs, triples = parts
    names = [words[0] for words in cups]
    sound = (
        all(len(words) == 3 and all(map(_NUMBER.fullmatch, words[1:])) for words in cups)
        and all(map(_NAME.fullmatch, names))
        and len(set(names)) == len(names)
        and all(len(set(words)) == len(words) == 2 and set(words) <= set(names) for words in pairs)
        and all(len(set(words)) == len(words) == 3 and set(words) <= set(names) for words in triples)
    )
    if not sound:
        return None
    neighbours = {(one, other) for one, other in (sorted(map(names.index, words)) for words in pairs)}
    lines = {(one, two, three) for one, two, three in (sorted(map(names.index, words)) for words in triples)}
    return CupLayout(
        tuple(names),
        tuple((float(x), float(y)) for _, x, y in cups),
        tuple(sorted(neighbours)),
        tuple(sorted(lines)),
    )
