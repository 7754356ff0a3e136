"""The law of Passe Éclair: pure functions over small numbers, each citing its clauses.

A card is a number from 0 to 26; cards that look the same are the same. 0 to 24 are the wild guys: five times the
holder plus the receiver, both in the order Léon, Marlon, Rocce, Fabi, Vanessa. 25 is Socke, 26 Gros Michi. Sets of cards
are masks, with a bit for each. A *figure* is who is shown large: a holder from 0 to 4, Socke 5, Michi 6. A token is
a number too: 0 to 8 are goals less one, 9 to 13 footballers in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

FOOTBALLERS = 5
SOCKE = 25
MICHI = 26
FACES = 27
"""How many different cards there can be."""
CARDS = 60
HAND = 7
ROUNDS = 9
TOKENS = 9
"""So many victory tokens, and so many consolation tokens (ES-2)."""
GOALS = 9
"""A token shows at most so many (ES-2)."""
KINDS = GOALS + FOOTBALLERS
"""How many different tokens there can be."""
NOBODY = -1
TWO = 2
"""With so many players some clauses are different (ES-19)."""

_HOLDERS_CARDS = (1 << FOOTBALLERS) - 1
_DOGS = 1 << SOCKE
_MICHIS = 1 << MICHI
EVERYTHING = (1 << FACES) - 1


def figure(card: int) -> int:
    """ES-1."""
    return card // FOOTBALLERS if card < SOCKE else card - 20


def receiver(card: int) -> int:
    """To whom the ball goes; nobody on Socke and Michi (ES-1)."""
    return card % FOOTBALLERS if card < SOCKE else NOBODY


def is_wild(card: int) -> bool:
    """Does a card show a wild guy (ES-1)?"""
    return card < SOCKE


def goals_on(token: int) -> int:
    """ES-2; footballers are worth none (ES-17)."""
    return token + 1 if token < GOALS else 0


def held_back(seat: int, seats: int, top: int, layer: int) -> bool:
    """May a seat lay no wild guy, because the one on top is its own (ES-6)? Never with two players (ES-19).

    ``layer`` laid the top card; a turned card is nobody's. On Socke everything goes (ES-7).
    """
    return seats > TWO and top < SOCKE and layer == seat


def fitting(top: int, back: bool) -> int:
    """The cards that fit a top card, as a mask; Michi only on Socke (ES-5, ES-7, ES-8).

    ``back``: the seat is held back (ES-6).

    >>> bin(fitting(1, False))  # Léon passes to Marlon: Marlon or the dog
    '0b10000000000000001111100000'
    """
    if top == SOCKE:
        return EVERYTHING
    if top == MICHI or back:
        return _DOGS
    return _DOGS | _HOLDERS_CARDS << FOOTBALLERS * (top % FOOTBALLERS)


def is_blocked(hands: Sequence[int], top: int, layer: int) -> bool:
    """Can nobody lay anything but Michi (ES-10)? ``hands`` are the cards each seat holds."""
    seats = len(hands)
    playable = 0
    for seat in range(seats):
        playable |= hands[seat] & fitting(top, held_back(seat, seats, top, layer))
    return playable == 0


def allowed(top: int, back: bool, blocked: bool) -> int:
    """The cards that may be laid on a top card, as a mask: those that fit, and Michi where play is blocked (ES-8)."""
    return fitting(top, back) | _MICHIS if blocked else fitting(top, back)


def fault(card: int, top: int, back: bool, blocked: bool) -> int:
    """What is wrong with laying a card: the number of the clause it breaks, or 0 where it may lie (ES-5 to ES-8).

    >>> fault(7, 1, False, False), fault(11, 1, False, False), fault(7, 1, True, False)
    (0, 5, 6)
    """
    if allowed(top, back, blocked) >> card & 1:
        return 0
    if card == MICHI:
        return 8
    return 6 if fitting(top, False) >> card & 1 else 5


def turns_another(card: int, pile: int, wild_left: bool) -> bool:
    """Is another card turned on the one just turned, because it shows no wild guy (ES-4)?

    Only as long as there can be one among the rest: ``pile`` cards are left, and ``wild_left`` says whether any are
    among those that would make a new pile (ES-12).
    """
    return not is_wild(card) and (pile > 0 or wild_left)


def kept_in_the_middle(wrong: bool) -> int:
    """How many cards stay when the middle becomes the pile (ES-12).

    Under a wrong card lies the one that comes to light again if it is called (ES-11).
    """
    return 2 if wrong else 1


def goes_unnoticed(players_referee: bool, card: int, size: int) -> bool:
    """Does a wrong card out of a hand of that size stay until it is called (ES-11)?

    Where the players are the referee, but for what ends a pile or a round, which cannot be undone.
    """
    return players_referee and card != MICHI and size > 1


def gets_in_between(seat: int, top: int, layer: int) -> bool:
    """Is a seat quicker on a Socke than whoever laid him and may follow with any card (ES-7)? A turned one is nobody's.

    >>> gets_in_between(0, SOCKE, 3), gets_in_between(3, SOCKE, 3), gets_in_between(0, SOCKE, NOBODY)
    (True, False, False)
    """
    return top == SOCKE and layer not in (seat, NOBODY)


def may_call(seat: int, wrong: bool, layer: int) -> bool:
    """May a seat say that the top card, which ``layer`` laid, is wrong (ES-11)?"""
    return wrong and layer != seat


def all_have_passed(passed: int, seats: int) -> bool:
    """Has every seat said "nothing" (ES-10), or "ready" (ES-17)? ``passed`` is a mask of those who have."""
    return passed == (1 << seats) - 1


def most_cards(sizes: Sequence[int]) -> int:
    """Who is left with the most cards; nobody where several are (ES-14), nor with two players (ES-19)."""
    if len(sizes) <= TWO:
        return NOBODY
    most = NOBODY
    size = -1
    for seat in range(len(sizes)):
        if sizes[seat] > size:
            most = seat
            size = sizes[seat]
        elif sizes[seat] == size:
            most = NOBODY
    return most
