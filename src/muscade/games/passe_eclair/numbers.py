"""The table of Passe Éclair as one row of numbers, and compiled play on it. What fits and what follows is `rules`' own.

Cards in the pile, the box and the middle are counts by face; a hand is a sorted row. ``blocked`` counts while cards
are laid only, and the card under the top one while that is wrong only (ES-11): where something means nothing it has
one value, so that equal tables are equal numbers.
"""

from __future__ import annotations

from typing import Any

from numba import types

from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import LETTERS
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS, HAND, MICHI, NOBODY, ROUNDS, SOCKE
from muscade.kernels.chance import below
from muscade.kernels.compiler import CHANCE, DRAW, MOVES, NUMBERS, PLAY, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, UNTOLD, Numbers, Reals

LAW = law(rules)
is_wild, figure, figures, receiver = LAW.is_wild, LAW.figure, LAW.figures, LAW.receiver
allowed, fault, held_back, is_blocked = LAW.allowed, LAW.fault, LAW.held_back, LAW.is_blocked
goes_unnoticed, may_call, all_have_passed = LAW.goes_unnoticed, LAW.may_call, LAW.all_have_passed
turns_another, kept_in_the_middle = LAW.turns_another, LAW.kept_in_the_middle
most_cards, leaders = LAW.most_cards, LAW.leaders

SEATS = 4
PHASES = ("coach", "deal", "spend", "turn", "play", "draw", "victory", "consolation", "over")
COACHING, DEALING, SPENDING, TURNING, PLAYING, DRAWING, WINNING, CONSOLING, OVER = range(len(PHASES))
TOKENS = LETTERS + "123456789"
"""What a token can show: a footballer (ES-17) or goals."""
KINDS = len(TOKENS)

# The ground.
TABLE_SEATS, PLAYERS_REFEREE, WORTH = 0, 1, 2
GROUND = WORTH + KINDS

# A state.
PHASE, ROUND, HEAD_COACH, NUMBER, PASSED, BLOCKED, WRONG = range(7)
TOP, LAYER, UNDER, UNDER_LAYER = range(7, 11)
OWED, CONSOLED = 11, 12
"""Who draws a card or takes a token, and who takes a consolation token after that."""
IN_PILE, IN_BOX = 13, 14
SIZES = 15
FIGURES = SIZES + SEATS
"""The figures of each hand, as a mask."""
GOALS = FIGURES + SEATS
HELPERS = GOALS + SEATS
"""How many tokens with each footballer a seat has."""
SUPPLIES = HELPERS + SEATS * FOOTBALLERS
VICTORY_SUPPLY, CONSOLATION_SUPPLY = SUPPLIES, SUPPLIES + KINDS
PILE = SUPPLIES + 2 * KINDS
BOX = PILE + FACES
MIDDLE = BOX + FACES
HANDS = MIDDLE + FACES
SIZE = HANDS + SEATS * CARDS

# Codes: a card to lay or to spend, and these.
FIRST_MICHI = MICHI
"""Michi, and the seat whose hand is taken."""
PASS = FIRST_MICHI + SEATS
"""Nothing to lay (ES-10), or no more to spend (ES-17)."""
CALL = PASS + 1
CODES = CALL + 1

_I = types.int64
_TABLE_CHANGE = types.void(NUMBERS, NUMBERS)


