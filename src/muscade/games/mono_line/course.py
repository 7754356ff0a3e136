"""The course of a game of Mono-Line: what lies on the table, and what every move makes of it.

What is open, right or lost is in `rules`. A set of intersections is a row of words. A piece is tried first (ML-3): it changes
nothing for anybody until the turn is declared over.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Annotated

from muscade.board import NOWHERE, board_named
from muscade.board.derive import MAX_PLACES
from muscade.core import NATURE, Options
from muscade.core.options import remembered
from muscade.games.mono_line.rules import (
    NOBODY,
    PLAYERS,
    UNLIMITED,
    announcement_is_right,
    can_be_announced,
    can_place,
    is_lost,
    left_open,
    may_announce,
    may_swap,
    near,
    opponent,
    pieces_left,
)
from muscade.kernels.layout import Grid, Layout, Numbers
from muscade.kernels.primitives import FINE, NATURE_BIT, UNOFFERED, Chance, below, room, spread
from muscade.kernels.sets import BITS, MOST_WORDS, contains, flip, which

WORDS = MOST_WORDS
"""However small the board: loops of a known length are much quicker."""

# The codes: an intersection where a piece is put; counted from the last of those, what else one does in a turn; the player
# whom chance names; and the announcements, each as a pair of intersections.
ENDING, TAKING_UP, SWAPPING, CONCEDING, NAMING = range(5)
ANNOUNCING = NAMING + PLAYERS

# Why a move is refused.
NOT_NOW, ALREADY_BEGUN, TRIED_THERE, OCCUPIED, NO_PIECE_LEFT, CLOSED, NOTHING_TRIED, TAKE_UP_FIRST = range(
    1, 9
)
SWAP_NOT_OFFERED, TOO_LATE_TO_SWAP, ONLY_VIGILANT = range(9, 12)
ANNOUNCE_BEFORE_PLACING, ONE_ANNOUNCEMENT, NOT_A_PAIR = range(12, 15)

NO_PLACE, NO_PIECE, ANNOUNCED, CONCEDED = range(4)
"""How a game ends."""


class Setting(Layout):
    """What never changes during a game."""

    places: int
    friendly: int
    supply: int
    """Pieces for each, or UNLIMITED (ML-1)."""
    swap: int
    """Does the table offer it (ML-7)?"""
    near: Annotated[Grid, "places", WORDS]
    """For each intersection all that share a line with it, itself included (ML-2)."""


class Table(Layout):
    """What does."""

    turn: int
    """The seat that may act, as a mask, or `NATURE_BIT`."""
    tried: int
    """Where the active player's piece stands until the turn is declared over (ML-3)."""
    announced: int
    """Has the active player announced in this turn (ML-5)?"""
    swapped: int
    winner: int
    ending: int
    placed: Annotated[Numbers, PLAYERS]
    """How many pieces each has on the board for good."""
    open: Annotated[Grid, PLAYERS, WORDS]
    """Where the table lets each put a piece: at vigilant tables wherever it is empty (ML-5)."""
    pieces: Annotated[Grid, PLAYERS, WORDS]
    """Where each player's pieces stand for good."""


@remembered
def setting_of(seats: int, options: Options) -> Setting:  # noqa: ARG001 - there are always two
    """What a table of those options is set with."""
    lines_of, pieces = board_named(options["board"]).lines_of, options["pieces"]
    return Setting(
        places=len(lines_of),
        friendly=options["play"] == "friendly",
        supply=UNLIMITED if pieces == "unlimited" else pieces,
        swap=options["swap"],
        near=[in_words(near(lines_of, place)) for place in range(len(lines_of))],
    )


def opening(setting: Setting, first: int | str) -> Table:
    """The table before anything has happened."""
    everywhere = in_words((1 << setting.places) - 1)
    table = Table(turn=NATURE_BIT, tried=NOWHERE, winner=NOBODY, open=[everywhere] * PLAYERS)
    if first != "random":
        table.turn = 1 << int(first)
    return table


def most_moves(setting: Setting) -> int:
    """Every intersection, the swap, giving up, and where nobody looks at the lines half the pieces paired with the others."""
    half = setting.places // 2
    return setting.places + 2 + (0 if setting.friendly else half * (setting.places - half))


