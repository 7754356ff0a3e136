"""The law of Bonneteau: pure functions over small numbers, each citing its clause. A set of cups is a mask, a bit for each."""

MOST_CUPS = 7
GOAL = 3


def standing(cups: int, lifted: int) -> int:
    """BN-1, BN-4: the cups that can be lifted."""
    return ((1 << cups) - 1) & ~lifted


def own_cup(seat: int) -> int:
    """BN-3: the cup that everybody has looked under is the one of their number."""
    return seat


def may_hide_it(cups: int, lifted: int, seat: int) -> int:
    """BN-3, BN-4: where the muscade may be, for somebody who has not seen it."""
    return standing(cups, lifted) & ~(1 << own_cup(seat))


def has_won(points: int) -> bool:
    """BN-6."""
    return points == GOAL
