"""What a play looks worth to somebody who thinks of this card only, and how a game may go on: for bots and for searches.

Plain functions like those of `rules`, interpreted and compiled. `evaluate` plays a round to its end by everybody's tactics and
then asks how often such goals win; so a search is not bothered with the luck of deals to come.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import exp, sqrt

from muscade.games.passe_eclair.course import (
    CALL,
    CODES,
    DEALING,
    FIRST_MICHI,
    OVER,
    PASS,
    SPENDING,
    draw,
    moves,
    play,
    turn,
)
from muscade.games.passe_eclair.rules import FOOTBALLERS, ROUNDS, SOCKE, figure, receiver
from muscade.games.passe_eclair.table import Setting, Table
from muscade.kernels.primitives import NATURE_BIT, Chance, any_seat, room, unit

WIN = 1000.0
"""Ends the round, for oneself or, with a minus, for somebody else."""
RIGHT = 500.0
"""Calling a wrong card: it costs nothing (ES-11)."""
WHIM = 3.0
"""Tactics differ from player to player by about this much."""
LONGEST = 1000
"""Moves after which a round is left as it stands."""
HELP = 0.5
"""What a token with a footballer may be worth, in goals."""
SWING = 1.2
"""By how many goals the lead changes in a round."""


def worth_of_pass(left: int, alike: int, seats: int, answers: bool, seen: int) -> float:
    """A wild guy: ``left`` cards remain, ``alike`` had the same holder, ``answers`` says if one is the receiver.

    With several alike in hand it is easier to part with one. With two players one may go on oneself (ES-19); with more
    it had better be a ball that few of the others can take (ES-6): of its receiver's cards, ``seen`` are known not to
    be with them.
    """
    if left == 0:
        return WIN
    if seats == 2:
        return 20.0 + alike + (4.0 if answers else 0.0)
    return 20.0 + alike + 0.5 * seen


def worth_of_socke(left: int, dogs: int) -> float:
    """The dog fits at any time, so it is the best last card; before that, it is for when nothing else fits."""
    return WIN if dogs == left + 1 else 10.0


def worth_of_michi(left: int, other: int) -> float:
    """ES-8, ES-15: a smaller hand is worth having, a larger one is not, and one's last card it must not be."""
    return 6.0 * (left - other) + 3.0 if left else -WIN


def worth(
    seat: int,
    sizes: Sequence[int],
    hand: Sequence[int],
    box: Sequence[int],
    middle: Sequence[int],
    code: int,
) -> float:
    """What a move looks worth to a seat while cards are laid, by how many of each card it holds and sees."""
    if code == PASS:
        return 0.0
    if code == CALL:
        return RIGHT
    left = sizes[seat] - 1
    if code >= FIRST_MICHI:
        return worth_of_michi(left, sizes[code - FIRST_MICHI])
    if code == SOCKE:
        return worth_of_socke(left, hand[SOCKE])
    alike = answers = seen = 0
    holder, to = FOOTBALLERS * figure(code), FOOTBALLERS * receiver(code)
    for face in range(FOOTBALLERS):
        alike += hand[holder + face]
        answers += hand[to + face]
        seen += box[to + face] + middle[to + face]
    return worth_of_pass(left, alike, len(sizes), answers > 0, answers + seen)


# ---------------------------------------------------------------- how a game may go on


def quick(setting: Setting, table: Table, seat: int, chance: Chance) -> int:
    """What somebody does who cannot think long; what helps now may be spent now (ES-17)."""
    codes = room(CODES)
    found = moves(setting, table, seat, codes)
    best = codes[0]
    if found > 1 and table.phase != SPENDING:
        most = -1e9
        sizes, hand = table.sizes[: setting.seats], table.hands[seat]
        for place in range(found):
            promise = worth(seat, sizes, hand, table.box, table.middle, codes[place]) + WHIM * unit(chance)
            if promise > most:
                most = promise
                best = codes[place]
    return best


def evaluate(setting: Setting, table: Table, chance: Chance, expected: MutableSequence[float]) -> None:
    """Play the round to its end; then the goals so far tell how likely each seat is to win the game (ES-18)."""
    for _ in range(LONGEST):
        if table.phase in (DEALING, OVER):
            break
        mask = turn(setting, table)
        if mask == NATURE_BIT:
            draw(setting, table, chance)
        else:
            seat = any_seat(mask, chance)
            play(setting, table, seat, quick(setting, table, seat, chance))
    to_come = 0 if table.phase == OVER else ROUNDS - table.round + 1
    swing = SWING * sqrt(to_come + 0.05)
    total = 0.0
    for seat in range(setting.seats):
        goals = float(table.goals[seat])
        if to_come:
            for helper in range(FOOTBALLERS):
                goals += HELP * table.helpers[seat][helper]
        expected[seat] = exp((goals - table.goals[0]) / swing)
        total += expected[seat]
    for seat in range(setting.seats):
        expected[seat] /= total
