"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from muscade.core.chance import shuffled
from muscade.core.moves import Move, Seat
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import HIDDEN, HIDDEN_OF_COLOUR, card_number
from muscade.games.pass_pass.moves import (
    PLAYS,
    UNKNOWN_SEAT,
    Agree,
    ByRule,
    Deal,
    Play,
    Propose,
    pairs,
    parse,
)
from muscade.games.pass_pass.recording import NOBODY
from muscade.games.pass_pass.state import PassPassState
from muscade.games.pass_pass.view import PassPassView

History: TypeAlias = list[tuple[Seat, Move]]


def complete_history(view: PassPassView, rng: Random) -> History:
    """Every hidden card dealt anew, each deal the seat cannot rule out being as likely; hidden proposals likewise."""
    history = [(event.seat, parse(event.move)) for event in view.history]
    for number, begin, end in _rounds(history):
        deal = history[begin][1]
        assert isinstance(deal, Deal)
        played = [(seat, move.card) for seat, move in history[begin:end] if isinstance(move, Play)]
        history[begin] = (history[begin][0], Deal(_complete_deal(deal.order, played, view.seats, rng)))
        for team in range(len(view.standings)):
            _complete_talk(history, range(begin, end), number, team, view, rng)
    return history


def present(view: PassPassView) -> PassPassState:
    """A state as it is now, while cards are played: who holds which hidden card of a colour is any of the ways."""
    state = PassPassState(view.seats, view.options)
    trick = view.trick
    assert trick is not None
    state.phase = view.phase
    [state.actor] = view.turn
    state.round = view.round
    state.leader = trick.leader
    state.trick_number = trick.number
    state.trick = [card_number(played.card) for played in trick.cards]
    state.first = NOBODY if trick.first is None else trick.first
    state.second = NOBODY if trick.second is None else trick.second
    state.taken = card_number(trick.first_took[0]) if trick.first_took else NOBODY
    if state.phase == "second":
        sure, tied, count = rules.second_share(state.trick, state.trick.index(state.taken))
        state.choices = pairs(state.trick, sure, tied, count)
    state.fronts = [[card_number(name) for name in front] for front in view.front]
    state.colours = [
        [sum(rules.colour(card) == tint for card in front) for tint in range(rules.COLOURS)]
        for front in state.fronts
    ]
    state.passes = list(view.passes)
    state.cleared = [card_number(name) for name in view.discards]
    state.recorded_points = [standing.recorded_points for standing in view.standings]
    state.recorded_passes = [standing.recorded_passes for standing in view.standings]
    own = [card_number(name) for name in view.hand]
    seen = {*state.trick, *state.cleared, *own}.union(*state.fronts)
    unseen = [card for card in range(rules.CARDS) if card not in seen]
    for seat, backs in enumerate(view.backs):
        if seat == view.seat:
            state.hands[seat] = {card: PLAYS[card] for card in own}
            continue
        for tint, count in enumerate(backs):
            held = [card for card in unseen if rules.colour(card) == tint][:count]
            state.hands[seat].update((card, PLAYS[card]) for card in held)
            unseen = [card for card in unseen if card not in held]
    return state


def _rounds(history: History) -> Iterator[tuple[int, int, int]]:
    """Each round's number from 0, and where it begins and ends."""
    begins = [place for place, (_, move) in enumerate(history) if isinstance(move, Deal)]
    for number, begin in enumerate(begins):
        yield number, begin, begins[number + 1] if number + 1 < len(begins) else len(history)


def _complete_deal(
    order: Sequence[int], played: Sequence[tuple[Seat, int]], seats: int, rng: Random
) -> tuple[int, ...]:
    """A deal seen in part, filled: with the cards each seat has shown since, then with unseen ones of its colour."""
    shown: dict[tuple[Seat, int], list[int]] = {}
    for seat, card in played:
        shown.setdefault((seat, rules.colour(card)), []).append(card)
    known = {card for card in order if card < rules.CARDS}.union(*shown.values())
    unseen = shuffled(rng, (card for card in range(rules.CARDS) if card not in known))
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
