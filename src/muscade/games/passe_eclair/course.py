"""The course of a game of Passe Éclair: what lies on the table, and what every move makes of it.

What fits and who wins is in `rules`, where the cards lie in `table`. The course knows no time: the order in which moves are
played is the order in which they arrived (ES-5, ES-9).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache

from muscade.core import NATURE
from muscade.games.passe_eclair.cards import TOKEN_NAMES, deck, tokens
from muscade.games.passe_eclair.rules import (
    CARDS,
    FACES,
    FOOTBALLERS,
    HAND,
    KINDS,
    MICHI,
    NOBODY,
    ROUNDS,
    SOCKE,
    all_have_passed,
    allowed,
    goes_unnoticed,
    held_back,
    is_blocked,
    may_call,
    most_cards,
    turns_another,
)
from muscade.games.passe_eclair.table import (
    MOST_SEATS,
    Setting,
    Table,
    add,
    any_of,
    clear_middle,
    draw_card,
    fault_of,
    is_wrong,
    land,
    list_kinds,
    pour,
    refill,
    remove,
    swap,
    take_off_pile,
    take_token,
    total,
    wild_left,
)
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import (
    FINE,
    NATURE_BIT,
    UNLISTED,
    UNOFFERED,
    Chance,
    below,
    leaders,
    share,
    spread,
)

COACHING, DEALING, SPENDING, TURNING, PLAYING, DRAWING, WINNING, CONSOLING, OVER = range(9)
"""Chance names the coach, deals; tokens are spent; chance turns a card; everybody plays; chance draws a penalty card, a token
of either sort; the end."""

# Codes: a card that is laid, spent, turned or drawn, a token or a coach that chance picks; and these.
FIRST_MICHI = MICHI
"""Michi, and the seat whose hand is taken."""
PASS = FIRST_MICHI + MOST_SEATS
"""Nothing to lay (ES-10), or no more to spend (ES-17)."""
CALL = PASS + 1
CODES = CALL + 1
NO_SUCH_THING = CODES
"""Beyond the codes and always refused: a card or a token that there is none of."""

# Why a move is refused.
NOT_NOW, NO_SUCH_SEAT, HAS_PASSED, NOT_IN_HAND, NO_TOKEN, NOTHING_TO_CALL, NOT_AN_OPPONENT = range(1, 8)
NOT_A_COACH, NOT_IN_THE_PILE, NOT_THEIR_TOKEN = range(8, 11)


@lru_cache(maxsize=64)
def setting_of(seats: int, referee: str) -> Setting:
    """What a table of that many seats and those options is set with."""
    return Setting(seats=seats, players_referee=referee == "players")


@lru_cache(maxsize=64)
def opening(coach: int | str, cards: str, pool: str) -> Table:
    """The table before anything has happened, with the cards and tokens of those names; copy it."""
    table = Table(
        phase=COACHING,
        coach=NOBODY,
        in_pile=CARDS,
        pile=[deck(cards).count(face) for face in range(FACES)],
        supplies=[[sort.count(name) for name in TOKEN_NAMES] for sort in tokens(pool)],
    )
    table.top = table.layer = table.under = table.under_layer = table.owed = table.consoled = NOBODY
    if isinstance(coach, int):
        _begin_round(table, coach)
    return table


def most_moves(_setting: Setting) -> int:
    return CODES


def code_count(_setting: Setting) -> int:
    return CODES


# ---------------------------------------------------------------- what may be done


def turn(setting: Setting, table: Table) -> int:
    if table.phase in (PLAYING, SPENDING):
        return ((1 << setting.seats) - 1) & ~table.passed
    return 0 if table.phase == OVER else NATURE_BIT


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if seat == NATURE:
        return _chances(setting, table, codes)
    held = table.held[seat]
    if table.phase == SPENDING:
        found = _spendable(table, seat, held, codes)
    else:
        fit = held & may_be_laid(setting, table, seat)
        found = spread(fit & ((1 << MICHI) - 1), codes)
        if fit >> MICHI:
            for other in range(setting.seats):
                codes[found] = FIRST_MICHI + other
                found += other != seat
        if may_call(seat, is_wrong(table), table.layer):
            codes[found] = CALL
            found += 1
    codes[found] = PASS
    return found + 1


def _spendable(table: Table, seat: int, held: int, codes: Numbers) -> int:
    """ES-17."""
    found = 0
    for helper in range(FOOTBALLERS):
        if table.helpers[seat][helper]:
            for card in range(FOOTBALLERS * helper, FOOTBALLERS * (helper + 1)):
                codes[found] = card
                found += held >> card & 1
    return found


def _chances(setting: Setting, table: Table, codes: Numbers) -> int:
    """What chance can do, but for a deal."""
    if table.phase == COACHING:
        return spread((1 << setting.seats) - 1, codes)
    if table.phase in (TURNING, DRAWING):
        return list_kinds(table.pile, codes)
    if table.phase in (WINNING, CONSOLING):
        return list_kinds(table.supplies[table.phase - WINNING], codes)
    return 0


def may_be_laid(setting: Setting, table: Table, seat: int) -> int:
    """The cards that a seat may lay on the top card, if it has them (ES-5 to ES-8)."""
    back = held_back(seat, setting.seats, table.top, table.layer)
    return allowed(table.top, back, table.blocked != 0)


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    """`UNOFFERED` is a wrong card, which the law punishes (ES-11)."""
    if seat == NATURE:
        return _refused_chance(setting, table, code)
    if not 0 <= seat < setting.seats:
        return NO_SUCH_SEAT
    if table.phase not in (PLAYING, SPENDING):
        return NOT_NOW
    if table.passed >> seat & 1:
        return HAS_PASSED
    if code == PASS:
        return FINE
    held = table.held[seat]
    if table.phase == SPENDING:
        if code >= SOCKE or held >> code & 1 == 0:
            return NOT_IN_HAND
        return FINE if table.helpers[seat][code // FOOTBALLERS] else NO_TOKEN
    if code == CALL:
        return FINE if may_call(seat, is_wrong(table), table.layer) else NOTHING_TO_CALL
    if FIRST_MICHI <= code < PASS and (code == FIRST_MICHI + seat or code >= FIRST_MICHI + setting.seats):
        return NOT_AN_OPPONENT
    card = min(code, MICHI)
    if code >= CODES or held >> card & 1 == 0:
        return NOT_IN_HAND
    return FINE if may_be_laid(setting, table, seat) >> card & 1 else UNOFFERED


def _refused_chance(setting: Setting, table: Table, code: int) -> int:
    if table.phase == COACHING:
        return FINE if code < setting.seats else NOT_A_COACH
    if table.phase in (TURNING, DRAWING):
        return FINE if code < FACES and table.pile[code] else NOT_IN_THE_PILE
    if table.phase in (WINNING, CONSOLING):
        return FINE if code < KINDS and table.supplies[table.phase - WINNING][code] else NOT_THEIR_TOKEN
    return NOT_NOW


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    """Any move that is not refused, and the mistakes too (ES-11)."""
    if seat == NATURE:
        _happen(setting, table, code)
    elif code == PASS:
        table.passed |= 1 << seat
        if all_have_passed(table.passed, setting.seats):
            _uncover(table)
    elif table.phase == SPENDING:
        _spend(setting, table, seat, code)
    elif code == CALL:
        _take_back(setting, table)
    else:
        _lay(setting, table, seat, code)


def _spend(setting: Setting, table: Table, seat: int, card: int) -> None:
    """ES-17."""
    table.helpers[seat][card // FOOTBALLERS] -= 1
    table.consolations[seat] -= 1
    remove(table, seat, card)
    table.box[card] += 1
    table.in_box += 1
    if table.sizes[seat] == 0:
        _end_round(setting, table, seat)


def _lay(setting: Setting, table: Table, seat: int, code: int) -> None:
    """ES-5 to ES-8; a wrong card lies only where nobody notices (ES-11)."""
    card = min(code, MICHI)
    wrong = fault_of(setting, table, seat, card) > 0
    if wrong and not goes_unnoticed(setting.players_referee != 0, card, table.sizes[seat]):
        _penalise(setting, table, seat)
        return
    remove(table, seat, card)
    land(table, card, seat, wrong)
    if card == MICHI:
        _bully(setting, table, seat, code - FIRST_MICHI)
    elif table.sizes[seat] == 0:
        _end_round(setting, table, seat)
    else:
        look(setting, table)


def look(setting: Setting, table: Table) -> None:
    """ES-10: the referee sees at once whether anybody can play on, and says so."""
    table.phase = PLAYING
    table.blocked = is_blocked(table.held[: setting.seats], table.top, table.layer)


def _bully(setting: Setting, table: Table, seat: int, other: int) -> None:
    """ES-8; ES-15: whoever is left without cards wins, and that is never Michi's player."""
    swap(table, seat, other)
    if table.sizes[other] == 0:
        _end_round(setting, table, other)
    else:
        _uncover(table)


