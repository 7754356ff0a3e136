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
    """A deal seen in part, filled; cards are dealt one at a time to each (PP-5)."""
    known = {card for card in order if card < rules.CARDS}
    seen = [(place % seats, card) for place, card in enumerate(order)]
    filled, unseen = _fill(seen, played, known, deck, rng)
    return tuple(unseen.pop() if card == HIDDEN else card for card in filled)


def _fill(
    seen: Sequence[tuple[Seat, int]],
    played: Sequence[tuple[Seat, int]],
    known: set[int],
    deck: Sequence[int],
    rng: Random,
) -> tuple[list[int], list[int]]:
    """Cards and who holds them, those of known colours filled: with what each has shown since, then with others of the colour.

    The second list is what is left of the cards that nobody knows; wholly hidden cards stay so.
    """
    shown: dict[tuple[Seat, int], list[int]] = {}
    for seat, card in played:
        if card not in known:
            shown.setdefault((seat, rules.colour(card)), []).append(card)
    unseen = shuffled(rng, (card for card in deck if card not in known.union(*shown.values())))
    filled = [card for _, card in seen]
    for place, (seat, card) in enumerate(seen):
        if HIDDEN_OF_COLOUR <= card < HIDDEN:
            tint = card - HIDDEN_OF_COLOUR
            if seen_later := shown.get((seat, tint)):
                filled[place] = seen_later.pop()
            else:
                filled[place] = next(hidden for hidden in unseen if rules.colour(hidden) == tint)
                unseen.remove(filled[place])
    return filled, unseen


def _complete_position(
    begun: Set, played: Sequence[tuple[Seat, int]], deck: Sequence[int], rng: Random
) -> Set:
    """The same for the hands of a position."""
    position = begun.position
    lying = [*position.trick, *position.discards, *(name for row in position.fronts for name in row)]
    seen = [(seat, seen_card_number(name)) for seat, hand in enumerate(position.hands) for name in hand]
    known = {*map(card_number, lying), *(card for _, card in seen)}
    filled, _ = _fill(seen, played, known, deck, rng)
    hands: list[list[str]] = [[] for _ in position.hands]
    for (seat, _), card in zip(seen, filled, strict=True):
        hands[seat].append(CARD_NAMES[card])
    return Set(msgspec.structs.replace(position, hands=tuple(map(tuple, hands)))).in_order()


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
