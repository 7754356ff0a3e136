"""Who wins a position of Mono-Line, exactly, by looking at everything; with pieces without end or a few (ML-1).

A place whose lines are all one's own is a *spare* move: it stays open, takes nothing from anybody and is closed to the
opponent. So count for each player all the places that they have from now on. When nobody can take a line any more,
the player to move wins if they have more than the other, of those that they have pieces for (ML-4).

What makes the search small, and why it may:

- More lines are never worse. Whoever holds more can place wherever they could before, and the opponent nowhere else.
  So a spare move is never better than taking lines, and a place is not worth trying if another takes its lines and
  more: every position but the last ones is one of taking lines only.
- A line that only one of the two can still take is as good as held: nobody is kept from anything by it.
- After that, lines without a place that is still in dispute are left out. Positions that differ in those only are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from muscade.board import Board, standard_board
from muscade.games.mono_line import rules
from muscade.games.mono_line.course import owner_of
from muscade.games.mono_line.judge import ENDLESS, outlasts, settled
from muscade.games.mono_line.rules import is_closed
from muscade.games.mono_line.state import COURSE
from muscade.games.mono_line.view import MonoLineView
from muscade.games.mono_line.worlds import present
from muscade.kernels.sharing import Integers

SMALLEST_TABLE, LARGEST_TABLE = 1 << 10, 1 << 24
ANYWHERE = -1
DEEPEST = 64
"""Every piece in the search takes a line, and no board has more."""
EVERY_LINE = (1 << DEEPEST) - 1
Verdict: TypeAlias = Literal["unknown", "win", "loss"]
VERDICTS: tuple[Verdict, ...] = ("unknown", "win", "loss")
UNKNOWN, WIN, LOSS = range(3)

# A position on the way from the first one, in numbers. Lines that the player to move holds, and the opponent; the places that
# each has for sure, all those taken since the first position included; their pieces; 1 if equal numbers win (for whoever
# moved second). How many places are in dispute, the lines of those, all that counts of the totals, and the slot among the known
# positions. How many ways to go on there are, how many were tried, which lines the last one took; how many positions had
# been looked at when it was met.
MINE, YOURS, ME, YOU, MY_PIECES, YOUR_PIECES, EVEN = range(7)
COUNT, DISPUTED, TOTALS, SLOT, WAYS, TRIED, TOOK, BEGUN = range(7, 15)
POSITION = 15
# A known position: lines held by each and in dispute, the totals with the result, and how much work it was.
KNOWN_MINE, KNOWN_YOURS, KNOWN_DISPUTED, KNOWN_RESULT, WORK = range(5)
KNOWN = 5
RESULT_BITS = 2
# Rows of room: the places in dispute by their lines; the lines that each way takes, and how good it looks.
PLACES, TAKES, PROMISE = range(3)


def is_spare(lines: int, held: int) -> bool:
    """A place whose lines are all one's own."""
    return lines & ~held == 0


def narrow(position: Any, given: Any, places: Any) -> int:
    """Keep the places in dispute, and count the others; the result, if counting alone tells."""
    mine, yours = position[MINE], position[YOURS]
    within_my_reach, within_yours = mine, yours
    some = 0
    for number in range(position[COUNT]):
        there = given[number]
        open_to_me, open_to_you = not is_closed(there, yours), not is_closed(there, mine)
        if open_to_me:
            within_my_reach |= there
        if open_to_you:
            within_yours |= there
        if open_to_me or open_to_you:
            places[some] = there
            some += 1
    mine |= within_my_reach & ~within_yours
    yours |= within_yours & ~within_my_reach
    me, you, even = position[ME], position[YOU], position[EVEN]
    disputed, disputed_mine, disputed_yours, kept = 0, 0, 0, 0
    for number in range(some):
        there = places[number]
        if is_spare(there, mine):
            me += 1
        elif is_spare(there, yours):
            you += 1
        else:
            disputed |= there
            disputed_mine += not is_closed(there, yours)
            disputed_yours += not is_closed(there, mine)
            places[kept] = there
            kept += 1
    my_pieces, your_pieces = position[MY_PIECES], position[YOUR_PIECES]
    most_mine, most_yours = me + disputed_mine, you + disputed_yours
    if most_mine < my_pieces and most_yours < your_pieces:
        totals = me - you + even  # pieces will not run out, and the difference is all that counts
    else:
        totals = ((min(me, my_pieces) * 4096 + min(you, your_pieces)) * 2 + even + 1) * 4096
    position[MINE], position[YOURS] = mine & disputed, yours & disputed
    position[ME], position[YOU] = me, you
    position[COUNT], position[DISPUTED], position[TOTALS] = kept, disputed, totals
    sure = settled(
        min(my_pieces, me),
        min(my_pieces, most_mine),
        min(your_pieces, you) - even,
        min(your_pieces, most_yours) - even,
    )
    return WIN if sure > 0 else LOSS if sure < 0 else UNKNOWN