@compiled(TURN)
def turn(ground: Numbers, state: Numbers) -> int:
    phase = state[PHASE]
    if phase in (PLAYING, SPENDING):
        return int(((1 << ground[TABLE_SEATS]) - 1) & ~state[PASSED])
    return 0 if phase == OVER else NATURE_BIT


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, seat: int, codes: Numbers) -> int:
    seats = ground[TABLE_SEATS]
    row = HANDS + CARDS * seat
    end = row + state[SIZES + seat]
    before = NOBODY
    count = 0
    # A card is written down in any case, and counted if it may be played: quicker than to branch on it.
    if state[PHASE] == SPENDING:
        helpers = HELPERS + FOOTBALLERS * seat
        for place in range(row, end):
            card = codes[count] = state[place]
            count += card != before and is_wild(card) and state[helpers + figure(card)] > 0
            before = card
    else:
        top = state[TOP]
        laid = allowed(top, held_back(seat, seats, top, state[LAYER]), state[BLOCKED] != 0)
        if state[FIGURES + seat] & laid:
            for place in range(row, end):
                card = codes[count] = state[place]
                count += (card != before) & (laid >> figure(card) & 1)
                before = card
            if codes[count - 1] == MICHI:  # a hand is sorted, and he is the last
                count -= 1
                for other in range(seats):
                    codes[count] = FIRST_MICHI + other
                    count += other != seat
    if may_call(seat, state[WRONG] != 0, state[LAYER]):
        codes[count] = CALL
        count += 1
    codes[count] = PASS
    return count + 1


# ---------------------------------------------------------------- cards from hand to hand


@compiled(types.void(NUMBERS, _I, _I))
def add(state: Numbers, seat: int, card: int) -> None:
    row = HANDS + CARDS * seat
    place = row + state[SIZES + seat]
    while place > row and state[place - 1] > card:
        state[place] = state[place - 1]
        place -= 1
    state[place] = card
    state[SIZES + seat] += 1


@compiled(types.void(NUMBERS, _I, _I))
def remove(state: Numbers, seat: int, card: int) -> None:
    row = HANDS + CARDS * seat
    place = row
    while state[place] != card:
        place += 1
    state[SIZES + seat] -= 1
    last = row + state[SIZES + seat]
    while place < last:
        state[place] = state[place + 1]
        place += 1
    state[last] = 0
    state[FIGURES + seat] = figures(state[row:last])


@compiled(types.int64(NUMBERS, CHANCE))
def leave_pile(state: Numbers, chance: Any) -> int:
    """A card of the pile, each as likely as the others."""
    skipped = below(chance, state[IN_PILE])
    card = 0
    while skipped >= state[PILE + card]:
        skipped -= state[PILE + card]
        card += 1
    state[PILE + card] -= 1
    state[IN_PILE] -= 1
    return card


@compiled(types.int64(NUMBERS, _I, CHANCE))
def leave_supply(state: Numbers, supply: int, chance: Any) -> int:
    """A token of a supply, each as likely as the others (ES-2)."""
    left = 0
    for kind in range(KINDS):
        left += state[supply + kind]
    skipped = below(chance, left)
    kind = 0
    while skipped >= state[supply + kind]:
        skipped -= state[supply + kind]
        kind += 1
    state[supply + kind] -= 1
    return kind


# ---------------------------------------------------------------- what follows: see `table`


@compiled(types.void(NUMBERS))
def refill(state: Numbers) -> None:
    """ES-12."""
    if state[IN_PILE]:
        return
    if state[IN_BOX]:
        for face in range(FACES):
            state[PILE + face] = state[BOX + face]
            state[BOX + face] = 0
        state[IN_PILE] = state[IN_BOX]
        state[IN_BOX] = 0
        return
    state[MIDDLE + state[TOP]] -= 1
    if kept_in_the_middle(state[WRONG] != 0) > 1:
        state[MIDDLE + state[UNDER]] -= 1
    for face in range(FACES):
        state[PILE + face] = state[MIDDLE + face]
        state[IN_PILE] += state[MIDDLE + face]
        state[MIDDLE + face] = 0
    state[MIDDLE + state[TOP]] += 1
    if kept_in_the_middle(state[WRONG] != 0) > 1:
        state[MIDDLE + state[UNDER]] += 1


