"""Mono-Line as flat numbers and machine code: see `muscade.kernels.kernel`.

Codes: an intersection's own number is a piece put there; after them come the end of a turn, the swap, giving up, and
the announcements, each as a pair of intersections.
"""

from __future__ import annotations

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
from muscade.kernels.kernel import NATURE_BIT, Functions, Kernel, Numbers, Reals, as_numbers

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

# A state: whose turn it is, where their piece is tried, what has happened; for each player the lines they hold and
# how many pieces they have placed; for each intersection its owner, and then the turn in which it was taken.
ACTIVE, TRIED, ANNOUNCED, SWAPPED, WINNER, TURNS, HELD = range(7)
PLACED = HELD + PLAYERS
OWNERS = PLACED + PLAYERS

# Codes that are no places, counted from the last of those.
ENDING, SWAPPING, CONCEDING, ANNOUNCING = range(4)


@compiled(TURN)
def turn(_ground: Numbers, state: Numbers) -> int:
    if state[WINNER] != NOBODY:
        return 0
    return NATURE_BIT if state[ACTIVE] == NATURE else 1 << state[ACTIVE]


@compiled()
def lines_closed(ground: Numbers, state: Numbers) -> int:
    """The lines that keep the active player from placing."""
    return int(closing_lines(state[HELD + opponent(state[ACTIVE])], ground[FRIENDLY] != 0))


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
    closed = lines_closed(ground, state)
    count = 0
    for place in range(places):
        codes[count] = place
        count += is_open(state[OWNERS + place], ground[LINES + place], closed)
    if not can_place(count, pieces_left(ground[SUPPLY], state[PLACED + seat])):
        count = 0
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
def end_if_nothing_is_left(ground: Numbers, state: Numbers) -> None:
    """ML-4."""
    seat = state[ACTIVE]
    closed = lines_closed(ground, state)
    place = 0
    while place < ground[PLACES] and not is_open(state[OWNERS + place], ground[LINES + place], closed):
        place += 1
    somewhere = can_place(ground[PLACES] - place, pieces_left(ground[SUPPLY], state[PLACED + seat]))
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
    """ML-7: the only piece on the board changes hands."""
    places = ground[PLACES]
    owners = state[OWNERS : OWNERS + places]
    for place in range(places):
        if owners[place] != NOBODY:
            owners[place] = seat
    for player in range(PLAYERS):
        state[HELD + player] = lines_held(owners, ground[LINES : LINES + places], player)
        state[PLACED + player] = player == seat
    state[SWAPPED] = 1


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
        lines = np.array(self.board.lines_of, np.uint64).view(np.int64)
        supply = self.options["pieces"]
        return as_numbers(
            [
                len(lines),
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
        owners, turns = (np.full(len(self.board.intersections), empty, np.int64) for empty in (NOBODY, 0))
        for piece in view.pieces:
            owners[number(piece.place)] = piece.seat
            turns[number(piece.place)] = piece.turn
        active = NATURE if view.active is None else view.active
        tried = NOWHERE if view.tried is None else number(view.tried)
        winner = view.outcome.winners[0] if view.outcome else NOBODY
        stages = [active, tried, view.announced, view.swapped, winner, len(view.pieces)]
        return self._numbers(stages, owners, turns)[np.newaxis]

    def _numbers(self, stages: list[int], owners: Any, turns: Any) -> Numbers:
        lines, players = self.ground[LINES:], range(PLAYERS)
        owners = as_numbers(owners)
        held = [lines_held(owners, lines, player) for player in players]
        placed = [np.count_nonzero(owners == player) for player in players]
        return as_numbers([*stages, *held, *placed, *owners, *turns])

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
