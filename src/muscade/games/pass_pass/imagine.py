"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import msgspec

from muscade.core.chance import shuffled
from muscade.core.moves import Move, Seat
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import CARD_NAMES, HIDDEN, HIDDEN_OF_COLOUR, card_number, seen_card_number
from muscade.games.pass_pass.course import setting_of
from muscade.games.pass_pass.moves import NOTATION, UNKNOWN_SEAT, Agree, ByRule, Deal, Play, Propose, Set
from muscade.games.pass_pass.state import deck_of
from muscade.games.pass_pass.view import PassPassView

History: TypeAlias = list[tuple[Seat, Move]]


def complete_history(view: PassPassView, rng: Random) -> History:
    """Every hidden card dealt anew, each deal the seat cannot rule out being as likely; hidden proposals likewise."""
    history = [(event.seat, NOTATION.parse(event.move)) for event in view.history]
    deck = deck_of(setting_of(view.seats, view.options))
    for number, begin, end in _rounds(history):
        seat, begun = history[begin]
        played = [(seat, move.card) for seat, move in history[begin:end] if isinstance(move, Play)]
        if isinstance(begun, Set):
            history[begin] = (seat, _complete_position(begun, played, deck, rng))
        elif isinstance(begun, Deal):
            history[begin] = (seat, Deal(_complete_deal(begun.order, played, deck, view.seats, rng)))
        for team in range(len(view.standings)):
            _complete_talk(history, range(begin, end), number, team, view, rng)
    return history


def _rounds(history: History) -> Iterator[tuple[int, int, int]]:
    """Each round's number from 0, and where it begins and ends; the first of a game may be set."""
    begins = [place for place, (_, move) in enumerate(history) if isinstance(move, Deal | Set)]
    first = history[begins[0]][1] if begins else None
    finished = first.position.round - 1 if isinstance(first, Set) else 0
    for number, begin in enumerate(begins):
        yield finished + number, begin, begins[number + 1] if number + 1 < len(begins) else len(history)


def _complete_deal(
    order: Sequence[int], played: Sequence[tuple[Seat, int]], deck: Sequence[int], seats: int, rng: Random
) -> tuple[int, ...]:
    """A deal seen in part, filled: with the cards each seat has shown since, then with unseen ones of its colour."""
    shown: dict[tuple[Seat, int], list[int]] = {}
    for seat, card in played:
        shown.setdefault((seat, rules.colour(card)), []).append(card)
    known = {card for card in order if card < rules.CARDS}.union(*shown.values())
    unseen = shuffled(rng, (card for card in deck if card not in known))
    filled = list(order)
    for place, card in enumerate(order):
        if HIDDEN_OF_COLOUR <= card < HIDDEN:
            tint = card - HIDDEN_OF_COLOUR
            seen_later = shown.get((place % seats, tint))
            if seen_later:
                filled[place] = seen_later.pop()
            else:
                filled[place] = next(hidden for hidden in unseen if rules.colour(hidden) == tint)
                unseen.remove(filled[place])
    for place, card in enumerate(order):
        if card == HIDDEN:
            filled[place] = unseen.pop()
    return tuple(filled)


def _complete_position(
    begun: Set, played: Sequence[tuple[Seat, int]], deck: Sequence[int], rng: Random
) -> Set:
    """The same for a position: hands seen by their colours, filled with what was shown since, then with unseen cards."""
    position = begun.position
    lying = [*position.trick, *position.discards, *(name for row in position.fronts for name in row)]
    known = {card_number(name) for name in lying}
    shown: dict[tuple[Seat, int], list[int]] = {}
    hands = [[seen_card_number(name) for name in hand] for hand in position.hands]
    for seat, card in played:
        if card not in hands[seat]:
            shown.setdefault((seat, rules.colour(card)), []).append(card)
    known.update(*hands, *shown.values())
    unseen = shuffled(rng, (card for card in deck if card not in known))
    for seat, hand in enumerate(hands):
        for place, card in enumerate(hand):
            if card < HIDDEN_OF_COLOUR:
                continue
            tint = card - HIDDEN_OF_COLOUR
            if seen_later := shown.get((seat, tint)):
                hand[place] = seen_later.pop()
            else:
                hand[place] = next(hidden for hidden in unseen if rules.colour(hidden) == tint)
                unseen.remove(hand[place])
    filled = tuple(tuple(CARD_NAMES[card] for card in hand) for hand in hands)
    return Set(msgspec.structs.replace(position, hands=filled)).in_order()


def _complete_talk(
    history: History, span: range, number: int, team: int, view: PassPassView, rng: Random
) -> None:
    """A team's hidden proposals in one round (PP-21): no two in a row are the same, and what was agreed was recorded."""
    words = [
        place
        for place in span
        if isinstance(history[place][1], Propose | Agree | ByRule) and view.teams[history[place][0]] == team
    ]
    hidden = [place for place in words if history[place][1] == Propose(UNKNOWN_SEAT)]
    members = view.standings[team].members
    following: Seat | None = None
    for place in reversed(hidden):
        chosen = rng.choice([member for member in members if member != following])
        if following is None and number < len(view.pad) and isinstance(history[words[-1]][1], Agree):
            [chosen] = [member for member in members if view.pad[number][member].recorded]
        history[place] = (history[place][0], Propose(chosen))
        following = chosen
