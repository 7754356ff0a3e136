"""Who wins a trick of Pass Pass, who takes what of it, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from muscade.core import Move, Seat, Text
from muscade.core.reasons import Because, Reason
from muscade.core.text import Sentence, joined
from muscade.games.pass_pass import rules
from muscade.games.pass_pass import table as layout
from muscade.games.pass_pass.cards import CARD_NAMES
from muscade.games.pass_pass.moves import PLACES, Play, Take

if TYPE_CHECKING:
    from muscade.games.pass_pass.state import PassPassState

COLOURS = (
    Text("purple", "violet"),
    Text("blue", "bleu"),
    Text("green", "vert"),
    Text("yellow", "jaune"),
)

_of_colour = Sentence("{colour} {total}", "{colour} {total}")
_totals = Because("PP-9", "The colours add up to {totals}.", "Les couleurs totalisent {totals}.")
_greatest = Because(
    "PP-10", "The colour with the greatest total: {colour}.", "La couleur au plus grand total : {colour}."
)
_higher = Because(
    "PP-10",
    "Totals are equal; {colour} ranks first by its higher top card, {card}.",
    "Totaux égaux ; {colour} passe devant par sa plus haute carte, {card}.",
)
_earlier = Because(
    "PP-10",
    "Totals and top cards are equal; {colour} ranks first, as its {card} was played earlier.",
    "Totaux et plus hautes cartes égaux ; {colour} passe devant, sa carte {card} ayant été jouée plus tôt.",
)
_first = Because(
    "PP-11",
    "{card} is the highest of that colour and wins first.",
    "{card} est la plus haute de cette couleur et gagne en premier.",
)
_second = Because(
    "PP-11",
    "{card} is the next highest of the same colour and wins second.",
    "{card} est la plus haute suivante de la même couleur et gagne en second.",
)
_second_colour = Because(
    "PP-11",
    "Nobody else played that colour, so the best card of the next one, {card}, wins second.",
    "Personne d'autre n'a joué cette couleur : la meilleure carte de la suivante, {card}, gagne en second.",
)
_takes = Because(
    "PP-12",
    "The first winner, seat {seat}, takes any one card of the trick: {card}.",
    "Le premier gagnant, la place {seat}, prend la carte du pli qu'il veut : {card}.",
)
_chooses = Because(
    "PP-13",
    "The second winner, seat {seat}, takes the two lowest of the rest and chooses among {cards}.",
    "Le second gagnant, la place {seat}, prend les deux plus basses du reste et choisit parmi {cards}.",
)
_lowest = Because(
    "PP-13",
    "The second winner, seat {seat}, takes the two lowest of the rest: {cards}.",
    "Le second gagnant, la place {seat}, prend les deux plus basses du reste : {cards}.",
)
_passes = Because(
    "PP-16",
    "A card of each colour lies in front of seat {seat}: its Pass Passes are {count} now.",
    "Une carte de chaque couleur est devant la place {seat} : elle a maintenant {count} Pass Pass.",
)
_wins = Because(
    "PP-17",
    "The third Pass Pass wins at once: seat {seat}.",
    "Le troisième Pass Pass gagne aussitôt : la place {seat}.",
)
_wins_for_team = Because(
    "PP-22",
    "With those that the team has recorded that makes three: the team of seat {seat} wins at once.",
    "Avec ceux que l'équipe a inscrits, cela fait trois : l'équipe de la place {seat} gagne aussitôt.",
)
_scores = Because(
    "PP-18",
    "The round is over: seat {seat} has {cards} cards and {diamonds} diamonds, {points} points in all.",
    "La manche est finie : la place {seat} a {cards} cartes et {diamonds} diamants, {points} points en tout.",
)


def reasons_of(before: PassPassState, move: Move, after: PassPassState) -> list[Reason]:
    """What a move has decided, step by step."""
    if isinstance(move, Play) and after.phase == "first":
        return winners(list(after.table.trick[: after.seats]))
    if not isinstance(move, Take):
        return []
    table, seats = before.table, before.seats
    trick = table.trick[:seats]
    found = []
    if table.phase == layout.TAKING:
        taken = list(trick).index(move.cards[0])
        found.append(_takes(seat=table.first, card=CARD_NAMES[move.cards[0]]))
        found += _pass_passes(before, after, table.first)
        sure, tied, _ = rules.second_share(trick, taken)
        if after.outcome() is None and tied:
            cards = _names([trick[place] for place in PLACES[sure | tied]])
            return [*found, _chooses(seat=table.second, cards=cards)]
        seconds = [trick[place] for place in PLACES[sure]]
        gained = {table.first: list(move.cards), table.second: seconds}
        if after.outcome() is None or not tied:
            found.append(_lowest(seat=table.second, cards=_names(seconds)))
    else:
        gained = {table.second: list(move.cards)}
        found.append(_lowest(seat=table.second, cards=_names(list(move.cards))))
    found += _pass_passes(before, after, table.second)
    return found + (_points(before, gained) if _round_is_over(before, after) else [])


def _round_is_over(before: PassPassState, after: PassPassState) -> bool:
    """Were these the last cards of a round, which nobody has won by their third Pass Pass (PP-18)?"""
    outcome = after.outcome()
    return before.table.trick_number == before.setting.hand and (
        outcome is None or outcome.reason != "pass-pass"
    )


def _points(before: PassPassState, gained: Mapping[Seat, Sequence[int]]) -> list[Reason]:
    front, diamonds = before.shared_fields()["front"], before.setting.diamonds
    found = []
    for seat in range(before.seats):
        new = gained.get(seat, ())
        cards = len(front[seat]) + len(new)
        points = before.table.points[seat] + sum(rules.card_points(diamonds[card]) for card in new)
        found.append(_scores(seat=seat, cards=cards, diamonds=points - cards, points=points))
    return found


def winners(trick: Sequence[int]) -> list[Reason]:
    """Who wins these cards, in the order in which they were laid, and why."""
    first, second = (trick[place] for place in rules.resolve_trick(trick))
    sums = [(tint, rules.colour_total(trick, tint)) for tint in range(rules.COLOURS)]
    told = joined(_of_colour(colour=COLOURS[tint], total=total) for tint, total in sums if total)
    best = rules.colour(first)
    follows = _second if best == rules.colour(second) else _second_colour
    return [
        _totals(totals=told),
        _ahead(trick, first),
        _first(card=CARD_NAMES[first]),
        follows(card=CARD_NAMES[second]),
    ]


def _ahead(trick: Sequence[int], first: int) -> Reason:
    """Why the colour of that card, its highest, ranks first."""
    best = rules.colour(first)
    total = rules.colour_total(trick, best)
    rivals = [
        card
        for card in trick
        if rules.colour(card) != best and rules.colour_total(trick, rules.colour(card)) == total
    ]
    if not rivals:
        return _greatest(colour=COLOURS[best])
    equal = max(map(rules.value, rivals)) == rules.value(first)
    return (_earlier if equal else _higher)(colour=COLOURS[best], card=CARD_NAMES[first])


def _pass_passes(before: PassPassState, after: PassPassState, seat: Seat) -> list[Reason]:
    count = after.table.passes[seat]
    if count <= before.table.passes[seat] or after.table.round != before.table.round:
        return []
    outcome = after.outcome()
    found = [_passes(seat=seat, count=count)]
    if outcome is not None and outcome.reason == "pass-pass" and seat in outcome.winners:
        found.append((_wins if outcome.teams is None else _wins_for_team)(seat=seat))
    return found


def _names(cards: list[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)
