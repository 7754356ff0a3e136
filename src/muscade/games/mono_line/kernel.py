"""Mono-Line as flat numbers and machine code: see `muscade.kernels.kernel`.

Codes: an intersection's own number is a piece put there; after them come the end of a turn, the swap, giving up, and
the announcements, each as a pair of intersections.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from muscade.board import board_named
from muscade.board.derive import MAX_PLACES
from muscade.core import NATURE, Move
from muscade.games.mono_line import rules, search
from muscade.games.mono_line.moves import CONCEDE, END, SWAP, Announce, First, Put
from muscade.games.mono_line.search import as_mask
from muscade.games.mono_line.state import NOWHERE, MonoLineState
from muscade.games.mono_line.view import MonoLineView
from muscade.kernels.bits import WORD, lowest, size
from muscade.kernels.bits import words as in_words
from muscade.kernels.chance import below
from muscade.kernels.compiler import DRAW, EVALUATE, MOVES, PLAY, PRIORS, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Functions, Kernel, Numbers, Reals, as_numbers, signed

LAW = law(rules)
opponent = LAW.opponent
pieces_left = LAW.pieces_left
can_place = LAW.can_place
may_announce = LAW.may_announce
can_be_announced = LAW.can_be_announced
announcement_is_right = LAW.announcement_is_right
may_swap = LAW.may_swap
is_lost = LAW.is_lost

settled = compiled()(search.settled)
lead = compiled()(search.lead)

PLAYERS = rules.PLAYERS
NOBODY = rules.NOBODY
UNLIMITED = rules.UNLIMITED

WORDS = -(-MAX_PLACES // WORD)
"""A set of intersections is so many words, however small the board: without loops the code is much quicker."""

# The ground: how many intersections there are; options; the lines of each intersection; and for each the set of all
# that a piece there closes to the opponent.
PLACES, FRIENDLY, SUPPLY, SWAP_OFFERED, LINES = range(5)

# A state: whose turn it is, where their piece is tried, what has happened, and how many pieces each player has placed;
# for each intersection its owner; the set of what is open to each player.
ACTIVE, TRIED, ANNOUNCED, SWAPPED, WINNER, TURNS, PLACED = range(7)
OWNERS = PLACED + PLAYERS

STEEP = 2.0
"""A lead of so many places wins about three games of four between good players: see `tune`."""

# Codes that are no places, counted from the last of those.
ENDING, SWAPPING, CONCEDING, ANNOUNCING = range(4)


@compiled(TURN)
def turn(_ground: Numbers, state: Numbers) -> int:
    if state[WINNER] != NOBODY:
        return 0
    return NATURE_BIT if state[ACTIVE] == NATURE else 1 << state[ACTIVE]


@compiled()
def can_swap(ground: Numbers, state: Numbers) -> bool:
    return bool(may_swap(ground[SWAP_OFFERED] != 0, state[TURNS], state[SWAPPED] != 0))


@compiled()
def can_announce(state: Numbers) -> bool:
    seat = state[ACTIVE]
    return bool(may_announce(state[ANNOUNCED] != 0, state[PLACED + seat], state[PLACED + opponent(seat)]))


@compiled()
def opening(ground: Numbers, seat: int) -> int:
    """Where in a state the set of what is open to a player begins."""
    return int(OWNERS + ground[PLACES] + seat * WORDS)


@compiled()
def can_go_on(ground: Numbers, state: Numbers, seat: int) -> bool:
    first = opening(ground, seat)
    somewhere = 0
    for word in range(first, first + WORDS):
        somewhere += state[word] != 0
    return bool(can_place(somewhere, pieces_left(ground[SUPPLY], state[PLACED + seat])))


@compiled()
def listed(codes: Numbers, count: int, first: int, rest: int) -> int:
    """Add the places of a word."""
    while rest != 0:
        codes[count] = first + lowest(rest)
        count += 1
        rest &= rest - 1
    return count


@compiled()
def announcements(ground: Numbers, state: Numbers, codes: Numbers, count: int) -> int:
    places = ground[PLACES]
    for one in range(places):
        for other in range(one + 1, places):
            if can_be_announced(state[OWNERS + one], state[OWNERS + other]):
                codes[count] = places + ANNOUNCING + one * places + other
                count += 1
    return count


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, seat: int, codes: Numbers) -> int:
    places = ground[PLACES]
    if state[TRIED] != NOWHERE:
        codes[0] = places + ENDING
        return 1
    count = 0
    if can_go_on(ground, state, seat):
        first = opening(ground, seat)
        for word in range(WORDS):
            count = listed(codes, count, WORD * word, state[first + word])
    if can_swap(ground, state):
        codes[count] = places + SWAPPING
        count += 1
    if ground[FRIENDLY] == 0:
        if can_announce(state):
            count = announcements(ground, state, codes, count)
        codes[count] = places + CONCEDING
        count += 1
    return count


@compiled()
def end_if_nothing_is_left(ground: Numbers, state: Numbers) -> None:
    """ML-4."""
    seat = state[ACTIVE]
    if is_lost(
        can_go_on(ground, state, seat), can_swap(ground, state), ground[FRIENDLY] != 0, can_announce(state)
    ):
        finish(state, opponent(seat))


@compiled()
def finish(state: Numbers, winner: int) -> None:
    state[ACTIVE] = NATURE
    state[WINNER] = winner


@compiled()
def begin_turn(ground: Numbers, state: Numbers, seat: int) -> None:
    state[ACTIVE] = seat
    state[TRIED] = NOWHERE
    state[ANNOUNCED] = 0
    end_if_nothing_is_left(ground, state)


@compiled()
def settle(ground: Numbers, state: Numbers, seat: int) -> None:
    """ML-3: the tried piece stays for good, and closes what it closes (ML-2)."""
    places, place = ground[PLACES], state[TRIED]
    state[TURNS] += 1
    state[PLACED + seat] += 1
    state[OWNERS + place] = seat
    state[opening(ground, seat) + place // WORD] &= ~(1 << place % WORD)
    theirs = opening(ground, opponent(seat))
    closed = LINES + places + place * WORDS
    for word in range(WORDS):
        state[theirs + word] &= ~ground[closed + word]


@compiled()
def take_over(ground: Numbers, state: Numbers, seat: int) -> None:
    """ML-7: the piece changes hands, and so does all that follows from it."""
    for owner in range(OWNERS, OWNERS + ground[PLACES]):
        if state[owner] != NOBODY:
            state[owner] = seat
    other = opponent(seat)
    state[PLACED + seat], state[PLACED + other] = state[PLACED + other], state[PLACED + seat]
    mine, theirs = opening(ground, seat), opening(ground, other)
    for word in range(WORDS):
        state[mine + word], state[theirs + word] = state[theirs + word], state[mine + word]
    state[SWAPPED] = 1


@compiled()
def announce(ground: Numbers, state: Numbers, seat: int, pair: int) -> None:
    """ML-5."""
    places = ground[PLACES]
    one, other = pair // places, pair % places
    state[ANNOUNCED] = 1
    if announcement_is_right(
        state[OWNERS + one], state[OWNERS + other], ground[LINES + one], ground[LINES + other]
    ):
        finish(state, seat)
    else:
        end_if_nothing_is_left(ground, state)


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    places = ground[PLACES]
    if code < places:
        state[TRIED] = code
        return
    code -= places
    if code == ENDING:
        settle(ground, state, seat)
        begin_turn(ground, state, opponent(seat))
    elif code == SWAPPING:
        take_over(ground, state, seat)
        begin_turn(ground, state, opponent(seat))
    elif code == CONCEDING:
        finish(state, opponent(seat))
    else:
        announce(ground, state, seat, code - ANNOUNCING)


@compiled(DRAW)
def draw(_ground: Numbers, state: Numbers, chance: Any) -> int:
    """ML-1: somebody is chosen to start."""
    first = below(chance, PLAYERS)
    state[ACTIVE] = first
    return first


@compiled(REWARDS)
def rewards(_ground: Numbers, state: Numbers, rewards: Reals) -> None:
    for seat in range(PLAYERS):
        rewards[seat] = seat == state[WINNER]


@compiled()
def taken(ground: Numbers, state: Numbers, place: int, theirs: int) -> int:
    """How much of what is open to the opponent a piece would close."""
    closed = LINES + ground[PLACES] + place * WORDS
    count = 0
    for word in range(WORDS):
        count += size(state[theirs + word] & ground[closed + word])
    return count


@compiled()
def supply(ground: Numbers, state: Numbers, seat: int) -> int:
    left = pieces_left(ground[SUPPLY], state[PLACED + seat])
    return int(MAX_PLACES if left == UNLIMITED else left)


@compiled(PRIORS)
def priors(ground: Numbers, state: Numbers, seat: int, codes: Numbers, count: int, weights: Reals) -> None:
    """The more a piece takes from the opponent, the better."""
    theirs = opening(ground, opponent(seat))
    total = 0.0
    for number in range(count):
        weight = 1.0
        if codes[number] < ground[PLACES]:
            weight += taken(ground, state, codes[number], theirs)
        weights[number] = weight * weight
        total += weights[number]
    for number in range(count):
        weights[number] /= total


@compiled(EVALUATE)
def evaluate(ground: Numbers, state: Numbers, _chance: Any, expected: Reals) -> None:
    """What `search` sees at a glance. At vigilant tables it means nothing: search such a game as if it were friendly."""
    if state[TRIED] != NOWHERE:
        play(ground, state, state[ACTIVE], ground[PLACES] + ENDING)
    if state[WINNER] != NOBODY:
        rewards(ground, state, expected)
        return
    seat = state[ACTIVE]
    other = opponent(seat)
    mine, theirs = opening(ground, seat), opening(ground, other)
    open_to_me, open_to_you, my_spares, most = 0, 0, 0, 0
    safe = state[theirs : theirs + WORDS].copy()
    for word in range(WORDS):
        open_to_you += size(state[theirs + word])
        rest = state[mine + word]
        open_to_me += size(rest)
        while rest != 0:
            place = WORD * word + lowest(rest)
            rest &= rest - 1
            takes = taken(ground, state, place, theirs)
            my_spares += takes == 0
            most = max(most, takes)
            for third in range(WORDS):
                safe[third] &= ~ground[LINES + ground[PLACES] + place * WORDS + third]
    your_spares = 0
    for word in range(WORDS):
        your_spares += size(safe[word])
    my_pieces, your_pieces = supply(ground, state, seat), supply(ground, state, other)
    my_sure, your_sure = min(my_spares, my_pieces), min(your_spares, your_pieces)
    sure = settled(my_sure, min(open_to_me, my_pieces), your_sure, min(open_to_you, your_pieces))
    if sure != 0:
        expected[seat] = sure > 0
    else:
        ahead = lead(open_to_me, my_sure, open_to_you, your_sure, most)
        expected[seat] = 1 / (1 + np.exp(-ahead / STEEP))
    expected[other] = 1 - expected[seat]


class MonoLineKernel(Kernel[MonoLineState, MonoLineView]):
    functions = Functions(turn, moves, play, draw, rewards, priors=priors, evaluate=evaluate)
    widest = MAX_PLACES + CONCEDING + (MAX_PLACES // 2) * (MAX_PLACES - MAX_PLACES // 2)

    @property
    def codes(self) -> int:
        places = len(self.board.intersections)
        return places + ANNOUNCING + (0 if self.ground[FRIENDLY] else places * places)

    def lay_out(self) -> Numbers:
        self.board = board_named(self.options["board"])
        lines_of = self.board.lines_of
        friendly, supply = self.options["play"] == "friendly", self.options["pieces"]
        supply = rules.UNLIMITED if supply == "unlimited" else supply
        lines = [signed(lines) for lines in lines_of]
        closed: list[int] = []
        for place, through in enumerate(lines_of):
            closing = rules.closing_lines(through, friendly)
            still_open = as_mask(rules.open_places([rules.NOBODY] * len(lines_of), lines_of, closing))
            closed += in_words(1 << place | (1 << len(lines_of)) - 1 & ~still_open, WORDS)
        return as_numbers([len(lines_of), friendly, supply, self.options["swap"], *lines, *closed])

    def flatten(self, state: MonoLineState) -> Numbers:
        winner = state.final.winners[0] if state.final else NOBODY
        stages = [state.active, state.tried, state.announced, state.swapped, winner, len(state.order)]
        return self._numbers(stages, state.owners)

    def worlds(self, view: MonoLineView, rng: Random, count: int) -> Numbers:
        """Nothing is hidden: the view tells it all."""
        number = self.board.intersection
        owners = [NOBODY] * len(self.board.intersections)
        for piece in view.pieces:
            owners[number(piece.place)] = piece.seat
        active = NATURE if view.active is None else view.active
        tried = NOWHERE if view.tried is None else number(view.tried)
        winner = view.outcome.winners[0] if view.outcome else NOBODY
        stages = [active, tried, view.announced, view.swapped, winner, len(view.pieces)]
        return self._numbers(stages, owners)[np.newaxis]

    def _numbers(self, stages: list[int], owners: Sequence[int]) -> Numbers:
        lines_of, friendly = self.board.lines_of, bool(self.ground[FRIENDLY])
        placed, places = [], []
        for player in range(PLAYERS):
            placed.append(owners.count(player))
            held = rules.lines_held(owners, lines_of, rules.opponent(player))
            closed = rules.closing_lines(held, friendly)
            places += in_words(as_mask(rules.open_places(owners, lines_of, closed)), WORDS)
        return as_numbers([*stages, *placed, *owners, *places])

    def code(self, state: Numbers, move: Move) -> int:
        places, number = len(self.board.intersections), self.board.intersection
        match move:
            case Put(name):
                return number(name)
            case Announce((one, other)):
                return places + ANNOUNCING + number(one) * places + number(other)
            case _:
                return places + (END, SWAP, CONCEDE).index(move)

    def move(self, state: Numbers, code: int) -> Move:
        names = self.board.intersections
        places = len(names)
        if code < places:
            return Put(names[code])
        code -= places
        if code < ANNOUNCING:
            return (END, SWAP, CONCEDE)[code]
        one, other = divmod(code - ANNOUNCING, places)
        return Announce((names[one], names[other]))

    def nature(self, before: Numbers, after: Numbers) -> Move:
        return First(int(after[ACTIVE]))
