"""A puzzle for every day, the same for everybody: small, solved beforehand, harder towards the end of the week."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from random import Random

import msgspec

from muscade.board import COLOURS, Board, standard_board
from muscade.core import Text
from muscade.core.chance import SeedStream, below, shuffled
from muscade.games.full_house import GAME as FULL_HOUSE
from muscade.games.over_pass_spiral import GAME as OVER_PASS_SPIRAL
from muscade.games.race.rules import EMPTY
from muscade.games.race.state import colour_name
from muscade.games.solitaire.positions import write_position
from muscade.games.solitaire.view import PuzzlePiece
from muscade.games.twisted_jumps import GAME as TWISTED_JUMPS
from muscade.solvers import Answer, solve

SEED = "muscade daily"
GRADES = (1, 2, 2, 3, 3, 4, 5)
"""From Monday to Sunday."""
PATIENCE = 20.0
"""Seconds for a solver; it needs a small part of one, so the clock never decides what the puzzle is."""
CENTRE = 0
"""The centre among the intersections, the Center Square among the spaces."""


class Daily(msgspec.Struct, frozen=True):
    """The puzzle of one day: start a table of ``game`` with these options."""

    game: str
    options: dict[str, str | int]
    grade: int
    """From 1, the easiest, to 5."""
    minimum: int
    """It takes no fewer steps or moves; proved."""
    title: Text


@lru_cache(maxsize=32)
def daily(day: date) -> Daily:
    """The puzzle of a day; each of the three kinds has its turn."""
    number = day.toordinal()
    grade = GRADES[day.weekday()]
    draw = SeedStream(SEED, number)
    makers: tuple[Callable[[Random, int], Daily], ...] = (_full_house, _twisted_jumps, _spiral)
    return makers[number % len(makers)](draw, grade)


# ------------------------------------------------------------ Full House

PIECES_WANTED = (8, 9, 10, 11, 12)
"""By grade."""


def _full_house(rng: Random, grade: int) -> Daily:
    """A few pieces near one another; the more have to come in, the harder."""
    board = standard_board()
    target = PIECES_WANTED[grade - 1]
    resting = [
        space for space in range(len(board.spaces)) if space not in (CENTRE, *board.transit, *board.small)
    ]
    while True:
        around = _near(board, resting[below(rng, len(resting))], set(resting))
        pieces = sorted(shuffled(rng, around)[: 3 + below(rng, 2)])
        position = " ".join(board.spaces[space] for space in pieces)
        answer = solve(FULL_HOUSE.name, position, seconds=PATIENCE, target=target)
        # A step for each piece brought in is about what it takes; with much less there is nothing to find.
        if answer.status == "optimal" and (answer.length or 0) > (target - len(pieces)) // 2 + 1:
            title = Text(f"{len(pieces)} pieces become {target}", f"{len(pieces)} pièces en font {target}")
            return _told(answer, grade, {"position": position, "target": target}, title)


def _near(board: Board, start: int, resting: set[int], steps: int = 3) -> list[int]:
    found = {start}
    for _ in range(steps):
        found |= {other for space in found for other in board.space_neighbours[space]} & resting
    return sorted(found)


# ------------------------------------------------------------ Twisted Jumps

JUMPERS = (5, 6, 7, 8, 9)
FEWEST = (1, 2, 2, 3, 3)
"""How many moves it should take, by grade; a little less will do if that is not found soon."""
TRIES = 12


def _twisted_jumps(rng: Random, grade: int) -> Daily:
    """Backwards from one piece on the centre: each piece jumps back, and the one it had removed appears."""
    board = standard_board()
    best: tuple[int, str, Answer] | None = None
    tries = 0
    while best is None or (best[0] < FEWEST[grade - 1] and tries < TRIES):
        tries += 1
        pieces = _unjumped(rng, board, JUMPERS[grade - 1])
        position = " ".join(board.intersections[place] for place in sorted(pieces))
        answer = solve(TWISTED_JUMPS.name, position, seconds=PATIENCE)
        if answer.status == "optimal" and (best is None or (answer.length or 0) > best[0]):
            best = (answer.length or 0, position, answer)
    _, position, answer = best
    title = Text(f"{JUMPERS[grade - 1]} pieces, one stays", f"{JUMPERS[grade - 1]} pièces, une seule reste")
    return _told(answer, grade, {"position": position}, title)


def _unjumped(rng: Random, board: Board, count: int) -> set[int]:
    pieces = {CENTRE}
    while len(pieces) < count:
        start, over, target = _pick(
            rng,
            [
                (start, over, target)
                for target in sorted(pieces)
                for over in board.neighbours[target]
                for start in board.neighbours[over]
                if over not in pieces and start not in pieces
            ],
        )
        pieces ^= {start, over, target}
    return pieces


def _pick(rng: Random, choices: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    return choices[below(rng, len(choices))]


# ------------------------------------------------------------ Over-Pass Spiral

RUNNERS = (6, 7, 8, 9, 10)


def _spiral(rng: Random, grade: int) -> Daily:
    """Backwards too: the piece runs back over others, the last of which appears with a colour of its own."""
    board = standard_board()
    count = RUNNERS[grade - 1]
    cells = [EMPTY] * len(board.intersections)
    cells[CENTRE] = below(rng, len(COLOURS))
    for _ in range(count - 1):
        choices: list[tuple[int, int, int]] = []
        while not choices:
            # Nobody passes over their own colour, so it may take another one.
            colour = below(rng, len(COLOURS))
            choices = list(_unrun(board, cells, colour))
        start, over, target = _pick(rng, choices)
        cells[over] = colour
        cells[start], cells[target] = cells[target], EMPTY
    position = write_position(
        [
            PuzzlePiece(board.intersections[place], colour_name(colour))
            for place, colour in enumerate(cells)
            if colour != EMPTY
        ]
    )
    answer = solve(OVER_PASS_SPIRAL.name, position, seconds=PATIENCE)
    title = Text(f"{count} pieces, one on the centre", f"{count} pièces, une au centre")
    return _told(answer, grade, {"position": position}, title)


def _unrun(board: Board, cells: list[int], colour: int) -> Iterator[tuple[int, int, int]]:
    """Where pieces of other colours may come from if a piece of that colour had been removed; never an exit."""
    for target, runner in enumerate(cells):
        if runner in (EMPTY, colour):
            continue
        for over in board.neighbours[target]:
            if cells[over] != EMPTY:
                continue
            passed = [over]
            for here in passed:
                for place in board.neighbours[here]:
                    if place in (target, over) or place in board.exits:
                        continue
                    if cells[place] == EMPTY:
                        yield place, over, target
                    elif cells[place] != runner and place not in passed:
                        passed.append(place)


def _told(answer: Answer, grade: int, options: dict[str, str | int], title: Text) -> Daily:
    assert answer.length is not None
    return Daily(answer.puzzle, {**options, "par": answer.length}, grade, answer.length, title)
