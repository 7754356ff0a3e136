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
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from muscade.board import Board, standard_board
from muscade.games.mono_line import rules
from muscade.games.mono_line.view import MonoLineView
from muscade.kernels.compiler import compiled, law
from muscade.kernels.kernel import Numbers, signed

share_a_line = law(rules).share_a_line

SMALLEST_TABLE, LARGEST_TABLE = 1 << 10, 1 << 24
ANYWHERE = -1
ENDLESS = 1 << 20
"""More pieces than any board has room for."""
Verdict: TypeAlias = Literal["unknown", "win", "loss"]
VERDICTS: tuple[Verdict, ...] = ("unknown", "win", "loss")


@compiled()
def listed(
    places: Numbers,
    count: int,
    mine: int,
    yours: int,
    me: int,
    you: int,
    my_pieces: int,
    your_pieces: int,
    even: int,
    ways: Numbers,
) -> int:
    """The sets of lines worth taking and how good they look; -1 if the first of them wins by counting alone.

    The other arguments are those of `look`.
    """
    found = 0
    for one in range(count):
        if share_a_line(places[one], yours):
            continue
        new = places[one] & ~mine
        beaten = False
        for other in range(count):
            if other != one and new & ~places[other] == 0 and not share_a_line(places[other], yours):
                # Of places that take the same lines the first will do.
                beaten = places[other] & ~mine != new or other < one
                if beaten:
                    break
        if beaten:
            continue
        after = mine | new
        gained, open_to_me, left_to_you = 0, 0, 0
        for other in range(count):
            there = places[other]
            if there & ~after == 0:
                gained += 1
            elif not share_a_line(there, yours):
                open_to_me += 1
            if not share_a_line(there, after):
                left_to_you += 1
        ways[0, found] = new
        ways[1, found] = 2 * gained + open_to_me - 2 * left_to_you
        if min(my_pieces, me + gained) > min(your_pieces, you + left_to_you) - even:
            ways[0, 0] = new
            return -1
        found += 1
    return found


@compiled()
def look(
    mine: int,
    yours: int,
    me: int,
    you: int,
    my_pieces: int,
    your_pieces: int,
    even: int,
    depth: int,
    count: int,
    table: Numbers,
    scratch: Numbers,
    state: Numbers,
) -> int:
    """Does the player to move win: 1 yes, 2 no, 0 if there were too many positions.

    ``me`` and ``you`` are the places that each has for sure, all those taken since the first position included, and
    ``even`` is 1 if equal numbers win (the player who moved second then). ``scratch[depth, 0]`` has the ``count``
    places in dispute, by their lines. ``state``: positions left to look at; at depth 0 the lines that win if taken, and
    the lines held afterwards.
    """
    state[0] -= 1
    if state[0] < 0:
        return 0
    places = scratch[depth + 1, 0]
    within_my_reach, within_yours = mine, yours
    kept = 0
    for k in range(count):
        there = scratch[depth, 0, k]
        open_to_me, open_to_you = not share_a_line(there, yours), not share_a_line(there, mine)
        if open_to_me:
            within_my_reach |= there
        if open_to_you:
            within_yours |= there
        if open_to_me or open_to_you:
            places[kept] = there
            kept += 1
    count, kept = kept, 0
    mine |= within_my_reach & ~within_yours
    yours |= within_yours & ~within_my_reach
    disputed, most_mine, most_yours = 0, 0, 0
    for k in range(count):
        there = places[k]
        if there & ~mine == 0:
            me += 1
        elif there & ~yours == 0:
            you += 1
        else:
            disputed |= there
            most_mine += not share_a_line(there, yours)
            most_yours += not share_a_line(there, mine)
            places[kept] = there
            kept += 1
    count = kept
    most_mine += me
    most_yours += you
    if min(my_pieces, me) > min(your_pieces, most_yours) - even:
        return 1
    if min(my_pieces, most_mine) <= min(your_pieces, you) - even:
        return 2
    if most_mine < my_pieces and most_yours < your_pieces:
        totals = me - you + even  # pieces will not run out, and the difference is all that counts
    else:
        totals = ((min(me, my_pieces) * 4096 + min(you, your_pieces)) * 2 + even + 1) * 4096
    mine &= disputed
    yours &= disputed
    mixed = (mine * 0x1E3779B97F4A7C15 ^ yours) * 0x3F51AFD7ED558CCD ^ disputed + totals * 0x51AFD7ED558CCD
    mixed ^= mixed >> 31
    mixed *= 0x14CEB9FE1A85EC53
    slot = (mixed ^ mixed >> 33) & (table.shape[0] - 2)
    for twin in range(slot, slot + 2):
        if (
            table[twin, 0] == mine
            and table[twin, 1] == yours
            and table[twin, 2] == disputed
            and table[twin, 3] >> 2 == totals
            and table[twin, 3] & 3 != 0
        ):
            return int(table[twin, 3] & 3)
    ways = scratch[depth, 1:]
    started = state[0]
    found = listed(places, count, mine, yours, me, you, my_pieces, your_pieces, even, ways)
    if found < 0:
        if depth == 0:
            state[1], state[2] = ways[0, 0], mine | ways[0, 0]
        return 1
    result = 2
    for k in range(found):
        best = k
        for other in range(k + 1, found):
            if ways[1, other] > ways[1, best]:
                best = other
        new = ways[0, best]
        ways[0, best], ways[1, best] = ways[0, k], ways[1, k]
        reply = look(
            yours,
            mine | new,
            you,
            me,
            your_pieces,
            my_pieces,
            1 - even,
            depth + 1,
            count,
            table,
            scratch,
            state,
        )
        if reply == 0:
            return 0
        if reply == 2:
            result = 1
            if depth == 0:
                state[1], state[2] = new, mine | new
            break
    # Of two that fall on one slot, the one that was more work stays in front; behind it is the latest.
    work = started - state[0]
    if table[slot, 4] > work:
        slot += 1
    else:
        for word in range(table.shape[1]):
            table[slot + 1, word] = table[slot, word]
    table[slot, 0] = mine
    table[slot, 1] = yours
    table[slot, 2] = disputed
    table[slot, 3] = totals << 2 | result
    table[slot, 4] = work
    return result


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
    empty = rules.empty_places(owners)
    spares = [sum(not lines_of[place] & ~lines for place in empty) for lines in held]
    return Held(held[0], held[1], spares[0], spares[1], my_pieces, your_pieces)


