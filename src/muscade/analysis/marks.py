"""Which decisions are worth a mark: all thresholds are here.

They are parts of a fair share of the victory: a tenth of a chance is less among two than among four. A loss that may
well be noise is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from muscade.analysis.structures import Decision, Mark
from muscade.core import Seat

BLUNDER = 0.4
"""Who loses that much of a fair share in one move has blundered: among two, a chance of winning of 0.2."""
SLIP = 0.15
FINE = 0.3
"""The best of several moves is a fine one if all others would have been that much worse."""
TURN = 0.5
"""A game takes a turn for a seat whose chances change by so much from one of its decisions to the next."""
SURE = 2.0
"""So many standard errors must be between two values for one to be called better."""
HUMAN = 0.6
"""Seconds that anybody needs to see a chance: nobody has missed one that was there for less."""
FEW = 3
"""Among fewer moves none is called fine."""


def marked(decisions: Sequence[Decision], parties: Sequence[int]) -> tuple[Decision, ...]:
    """The same decisions with their marks; ``parties`` are the seats', as `State.parties` has them."""
    fair = 1 / max(1, len(set(parties)))
    turns = set(_turning_points(decisions, fair))
    return tuple(
        msgspec.structs.replace(decision, mark=mark_of(decision, fair), turning=place in turns)
        for place, decision in enumerate(decisions)
    )


def mark_of(decision: Decision, fair: float) -> Mark | None:
    """What a decision is to be called.

    >>> mark_of(Decision(before=3, seat=0, played="P1", offered=4, loss=0.15, noise=0.02), fair=0.25)
    'blunder'
    >>> mark_of(Decision(before=3, seat=0, played="P1", offered=4, loss=0.15, noise=0.1), fair=0.25)
    """
    loss = decision.loss
    if decision.punished:
        return "fault"
    if loss is None:
        return None
    sure = loss > SURE * decision.noise
    if decision.played is None:
        waited = decision.waited is None or decision.waited >= HUMAN
        return "missed" if sure and waited and loss >= SLIP * fair else None
    if sure and loss >= BLUNDER * fair:
        return "blunder"
    if sure and loss >= SLIP * fair:
        return "slip"
    return "fine" if _is_fine(decision, fair) else None


def _is_fine(decision: Decision, fair: float) -> bool:
    """Was this the one good move? Of moves that nothing is known of, none can be."""
    if len(decision.moves) < FEW or decision.moves[0].move != decision.played:
        return False
    best, *others = decision.moves
    second = max(others, key=lambda one: one.value)
    gap = best.value - second.value
    return gap >= FINE * fair and gap > SURE * (best.spread**2 + second.spread**2) ** 0.5


def chance_of(decision: Decision) -> float | None:
    """What the seat could think of its chances once it had made this decision."""
    if not decision.moves or decision.loss is None:
        return None
    return max(0.0, decision.moves[0].value - decision.loss)


def _turning_points(decisions: Sequence[Decision], fair: float) -> Iterable[int]:
    last: dict[Seat, float] = {}
    for place, decision in enumerate(decisions):
        now = chance_of(decision)
        if now is None:
            continue
        before = last.get(decision.seat)
        if before is not None and abs(now - before) >= TURN * fair:
            yield place
        last[decision.seat] = now
