"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from random import Random

from bonneteau.moves import NOTATION, UNKNOWN, Hide, Lift
from bonneteau.rules import may_hide_it
from bonneteau.state import BonneteauView
from muscade.core import Move, Seat


def complete_history(view: BonneteauView, rng: Random) -> list[tuple[Seat, Move]]:
    """From the end to the beginning: where the muscade was found tells where it was hidden, else it may be anywhere."""
    history: list[tuple[Seat, Move]] = []
    lifted, found = 0, UNKNOWN
    viewer = UNKNOWN if view.seat is None else view.seat
    for event in reversed(view.history):
        move = NOTATION.parse(event.move)
        if isinstance(move, Lift):
            lifted |= 1 << move.cup
            found = move.cup if "muscade" in event.shown else found
        elif move == Hide(UNKNOWN):
            mask = may_hide_it(view.options["cups"], lifted, viewer) if found == UNKNOWN else 1 << found
            move = Hide(rng.choice([cup for cup in range(UNKNOWN) if mask >> cup & 1]))
        if isinstance(move, Hide):
            lifted, found = 0, UNKNOWN
        history.append((event.seat, move))
    return history[::-1]