def recall(position: Any, known: Any) -> int:
    """The result, if the position was met before; from now on it knows its slot."""
    mine, yours, disputed, totals = position[MINE], position[YOURS], position[DISPUTED], position[TOTALS]
    mixed = (mine * 0x1E3779B97F4A7C15 ^ yours) * 0x3F51AFD7ED558CCD ^ disputed + totals * 0x51AFD7ED558CCD
    mixed ^= mixed >> 31
    mixed *= 0x14CEB9FE1A85EC53
    slot = (mixed ^ mixed >> 33) & (known.shape[0] - 2)
    position[SLOT] = slot
    for twin in range(slot, slot + 2):
        result = known[twin, KNOWN_RESULT]
        if (
            known[twin, KNOWN_MINE] == mine
            and known[twin, KNOWN_YOURS] == yours
            and known[twin, KNOWN_DISPUTED] == disputed
            and result >> RESULT_BITS == totals
        ):
            return int(result & ((1 << RESULT_BITS) - 1))
    return UNKNOWN


def keep(position: Any, known: Any, result: int, work: int) -> None:
    """Of two that fall on one slot, the one that was more work stays in front; behind it is the latest."""
    slot = position[SLOT]
    if known[slot, WORK] > work:
        slot += 1
    else:
        for field in range(KNOWN):
            known[slot + 1, field] = known[slot, field]
    known[slot, KNOWN_MINE] = position[MINE]
    known[slot, KNOWN_YOURS] = position[YOURS]
    known[slot, KNOWN_DISPUTED] = position[DISPUTED]
    known[slot, KNOWN_RESULT] = position[TOTALS] << RESULT_BITS | result
    known[slot, WORK] = work


def is_beaten(places: Any, position: Any, one: int) -> bool:
    """Does another place take the same lines and more? Of places that take the same the first will do."""
    mine = position[MINE]
    takes = places[one] & ~mine
    for other in range(position[COUNT]):
        there = places[other]
        as_good = other != one and takes & ~there == 0 and not is_closed(there, position[YOURS])
        if as_good and (there & ~mine != takes or other < one):
            return True
    return False


def list_ways(position: Any, places: Any, ways: Any) -> int:
    """The sets of lines worth taking and how good they look; the result, if one of them wins by counting alone."""
    mine, yours = position[MINE], position[YOURS]
    position[WAYS] = position[TRIED] = 0
    for one in range(position[COUNT]):
        if is_closed(places[one], yours) or is_beaten(places, position, one):
            continue
        after = mine | places[one]
        gained, open_to_me, left_to_you = 0, 0, 0
        for other in range(position[COUNT]):
            there = places[other]
            if is_spare(there, after):
                gained += 1
            elif not is_closed(there, yours):
                open_to_me += 1
            left_to_you += not is_closed(there, after)
        position[TOOK] = places[one] & ~mine
        if outlasts(
            min(position[MY_PIECES], position[ME] + gained),
            min(position[YOUR_PIECES], position[YOU] + left_to_you) - position[EVEN],
        ):
            return WIN
        ways[TAKES, position[WAYS]] = position[TOOK]
        ways[PROMISE, position[WAYS]] = 2 * gained + open_to_me - 2 * left_to_you
        position[WAYS] += 1
    return UNKNOWN


def go_on(position: Any, ways: Any, following: Any) -> None:
    """Take the lines of the best way that was not tried yet; then it is the other player's turn."""
    number = best = position[TRIED]
    for other in range(number + 1, position[WAYS]):
        if ways[PROMISE, other] > ways[PROMISE, best]:
            best = other
    takes = ways[TAKES, best]
    ways[TAKES, best] = ways[TAKES, number]
    ways[PROMISE, best] = ways[PROMISE, number]
    position[TRIED] += 1
    position[TOOK] = takes
    following[MINE], following[YOURS] = position[YOURS], position[MINE] | takes
    following[ME], following[YOU] = position[YOU], position[ME]
    following[MY_PIECES], following[YOUR_PIECES] = position[YOUR_PIECES], position[MY_PIECES]
    following[EVEN] = 1 - position[EVEN]
    following[COUNT] = position[COUNT]


