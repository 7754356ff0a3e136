"""What a play looks worth to somebody who thinks of this card only: for bots, and for looking ahead.

Pure functions over small numbers, like the law, so that compiled play uses the very same.
"""

from __future__ import annotations

WIN = 1000.0
"""Ends the round, for oneself or, with a minus, for somebody else."""
RIGHT = 500.0
"""Calling a wrong card: it costs nothing (ES-11)."""


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
