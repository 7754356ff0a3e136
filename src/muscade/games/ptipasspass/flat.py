"""PtiPassPass in rows of numbers: the law of `rules`, compiled. Import it late (`muscade.kernels`)."""

from __future__ import annotations

from typing import Any, get_args

from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.view import Phase
from muscade.kernels.chance import below
from muscade.kernels.compiler import DRAW, MOVES, PLAY, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import Numbers, Reals

PHASES = get_args(Phase)
FIRST, HIDE, WINDOW_1, ANNOUNCE, WINDOW_2, SWAP, LIFT, OVER = range(len(PHASES))

MOST_SEATS = 6
MOST_CUPS = rules.CUPS_PER_PLAYER * MOST_SEATS
MOST_PAIRS = MOST_CUPS * (MOST_CUPS - 1) // 2
MOST_LINES = MOST_PAIRS * (MOST_CUPS - 2) // 3

# A state. ACTING is a mask of the seats that may act, OKS counts those who have said OK in an open window.
(AT_PHASE, ACTING, ACTIVE, BEGAN, NAMED, FIST, ANNOUNCED, OKS, TURNS) = range(9)
VICTORIES = 9
HANDS = VICTORIES + MOST_SEATS
CUPS = HANDS + MOST_SEATS
SIZE = CUPS + MOST_CUPS

# The ground: five numbers, then neighbour pairs and lines, cup by cup, and trades: a pair that can be swapped, a line
# that this changes, and where the line's cups come from.
SEATS, MAX_TURNS, PAIRS, LINES, TRADES = range(5)
TABLE = 5

# Codes: a colour and a cup to hide it for, the answers, announcements, then pairs and lines by their number.
CUP_BITS = 5
CUP_MASK = (1 << CUP_BITS) - 1
SAY_OK = rules.COLOURS << CUP_BITS
OBJECT = SAY_OK + 1
SAY_COLOUR = OBJECT + 1
CHOOSE = SAY_COLOUR + rules.COLOURS

_LAW = law(rules)
token = _LAW.token
holds = _LAW.holds
palette = _LAW.palette
left_of = _LAW.left_of
window_closes = _LAW.window_closes
is_doublon = _LAW.is_doublon
is_lie = _LAW.is_lie
is_void = _LAW.is_void
line_wins = _LAW.line_wins
places_tokens = _LAW.places_tokens
wins_game = _LAW.wins_game
out_of_time = _LAW.out_of_time
most_victories = _LAW.most_victories


@compiled(lean=True)
def _clear_turn(state: Numbers) -> None:
    state[NAMED] = -1
    state[FIST] = rules.NO_COLOUR
    state[ANNOUNCED] = rules.NO_COLOUR
    state[OKS] = 0


@compiled(lean=True)
def _begin_turn(state: Numbers, seat: int) -> None:
    _clear_turn(state)
    state[ACTIVE] = seat
    state[ACTING] = 1 << seat
    state[AT_PHASE] = HIDE if places_tokens(state[HANDS + seat]) else SWAP


@compiled(lean=True)
def _finish(state: Numbers) -> None:
    _clear_turn(state)
    state[AT_PHASE] = OVER
    state[ACTIVE] = -1
    state[ACTING] = 0


@compiled(lean=True)
def _turn_was_last(ground: Numbers, state: Numbers) -> bool:
    state[TURNS] += 1
    if out_of_time(state[TURNS], ground[MAX_TURNS]):
        _finish(state)
        return True
    return False


@compiled(lean=True)
def _end_turn(ground: Numbers, state: Numbers) -> None:
    """PT-4, PT-13."""
    if not _turn_was_last(ground, state):
        _begin_turn(state, left_of(state[ACTIVE], ground[SEATS]))


@compiled(lean=True)
def _next_round(ground: Numbers, state: Numbers, first: int) -> None:
    """PT-18: every token goes home; victory tokens stay."""
    for seat in range(ground[SEATS]):
        state[HANDS + seat] = rules.FULL_HAND
    for cup in range(CUPS, SIZE):
        state[cup] = rules.EMPTY
    if not _turn_was_last(ground, state):
        state[BEGAN] = first
        _begin_turn(state, first)


@compiled(lean=True)
def _open_window(ground: Numbers, state: Numbers, phase: int) -> None:
    state[AT_PHASE] = phase
    state[OKS] = 0
    state[ACTING] = (1 << ground[SEATS]) - 1 & ~(1 << state[ACTIVE])