def code_count(setting: Setting) -> int:
    return setting.places + ANNOUNCING + (0 if setting.friendly else setting.places * setting.places)


# ---------------------------------------------------------------- sets of intersections


def in_words(places: int) -> list[int]:
    """A set of intersections as a row.

    >>> in_words(1 << 62 | 5)
    [5, 1, 0, 0, 0]
    """
    return [places >> BITS * word & (1 << BITS) - 1 for word in range(WORDS)]


def in_one(words: Sequence[int]) -> int:
    """A row of words as one set again."""
    return sum(some << BITS * word for word, some in enumerate(words))


def close(places: Numbers, place: int) -> None:
    """One intersection is not open any more (ML-2)."""
    places[place // BITS] = left_open(places[place // BITS], 1 << place % BITS)


def owner_of(table: Table, place: int) -> int:
    """Whose piece stands there for good, or NOBODY."""
    return which(table.pieces, place)


# ---------------------------------------------------------------- what may be done


def turn(_setting: Setting, table: Table) -> int:
    return table.turn


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if seat == NATURE:
        return spread((1 << PLAYERS) - 1, codes, setting.places + NAMING)
    places = setting.places
    if table.tried != NOWHERE:
        codes[0] = places + ENDING
        return 1
    found = placings(setting, table, seat, codes)
    if can_swap(setting, table):
        codes[found] = places + SWAPPING
        found += 1
    if setting.friendly == 0:
        if _can_announce(table, seat):
            found += _announcements(setting, table, codes[found:])
        codes[found] = places + CONCEDING
        found += 1
    return found


def placings(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    """Where a player may put a piece (ML-2); how many intersections these are."""
    found = 0
    if can_go_on(setting, table, seat):
        here = table.open[seat]
        for word in range(WORDS):
            found += spread(here[word], codes[found:], BITS * word)
    return found


def _announcements(setting: Setting, table: Table, codes: Numbers) -> int:
    """ML-5: every pair of one own and one opposing piece, in board order."""
    standing = room(MAX_PLACES)
    owners = room(MAX_PLACES)
    pieces = 0
    for word in range(WORDS):
        both = table.pieces[0][word] | table.pieces[1][word]
        pieces += spread(both, standing[pieces:], BITS * word)
    for number in range(pieces):
        owners[number] = owner_of(table, standing[number])
    found = 0
    for one in range(pieces):
        first = setting.places + ANNOUNCING + standing[one] * setting.places
        for other in range(one + 1, pieces):
            if can_be_announced(owners[one], owners[other]):
                codes[found] = first + standing[other]
                found += 1
    return found


def can_go_on(setting: Setting, table: Table, seat: int) -> bool:
    """Has a player somewhere to place, and a piece (ML-4)?"""
    somewhere = 0
    for word in range(WORDS):
        somewhere |= table.open[seat][word]
    return can_place(somewhere, pieces_left(setting.supply, table.placed[seat]))


def can_swap(setting: Setting, table: Table) -> bool:
    """ML-7; a tried piece is taken up first."""
    placed = table.placed[0] + table.placed[1]
    return table.tried == NOWHERE and may_swap(setting.swap != 0, placed, table.swapped != 0)


def _can_announce(table: Table, seat: int) -> bool:
    return may_announce(table.announced != 0, table.placed[seat], table.placed[opponent(seat)])


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    action = code - setting.places
    if table.turn != (NATURE_BIT if seat == NATURE else 1 << seat) or code < 0:
        return NOT_NOW
    if NAMING <= action < ANNOUNCING:
        return FINE if seat == NATURE else ALREADY_BEGUN
    if seat == NATURE:
        return NOT_NOW
    if action < 0:
        return _refused_place(setting, table, seat, code)
    trying = table.tried != NOWHERE
    if action in (ENDING, TAKING_UP):
        if not trying:
            return NOTHING_TRIED
        return FINE if action == ENDING else UNOFFERED
    if action == SWAPPING:
        if setting.swap == 0:
            return SWAP_NOT_OFFERED
        return FINE if can_swap(setting, table) else TOO_LATE_TO_SWAP
    if setting.friendly:
        return ONLY_VIGILANT
    if action == CONCEDING:
        return TAKE_UP_FIRST if trying else FINE
    if trying:
        return ANNOUNCE_BEFORE_PLACING
    return ONE_ANNOUNCEMENT if table.announced else _refused_pair(setting, table, action - ANNOUNCING)


def _refused_place(setting: Setting, table: Table, seat: int, place: int) -> int:
    """ML-2; ML-3: another place for a piece that is tried already is a second thought."""
    if place == table.tried:
        return TRIED_THERE
    if owner_of(table, place) != NOBODY:
        return OCCUPIED
    if pieces_left(setting.supply, table.placed[seat]) == 0:
        return NO_PIECE_LEFT
    if not contains(table.open[seat], place):
        return CLOSED
    return FINE if table.tried == NOWHERE else UNOFFERED


def _refused_pair(setting: Setting, table: Table, pair: int) -> int:
    """ML-5."""
    one, other = pair // setting.places, pair % setting.places
    if one >= other:
        return NOT_A_PAIR
    return FINE if can_be_announced(owner_of(table, one), owner_of(table, other)) else NOT_A_PAIR


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    action = code - setting.places
    if action < 0:
        table.tried = code
    elif action == ENDING:
        stand(setting, table, seat, table.tried)
        _begin_turn(setting, table, opponent(seat))
    elif action == TAKING_UP:
        table.tried = NOWHERE
    elif action == SWAPPING:
        _take_over(table)
        _begin_turn(setting, table, opponent(seat))
    elif action == CONCEDING:
        _finish(table, opponent(seat), CONCEDED)
    elif action < ANNOUNCING:
        table.turn = 1 << action - NAMING
    else:
        _announce(setting, table, seat, action - ANNOUNCING)


def stand(setting: Setting, table: Table, seat: int, place: int) -> None:
    """A piece stays there for good (ML-3), and closes what it closes (ML-2)."""
    table.placed[seat] += 1
    flip(table.pieces[seat], place)
    close(table.open[seat], place)
    theirs = table.open[opponent(seat)]
    if setting.friendly:
        for word in range(WORDS):
            theirs[word] = left_open(theirs[word], setting.near[place][word])
    else:
        close(theirs, place)


def _begin_turn(setting: Setting, table: Table, seat: int) -> None:
    table.turn = 1 << seat
    table.tried = NOWHERE
    table.announced = 0
    _end_if_nothing_is_left(setting, table, seat)


def _end_if_nothing_is_left(setting: Setting, table: Table, seat: int) -> None:
    """ML-4; at vigilant tables only for what all can see (ML-5)."""
    if turn_is_lost(setting, table, seat):
        left = pieces_left(setting.supply, table.placed[seat])
        _finish(table, opponent(seat), NO_PLACE if left else NO_PIECE)


def turn_is_lost(setting: Setting, table: Table, seat: int) -> bool:
    """Has a player nothing left to do (ML-4), as all can see (ML-5)?"""
    return is_lost(
        can_go_on(setting, table, seat),
        can_swap(setting, table),
        setting.friendly != 0,
        _can_announce(table, seat),
    )


def _finish(table: Table, winner: int, ending: int) -> None:
    table.turn = 0
    table.winner = winner
    table.ending = ending


def _take_over(table: Table) -> None:
    """ML-7: the piece changes hands, and so does all that follows from it."""
    table.placed[0], table.placed[1] = table.placed[1], table.placed[0]
    _exchange(table.pieces)
    _exchange(table.open)
    table.swapped = 1


def _exchange(sets: Grid) -> None:
    for word in range(WORDS):
        sets[0][word], sets[1][word] = sets[1][word], sets[0][word]


def _announce(setting: Setting, table: Table, seat: int, pair: int) -> None:
    """ML-5: right, it wins at once; wrong, everybody has heard it and nothing else happens."""
    one, other = pair // setting.places, pair % setting.places
    table.announced = 1
    on_one_line = contains(setting.near[one], other)
    if announcement_is_right(owner_of(table, one), owner_of(table, other), on_one_line):
        _finish(table, seat, ANNOUNCED)
    else:
        _end_if_nothing_is_left(setting, table, seat)


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    """ML-1: somebody is chosen to start."""
    code = setting.places + NAMING + below(chance, PLAYERS)
    play(setting, table, NATURE, code)
    return code


def rewards(_setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    for seat in range(PLAYERS):
        given[seat] = 1.0 if seat == table.winner else 0.0
