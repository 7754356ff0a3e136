"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from __future__ import annotations

from random import Random

from muscade.core.moves import Move, Seat
from muscade.games.ptipasspass.account import Account, layout_of, rounds
from muscade.games.ptipasspass.course import Table
from muscade.games.ptipasspass.moves import NOTATION, Hide
from muscade.games.ptipasspass.tokens import HIDDEN
from muscade.games.ptipasspass.unseen import find_world
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import present


def complete(view: PtiPassPassView, rng: Random) -> tuple[list[tuple[Seat, Move]], Table]:
    """Every hidden token made a colour that the seat cannot rule out, as if drawn from the hand it came from; and the table.

    Any history that fits can come out. They are not all exactly as likely as they should be: a choice is made among
    the colours that stay possible, without counting how many ways each leaves open later.
    """
    colours: dict[int, int] = {}
    for span in rounds(view.history):
        account = Account(view.seats, layout_of(view), view.history, span)
        world = find_world(account, rng)
        colours |= account.colours
        colours |= {
            unknown.event: colour for unknown, colour in zip(account.unknowns, world.colours, strict=True)
        }
    history = [(event.seat, NOTATION.parse(event.move)) for event in view.history]
    for place, colour in colours.items():
        seat, move = history[place]
        if isinstance(move, Hide) and move.colour == HIDDEN:
            history[place] = (seat, Hide(colour, move.cup))
    return history, present(view, account, world)