@compiled(types.void(NUMBERS, _I, _I, types.boolean))
def land(state: Numbers, card: int, layer: int, wrong: bool) -> None:
    state[UNDER] = state[TOP] if wrong else NOBODY
    state[UNDER_LAYER] = state[LAYER] if wrong else NOBODY
    state[WRONG] = wrong
    state[TOP] = card
    state[LAYER] = layer
    state[MIDDLE + card] += 1
    state[NUMBER] += 1
    state[PASSED] = 0


@compiled(_TABLE_CHANGE)
def look(ground: Numbers, state: Numbers) -> None:
    """ES-10."""
    state[PHASE] = PLAYING
    hands = state[FIGURES : FIGURES + ground[TABLE_SEATS]]
    state[BLOCKED] = is_blocked(hands, state[TOP], state[LAYER])


@compiled(types.void(NUMBERS))
def clear_middle(state: Numbers) -> None:
    moved = 0
    for face in range(FACES):
        state[BOX + face] += state[MIDDLE + face]
        moved += state[MIDDLE + face]
        state[MIDDLE + face] = 0
    state[IN_BOX] += moved
    state[TOP] = state[LAYER] = state[UNDER] = state[UNDER_LAYER] = NOBODY
    state[WRONG] = state[PASSED] = state[BLOCKED] = 0


@compiled(types.void(NUMBERS))
def uncover(state: Numbers) -> None:
    """ES-4, ES-8, ES-10."""
    clear_middle(state)
    state[PHASE] = TURNING
    refill(state)


@compiled(types.void(NUMBERS, NUMBERS, _I))
def end_round(ground: Numbers, state: Numbers, winner: int) -> None:
    """ES-13, ES-14, ES-16."""
    seats = ground[TABLE_SEATS]
    state[CONSOLED] = most_cards(state[SIZES : SIZES + seats])
    clear_middle(state)
    for seat in range(seats):
        row = HANDS + CARDS * seat
        for place in range(row, row + state[SIZES + seat]):
            state[BOX + state[place]] += 1
            state[place] = 0
        state[IN_BOX] += state[SIZES + seat]
        state[SIZES + seat] = 0
        state[FIGURES + seat] = 0
    state[OWED] = winner
    state[PHASE] = WINNING


@compiled(types.void(NUMBERS, NUMBERS, _I))
def penalise(ground: Numbers, state: Numbers, seat: int) -> None:
    """ES-11, ES-12."""
    refill(state)
    if state[IN_PILE]:
        state[OWED] = seat
        state[PHASE] = DRAWING
        state[BLOCKED] = 0
    else:
        look(ground, state)