def _penalise(setting: Setting, table: Table, seat: int) -> None:
    """ES-11: a card off the pile, if there is one (ES-12)."""
    refill(table)
    if table.in_pile:
        table.owed = seat
        table.phase = DRAWING
        table.blocked = 0
    else:
        look(setting, table)


def _take_back(setting: Setting, table: Table) -> None:
    """ES-11: a wrong card has been called."""
    layer = table.layer
    add(table, layer, table.top)
    table.middle[table.top] -= 1
    table.top = table.under
    table.layer = table.under_layer
    table.under = table.under_layer = NOBODY
    table.number += 1
    table.passed = 0
    _penalise(setting, table, layer)


def _uncover(table: Table) -> None:
    """ES-4, ES-8, ES-10: what has been played goes to the box, and the next card is turned."""
    clear_middle(table)
    table.phase = TURNING
    refill(table)


def _begin_round(table: Table, coach: int) -> None:
    """ES-3."""
    table.coach = coach
    table.round += 1
    table.phase = DEALING


def _end_round(setting: Setting, table: Table, winner: int) -> None:
    """ES-13, ES-14, ES-16."""
    table.owed = winner
    table.consoled = most_cards(table.sizes[: setting.seats])
    clear_middle(table)
    for seat in range(setting.seats):
        table.in_box += pour(table.hands[seat], table.box)
        table.held[seat] = table.sizes[seat] = 0
    table.phase = WINNING


