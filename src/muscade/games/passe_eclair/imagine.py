"""Filling in what a seat did not see: a full history that looks to it just as the real one did.

`memory` says what it saw, `placing` which cards may have come where; hidden tokens are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import msgspec

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN_TOKEN, LETTERS, tokens
from muscade.games.passe_eclair.memory import History, remember
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Rows, Set, Spend, Victory
from muscade.games.passe_eclair.placing import Placing
from muscade.games.passe_eclair.rules import figure
from muscade.games.passe_eclair.view import PasseEclairView


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = remember(view)
    history = memory.history.copy()
    for slot, card in Placing(memory, rng).solution():
        seat, move = history[slot.place]
        if isinstance(move, Deal):
            order = (*move.order[: slot.position], card, *move.order[slot.position + 1 :])
            history[slot.place] = (seat, Deal(order))
        elif isinstance(move, Draw):
            history[slot.place] = (seat, Draw(card, move.seat))
        elif isinstance(move, Set):
            history[slot.place] = (seat, _with_card(move, slot.position, card))
    _complete_tokens(history, view, rng)
    return [(seat, move.in_order() if isinstance(move, Set) else move) for seat, move in history]


def _with_card(move: Set, place: int, card: int) -> Set:
    """A card of a position's hands is known now, counted through all of them."""
    hands = [list(hand) for hand in move.position.hands]
    for hand in hands:
        if place < len(hand):
            hand[place] = CARD_NAMES[card]
            break
        place -= len(hand)
    return Set(msgspec.structs.replace(move.position, hands=tuple(map(tuple, hands))))


# ---------------------------------------------------------------- tokens

_Sort: TypeAlias = type[Victory] | type[Consolation]


def _taken(move: Move) -> Iterator[tuple[_Sort, Seat, int, str]]:
    """The tokens that a move gives: their sort, whose they are, where among that one's they stand, what they show."""
    if isinstance(move, Victory | Consolation):
        yield type(move), move.seat, 0, move.token
    elif isinstance(move, Set):
        told = move.position
        given: dict[_Sort, Rows] = {Victory: told.victory, Consolation: told.consolation}
        for sort, rows in given.items():
            for seat, row in enumerate(rows):
                for place, token in enumerate(row):
                    yield sort, seat, place, token


def _show(history: History, sort: _Sort, seat: Seat, at: tuple[int, int], token: str) -> None:
    """A hidden token showed this: the one at that place of what an event gave."""
    event, place = at
    _, move = history[event]
    if not isinstance(move, Set):
        history[event] = (NATURE, sort(token, seat))
        return
    kept = "victory" if sort is Victory else "consolation"
    rows = [list(row) for row in getattr(move.position, kept)]
    rows[seat][place] = token
    told = {kept: tuple(map(tuple, rows))}
    history[event] = (NATURE, Set(msgspec.structs.replace(move.position, **told)))


def _complete_tokens(history: History, view: PasseEclairView, rng: Random) -> None:
    """Hidden tokens: those spent later show what they were spent on (ES-17), the rest is drawn anew until ES-18."""
    supplies: dict[_Sort, list[str]] = dict(
        zip((Victory, Consolation), map(list, tokens(view.options["tokens"])), strict=True)
    )
    hidden: dict[tuple[_Sort, Seat], list[tuple[int, int]]] = {}
    for event, (seat, move) in enumerate(history):
        for sort, owner, place, token in _taken(move):
            if token == HIDDEN_TOKEN:
                hidden.setdefault((sort, owner), []).append((event, place))
            else:
                supplies[sort].remove(token)
        if isinstance(move, Set):
            for row in move.position.spent:
                for token in row:
                    supplies[Consolation].remove(token)
        elif isinstance(move, Spend) and seat != view.seat:
            # The tokens this seat has taken so far; which of them it was, nobody else knows.
            taken = hidden[Consolation, seat]
            taken_at = taken.pop(rng.randrange(len(taken)))
            spent = LETTERS[figure(move.card)]
            _show(history, Consolation, seat, taken_at, spent)
            supplies[Consolation].remove(spent)
    supplies = {sort: shuffled(rng, supply) for sort, supply in supplies.items()}
    for (sort, seat), places in hidden.items():
        turned_up = view.tokens[seat].victory if sort is Victory else view.tokens[seat].consolation
        for at, token in zip(places, turned_up, strict=True):
            _show(history, sort, seat, at, supplies[sort].pop() if token == HIDDEN_TOKEN else token)