@compiled(types.void(NUMBERS, NUMBERS, _I, _I))
def bully(ground: Numbers, state: Numbers, seat: int, other: int) -> None:
    """ES-8, ES-15."""
    mine, theirs = HANDS + CARDS * seat, HANDS + CARDS * other
    for place in range(max(state[SIZES + seat], state[SIZES + other])):
        held = state[mine + place]
        state[mine + place] = state[theirs + place]
        state[theirs + place] = held
    for field in (SIZES, FIGURES):
        held = state[field + seat]
        state[field + seat] = state[field + other]
        state[field + other] = held
    if state[SIZES + other] == 0:
        end_round(ground, state, other)
    else:
        uncover(state)


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    """Any legal move, and the mistakes too (ES-11)."""
    if code == PASS:
        state[PASSED] |= 1 << seat
        if all_have_passed(state[PASSED], ground[TABLE_SEATS]):
            uncover(state)
        return
    if state[PHASE] == SPENDING:
        state[HELPERS + FOOTBALLERS * seat + code // FOOTBALLERS] -= 1
        remove(state, seat, code)
        state[BOX + code] += 1
        state[IN_BOX] += 1
        if state[SIZES + seat] == 0:
            end_round(ground, state, seat)
        return
    if code == CALL:
        layer = state[LAYER]
        add(state, layer, state[TOP])
        row = HANDS + CARDS * layer
        state[FIGURES + layer] = figures(state[row : row + state[SIZES + layer]])
        state[MIDDLE + state[TOP]] -= 1
        state[TOP], state[LAYER] = state[UNDER], state[UNDER_LAYER]
        state[UNDER] = state[UNDER_LAYER] = NOBODY
        state[NUMBER] += 1
        state[PASSED] = state[WRONG] = 0
        penalise(ground, state, layer)
        return
    card = min(code, MICHI)
    top = state[TOP]
    back = held_back(seat, ground[TABLE_SEATS], top, state[LAYER])
    wrong = fault(card, top, back, state[BLOCKED] != 0) > 0
    if wrong and not goes_unnoticed(ground[PLAYERS_REFEREE] != 0, card, state[SIZES + seat]):
        penalise(ground, state, seat)
        return
    remove(state, seat, card)
    land(state, card, seat, wrong)
    if card == MICHI:
        bully(ground, state, seat, code - FIRST_MICHI)
    elif state[SIZES + seat] == 0:
        end_round(ground, state, seat)
    else:
        look(ground, state)


@compiled(types.void(NUMBERS))
def after_tokens(state: Numbers) -> None:
    """ES-3, ES-18."""
    winner = state[OWED]
    state[OWED] = state[CONSOLED] = NOBODY
    if state[ROUND] < ROUNDS:
        state[HEAD_COACH] = winner
        state[ROUND] += 1
        state[PHASE] = DEALING
    else:
        state[PHASE] = OVER


@compiled(DRAW)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    """Who coaches and which card is turned can be told; the rest is not for all to see (ES-21)."""
    seats = ground[TABLE_SEATS]
    phase = state[PHASE]
    if phase == TURNING:
        card = leave_pile(state, chance)
        land(state, card, NOBODY, False)
        wild_left = False
        if state[IN_PILE] == 0:
            others = BOX if state[IN_BOX] else MIDDLE
            for face in range(SOCKE):
                wild_left |= state[others + face] > 0
        if turns_another(card, state[IN_PILE], wild_left):
            refill(state)
        else:
            look(ground, state)
        return card
    if phase == COACHING:
        state[HEAD_COACH] = below(chance, seats)
        state[ROUND] = 1
        state[PHASE] = DEALING
        return int(state[HEAD_COACH])
    if phase == DEALING:
        for place in range(HAND * seats):
            refill(state)
            add(state, place % seats, leave_pile(state, chance))
        for seat in range(seats):
            row = HANDS + CARDS * seat
            state[FIGURES + seat] = figures(state[row : row + HAND])
        state[PHASE] = SPENDING
        return UNTOLD
    owed = state[OWED]
    if phase == DRAWING:
        add(state, owed, leave_pile(state, chance))
        row = HANDS + CARDS * owed
        state[FIGURES + owed] = figures(state[row : row + state[SIZES + owed]])
        state[OWED] = NOBODY
        look(ground, state)
        return UNTOLD
    if phase == WINNING:
        kind = leave_supply(state, VICTORY_SUPPLY, chance)
        state[GOALS + owed] += ground[WORTH + kind]
        if state[CONSOLED] == NOBODY:
            after_tokens(state)
        else:
            state[PHASE] = CONSOLING
        return UNTOLD
    kind = leave_supply(state, CONSOLATION_SUPPLY, chance)
    state[GOALS + state[CONSOLED]] += ground[WORTH + kind]
    if kind < FOOTBALLERS:
        state[HELPERS + FOOTBALLERS * state[CONSOLED] + kind] += 1
    after_tokens(state)
    return UNTOLD


@compiled(REWARDS)
def rewards(ground: Numbers, state: Numbers, given: Reals) -> None:
    """ES-18: a tie is shared."""
    seats = ground[TABLE_SEATS]
    ahead = leaders(state[GOALS : GOALS + seats])
    winners = 0
    for seat in range(seats):
        winners += ahead >> seat & 1
    for seat in range(seats):
        given[seat] = (ahead >> seat & 1) / winners
