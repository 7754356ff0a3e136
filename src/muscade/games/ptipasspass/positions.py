"""Positions of PtiPassPass: what lies where, how far the turn has come, and which tokens in cups all have seen.

>>> import muscade
>>> text = "set active=1 first=0 hands=G,O/B,O/B,G,O cups=B//////// fist=G named=a1 ok=2"
>>> match = muscade.Match(muscade.game("ptipasspass"), seats=3, begin_at=text)
>>> match.state.turn(), match.state.view(0).history[0].move
((0,), 'set active=1 first=0 hands=G,O/?,?/?,?,? cups=?//////// fist=? named=a1 ok=2')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from muscade.core import Options, Seat, Text
from muscade.core.positions import (
    HIDDEN,
    Forbidden,
    PositionChoice,
    PositionField,
    Positions,
    check_number,
    check_rows,
    choices,
    field,
    noted_seats,
    number_of,
    seat_field,
)
from muscade.games.ptipasspass import course, rules
from muscade.games.ptipasspass.course import ANNOUNCE, LIFT, WINDOW_1, WINDOW_2, Setting, Table
from muscade.games.ptipasspass.cups import layout_of
from muscade.games.ptipasspass.memory import memory_of
from muscade.games.ptipasspass.moves import PtiPassPassPosition, Set, Tokens
from muscade.games.ptipasspass.reasons import IS_VOID
from muscade.games.ptipasspass.tokens import COLOUR_NAMES, LETTERS, letters

if TYPE_CHECKING:
    from muscade.games.ptipasspass.state import PtiPassPassState

MOST_ROUNDS, MOST_TURNS = 999, 99_999
_VICTORIES = "Victory tokens", "Jetons de victoire"

_tokens = Forbidden(
    "PT-1",
    "Tokens that are {colour}: this table has {due}, and the position {count}.",
    "Jetons de couleur {colour} : cette table en a {due}, et la position {count}.",
)
_not_in_cup = Forbidden(
    "PT-20",
    "All can have seen in {cup} only tokens that are there.",
    "Tous ne peuvent avoir vu en {cup} que des jetons qui y sont.",
)
_fist_and_cup = Forbidden(
    "PT-5",
    "A token in the fist and a cup that is named go together, before a colour is announced.",
    "Un jeton dans le poing et un gobelet désigné vont ensemble, avant l'annonce d'une couleur.",
)
_nobody_is_asked = Forbidden(
    "PT-6",
    "Nobody says OK before a token is in the fist and a cup is named.",
    "Personne ne dit OK avant qu'un jeton soit dans le poing et un gobelet désigné.",
)
_others_say_ok = Forbidden(
    "PT-8",
    "Every other player says OK once at most; seat {seat} cannot have said it so.",
    "Chacun des autres joueurs dit OK une fois au plus ; la place {seat} n'a pu le dire ainsi.",
)
_is_placed = Forbidden(
    "PT-13",
    "All have said OK to the colour: the token is in its cup, and the turn is over.",
    "Tous ont dit OK à la couleur : le jeton est dans son gobelet, et le tour est fini.",
)
_holds_tokens = Forbidden(
    "PT-15",
    "Only a player without tokens swaps cups, and seat {seat} holds some.",
    "Seul un joueur sans jeton échange des gobelets, et la place {seat} en tient.",
)
_no_pair = Forbidden(
    "PT-15",
    "Two neighbouring cups change places in a turn, not {cups}.",
    "Deux gobelets contigus changent de place pendant un tour, et non {cups}.",
)
_rounds = Forbidden(
    "PT-18",
    "Each round is won once at most: {won} victory tokens take {won} rounds before this one, the {round}.",
    "Chaque manche est gagnée une fois au plus : {won} jetons de victoire demandent {won} manches avant celle-ci, la {round}.",
)
_first = Forbidden(
    "PT-4",
    "The player to the left of a round's winner begins the next one: seat {first} sits to the left of none.",
    "Le joueur à la gauche du gagnant commence la manche suivante : la place {first} n'est à la gauche d'aucun.",
)
_turns = Forbidden(
    "PT-4",
    "In the first round turns go round from its first player: after {turns} of them it is not seat {active}'s.",
    "Dans la première manche, les tours passent de place en place : après {turns}, ce n'est pas à la place {active}.",
)
_void = Forbidden(*IS_VOID)
_out_of_time = Forbidden(
    "PT-19",
    "The table plays {most} turns, and {turns} are over: so is the game.",
    "La table joue {most} tours, et {turns} sont finis : la partie aussi.",
)


class PtiPassPassPositions(Positions["PtiPassPassState", PtiPassPassPosition]):
    """See `Positions`."""

    move_type = Set
    clause = "PT-2"
    forgets = frozenset({"challenge", "revealed", "notebook", "last_round"})

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        names, most = layout_of(seats, options).names, course.setting_of(seats, options).victory - 1
        by_seat, by_cup = noted_seats(seats), tuple(Text(name, name) for name in names)
        tokens, cups = choices(LETTERS, COLOUR_NAMES.values()), choices(names)
        others = choices(map(str, range(seats)), by_seat)

        def piles(name: str, en: str, fr: str, rows: tuple[Text, ...], **more: bool) -> PositionField:
            return field(name, "list", "PT-20", en, fr, rows=rows, choices=tokens, **more)

        def one(name: str, en: str, fr: str, among: tuple[PositionChoice, ...]) -> PositionField:
            return field(name, "choice", "PT-5", en, fr, choices=among, optional=True)

        def some(
            name: str, clause: str, en: str, fr: str, among: tuple[PositionChoice, ...], most: int
        ) -> PositionField:
            return field(name, "list", clause, en, fr, choices=among, most=most, once=True, optional=True)

        return (
            seat_field(seats, "PT-4", Text("Whose turn", "À qui le tour"), "active"),
            seat_field(seats, "PT-4", Text("Began the round", "A commencé la manche"), "first"),
            piles("hands", "Hands, without the fist", "Mains, sans le poing", by_seat),
            piles("cups", "Under the cups", "Sous les gobelets", by_cup),
            piles("seen", "Of these, seen by all", "Dont vus de tous", by_cup, optional=True),
            one("fist", "In the fist", "Dans le poing", tokens),
            one("named", "For the cup", "Pour le gobelet", cups),
            one("announced", "Announced", "Annoncé", tokens),
            some("ok", "PT-8", "Have said OK", "Ont dit OK", others, seats - 1),
            some("swapped", "PT-15", "Swapped in this turn", "Échangés pendant ce tour", cups, 2),
            field("victories", "number", "PT-18", *_VICTORIES, rows=by_seat, most=most),
            field("round", "number", "PT-18", "Round", "Manche", least=1, most=MOST_ROUNDS),
            field("turns", "number", "PT-19", "Turns so far", "Tours finis", most=MOST_TURNS, optional=True),
        )

    def of(self, state: PtiPassPassState) -> PtiPassPassPosition | None:
        if state.phase in ("first", "over"):
            return None
        view, table, seats = state.shared_fields(), state.table, state.seats
        hands = list(table.hands[:seats])
        fist = None
        if table.fist != rules.NO_COLOUR:
            hands[table.active] -= rules.token(table.fist)
            fist = LETTERS[table.fist]
        account = memory_of(state.view(None)).account
        others = tuple(seat for seat in range(seats) if seat != table.active)
        return PtiPassPassPosition(
            active=table.active,
            first=table.first,
            hands=_rows(hands),
            cups=_rows_or_none(table.cups[: state.setting.cups]),
            seen=_rows_or_none([account.last_seen[pool] for pool in account.pool_at]),
            fist=fist,
            named=view["named"],
            announced=view["announced"],
            ok=others if table.phase == ANNOUNCE else view["ok"],
            swapped=view["swapped"],
            victories=view["victories"] if any(view["victories"]) else (),
            round=table.round,
            turns=None if table.turns == _least_turns(state.setting, table) else table.turns,
        )

    def redacted(self, position: PtiPassPassPosition, viewer: Seat | None) -> PtiPassPassPosition:
        """PT-20: one's own tokens; of a cup what all have seen in it, and of the rest how much there is."""
        seen = position.seen or ((),) * len(position.cups)
        return msgspec.structs.replace(
            position,
            hands=tuple(
                hand if seat == viewer else (HIDDEN,) * len(hand) for seat, hand in enumerate(position.hands)
            ),
            cups=tuple(
                (*known, *(HIDDEN,) * (len(cup) - len(known)))
                for cup, known in zip(position.cups, seen, strict=True)
            ),
            fist=position.fist and (position.fist if viewer == position.active else HIDDEN),
        )

    def table(self, state: PtiPassPassState, position: PtiPassPassPosition) -> Table:
        setting, seats = state.setting, state.seats
        check_number("active", position.active, 0, seats - 1, "PT-4")
        check_number("first", position.first, 0, seats - 1, "PT-4")
        _check_tokens(position, setting)
        hands = _piles("hands", position.hands, seats, "PT-1")
        cups = _piles("cups", position.cups or ((),) * setting.cups, setting.cups, "PT-2")
        self._check_seen(position, state.layout.names)
        table = course.opening(setting, state.options).copy()
        table.first = position.first
        if position.fist is not None:
            hands[position.active] += rules.token(number_of(position.fist, LETTERS, "PT-1"))
        for seat, pile in enumerate(hands):
            table.hands[seat] = pile
        for cup, pile in enumerate(cups):
            table.cups[cup] = pile
        if rules.is_void(hands, cups):
            raise _void()
        course.begin_turn(table, position.active)
        self._set_turn(state, position, table)
        self._set_rounds(state, position, table)
        return table

    def _check_seen(self, position: PtiPassPassPosition, names: Sequence[str]) -> None:
        """PT-20."""
        if position.seen:
            check_rows("seen", position.seen, len(names), "PT-2")
        cups = position.cups or ((),) * len(names)
        for name, seen, there in zip(names, position.seen, cups, strict=False):
            if Counter(seen) - Counter(there):
                raise _not_in_cup(cup=name)

    def _set_turn(self, state: PtiPassPassState, position: PtiPassPassPosition, table: Table) -> None:
        """PT-5 to PT-8: a token in the fist; PT-15: two cups swapped."""
        active, names = position.active, state.layout.names
        if (position.fist is None) != (position.named is None):
            raise _fist_and_cup()
        if position.fist is None or position.named is None:
            if position.announced is not None:
                raise _fist_and_cup()
            if position.ok:
                raise _nobody_is_asked()
        else:
            table.fist = LETTERS.index(position.fist)
            table.named = number_of(position.named, names, "PT-2")
            self._set_window(state, position, table)
        if not position.swapped:
            return
        if rules.places_tokens(table.hands[active]):
            raise _holds_tokens(seat=active)
        pair = tuple(sorted(number_of(name, names, "PT-2") for name in position.swapped))
        if pair not in {tuple(sorted(both)) for both in state.layout.neighbours}:
            raise _no_pair(cups=", ".join(position.swapped))
        table.phase = LIFT

    def _set_window(self, state: PtiPassPassState, position: PtiPassPassPosition, table: Table) -> None:
        """PT-6 to PT-8: who is still asked."""
        course.open_window(state.setting, table, WINDOW_1 if position.announced is None else WINDOW_2)
        if position.announced is not None:
            table.announced = number_of(position.announced, LETTERS, "PT-5")
        for seat in position.ok:
            if not 0 <= seat < state.seats or table.turn >> seat & 1 == 0:
                raise _others_say_ok(seat=seat)
            table.turn &= ~(1 << seat)
        if rules.window_closes(len(position.ok), state.seats):
            if position.announced is not None:
                raise _is_placed()
            table.phase, table.turn = ANNOUNCE, 1 << position.active

    def _set_rounds(self, state: PtiPassPassState, position: PtiPassPassPosition, table: Table) -> None:
        """PT-4, PT-18, PT-19."""
        seats, most = state.seats, state.setting.max_turns
        victories = position.victories or (0,) * seats
        check_rows("victories", victories, seats, "PT-18")
        for seat, number in enumerate(victories):
            check_number("victories", number, 0, state.setting.victory - 1, "PT-18")
            table.victories[seat] = number
        won = sum(victories)
        check_number("round", position.round, 1, MOST_ROUNDS, "PT-18")
        if position.round <= won:
            raise _rounds(won=won, round=position.round)
        if won and not any(
            rules.left_of(seat, seats) == position.first for seat in range(seats) if victories[seat]
        ):
            raise _first(first=position.first)
        table.round = position.round
        fewest = _least_turns(state.setting, table)
        turns = fewest if position.turns is None else position.turns
        check_number("turns", turns, fewest, MOST_TURNS, "PT-13")
        if position.round == 1 and (turns - fewest) % seats:
            raise _turns(turns=turns, active=position.active)
        if most and turns >= most:
            raise _out_of_time(most=most, turns=turns)
        table.turns = turns


