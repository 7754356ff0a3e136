"""A Pass Pass table in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muscade.core import Seat, Text
from muscade.core.description import HAND, NOTHING, Counted, People, listed
from muscade.core.text import Sentence
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import LETTERS, card_number
from muscade.games.pass_pass.reasons import COLOURS
from muscade.games.pass_pass.view import PassPassView, Standing, Trick

ROUND = Sentence("Round {round} of {rounds}", "Manche {round} sur {rounds}")
TRICK = Sentence("Trick {number}, led by {name}: {cards}", "Pli {number}, entamé par {name} : {cards}")
LAST_TRICK = Sentence(
    "The trick before, number {number}, led by {name}: {cards}",
    "Le pli d'avant, numéro {number}, entamé par {name} : {cards}",
)
LEADER = Sentence("Leader: {name}", "Premier à jouer : {name}")
PLAYED = Sentence("{card} from {name}", "{card} par {name}")
TOTALS = Sentence("The colours add up to {totals}", "Les couleurs totalisent {totals}")
FIRST = Sentence("First: {name}, taking {cards}", "Premier : {name}, cartes prises : {cards}")
FIRST_NOW = Sentence("First: {name}", "Premier : {name}")
SECOND = Sentence("Second: {name}, taking {cards}", "Second : {name}, cartes prises : {cards}")
SECOND_NOW = Sentence("Second: {name}", "Second : {name}")
SECOND_PICK = Text(
    "The second winner chooses among tied cards", "Le second gagnant choisit parmi des cartes à égalité"
)
HOLDS = Sentence("{name}: holding {backs}", "{name} : en main, {backs}")
FRONT = Sentence(
    "{name}: in front {cards}, {points}, {passes}", "{name} : devant, {cards}, {points}, {passes}"
)
ASIDE = Sentence("Set aside: {cards}", "À l'écart : {cards}")
OF_COLOUR = Sentence("{colour} {value}", "{colour} {value}")
WITH_DIAMONDS = Counted(
    ("{card} with {count} diamond", "{card} with {count} diamonds"),
    ("{card} à {count} diamant", "{card} à {count} diamants"),
)
BACKS = tuple(
    Counted((f"{{count}} {colour.en}",) * 2, (f"{{count}} {one}", f"{{count}} {one}s"))
    for colour, one in zip(COLOURS, ("violette", "bleue", "verte", "jaune"), strict=True)
)
"""Cards of which only the colour is seen (PP-7)."""
POINTS = Counted(("{count} point", "{count} points"), ("{count} point", "{count} points"))
PASSES = Counted(("{count} Pass Pass", "{count} Pass Passes"), ("{count} Pass Pass", "{count} Pass Pass"))
PAD = Sentence("Round {round}, {name}: {points}, {passes}", "Manche {round}, {name} : {points}, {passes}")
KEPT = Sentence("{line}, recorded", "{line}, inscrits")
STANDING = Sentence(
    "On the pad for {names}: {points}, {passes}; {count} with this round",
    "Sur la feuille pour {names} : {points}, {passes} ; {count} avec cette manche",
)
RECORDING = Sentence(
    "Teams choose whose round to record; settled: {teams}",
    "Les équipes choisissent la manche à inscrire ; décidées : {teams}",
)
TEAM = Sentence("team {number}", "équipe {number}")
PROPOSED = Sentence(
    "Your team: {proposed} proposed by {name}, agreed by {agreed}; left to the rule by {rule}",
    "Votre équipe : {proposed} sur proposition de {name}, avec l'accord de {agreed} ; laissé à la règle par {rule}",
)
NO_PROPOSAL = Sentence(
    "Your team: no proposal yet; left to the rule by {rule}",
    "Votre équipe : aucune proposition encore ; laissé à la règle par {rule}",
)
NOBODY = Text("nobody", "personne")


def tell(view: PassPassView, people: People) -> Iterator[Text]:
    if view.round:
        yield ROUND(round=view.round, rounds=view.options.get("rounds", rules.ROUNDS))
    if view.leader is not None and view.trick is None:
        yield LEADER(name=people.whom(view.leader))
    if view.trick is not None:
        yield from _trick(view, view.trick, people, TRICK)
    if view.phase == "second":
        yield SECOND_PICK
    if view.hand:
        yield HAND(things=_cards(view, sorted(view.hand, key=card_number)))
    for seat in range(view.seats):
        yield from _seat(view, seat, people)
    if view.discards:
        yield ASIDE(cards=_cards(view, view.discards))
    if view.last_trick is not None:
        yield from _trick(view, view.last_trick, people, LAST_TRICK)
    yield from _pad(view, people)


def _trick(view: PassPassView, trick: Trick, people: People, sentence: Sentence) -> Iterator[Text]:
    cards = [PLAYED(card=_card(view, entry.card), name=people.whom(entry.seat)) for entry in trick.cards]
    yield sentence(number=trick.number, name=people.whom(trick.leader), cards=listed(cards))
    totals = [
        OF_COLOUR(colour=COLOURS[colour], value=total) for colour, total in enumerate(trick.totals) if total
    ]
    if totals:
        yield TOTALS(totals=listed(totals))
    for seat, took, took_words, now_words in (
        (trick.first, trick.first_took, FIRST, FIRST_NOW),
        (trick.second, trick.second_took, SECOND, SECOND_NOW),
    ):
        if seat is not None and took:
            yield took_words(name=people.whom(seat), cards=_cards(view, took))
        elif seat is not None:
            yield now_words(name=people.whom(seat))


def _seat(view: PassPassView, seat: Seat, people: People) -> Iterator[Text]:
    """What one can see of a seat: the backs in its hand, what lies in front of it."""
    if seat != view.seat and any(view.backs[seat]):
        backs = [words(count) for words, count in zip(BACKS, view.backs[seat], strict=True) if count]
        yield HOLDS(name=people.who(seat), backs=listed(backs))
    yield FRONT(
        name=people.who(seat),
        cards=_cards(view, sorted(view.front[seat], key=card_number)),
        points=POINTS(view.points[seat]),
        passes=PASSES(view.passes[seat]),
    )


def _pad(view: PassPassView, people: People) -> Iterator[Text]:
    for number, lines in enumerate(view.pad, 1):
        for seat, line in enumerate(lines):
            told = PAD(
                round=number,
                name=people.whom(seat),
                points=POINTS(line.points),
                passes=PASSES(line.passes),
            )
            yield KEPT(line=told) if line.recorded else told
    if view.pad or any(standing.passes for standing in view.standings):
        yield from (_standing(standing, people) for standing in view.standings)
    if view.phase == "record":
        yield from _choices(view, people)


def _standing(standing: Standing, people: People) -> Text:
    return STANDING(
        names=people.all_of(standing.members),
        points=POINTS(standing.recorded_points),
        passes=PASSES(standing.recorded_passes),
        count=standing.passes,
    )


def _choices(view: PassPassView, people: People) -> Iterator[Text]:
    """While teams choose what to record (PP-21)."""
    settled = [TEAM(number=number + 1) for number, done in enumerate(view.settled) if done]
    yield RECORDING(teams=listed(settled, NOTHING))
    choice = view.choice
    if choice is None:
        return
    rule = people.all_of(choice.by_rule, NOBODY)
    if choice.proposed is None or choice.proposer is None:
        yield NO_PROPOSAL(rule=rule)
    else:
        yield PROPOSED(
            proposed=people.whom(choice.proposed),
            name=people.whom(choice.proposer),
            agreed=people.all_of(choice.agreed, NOBODY),
            rule=rule,
        )


def _cards(view: PassPassView, cards: Sequence[str]) -> Text:
    return listed([_card(view, card) for card in cards])


def _card(view: PassPassView, card: str) -> Text:
    """ "purple 12 with 2 diamonds"."""
    number = card_number(card)
    colour = COLOURS[LETTERS.index(card[0])]
    named = OF_COLOUR(colour=colour, value=rules.value(number))
    diamonds = view.diamonds[number]
    return WITH_DIAMONDS(diamonds, card=named) if diamonds else named