@compiled(lean=True)
def _ok(ground: Numbers, state: Numbers, seat: int) -> None:
    """PT-8; after the second window the token goes into the cup (PT-13)."""
    state[OKS] += 1
    state[ACTING] &= ~(1 << seat)
    seats = ground[SEATS]
    if not window_closes(state[OKS], seats):
        return
    if state[AT_PHASE] == WINDOW_1:
        state[AT_PHASE] = ANNOUNCE
        state[OKS] = 0
        state[ACTING] = 1 << state[ACTIVE]
        return
    state[HANDS + state[ACTIVE]] -= token(state[FIST])
    state[CUPS + state[NAMED]] += token(state[FIST])
    if is_void(state[HANDS : HANDS + seats], state[CUPS : CUPS + rules.CUPS_PER_PLAYER * seats]):
        _next_round(ground, state, state[BEGAN])
    else:
        _end_turn(ground, state)


@compiled(lean=True)
def _object(ground: Numbers, state: Numbers, challenger: int) -> None:
    """PT-9 to PT-13."""
    active, cup = state[ACTIVE], CUPS + state[NAMED]
    if state[AT_PHASE] == WINDOW_1 and is_doublon(state[cup]):
        state[HANDS + active] += state[cup]
        state[cup] = rules.EMPTY
    elif state[AT_PHASE] == WINDOW_1 or not is_lie(state[FIST], state[ANNOUNCED]):
        state[HANDS + active] -= token(state[FIST])
        state[HANDS + challenger] += token(state[FIST])
    _end_turn(ground, state)


@compiled(lean=True)
def _lift(ground: Numbers, state: Numbers, seat: int, line: int) -> None:
    """PT-16 to PT-18."""
    place = TABLE + 2 * ground[PAIRS] + 3 * line
    first, second, third = ground[place], ground[place + 1], ground[place + 2]
    if not line_wins(
        palette(state[CUPS + first]), palette(state[CUPS + second]), palette(state[CUPS + third])
    ):
        _end_turn(ground, state)
        return
    state[VICTORIES + seat] += 1
    if wins_game(state[VICTORIES + seat]):
        state[TURNS] += 1
        _finish(state)
    else:
        _next_round(ground, state, left_of(seat, ground[SEATS]))


@compiled(TURN, lean=True)
def turn(_ground: Numbers, state: Numbers) -> int:
    return int(state[ACTING])


@compiled(MOVES, lean=True)
def moves(ground: Numbers, state: Numbers, seat: int, codes: Numbers) -> int:
    phase = state[AT_PHASE]
    if phase in (WINDOW_1, WINDOW_2):
        codes[0] = SAY_OK
        codes[1] = OBJECT
        return 2
    count = 0
    if phase == HIDE:
        cups = rules.CUPS_PER_PLAYER * ground[SEATS]
        for colour in range(rules.COLOURS):
            if holds(state[HANDS + seat], colour):
                for cup in range(cups):
                    codes[count + cup] = (colour << CUP_BITS) + cup
                count += cups
        return count
    if phase == ANNOUNCE:
        for colour in range(rules.COLOURS):
            codes[colour] = SAY_COLOUR + colour
        return rules.COLOURS
    first = ground[PAIRS] if phase == LIFT else 0
    count = ground[PAIRS] + ground[LINES] - first
    for place in range(count):
        codes[place] = CHOOSE + first + place
    return int(count)


@compiled(PLAY, lean=True)
def play(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    if code == SAY_OK:
        _ok(ground, state, seat)
    elif code == OBJECT:
        _object(ground, state, seat)
    elif code < SAY_OK:
        state[FIST] = code >> CUP_BITS
        state[NAMED] = code & CUP_MASK
        _open_window(ground, state, WINDOW_1)
    elif code < CHOOSE:
        state[ANNOUNCED] = code - SAY_COLOUR
        _open_window(ground, state, WINDOW_2)
    elif code < CHOOSE + ground[PAIRS]:
        place = TABLE + 2 * (code - CHOOSE)
        here, there = CUPS + ground[place], CUPS + ground[place + 1]
        pile = state[here]
        state[here] = state[there]
        state[there] = pile
        state[AT_PHASE] = LIFT
    else:
        _lift(ground, state, seat, code - CHOOSE - ground[PAIRS])


@compiled(DRAW, lean=True)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    first = below(chance, ground[SEATS])
    state[BEGAN] = first
    _begin_turn(state, first)
    return first


@compiled(REWARDS, lean=True)
def rewards(ground: Numbers, state: Numbers, given: Reals) -> None:
    seats = ground[SEATS]
    victories = state[VICTORIES : VICTORIES + seats]
    most = most_victories(victories)
    sharers = 0
    for seat in range(seats):
        sharers += victories[seat] == most
    for seat in range(seats):
        given[seat] = 1.0 / sharers if victories[seat] == most else 0.0