def _least_turns(setting: Setting, table: Table) -> int:
    """As few turns as the game can have had. All tokens are placed before a round can be void (PT-19); a winner's are (PT-14)."""
    seats = setting.seats
    begun = [rules.count(pile) for pile in setting.hands]
    held = [rules.count(pile) for pile in table.hands[:seats]]
    won = table.victories[:seats]
    before = (table.round - 1 - sum(won)) * sum(begun)
    before += sum(number * (count * seats + 1) for number, count in zip(won, begun, strict=True))
    return before + fewest_turns(begun, held, table.first, table.active)


def fewest_turns(begun: Sequence[int], held: Sequence[int], first: Seat, active: Seat) -> int:
    """The turns that a round has had at least when players began with so many tokens and hold so many now, and it is that one's turn.

    They go round from the first player (PT-4), and each takes one token at most, and its own player's, out of a hand
    (PT-10, PT-12, PT-13).

    >>> full = [3, 3, 3]
    >>> fewest_turns(full, full, 0, 0), fewest_turns(full, [2, 3, 3], 0, 0), fewest_turns(full, [0, 3, 6], 0, 1)
    (0, 3, 7)
    """
    seats = len(held)
    turns = (active - first) % seats
    in_cups = sum(begun) - sum(held)
    while turns < in_cups or any(
        held[seat] + (turns - (seat - first) % seats + seats - 1) // seats < begun[seat]
        for seat in range(seats)
    ):
        turns += seats
    return turns


def _piles(name: str, rows: Tokens, count: int, clause: str) -> list[int]:
    check_rows(name, rows, count, clause)
    return [sum(rules.token(number_of(word, LETTERS, "PT-1")) for word in row) for row in rows]


def _check_tokens(position: PtiPassPassPosition, setting: Setting) -> None:
    """PT-1; before they are made piles, which could not count too many."""
    there = Counter(word for row in (*position.hands, *position.cups, (position.fist,)) for word in row)
    for colour, letter in enumerate(LETTERS):
        due = sum(rules.of_colour(pile, colour) for pile in (*setting.hands, *setting.under))
        if there[letter] != due:
            raise _tokens(due=due, colour=COLOUR_NAMES[letter], count=there[letter])


def _rows(piles: Sequence[int]) -> Tokens:
    return tuple(tuple(letters(pile)) for pile in piles)


def _rows_or_none(piles: Sequence[int]) -> Tokens:
    return _rows(piles) if any(piles) else ()


POSITIONS = PtiPassPassPositions()
