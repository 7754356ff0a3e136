"""Positions of Passe Éclair: a round while cards are laid, or while tokens can be spent.

>>> import muscade
>>> text = "set hands=M>F,F>L/M>R,socke coach=0 middle=L>M"
>>> match = muscade.Match(muscade.game("passe-eclair"), seats=2, begin_at=text)
>>> match.state.turn(), match.state.view(1).history[0].move
((0, 1), 'set hands=?,?/M>R,socke coach=0 middle=L>M')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.core import Options, Seat, Text
from muscade.core.positions import (
    HIDDEN,
    Forbidden,
    PositionChoice,
    PositionField,
    Positions,
    check_number,
    check_once,
    check_rows,
    choices,
    noted_seats,
    number_of,
    seat_field,
)
from muscade.core.refusals import ANY_CLAUSE
from muscade.games.passe_eclair import course, rules
from muscade.games.passe_eclair.cards import CARD_NAMES, LETTERS, TOKEN_NAMES, deck, tokens
from muscade.games.passe_eclair.moves import PasseEclairPosition, Rows, Set
from muscade.games.passe_eclair.rules import MICHI, NOBODY
from muscade.games.passe_eclair.table import (
    Setting,
    Table,
    draw_card,
    pour,
    take_off_pile,
    take_token,
    wild_left,
)

if TYPE_CHECKING:
    from muscade.games.passe_eclair.state import PasseEclairState

FACE_NAMES = CARD_NAMES[: rules.FACES]
MOST_NUMBER = 999_999
UNKNOWN = 0
"""Stands for a card or a token that somebody does not know, on a table where that does not matter."""
TITLES = {
    "hands": Text("Hands", "Mains"),
    "middle": Text("Middle, from the bottom", "Milieu, en partant du bas"),
    "laid": Text("Who laid the last of them, in order", "Qui a posé les dernières, dans l'ordre"),
    "wrong": Text("The top card can be called", "La carte du dessus peut être signalée"),
    "box": Text("Box", "Boîte"),
    "passed": Text("Have said nothing or ready", "Ont dit rien ou prêt"),
    "coach": Text("Coach", "Entraîneur"),
    "round": Text("Round", "Tour"),
    "victory": Text("Victory tokens", "Jetons de victoire"),
    "consolation": Text("Consolation tokens", "Jetons de consolation"),
    "spent": Text("Spent", "Dépensés"),
    "number": Text("Number of the top card", "Numéro de la carte du dessus"),
}
_WRONG = PositionField("wrong", TITLES["wrong"], "flag", "ES-11")

_too_many_cards = Forbidden(
    "ES-1",
    "The deck has {most} of {card}, and the position {count}.",
    "Le jeu compte {most} fois {card}, et la position {count}.",
)
_too_many_tokens = Forbidden(
    "ES-2",
    "There are {most} such tokens with {token}, and the position has {count}.",
    "Il y a {most} jetons de cette sorte avec {token}, et la position en a {count}.",
)
_no_card_left = Forbidden(
    "ES-13",
    "Seat {seat} has no card left: the round is over.",
    "La place {seat} n'a plus de carte : le tour est fini.",
)
_hand = Forbidden(
    "ES-17",
    "Before the first card is turned everybody has {dealt} cards, less one for each token spent: seat {seat} cannot have {count}.",
    "Avant la première carte, chacun a {dealt} cartes, moins une par jeton dépensé : la place {seat} ne peut en avoir {count}.",
)
_too_many_layers = Forbidden(
    "ES-5",
    "{layers} players have laid a card in the middle, and only {cards} lie there.",
    "{layers} joueurs ont posé une carte au milieu, et il n'y en a que {cards}.",
)
_turned_on_wild = Forbidden(
    "ES-4",
    "On {card}, a wild guy, no other card is turned: somebody laid the next one.",
    "Sur {card}, un joueur de foot, on ne retourne pas d'autre carte : quelqu'un a posé la suivante.",
)
_turn_another = Forbidden(
    "ES-4",
    "{card} was turned: another card is turned on it at once, until there is a wild guy.",
    "{card} a été retournée : on en retourne aussitôt une autre, jusqu'à un joueur de foot.",
)
_michi_is_gone = Forbidden(
    "ES-8",
    "Nobody's Michi stays in the middle: with him all its cards go into the box.",
    "Le Michi d'un joueur ne reste pas au milieu : avec lui, toutes les cartes vont dans la boîte.",
)
_does_not_fit = Forbidden(
    ANY_CLAUSE,
    "Seat {seat} cannot have laid {card} on {under}: the referee would have seen it.",
    "La place {seat} n'a pu poser {card} sur {under} : l'arbitre l'aurait vu.",
)
_not_wrong = Forbidden(
    "ES-11",
    "Only a wrong card on top can be called, where the players are the referee.",
    "On ne signale qu'une mauvaise carte sur le dessus, là où les joueurs arbitrent.",
)
_all_have_passed = Forbidden(
    "ES-10",
    "Everybody has let the card pass, or is ready: the next one is turned.",
    "Tous ont laissé passer la carte, ou sont prêts : on retourne la suivante.",
)
_one_victory_a_round = Forbidden(
    "ES-13",
    "Each finished round gives one victory token: in round {round} there are {due}, not {count}.",
    "Chaque tour fini donne un jeton de victoire : au tour {round} il y en a {due}, et non {count}.",
)
_one_consolation_a_round = Forbidden(
    "ES-14",
    "A finished round gives one consolation token at most, and not to its winner: seat {seat} cannot have {count}.",
    "Un tour fini donne un jeton de consolation au plus, et pas à son gagnant : la place {seat} ne peut en avoir {count}.",
)
_none_for_two = Forbidden(
    "ES-19",
    "With two players there are no consolation tokens.",
    "À deux joueurs, il n'y a pas de jetons de consolation.",
)
_coach = Forbidden(
    "ES-3",
    "The winner of a round coaches the next: seat {coach} has won none.",
    "Le gagnant d'un tour entraîne le suivant : la place {coach} n'en a gagné aucun.",
)


class PasseEclairPositions(Positions["PasseEclairState", PasseEclairPosition]):
    """See `Positions`."""

    move_type = Set
    clause = "ES-3"
    forgets = frozenset({"rounds"})

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        by_seat = noted_seats(seats)
        cards = choices(FACE_NAMES[card] for card in sorted(set(deck(options["cards"]))))
        words = choices(map(str, range(seats)), by_seat)
        victory, consolation = (choices(sorted(set(sort))) for sort in tokens(options["tokens"]))

        def row(name: str, clause: str, among: tuple[PositionChoice, ...], **more: Any) -> PositionField:
            return PositionField(name, TITLES[name], "list", clause, choices=among, **more)

        consoled = (
            row("consolation", "ES-14", consolation, rows=by_seat, optional=True),
            row("spent", "ES-17", choices(LETTERS), rows=by_seat, optional=True),
        )
        return (
            row("hands", "ES-3", cards, rows=by_seat),
            row("middle", "ES-5", cards, optional=True),
            row("laid", "ES-6", words, optional=True),
            *([_WRONG] if options["referee"] == "players" else []),
            row("box", "ES-16", cards, optional=True),
            row("passed", "ES-10", words, most=seats - 1, once=True, optional=True),
            seat_field(seats, "ES-3", TITLES["coach"], "coach"),
            PositionField("round", TITLES["round"], "number", "ES-3", least=1, most=rules.ROUNDS),
            row("victory", "ES-13", victory, rows=by_seat, optional=True),
            *(consoled if seats > rules.TWO else ()),
            PositionField("number", TITLES["number"], "number", "ES-9", most=MOST_NUMBER, optional=True),
        )

    def of(self, state: PasseEclairState) -> PasseEclairPosition | None:
        """There is none while chance turns, draws or gives."""
        if state.phase not in ("spend", "play"):
            return None
        view, table, seats = state.shared_fields(), state.table, range(state.seats)
        return PasseEclairPosition(
            hands=tuple(state.seat_fields(seat)["hand"] for seat in seats),
            coach=table.coach,
            middle=tuple(one.card for one in view["middle"]),
            laid=tuple(one.seat for one in view["middle"] if one.seat is not None),
            wrong=table.under != NOBODY,
            box=view["box"],
            passed=tuple(seat for seat in seats if view["passed"][seat]),
            victory=_rows(state.victory),
            consolation=_rows(state.consolation),
            spent=_rows(state.spent),
            round=table.round,
            number=None if table.number == len(view["middle"]) else table.number,
        )

    def redacted(self, position: PasseEclairPosition, viewer: Seat | None) -> PasseEclairPosition:
        """ES-21: one's own cards, and what one's own tokens show; how many others have is open to all."""

        def seen(rows: Rows) -> Rows:
            return tuple(row if seat == viewer else (HIDDEN,) * len(row) for seat, row in enumerate(rows))

        return msgspec.structs.replace(
            position,
            hands=seen(position.hands),
            victory=seen(position.victory),
            consolation=seen(position.consolation),
        )

    def table(self, state: PasseEclairState, position: PasseEclairPosition) -> Table:
        seats = state.seats
        check_rows("hands", position.hands, seats, "ES-3")
        check_number("coach", position.coach, 0, seats - 1, "ES-3")
        check_number("round", position.round, 1, rules.ROUNDS, "ES-3")
        for seat in (*position.laid, *position.passed):
            check_number("seat", seat, 0, seats - 1, "ES-1")
        check_once(map(str, position.passed), "ES-10")
        if len(position.passed) == seats:
            raise _all_have_passed()
        cards = [*chain(*position.hands), *position.middle, *position.box]
        _check_counts(cards, FACE_NAMES, (FACE_NAMES[card] for card in deck(state.options["cards"])), "ES-1")
        _check_tokens(position, seats, *tokens(state.options["tokens"]))
        _check_hands(position)
        least = len(position.middle)
        check_number(
            "number", least if position.number is None else position.number, least, MOST_NUMBER, "ES-9"
        )
        _check_middle(state.setting, position)
        _check_turned(state.setting, state.options, position)
        return lay(state.setting, state.options, position)


def lay(setting: Setting, options: Options, position: PasseEclairPosition) -> Table:
    """The table with that position, whether or not the law allows it and somebody sees all of it."""
    table = course.opening("random", options["cards"], options["tokens"]).copy()
    table.round, table.coach = position.round, position.coach
    table.number = len(position.middle) if position.number is None else position.number
    for seat, hand in enumerate(position.hands):
        for name in hand:
            draw_card(table, seat, _card(name))
    for name in position.middle:
        take_off_pile(table, _card(name))
        table.middle[_card(name)] += 1
    for name in position.box:
        take_off_pile(table, _card(name))
        table.box[_card(name)] += 1
    table.in_box = len(position.box)
    _lay_tokens(table, position)
    if position.middle:
        table.top = _card(position.middle[-1])
        table.layer = _layers(position)[-1]
        if position.wrong:
            table.under = _card(position.middle[-2])
            table.under_layer = _layers(position)[-2]
        course.look(setting, table)
    else:
        table.phase = course.SPENDING
    table.passed = sum(1 << seat for seat in position.passed)
    return table


def _lay_tokens(table: Table, position: PasseEclairPosition) -> None:
    for supply, rows, taken in (
        (table.supplies[0], position.victory, table.victories),
        (table.supplies[1], position.consolation, table.consolations),
    ):
        for seat, row in enumerate(rows):
            taken[seat] = len(row)
            for name in row:
                take_token(table, supply, seat, UNKNOWN if name == HIDDEN else TOKEN_NAMES.index(name))
    for name in chain(*position.spent):
        table.supplies[1][TOKEN_NAMES.index(name)] -= 1


def opened(position: PasseEclairPosition) -> PasseEclairPosition:
    """What everybody is told of it when its round is over: all cards (ES-16), and no tokens."""
    return msgspec.structs.replace(POSITIONS.redacted(position, None), hands=position.hands)


# ---------------------------------------------------------------- what the law says


def _check_counts(given: Iterable[str], words: Iterable[str], there: Iterable[str], clause: str) -> None:
    """There are enough of each card or token."""
    most, known = Counter(there), tuple(words)
    for word, count in Counter(given).items():
        number_of(word, known, clause)
        if count > most[word]:
            refused = _too_many_cards if clause == "ES-1" else _too_many_tokens
            raise refused.using(most=most[word], card=word, token=word, count=count)


def _check_tokens(position: PasseEclairPosition, seats: int, victory: str, consolation: str) -> None:
    """ES-2, ES-3, ES-13, ES-14, ES-19."""
    given = {"victory": position.victory, "consolation": position.consolation, "spent": position.spent}
    for name, rows in given.items():
        if rows:
            check_rows(name, rows, seats, "ES-2")
    _check_counts(chain(*position.victory), TOKEN_NAMES, victory, "ES-2")
    consoled = [*chain(*position.consolation), *chain(*position.spent)]
    _check_counts(consoled, TOKEN_NAMES, consolation, "ES-2")
    for name in chain(*position.spent):
        number_of(name, LETTERS, "ES-17")
    finished = position.round - 1
    won = [len(row) for row in position.victory] or [0] * seats
    if sum(won) != finished:
        raise _one_victory_a_round(round=position.round, due=finished, count=sum(won))
    if finished and not won[position.coach]:
        raise _coach(coach=position.coach)
    if consoled and seats == rules.TWO:
        raise _none_for_two()
    of_seat = [
        sum(len(rows[seat]) for rows in (position.consolation, position.spent) if rows)
        for seat in range(seats)
    ]
    for seat, count in enumerate(of_seat):
        if sum(of_seat) > finished or count + won[seat] > finished:
            raise _one_consolation_a_round(seat=seat, count=count)


def _check_hands(position: PasseEclairPosition) -> None:
    """ES-13; ES-3 and ES-17, before the first card is turned."""
    for seat, hand in enumerate(position.hands):
        if not hand:
            raise _no_card_left(seat=seat)
        spent = len(position.spent[seat]) if position.spent else 0
        if not position.middle and not rules.HAND - spent <= len(hand) <= rules.HAND:
            raise _hand(dealt=rules.HAND, seat=seat, count=len(hand))


def _check_middle(setting: Setting, position: PasseEclairPosition) -> None:
    """ES-4 to ES-8: turned cards first, then each on one that it fits, unless only the players would have seen it (ES-11)."""
    middle = [_card(name) for name in position.middle]
    if len(position.laid) > len(middle):
        raise _too_many_layers(layers=len(position.laid), cards=len(middle))
    layers = _layers(position)
    fault = 0
    for place, (card, seat) in enumerate(zip(middle, layers, strict=True)):
        under, under_layer = (middle[place - 1], layers[place - 1]) if place else (NOBODY, NOBODY)
        if seat == NOBODY:
            if place and rules.is_wild(under):
                raise _turned_on_wild(card=FACE_NAMES[under])
            continue
        if card == MICHI:
            raise _michi_is_gone()
        back = rules.held_back(seat, setting.seats, under, under_layer)
        fault = rules.fault(card, under, back, False) if place else 0
        if fault and not setting.players_referee:
            raise _does_not_fit(f"ES-{fault}", seat=seat, card=FACE_NAMES[card], under=FACE_NAMES[under])
    if position.wrong and not (fault and setting.players_referee):
        raise _not_wrong()


def _check_turned(setting: Setting, options: Options, position: PasseEclairPosition) -> None:
    """ES-4: no other card could be turned on the last one that was.

    What lies on it was in hands then; and where somebody may have drawn since, the pile was still the box (ES-12).
    """
    turned = position.middle[: len(position.middle) - len(position.laid)]
    if not turned:
        return
    hands = ((*position.hands[0], *position.middle[len(turned) :]), *position.hands[1:])
    then = msgspec.structs.replace(position, hands=hands, middle=turned, laid=(), wrong=False)
    table = lay(setting, options, then)
    if not table.in_box and any(held >> rules.SOCKE for held in table.held):
        table.in_box, table.in_pile = pour(table.pile, table.box), 0
    if rules.turns_another(table.top, table.in_pile, wild_left(table)):
        raise _turn_another(card=turned[-1])


def _layers(position: PasseEclairPosition) -> list[Seat]:
    """Who laid each card of the middle."""
    return [NOBODY] * (len(position.middle) - len(position.laid)) + list(position.laid)


def _card(name: str) -> int:
    return UNKNOWN if name == HIDDEN else FACE_NAMES.index(name)


def _rows(tokens_of: list[list[str]]) -> Rows:
    return tuple(map(tuple, tokens_of)) if any(tokens_of) else ()


POSITIONS = PasseEclairPositions()
