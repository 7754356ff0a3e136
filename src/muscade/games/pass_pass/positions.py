"""Positions of Pass Pass: a round while its cards are played.

>>> import muscade
>>> text = "set hands=P1,B2/P2,B3/P3,B4 leader=1 fronts=Y1,Y2,Y3,Y4,Y5,Y6/G1,G2,G3,G4,G5,G6/P7,P8,P9,P10,P11,P12"
>>> match = muscade.Match(muscade.game("pass-pass"), seats=3, begin_at=text)
>>> match.state.turn(), match.state.view(0).history[0].move[:25]
((1,), 'set hands=P1,B2/P?,B?/P?,')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.core import Options, Seat, Text
from muscade.core.positions import (
    Forbidden,
    PositionField,
    Positions,
    check_number,
    check_once,
    check_rows,
    choices,
    field,
    noted_seats,
    number_of,
    seat_field,
)
from muscade.games.pass_pass import course, rules
from muscade.games.pass_pass import table as layout
from muscade.games.pass_pass.cards import CARD_NAMES
from muscade.games.pass_pass.moves import PassPassPosition, Set
from muscade.games.pass_pass.table import Setting, Table

if TYPE_CHECKING:
    from muscade.games.pass_pass.state import PassPassState

FIRST_SHARE, SECOND_SHARE = 1, 2
"""How many cards the winners take of a trick (PP-12, PP-13)."""
MOST_POINTS = 999
_TAKEN = "Taken by the first winner", "Prise par le premier gagnant"
_POINTS = "Recorded points", "Points inscrits"
_PASSES = "Recorded Pass Passes", "Pass Pass inscrits"

_spoils = Forbidden(
    "PP-14",
    "Of each finished trick {taken} cards are taken and {left} put away: {front} lie in front of players, and {away} away.",
    "De chaque pli fini, {taken} cartes sont prises et {left} écartées : {front} sont devant les joueurs, et {away} écartées.",
)
_one_place = Forbidden(
    "PP-11",
    "Nobody wins both places of a trick: after {done} of them seat {seat} has {most} cards in front at most, not {count}.",
    "Nul ne gagne les deux places d'un pli : après {done} plis, la place {seat} a au plus {most} cartes devant elle, et non {count}.",
)
_hand = Forbidden(
    "PP-8",
    "Everybody plays one card a trick out of {dealt}: seat {seat} holds {due} cards now, not {count}.",
    "Chacun joue une carte par pli sur {dealt} : la place {seat} en tient {due} maintenant, et non {count}.",
)
_too_many_in_trick = Forbidden(
    "PP-8",
    "A trick has a card of each of {seats} players, not {count}.",
    "Un pli a une carte de chacun des {seats} joueurs, et non {count}.",
)
_round_is_over = Forbidden(
    "PP-18",
    "All tricks of the round are played: it is over.",
    "Tous les plis de la manche sont joués : elle est finie.",
)
_nothing_recorded = Forbidden(
    "PP-18",
    "Nothing is recorded before the first round is over.",
    "Rien n'est inscrit avant la fin de la première manche.",
)
_has_won = Forbidden(
    "PP-17",
    "Seat {seat} would have its third Pass Pass: the game is over.",
    "La place {seat} aurait son troisième Pass Pass : la partie est finie.",
)
_not_taken = Forbidden(
    "PP-12",
    "{card} must be one of the whole trick and lie in front of its first winner, seat {first}.",
    "{card} doit être du pli entier et se trouver devant son premier gagnant, la place {first}.",
)
_no_choice = Forbidden(
    "PP-13",
    "The second winner has no choice once {card} is taken: the trick is over.",
    "Le second gagnant n'a pas le choix une fois {card} prise : le pli est fini.",
)


class PassPassPositions(Positions["PassPassState", PassPassPosition]):
    """See `Positions`."""

    move_type = Set
    clause = "PP-5"
    forgets = frozenset({"pad", "last_trick"})

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        setting = course.setting_of(seats, options)
        cards, by_seat, teams = choices(_deck(setting)), noted_seats(seats), setting.teams
        parties = (
            by_seat
            if teams == seats
            else tuple(Text(f"team {'ABC'[team]}", f"équipe {'ABC'[team]}") for team in range(teams))
        )

        def dealt(name: str, clause: str, en: str, fr: str, **more: Any) -> PositionField:
            return field(name, "list", clause, en, fr, choices=cards, once=True, **more)

        return (
            dealt("hands", "PP-5", "Hands", "Mains", rows=by_seat, most=setting.hand),
            seat_field(seats, "PP-15", Text("Leads the trick", "Commence le pli"), "leader"),
            dealt("trick", "PP-8", "Trick, in the order of play", "Pli, dans l'ordre du jeu", most=seats),
            field("taken", "choice", "PP-12", *_TAKEN, choices=cards, optional=True),
            dealt("fronts", "PP-12", "In front of", "Devant", rows=by_seat),
            dealt("discards", "PP-14", "Put away", "Écartées"),
            field("round", "number", "PP-18", "Round", "Manche", least=1, most=setting.rounds),
            field("points", "number", "PP-18", *_POINTS, rows=parties, most=MOST_POINTS),
            field("passes", "number", "PP-17", *_PASSES, rows=parties, most=rules.VICTORY - 1),
        )

    def of(self, state: PassPassState) -> PassPassPosition | None:
        """There is none while chance deals, nor while teams settle on a score."""
        if state.phase not in ("play", "first", "second"):
            return None
        view, table, teams = state.shared_fields(), state.table, state.setting.teams
        points, passes = tuple(table.recorded_points[:teams]), tuple(table.recorded_passes[:teams])
        return PassPassPosition(
            hands=tuple(state.seat_fields(seat)["hand"] for seat in range(state.seats)),
            leader=table.leader,
            trick=tuple(CARD_NAMES[card] for card in table.trick[: table.played]),
            taken=CARD_NAMES[table.trick[table.taken]] if state.phase == "second" else None,
            fronts=view["front"] if any(view["front"]) else (),
            discards=view["discards"],
            round=table.round,
            points=points if any(points) else (),
            passes=passes if any(passes) else (),
        )

    def redacted(self, position: PassPassPosition, viewer: Seat | None) -> PassPassPosition:
        """PP-7: one's own cards, everybody's colours."""
        hands = tuple(
            hand if seat == viewer else tuple(f"{name[:1]}?" for name in hand)
            for seat, hand in enumerate(position.hands)
        )
        return msgspec.structs.replace(position, hands=hands)

    def table(self, state: PassPassState, position: PassPassPosition) -> Table:
        seats, setting = state.seats, state.setting
        fronts = position.fronts or ((),) * seats
        check_rows("hands", position.hands, seats, "PP-3")
        check_rows("fronts", fronts, seats, "PP-3")
        check_number("leader", position.leader, 0, seats - 1, "PP-6")
        check_number("round", position.round, 1, setting.rounds, "PP-18")
        in_front = list(chain(*fronts))
        if position.taken is not None and position.taken in in_front:
            in_front.remove(position.taken)
        lying = [*position.trick, *in_front, *position.discards]
        check_once([*chain(*position.hands), *lying], "PP-1")
        deck = _deck(setting)
        for name in chain(*position.hands, position.trick, *fronts, position.discards):
            number_of(name, deck, "PP-1")
        done = self._tricks_done(position, setting, len(in_front))
        for seat, row in enumerate(fronts):
            won = len(row) - (position.taken in row)
            if won > SECOND_SHARE * done:
                raise _one_place(done=done, seat=seat, most=SECOND_SHARE * done, count=won)
        self._check_hands(position, setting, done)
        table = course.opening(position.leader).copy()
        table.round, table.trick_number, table.phase = position.round, done + 1, layout.PLAYING
        layout.lay_cards(
            setting,
            table,
            [_cards(hand) for hand in position.hands],
            _cards(position.trick),
            [_cards(front) for front in fronts],
            _cards(position.discards),
        )
        table.turn = 1 << (position.leader + table.played) % seats
        self._set_scores(state, position, table)
        if table.played == seats:
            self._set_winners(setting, position, fronts, table)
        elif position.taken is not None:
            raise _not_taken(card=position.taken, first=position.leader)
        return table

    def _tricks_done(self, position: PassPassPosition, setting: Setting, front: int) -> int:
        """PP-12 to PP-14: what is taken and put away tells how many tricks there were."""
        seats, share = setting.seats, FIRST_SHARE + SECOND_SHARE
        done, away = front // share, len(position.discards)
        if front % share or away != done * (seats - share):
            raise _spoils(taken=share, left=seats - share, front=front, away=away)
        if done >= setting.hand:
            raise _round_is_over()
        return done

    def _check_hands(self, position: PassPassPosition, setting: Setting, done: int) -> None:
        """PP-5, PP-8."""
        seats = setting.seats
        if len(position.trick) > seats:
            raise _too_many_in_trick(seats=seats, count=len(position.trick))
        for seat, hand in enumerate(position.hands):
            played = (seat - position.leader) % seats < len(position.trick)
            due = setting.hand - done - played
            if len(hand) != due:
                raise _hand(dealt=setting.hand, seat=seat, due=due, count=len(hand))

    def _set_scores(self, state: PassPassState, position: PassPassPosition, table: Table) -> None:
        """PP-17, PP-18, PP-22."""
        teams = state.setting.teams
        for name, given, most, kept in (
            ("points", position.points, MOST_POINTS, table.recorded_points),
            ("passes", position.passes, rules.VICTORY - 1, table.recorded_passes),
        ):
            if given:
                check_rows(name, given, teams, "PP-18")
            if any(given) and position.round == 1:
                raise _nothing_recorded()
            for team, number in enumerate(given):
                check_number(name, number, 0, most, "PP-18")
                kept[team] = number
        for seat in range(state.seats):
            recorded = table.recorded_passes[rules.team_of(seat, teams)]
            if rules.wins_at_once(recorded, table.passes[seat]):
                raise _has_won(seat=seat)

    def _set_winners(
        self, setting: Setting, position: PassPassPosition, fronts: Sequence[Sequence[str]], table: Table
    ) -> None:
        """PP-11: the trick is whole; PP-13: the second winner may be to choose."""
        course.decide_trick(setting, table)
        if position.taken is None:
            return
        if position.taken not in position.trick or position.taken not in fronts[table.first]:
            raise _not_taken(card=position.taken, first=table.first)
        table.taken = position.trick.index(position.taken)
        _, tied, _ = rules.second_share(table.trick[: setting.seats], table.taken)
        if not tied:
            raise _no_choice(card=position.taken)
        table.phase, table.turn = layout.CHOOSING, 1 << table.second


def _cards(names: Sequence[str]) -> list[int]:
    return list(map(CARD_NAMES.index, names))


def _deck(setting: Setting) -> list[str]:
    return [name for card, name in enumerate(CARD_NAMES) if setting.deck >> card & 1]


POSITIONS = PassPassPositions()