def _after_tokens(table: Table) -> None:
    """ES-3: the winner coaches the next round; ES-18: after the ninth the game is over."""
    winner = table.owed
    table.owed = table.consoled = NOBODY
    if table.round < ROUNDS:
        _begin_round(table, winner)
    else:
        table.phase = OVER


# ---------------------------------------------------------------- chance


def _happen(setting: Setting, table: Table, code: int) -> None:
    """What chance does, but for a deal."""
    if table.phase == TURNING:
        take_off_pile(table, code)
        _turn(setting, table, code)
    elif table.phase == DRAWING:
        draw_card(table, table.owed, code)
        table.owed = NOBODY
        look(setting, table)
    elif table.phase == COACHING:
        _begin_round(table, code)
    elif table.phase == WINNING:
        table.victories[table.owed] += 1
        take_token(table, table.supplies[0], table.owed, code)
        table.phase = CONSOLING
        if table.consoled == NOBODY:
            _after_tokens(table)
    else:
        table.consolations[table.consoled] += 1
        take_token(table, table.supplies[1], table.consoled, code)
        _after_tokens(table)


def _turn(setting: Setting, table: Table, card: int) -> None:
    """ES-4: on Socke or Michi another card is turned, as long as there can be a wild guy among the rest."""
    land(table, card, NOBODY, False)
    if turns_another(card, table.in_pile, wild_left(table)):
        refill(table)
    else:
        look(setting, table)


def deal(setting: Setting, table: Table, order: Sequence[int]) -> None:
    """ES-3: these cards, one at a time to each; ES-17: then tokens can be spent."""
    for place in range(len(order)):
        refill(table)
        draw_card(table, place % setting.seats, order[place])
    table.phase = SPENDING


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    if table.phase == DEALING:
        for place in range(HAND * setting.seats):
            refill(table)
            draw_card(table, place % setting.seats, any_of(table.pile, table.in_pile, chance))
        table.phase = SPENDING
        return UNLISTED
    if table.phase == COACHING:
        code = below(chance, setting.seats)
    elif table.phase in (TURNING, DRAWING):
        code = any_of(table.pile, table.in_pile, chance)
    else:
        supply = table.supplies[table.phase - WINNING]
        code = any_of(supply, total(supply), chance)
    _happen(setting, table, code)
    return code


def rewards(setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    """ES-18: a tie is shared."""
    share(leaders(table.goals[: setting.seats]), setting.seats, given)
