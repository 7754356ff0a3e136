"""The course of a game of Pass Pass: what lies on the table, and what every move makes of it.

What is legal and who wins is in `rules`, what lies there and which numbers stand for what in `table`, what teams say in `talking`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache

from muscade.core import NATURE, InvalidOptions, Options
from muscade.core.options import remembered
from muscade.games.pass_pass.cards import diamonds
from muscade.games.pass_pass.prospects import prospects
from muscade.games.pass_pass.rules import (
    CARDS,
    COLOURS,
    HAND,
    MOST_SEATS,
    ROUNDS,
    VALUES,
    card_points,
    counted,
    deck,
    fewest,
    resolve_trick,
    second_share,
    team_of,
    uncounted,
    wins_at_once,
)
from muscade.games.pass_pass.table import (
    CHOOSING,
    CODES,
    DEALING,
    DEALT,
    LEADERS,
    NAMING,
    NOT_A_SEAT,
    NOT_IN_HAND,
    NOT_NOW,
    ONE_OF_THE_TRICK,
    PAIRS,
    PLAYING,
    PROPOSALS,
    TAKES,
    TAKING,
    TALKING,
    TEAM_COUNTS,
    THE_LOWEST,
    Setting,
    Table,
    finish,
)
from muscade.games.pass_pass.talking import refused_word, say, settle_scores, words
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import (
    FINE,
    NATURE_BIT,
    UNLISTED,
    UNOFFERED,
    Chance,
    below,
    count,
    lowest,
    room,
    spread,
)


@remembered
def setting_of(seats: int, options: Options) -> Setting:
    """What a table of that many seats and those options is set with; raises `InvalidOptions` where there are too few cards."""
    teams, hand = options["teams"], options.get("hand", HAND)
    colours, values = options.get("colours", COLOURS), options.get("values", VALUES)
    if hand * seats > colours * values:
        raise InvalidOptions(
            f"{colours * values} cards are too few for {seats} hands of {hand} (PP-5).",
            f"{colours * values} cartes ne suffisent pas à {seats} mains de {hand} (PP-5).",
        )
    return Setting(
        seats=seats,
        teams=TEAM_COUNTS.get(teams, seats),
        hand=hand,
        rounds=options.get("rounds", ROUNDS),
        deck=deck(colours, values),
        uncounted=uncounted(colours),
        prospects=prospects()[f"{seats} {teams}"],
        diamonds=diamonds(options["diamonds"]),
    )


@lru_cache(maxsize=MOST_SEATS + 1)
def opening(leader: int | str) -> Table:
    """The table before anything has happened; copy it."""
    table = Table(turn=NATURE_BIT, phase=NAMING)
    if isinstance(leader, int):
        _name_leader(table, leader)
    return table


def most_moves(_setting: Setting) -> int:
    return max(HAND, MOST_SEATS)


def code_count(_setting: Setting) -> int:
    return CODES


# ---------------------------------------------------------------- what may be done


def turn(_setting: Setting, table: Table) -> int:
    return table.turn


def moves(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if table.phase == PLAYING:
        return spread(table.hands[seat], codes)
    if table.phase == TAKING:
        for place in range(setting.seats):
            codes[place] = TAKES + table.trick[place]
        return setting.seats
    if table.phase == CHOOSING:
        return _shares(setting, table, codes)
    if table.phase == TALKING:
        return words(setting, table, seat, codes)
    return spread((1 << setting.seats) - 1, codes, LEADERS) if table.phase == NAMING else 0


def _shares(setting: Setting, table: Table, codes: Numbers) -> int:
    """Every way to take the two lowest cards (PP-13)."""
    sure, tied, wanted = second_share(table.trick[: setting.seats], table.taken)
    found = 0
    for one in range(setting.seats):
        if tied >> one & 1 == 0:
            continue
        if wanted == 1:
            codes[found] = PAIRS + (sure | 1 << one)
            found += 1
            continue
        for other in range(one):
            if tied >> other & 1:
                codes[found] = PAIRS + (1 << other | 1 << one)
                found += 1
    return found


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    if table.phase == TALKING:
        return refused_word(setting, table, seat, code)
    if table.turn != (NATURE_BIT if seat == NATURE else 1 << seat):
        return NOT_NOW
    if table.phase == PLAYING:
        if code >= CARDS:
            return NOT_NOW
        return FINE if table.hands[seat] >> code & 1 else NOT_IN_HAND
    if table.phase == TAKING:
        for place in range(setting.seats):
            if TAKES + table.trick[place] == code:
                return FINE
        return ONE_OF_THE_TRICK if TAKES <= code < PROPOSALS or code >= PAIRS else NOT_NOW
    if table.phase == NAMING:
        if not LEADERS <= code < DEALT:
            return NOT_NOW
        return FINE if code < LEADERS + setting.seats else NOT_A_SEAT
    if table.phase == DEALING:
        return UNOFFERED if code == DEALT else NOT_NOW
    return _refused_share(setting, table, code)


def _refused_share(setting: Setting, table: Table, code: int) -> int:
    """PP-13."""
    if code < PAIRS:
        return THE_LOWEST if TAKES <= code < PROPOSALS else NOT_NOW
    sure, tied, wanted = second_share(table.trick[: setting.seats], table.taken)
    places = code - PAIRS
    if places & sure != sure or places & ~(sure | tied):
        return THE_LOWEST
    return FINE if count(places & ~sure) == wanted else THE_LOWEST


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    if table.phase == PLAYING:
        _play_card(setting, table, seat, code)
    elif table.phase == TAKING:
        _first_takes(setting, table, seat, code - TAKES)
    elif table.phase == CHOOSING:
        _second_takes(setting, table, code - PAIRS)
    elif table.phase == TALKING:
        say(setting, table, seat, code)
    elif table.phase == NAMING:
        _name_leader(table, code - LEADERS)
    else:
        _begin_round(table)


def _play_card(setting: Setting, table: Table, seat: int, card: int) -> None:
    """PP-8."""
    seats = setting.seats
    table.hands[seat] ^= 1 << card
    table.out |= 1 << card
    table.trick[table.played] = card
    table.played += 1
    if table.played < seats:
        table.turn = 1 << _around(seat + 1, seats)
        return
    decide_trick(setting, table)


def decide_trick(setting: Setting, table: Table) -> None:
    """PP-11: the trick is whole, and its first winner is to take."""
    seats = setting.seats
    first, second = resolve_trick(table.trick[:seats])
    table.first = _around(table.leader + first, seats)
    table.second = _around(table.leader + second, seats)
    table.phase = TAKING
    table.turn = 1 << table.first


def _around(seat: int, seats: int) -> int:
    """A remainder would take longer than all the rest."""
    return seat - seats if seat >= seats else seat


def _first_takes(setting: Setting, table: Table, seat: int, card: int) -> None:
    """PP-12; then PP-13 where the second winner has no choice."""
    taken = 0
    for place in range(setting.seats):
        taken = place if table.trick[place] == card else taken
    table.taken = taken
    if _collect(setting, table, seat, 1 << taken):
        return
    sure, tied, _ = second_share(table.trick[: setting.seats], taken)
    if tied:
        table.phase = CHOOSING
        table.turn = 1 << table.second
    else:
        _second_takes(setting, table, sure)


def _second_takes(setting: Setting, table: Table, places: int) -> None:
    """PP-13, PP-14, PP-15: the trick is cleared, and its second winner leads on."""
    second = table.second
    wins = _collect(setting, table, second, places)
    for place in range(setting.seats):
        table.trick[place] = 0
    table.leader = second
    table.played = table.first = table.second = table.taken = 0
    if wins:
        return
    if table.trick_number < setting.hand:
        table.trick_number += 1
        table.phase = PLAYING
        table.turn = 1 << second
    else:
        settle_scores(setting, table)


def _collect(setting: Setting, table: Table, seat: int, places: int) -> bool:
    """Put cards of the trick in front of a seat; PP-16: Pass Passes count at once. True if that wins (PP-17, PP-22)."""
    counts = table.counts[seat]
    while places:
        card = table.trick[lowest(places)]
        places &= places - 1
        table.points[seat] += card_points(setting.diamonds[card])
        counts += counted(card)
    table.counts[seat] = counts
    passes = fewest(counts | setting.uncounted)
    if passes == table.passes[seat]:
        return False
    table.passes[seat] = passes
    team = team_of(seat, setting.teams)
    if not wins_at_once(table.recorded_passes[team], passes):
        return False
    finish(table, 1 << team)
    return True


# ---------------------------------------------------------------- chance


def _name_leader(table: Table, leader: int) -> None:
    """PP-6."""
    table.leader = leader
    table.phase = DEALING


def _begin_round(table: Table) -> None:
    """PP-5: the hands are dealt, and everything else is cleared away."""
    table.out = table.have_proposed = table.agreed = table.by_rule = 0
    for seat in range(MOST_SEATS):
        table.points[seat] = table.counts[seat] = table.passes[seat] = 0
        table.settled[seat] = table.proposed[seat] = table.proposer[seat] = 0
    table.round += 1
    table.trick_number = 1
    table.phase = PLAYING
    table.turn = 1 << table.leader


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    if table.phase == NAMING:
        leader = below(chance, setting.seats)
        _name_leader(table, leader)
        return LEADERS + leader
    cards = room(CARDS)
    left = spread(setting.deck, cards)
    for seat in range(setting.seats):
        hand = 0
        for _ in range(setting.hand):
            place = below(chance, left)
            left -= 1
            hand |= 1 << cards[place]
            cards[place] = cards[left]
        table.hands[seat] = hand
    _begin_round(table)
    return UNLISTED


def redeal(setting: Setting, table: Table, seat: int, chance: Chance) -> None:
    """PP-7: of every colour, the cards a seat has not seen, dealt anew by the backs that it sees."""
    unseen = setting.deck & ~(table.out | table.hands[seat])
    pool = room(VALUES)
    for tint in range(COLOURS):
        of_colour = ((1 << VALUES) - 1) << (VALUES * tint)
        left = spread(unseen & of_colour, pool)
        for other in range(setting.seats):
            held = table.hands[other] & of_colour
            if other == seat or held == 0:
                continue
            hand = table.hands[other] ^ held
            while held:
                place = below(chance, left)
                left -= 1
                hand |= 1 << pool[place]
                pool[place] = pool[left]
                held &= held - 1
            table.hands[other] = hand


def rewards(setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    parties = count(table.winners)
    for seat in range(setting.seats):
        won = table.winners >> team_of(seat, setting.teams) & 1
        given[seat] = won / parties


def acting(table: Table) -> int:
    """The seat that is to act, or the first of several."""
    return lowest(table.turn)
