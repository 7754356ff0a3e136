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
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import CONCEDE, END, SWAP, Announce, First, Put
from muscade.games.mono_line.state import NOWHERE, MonoLineState
from muscade.games.mono_line.view import MonoLineView
from muscade.kernels.chance import below
from muscade.kernels.compiler import DRAW, MOVES, PLAY, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Functions, Kernel, Numbers, Reals, as_numbers, signed

LAW = law(rules)
opponent = LAW.opponent
pieces_left = LAW.pieces_left
lines_held = LAW.lines_held
is_open = LAW.is_open
closing_lines = LAW.closing_lines
can_place = LAW.can_place
may_announce = LAW.may_announce
can_be_announced = LAW.can_be_announced
announcement_is_right = LAW.announcement_is_right
may_swap = LAW.may_swap
is_lost = LAW.is_lost

PLAYERS = rules.PLAYERS
NOBODY = rules.NOBODY

# The ground: how many intersections, options, and the lines of each intersection.
PLACES, FRIENDLY, SUPPLY, SWAP_OFFERED, LINES = range(5)

# A state: whose turn it is, where their piece is tried, what has happened; for each player the lines they hold, how many
# pieces they have placed, and how many places are open to them. Then come tables with an entry for each intersection:
# its owner; the turn in which it was taken; and for each player the open places, of which the rest are zeros.
ACTIVE, TRIED, ANNOUNCED, SWAPPED, WINNER, TURNS, HELD = range(7)
PLACED = HELD + PLAYERS
OPEN = PLACED + PLAYERS
OWNERS = OPEN + PLAYERS

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


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, seat: int, codes: Numbers) -> int:
    places = ground[PLACES]
    if state[TRIED] != NOWHERE:
        codes[0] = places + ENDING
        return 1
    count = 0
    if can_place(state[OPEN + seat], pieces_left(ground[SUPPLY], state[PLACED + seat])):
        count = state[OPEN + seat]
        first = OWNERS + (2 + seat) * places
        for number in range(count):
            codes[number] = state[first + number]
    if can_swap(ground, state):
        codes[count] = places + SWAPPING
        count += 1
    if ground[FRIENDLY] == 0:
        if can_announce(state):
            for one in range(places):
                for other in range(one + 1, places):
                    if can_be_announced(state[OWNERS + one], state[OWNERS + other]):
                        codes[count] = places + ANNOUNCING + one * places + other
                        count += 1
        codes[count] = places + CONCEDING
        count += 1
    return count


@compiled()
def close(ground: Numbers, state: Numbers) -> None:
    """ML-2, ML-5: of what was open keep what still is."""
    places = ground[PLACES]
    for player in range(PLAYERS):
        closed = closing_lines(state[HELD + opponent(player)], ground[FRIENDLY] != 0)
        first = OWNERS + (2 + player) * places
        last = first + state[OPEN + player]
        kept = first
        for slot in range(first, last):
            place = state[slot]
            state[slot] = 0
            state[kept] = place
            kept += is_open(state[OWNERS + place], ground[LINES + place], closed)
        if kept < last:
            state[kept] = 0
        state[OPEN + player] = kept - first


@compiled()
def end_if_nothing_is_left(ground: Numbers, state: Numbers) -> None:
    """ML-4."""
    seat = state[ACTIVE]
    somewhere = can_place(state[OPEN + seat], pieces_left(ground[SUPPLY], state[PLACED + seat]))
    if is_lost(somewhere, can_swap(ground, state), ground[FRIENDLY] != 0, can_announce(state)):
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
def take_over(ground: Numbers, state: Numbers, seat: int) -> None:
    """ML-7: the only piece on the board changes hands, and with it all that it closes."""
    places = ground[PLACES]
    for place in range(places):
        if state[OWNERS + place] != NOBODY:
            state[OWNERS + place] = seat
        for player in range(PLAYERS):
            state[OWNERS + (2 + player) * places + place] = place
    for player in range(PLAYERS):
        state[HELD + player] = lines_held(
            state[OWNERS : OWNERS + places], ground[LINES : LINES + places], player
        )
        state[PLACED + player] = player == seat
        state[OPEN + player] = places
    state[SWAPPED] = 1
    close(ground, state)


@compiled()
def announce(ground: Numbers, state: Numbers, seat: int, pair: int) -> None:
    """ML-5."""
    places = ground[PLACES]
    own, opposing = pair // places, pair % places
    if state[OWNERS + own] != seat:
        own, opposing = opposing, own
    state[ANNOUNCED] = 1
    turns = OWNERS + places
    if announcement_is_right(
        ground[LINES + own], ground[LINES + opposing], state[turns + own], state[turns + opposing]
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
        place = state[TRIED]
        state[TURNS] += 1
        state[OWNERS + place] = seat
        state[OWNERS + places + place] = state[TURNS]
        state[HELD + seat] |= ground[LINES + place]
        state[PLACED + seat] += 1
        close(ground, state)
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


class MonoLineKernel(Kernel[MonoLineState, MonoLineView]):
    functions = Functions(turn, moves, play, draw, rewards)
    widest = MAX_PLACES + CONCEDING + (MAX_PLACES // 2) * (MAX_PLACES - MAX_PLACES // 2)

    @property
    def codes(self) -> int:
        places = len(self.board.intersections)
        return places + ANNOUNCING + (0 if self.ground[FRIENDLY] else places * places)

    def lay_out(self) -> Numbers:
        self.board = board_named(self.options["board"])
        lines = map(signed, self.board.lines_of)
        supply = self.options["pieces"]
        return as_numbers(
            [
                len(self.board.lines_of),
                self.options["play"] == "friendly",
                rules.UNLIMITED if supply == "unlimited" else supply,
                self.options["swap"],
                *lines,
            ]
        )

    def flatten(self, state: MonoLineState) -> Numbers:
        winner = state.final.winners[0] if state.final else NOBODY
        stages = [state.active, state.tried, state.announced, state.swapped, winner, len(state.order)]
        return self._numbers(stages, state.owners, state.turn_of)

    def worlds(self, view: MonoLineView, rng: Random, count: int) -> Numbers:
        """Nothing is hidden: the view tells it all."""
        number = self.board.intersection
        owners, turns = ([empty] * len(self.board.intersections) for empty in (NOBODY, 0))
        for piece in view.pieces:
            owners[number(piece.place)] = piece.seat
            turns[number(piece.place)] = piece.turn
        active = NATURE if view.active is None else view.active
        tried = NOWHERE if view.tried is None else number(view.tried)
        winner = view.outcome.winners[0] if view.outcome else NOBODY
        stages = [active, tried, view.announced, view.swapped, winner, len(view.pieces)]
        return self._numbers(stages, owners, turns)[np.newaxis]

    def _numbers(self, stages: list[int], owners: Sequence[int], turns: Sequence[int]) -> Numbers:
        lines_of, players = self.board.lines_of, range(PLAYERS)
        held = [rules.lines_held(owners, lines_of, player) for player in players]
        placed = [owners.count(player) for player in players]
        friendly = bool(self.ground[FRIENDLY])
        places = [
            rules.open_places(owners, lines_of, rules.closing_lines(held[rules.opponent(player)], friendly))
            for player in players
        ]
        table = np.zeros((2 + PLAYERS, len(owners)), np.int64)
        table[:2] = owners, turns
        for player in players:
            table[2 + player, : len(places[player])] = places[player]
        flags = [*stages, *map(signed, held), *placed, *map(len, places)]
        return np.concatenate([as_numbers(flags), table.reshape(-1)])

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
