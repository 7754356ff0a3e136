"""Who wins a position of Mono-Line, exactly: with pieces that never run out (ML-1), by looking at everything.

All that matters of a position is which lines each player holds, and the *spare* moves: a place whose lines are all
one's own is open for good, takes nothing from anybody, and is closed to the opponent. Spare moves of one player undo
those of the other, so only the difference counts (they are whole numbers in the sense of combinatorial games).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from muscade.board import Board, standard_board
from muscade.games.mono_line import rules
from muscade.solvers.kernels import Numbers, compiled

UNKNOWN, WIN, LOSS = range(3)
TABLE = 1 << 20
SPARE = -1
Verdict: TypeAlias = Literal["unknown", "win", "loss"]
VERDICTS: tuple[Verdict, ...] = ("unknown", "win", "loss")


@compiled
def gained(lines: Numbers, before: int, after: int) -> int:
    """How many spare moves it makes to hold these lines too, the place just taken not counted."""
    count = -1
    for place in range(lines.shape[0]):
        if lines[place] & ~after == 0 and lines[place] & ~before != 0:
            count += 1
    return count


@compiled
def listed(lines: Numbers, mine: int, yours: int, moves: Numbers) -> int:
    """The places worth trying, the best first (ML-2).

    Of two open places, one of which takes all the lines of the other and more, the other need not be tried. Whoever
    has taken the larger one can play as if they had taken the smaller one: they hold more, so all of that is possible
    and the opponent can do no more than there; and where that plan takes the larger place later on, the smaller one
    is there to be taken instead. For the same reason spare moves come last of all.
    """
    found = 0
    for place in range(lines.shape[0]):
        new = lines[place] & ~mine
        if new == 0 or lines[place] & yours != 0:
            continue
        at = 0
        while at < found and new & ~moves[at, 1] != 0:
            # What this place takes besides more is not worth keeping.
            if moves[at, 1] & ~new == 0:
                found -= 1
                moves[at, 0] = moves[found, 0]
                moves[at, 1] = moves[found, 1]
            else:
                at += 1
        if at == found:
            moves[found, 0] = place
            moves[found, 1] = new
            found += 1
    for number in range(found):
        place = moves[number, 0]
        after = mine | moves[number, 1]
        score = 0
        for other in range(lines.shape[0]):
            there = lines[other]
            if there & ~after == 0:
                if there & ~mine != 0:
                    score += 2
            elif there & yours == 0:
                score += 1
            if there & after == 0 and there & ~yours != 0:
                score -= 2
        # Those before this one are in order already, by their scores.
        at = number
        while at > 0 and moves[at - 1, 1] < score:
            moves[at, 0] = moves[at - 1, 0]
            moves[at, 1] = moves[at - 1, 1]
            at -= 1
        moves[at, 0] = place
        moves[at, 1] = score
    return found


@compiled
def settled(lines: Numbers, mine: int, yours: int, spare: int) -> int:
    """What counting alone proves: who has more places for sure than the other can ever get.

    A line that only one of the two can still take is as good as held.
    """
    reach_mine, reach_yours = mine, yours
    most_mine, most_yours = 0, 0
    for place in range(lines.shape[0]):
        there = lines[place]
        if there & yours == 0:
            reach_mine |= there
            if there & ~mine != 0:
                most_mine += 1
        if there & mine == 0:
            reach_yours |= there
            if there & ~yours != 0:
                most_yours += 1
    sure_mine = mine | reach_mine & ~reach_yours
    sure_yours = yours | reach_yours & ~reach_mine
    least_mine, least_yours = 0, 0
    for place in range(lines.shape[0]):
        there = lines[place]
        if there & ~mine != 0 and there & ~sure_mine == 0:
            least_mine += 1
        if there & ~yours != 0 and there & ~sure_yours == 0:
            least_yours += 1
    if spare + least_mine > most_yours:
        return 1
    if spare + most_mine <= least_yours:
        return 2
    return 0


@compiled
def look(
    lines: Numbers,
    mine: int,
    yours: int,
    spare: int,
    table: Numbers,
    scratch: Numbers,
    depth: int,
    state: Numbers,
) -> int:
    """Does the player to move win? ``spare`` is their spare moves less the opponent's.

    ``state``: positions left to look at, and at depth 0 the place that wins.
    """
    state[0] -= 1
    if state[0] < 0:
        return 0
    result = settled(lines, mine, yours, spare)
    if result != 0 and depth > 0:
        return result
    mixed = (mine * 0x1E3779B97F4A7C15 ^ yours) * 0x3F51AFD7ED558CCD + spare
    mixed ^= mixed >> 31
    mixed *= 0x14CEB9FE1A85EC53
    slot = (mixed ^ mixed >> 33) & (table.shape[0] - 1)
    if (
        depth > 0
        and table[slot, 0] == mine
        and table[slot, 1] == yours
        and table[slot, 2] == spare
        and table[slot, 3] != 0
    ):
        return int(table[slot, 3])
    moves = scratch[depth]
    count = listed(lines, mine, yours, moves)
    result = 2
    for k in range(count):
        after = mine | lines[moves[k, 0]]
        reply = look(
            lines, yours, after, -(spare + gained(lines, mine, after)), table, scratch, depth + 1, state
        )
        if reply == 0:
            return 0
        if reply == 2:
            result = 1
            if depth == 0:
                state[1] = moves[k, 0]
            break
    if count == 0 and spare > 0:
        reply = look(lines, yours, mine, 1 - spare, table, scratch, depth + 1, state)
        if reply == 0:
            return 0
        if reply == 2:
            result = 1
    table[slot, 0] = mine
    table[slot, 1] = yours
    table[slot, 2] = spare
    table[slot, 3] = result
    return result


class Found(NamedTuple):
    """Who wins, and where the player to move places to win; `SPARE` says that any spare move will do."""

    verdict: Verdict
    place: int | None = None


class Held(NamedTuple):
    """A position as the solver sees it: lines held by the player to move and the opponent, difference of spare moves."""

    mine: int
    yours: int
    spare: int


def held_in(lines_of: Sequence[int], owners: Sequence[int], player: int) -> Held:
    """The position in which it is that player's turn; ``owners`` as in `rules`, nothing wrongly placed (ML-2)."""
    mine, yours = (rules.lines_held(owners, lines_of, who) for who in (player, rules.opponent(player)))
    spare = 0
    for owner, lines in zip(owners, lines_of, strict=True):
        if owner == rules.NOBODY:
            spare += (not lines & ~mine) - (not lines & ~yours)
    return Held(mine, yours, spare)


