"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from __future__ import annotations

from random import Random

from muscade.core.moves import Move, Seat
from muscade.games.ptipasspass.accounts import Account, rounds
from muscade.games.ptipasspass.cups import layout
from muscade.games.ptipasspass.moves import Hide, parse
from muscade.games.ptipasspass.tokens import HIDDEN
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import find_world


def complete_history(view: PtiPassPassView, rng: Random) -> list[tuple[Seat, Move]]:
    """Every hidden token made a colour that the seat cannot rule out, as if drawn from the hand it came from.

    Any history that fits can come out. They are not all exactly as likely as they should be: a choice is made among
    the colours that stay possible, without counting how many ways each leaves open later.
    """
    table = layout(view.options["layout"], view.seats, view.options["diagonals"])
    colours: dict[int, int] = {}
    for span in rounds(view.history):
        account = Account(view.seats, table, view.history, span)
        world = find_world(account, rng)
        colours |= account.colours
        colours |= {
            unknown.event: colour for unknown, colour in zip(account.unknowns, world.colours, strict=True)
        }
    history: list[tuple[Seat, Move]] = []
    for place, event in enumerate(view.history):
        move = parse(event.move)
        if isinstance(move, Hide) and move.colour == HIDDEN:
            move = Hide(colours[place], move.cup)
        history.append((event.seat, move))
    return history
