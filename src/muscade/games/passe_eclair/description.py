"""A Passe Éclair table in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muscade.core import Seat, Text
from muscade.core.description import HAND, Counted, People, listed
from muscade.core.text import Sentence
from muscade.games.passe_eclair.cards import HIDDEN_TOKEN, card_number
from muscade.games.passe_eclair.picture import GOALS, NAMES
from muscade.games.passe_eclair.rules import ROUNDS
from muscade.games.passe_eclair.view import PasseEclairView, Round

ROUND = Sentence("Round {round} of {rounds}", "Tour {round} sur {rounds}")
COACH = Sentence("Coach: {name}", "Entraîneur : {name}")
TOP = Sentence(
    "On top, card number {number}: {card}, laid by {name}",
    "Au-dessus, carte numéro {number} : {card}, jouée par {name}",
)
TURNED = Sentence(
    "On top, card number {number}: {card}, turned", "Au-dessus, carte numéro {number} : {card}, retournée"
)
NO_CARD = Text("No card in the middle", "Aucune carte au milieu")
WANTED = Sentence("Wanted: a card of {name}, or Socke", "On cherche une carte où {name} a la balle, ou Socke")
ANYTHING = Text("Anything goes", "Tout convient")
DOG_WANTED = Text("Wanted: Socke", "On cherche Socke")
UNDER = Sentence("Below it: {cards}", "Au-dessous : {cards}")
BLOCKED = Text("Blocked: only Michi can help", "Bloqué : seul Michi peut aider")
PASSED = Sentence("Nothing to play: {names}", "Rien à jouer : {names}")
READY = Sentence("Ready: {names}", "Prêts : {names}")
SPENDING = Text(
    "Tokens may be spent before the kick-off", "Des jetons peuvent être dépensés avant le coup d'envoi"
)
SEAT = Counted(
    ("{name}: {count} card", "{name}: {count} cards"), ("{name} : {count} carte", "{name} : {count} cartes")
)
TOKENS = Sentence("{name}: tokens {tokens}", "{name} : jetons {tokens}")
SPENT = Sentence("{name}: spent {tokens}", "{name} : dépensés {tokens}")
PILE = Counted(
    ("{count} card in the pile", "{count} cards in the pile"),
    ("{count} carte dans la pioche", "{count} cartes dans la pioche"),
)
BOX = Sentence("In the box: {cards}", "Dans la boîte : {cards}")
SURE = Sentence("{name}: {goals} in all", "{name} : {goals} en tout")
FACE_DOWN = Text("face down", "face cachée")
PASS = Sentence("{holder} to {receiver}", "{holder} vers {receiver}")
ANIMALS = {"socke": Text("Socke", "Socke"), "michi": Text("Gros Michi", "Gros Michi")}
WON = Sentence("Round {round} was won by {name}", "Le tour {round} a été gagné par {name}")
CONSOLED = Sentence("{won}; consoled: {name}", "{won} ; consolation pour {name}")


def tell(view: PasseEclairView, people: People) -> Iterator[Text]:
    if view.round:
        yield ROUND(round=view.round, rounds=ROUNDS)
    if view.coach is not None:
        yield COACH(name=people.whom(view.coach))
    yield from _middle(view, people)
    said = [seat for seat, has in enumerate(view.passed) if has]
    if view.phase == "spend":
        yield SPENDING
    if said:
        yield (READY if view.phase == "spend" else PASSED)(names=people.all_of(said))
    if view.hand:
        yield HAND(things=_cards(sorted(view.hand, key=card_number)))
    for seat in range(view.seats):
        yield from _seat(view, seat, people)
    yield PILE(view.pile)
    if view.box:
        yield BOX(cards=_cards(view.box))
    # A game that began with a later round knows of none before.
    on = 0 if view.phase in ("victory", "consolation", "over") else 1
    first = view.round - on - len(view.rounds) + 1
    yield from (_round(number, ended, people) for number, ended in enumerate(view.rounds, first))


def _middle(view: PasseEclairView, people: People) -> Iterator[Text]:
    if not view.middle:
        yield NO_CARD
        return
    *below, top = view.middle
    card = _card(top.card)
    if top.seat is None:
        yield TURNED(number=view.number, card=card)
    else:
        yield TOP(number=view.number, card=card, name=people.whom(top.seat))
    if view.wanted is None:
        yield DOG_WANTED
    else:
        yield ANYTHING if view.wanted == "anything" else WANTED(name=NAMES[view.wanted])
    if view.blocked:
        yield BLOCKED
    if below:
        yield UNDER(cards=_cards([laid.card for laid in below]))


def _seat(view: PasseEclairView, seat: Seat, people: People) -> Iterator[Text]:
    name, tokens = people.who(seat), view.tokens[seat]
    yield SEAT(view.hands[seat], name=name)
    held = (*tokens.victory, *tokens.consolation)
    if held:
        yield TOKENS(name=name, tokens=listed([_token(token) for token in held]))
    if tokens.spent:
        yield SPENT(name=name, tokens=listed([_token(token) for token in tokens.spent]))
    if tokens.goals is not None and held:
        yield SURE(name=name, goals=GOALS(tokens.goals))


def _round(number: int, ended: Round, people: People) -> Text:
    won = WON(round=number, name=people.whom(ended.winner))
    return won if ended.consoled is None else CONSOLED(won=won, name=people.whom(ended.consoled))


def _token(token: str) -> Text:
    if token == HIDDEN_TOKEN:
        return FACE_DOWN
    return Text(NAMES[token], NAMES[token]) if token in NAMES else GOALS(int(token))


def _cards(cards: Sequence[str]) -> Text:
    return listed([_card(card) for card in cards])


def _card(card: str) -> Text:
    holder, passes, receiver = card.partition(">")
    return PASS(holder=NAMES[holder], receiver=NAMES[receiver]) if passes else ANIMALS[card]