@lru_cache(maxsize=1)
def _table(size: int) -> Numbers:
    return np.zeros((size, 4), np.int64)


def solve_position(
    held_me: int,
    held_you: int,
    spare: int,
    budget: int,
    lines_of: Sequence[int] | None = None,
    memory: int = TABLE,
) -> Found:
    """Who wins with the player to move holding ``held_me``, looking at no more than ``budget`` positions.

    ``lines_of`` are those of the board, by default of the standard one; ``memory`` positions, a power of two, are
    remembered.
    """
    lines = np.array(standard_board().lines_of if lines_of is None else lines_of, np.uint64).astype(np.int64)
    # What was learnt may be of another board; it is soon learnt again.
    table = _table(memory)
    table.fill(0)
    scratch: Numbers = np.zeros((2 * len(lines) + 2, len(lines), 2), np.int64)
    state = np.array([budget, SPARE], np.int64)
    mine, yours = (held - (1 << 64) if held >> 63 else held for held in (held_me, held_you))
    result = look(lines, mine, yours, spare, table, scratch, 0, state)
    verdict = VERDICTS[result]
    return Found(verdict, int(state[1]) if verdict == "win" else None)


def first_moves(board: Board) -> list[int]:
    """One intersection of each kind: the others are images of these."""
    return sorted({min(image[place] for image in board.symmetries) for place in range(len(board.lines_of))})


def first_move_wins(board: Board, place: int, budget: int, memory: int = TABLE) -> bool | None:
    """Has the first player won with a first piece there? None if the budget was too small to know."""
    owners = [rules.NOBODY] * len(board.lines_of)
    owners[place] = 0
    found = solve_position(*held_in(board.lines_of, owners, 1), budget, board.lines_of, memory)
    return None if found.verdict == "unknown" else found.verdict == "loss"


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