def held_in_view(view: MonoLineView, board: Board) -> Held | None:
    """The position on the table, from the seat that looks, whose turn it is.

    None where a wrong piece stands (ML-5): its owner may lose at any moment.
    """
    assert view.seat is not None
    owners = [rules.NOBODY] * len(board.intersections)
    for piece in view.pieces:
        owners[board.intersection(piece.place)] = piece.seat
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
    in_dispute = [lines for lines in lines_of if lines & ~held.mine and lines & ~held.yours]
    size = SMALLEST_TABLE
    while size < min(budget // 4, LARGEST_TABLE):  # most positions are settled by counting, and not kept
        size *= 2
    # Every piece in the search takes a line, and there are 64 at most.
    scratch: Numbers = np.zeros((64 + 2, 3, max(len(in_dispute), 1)), np.int64)
    scratch[0, 0, : len(in_dispute)] = np.array(in_dispute, np.uint64).astype(np.int64)
    state = np.array([budget, 0, 0], np.int64)
    result = look(
        signed(held.mine),
        signed(held.yours),
        *held[2:],
        0,
        0,
        len(in_dispute),
        np.zeros((size, 5), np.int64),
        scratch,
        state,
    )
    left, taken, after = (int(number) for number in state)
    place = None
    if result == 1:
        place = ANYWHERE
        if taken:
            place = next(
                place
                for place, lines in enumerate(map(signed, lines_of))
                if not lines & ~after and not taken & ~lines
            )
    return Found(VERDICTS[result], place, budget - max(left, 0))


def first_moves(board: Board) -> list[int]:
    """One intersection of each kind: the others are images of these."""
    return sorted({min(image[place] for image in board.symmetries) for place in range(len(board.lines_of))})


# ------------------------------------------------------------ the centre wins


def centre_wins(board: Board) -> bool:
    """Does the first player win by taking the centre, and then always the point opposite the opponent's?

    What is checked: turning the board by half a turn leaves it as it is and moves every intersection but the centre;
    and no line holds an intersection and its opposite, but those through the centre. Then, whatever the opponent
    takes, is on no line through the centre. Its opposite is empty, since until now the pieces were each other's
    opposites. And it is open: a line through it and some piece of the opponent's, turned by half a turn, would be a
    line through the place just taken and a piece of the first player's, and that place was open; and it shares no line
    with the place just taken itself. So there is always an answer (ML-4).
    """
    places = range(len(board.lines_of))
    for image in board.symmetries:
        if any((image[place] == place) != (place == 0) or image[image[place]] != place for place in places):
            continue
        lines = {frozenset(line) for line in board.lines}
        if any(frozenset(image[place] for place in line) not in lines for line in lines):
            continue
        if all(0 in line or not any(image[place] in line for place in line) for line in lines):
            return True
    return False