def look(budget: int, positions: Any, rows: Any, known: Any) -> int:
    """Does the player to move in the first position win? How many positions it took, and the result in the lowest bits.

    ``rows[depth]`` has the places that were in dispute one piece before ``positions[depth]``. If the first position is won by
    taking lines, it says which it `TOOK`.
    """
    depth = seen = 0
    while True:
        if seen == budget:
            return seen << RESULT_BITS | UNKNOWN
        seen += 1
        here, places, ways = positions[depth], rows[depth + 1, PLACES], rows[depth]
        here[BEGUN] = seen
        here[TOOK] = 0
        result = narrow(here, rows[depth, PLACES], places)
        if result == UNKNOWN:
            result = recall(here, known)
        if result == UNKNOWN:
            result = list_ways(here, places, ways)
        # What is known of this position decides those before it; where it does not, the next way is tried.
        while result != UNKNOWN or positions[depth, TRIED] == positions[depth, WAYS]:
            if result == UNKNOWN:
                result = LOSS
                keep(positions[depth], known, result, seen - positions[depth, BEGUN])
            if depth == 0:
                return seen << RESULT_BITS | result
            depth -= 1
            if result == LOSS:
                result = WIN
                keep(positions[depth], known, result, seen - positions[depth, BEGUN])
            else:
                result = UNKNOWN
        go_on(positions[depth], rows[depth], positions[depth + 1])
        depth += 1


@cache
def _compiled() -> Any:
    from numba import types

    number, table = types.int64, types.Array(types.int64, 2, "C")
    return COURSE.machine.entry(
        look, number(number, table, types.Array(types.int64, 3, "C"), table), long_loops=True
    )


class Found(NamedTuple):
    """Who wins; where the player to move places to win (`ANYWHERE`: it does not matter); how many positions it took."""

    verdict: Verdict
    place: int | None
    positions: int


class Held(NamedTuple):
    """A position as the solver sees it: what the player to move and the opponent have."""

    mine: int
    yours: int
    my_spares: int = 0
    your_spares: int = 0
    """Empty places whose lines are all held by that player."""
    my_pieces: int = ENDLESS
    your_pieces: int = ENDLESS


def held_in(
    lines_of: Sequence[int],
    owners: Sequence[int],
    player: int,
    my_pieces: int = ENDLESS,
    your_pieces: int = ENDLESS,
) -> Held:
    """The position in which it is that player's turn; ``owners`` as in `rules`, nothing wrongly placed (ML-2)."""
    held = [rules.lines_held(owners, lines_of, who) for who in (player, rules.opponent(player))]
    empty = [lines for lines, owner in zip(lines_of, owners, strict=True) if owner == rules.NOBODY]
    spares = [sum(is_spare(lines, own) for lines in empty) for own in held]
    return Held(held[0], held[1], spares[0], spares[1], my_pieces, your_pieces)


def held_in_view(view: MonoLineView, board: Board) -> Held | None:
    """The position on the table, from the seat that looks, whose turn it is.

    None where a wrong piece stands (ML-5): its owner may lose at any moment.
    """
    assert view.seat is not None
    table = present(view)
    owners = [owner_of(table, place) for place in range(len(board.lines_of))]
    supply = [view.supply[seat] for seat in (view.seat, rules.opponent(view.seat))]
    pieces = [ENDLESS if left is None else left for left in supply]
    held = held_in(board.lines_of, owners, view.seat, *pieces)
    return None if held.mine & held.yours else held


def solve_position(held: Held, budget: int, lines_of: Sequence[int] | None = None) -> Found:
    """Who wins, looking at no more than ``budget`` positions; ``lines_of`` is the standard board's unless given.

    May be called by several threads at once, and lets others work meanwhile.
    """
    if lines_of is None:
        lines_of = standard_board().lines_of
    in_dispute = [
        lines for lines in lines_of if not is_spare(lines, held.mine) and not is_spare(lines, held.yours)
    ]
    size = SMALLEST_TABLE
    while size < min(budget // 4, LARGEST_TABLE):  # most positions are settled by counting, and not kept
        size *= 2
    positions: Integers = np.zeros((DEEPEST + 2, POSITION), np.int64)
    positions[0, : COUNT + 1] = *np.array(held[:2], np.uint64).astype(np.int64), *held[2:], 0, len(in_dispute)
    rows: Integers = np.zeros((DEEPEST + 2, 3, max(len(in_dispute), 1)), np.int64)
    rows[0, PLACES, : len(in_dispute)] = np.array(in_dispute, np.uint64).astype(np.int64)
    told = int(_compiled()(budget, positions, rows, np.zeros((size, KNOWN), np.int64)))
    result = told & (1 << RESULT_BITS) - 1
    place = None
    if result == WIN:
        place = ANYWHERE
        if taken := int(positions[0, TOOK]) & EVERY_LINE:
            after = int(positions[0, MINE]) & EVERY_LINE | taken
            place = next(
                place for place, lines in enumerate(lines_of) if is_spare(lines, after) and not taken & ~lines
            )
    return Found(VERDICTS[result], place, told >> RESULT_BITS)
