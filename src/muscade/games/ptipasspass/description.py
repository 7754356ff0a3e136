"""A PtiPassPass table in plain sentences: nothing but what one sees at the moment, for remembering is the game (PT-20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muscade.core import Text
from muscade.core.description import HAND, TURNS, Counted, People, listed
from muscade.core.text import Sentence
from muscade.games.ptipasspass.tokens import COLOUR_NAMES, FIST
from muscade.games.ptipasspass.view import Challenge, Note, PtiPassPassView, Reveal, RoundEnd

ROUND = Sentence("Round {round}", "Manche {round}")
FIRST = Sentence("First player: {name}", "Premier joueur : {name}")
ACTIVE = Sentence("Active player: {name}", "Joueur actif : {name}")
PHASES = {
    "hide": Text(
        "To do: hide a token in the fist and name a cup",
        "À faire : cacher un jeton dans le poing et nommer un gobelet",
    ),
    "doublon": Text(
        "The first window is open: say OK or Doublon", "La première fenêtre est ouverte : dites OK ou Doublon"
    ),
    "announce": Text("To do: announce a colour", "À faire : annoncer une couleur"),
    "menteur": Text(
        "The second window is open: say OK or Menteur", "La seconde fenêtre est ouverte : dites OK ou Menteur"
    ),
    "swap": Text(
        "To do: swap two cups, or not, then lift three in a line",
        "À faire : échanger deux gobelets, ou non, puis en soulever trois en ligne",
    ),
    "lift": Text("To do: lift three cups in a line", "À faire : soulever trois gobelets en ligne"),
}
CUPS = Sentence("Cups: {names}", "Gobelets : {names}")
ROW = Sentence("row {number}: {names}", "rangée {number} : {names}")
HELD = Counted(
    ("{name}: {count} token", "{name}: {count} tokens"), ("{name} : {count} jeton", "{name} : {count} jetons")
)
WON = Counted(
    ("{held}, {count} victory", "{held}, {count} victories"),
    ("{held}, {count} victoire", "{held}, {count} victoires"),
)
YOUR_FIST = Sentence("In your fist: {token}", "Dans votre poing : {token}")
NAMED = Sentence("Cup named: {cup}", "Gobelet nommé : {cup}")
ANNOUNCED = Sentence("Colour announced: {colour}", "Couleur annoncée : {colour}")
OK = Sentence("OK said by {names}", "OK de la part de {names}")
SWAPPED = Sentence("Swapped in this turn: {cups}", "Échangés pendant ce tour : {cups}")
DOUBLON = Sentence("{name}: Doublon on {cup}, rightly", "{name} : Doublon sur {cup}, à raison")
NO_DOUBLON = Sentence("{name}: Doublon on {cup}, wrongly", "{name} : Doublon sur {cup}, à tort")
LIAR = Sentence("{name}: Menteur to {active}, rightly", "{name} : Menteur à {active}, à raison")
NO_LIAR = Sentence("{name}: Menteur to {active}, wrongly", "{name} : Menteur à {active}, à tort")
UNDER = Sentence("Just seen under {cup}: {tokens}", "Vu à l'instant sous {cup} : {tokens}")
IN_FIST = Sentence("Just seen in the fist: {tokens}", "Vu à l'instant dans le poing : {tokens}")
SUPPLY = Counted(
    ("{count} victory token left", "{count} victory tokens left"),
    ("reste {count} jeton de victoire", "restent {count} jetons de victoire"),
)
ROUND_WON = Sentence(
    "Round {round} was won by {name}, with {cups}", "La manche {round} a été gagnée par {name}, avec {cups}"
)
ROUND_VOID = Sentence("Round {round} was void", "La manche {round} était nulle")
NOTEBOOK = Sentence("Notebook: {notes}", "Carnet : {notes}")
EMPTY = Text("empty", "vide")
NOTES = {
    "placed": Sentence("{name} placed at {cups}, {tokens}", "{name} : pose en {cups}, {tokens}"),
    "took": Sentence("{name} took at {cups}, {tokens}", "{name} : prise en {cups}, {tokens}"),
    "kept": Sentence("{name} kept at {cups}, {tokens}", "{name} : gardé en {cups}, {tokens}"),
    "swapped": Sentence("{name} swapped {cups}, {tokens}", "{name} : échange de {cups}, {tokens}"),
    "lifted": Sentence("{name} lifted {cups}, {tokens}", "{name} : soulève {cups}, {tokens}"),
}
SEEN = {**COLOUR_NAMES, "?": Text("unseen", "non vu")}
SAID = Sentence("{note}, announced as {colour}", "{note}, annoncé {colour}")


def tell(view: PtiPassPassView, people: People) -> Iterator[Text]:
    yield ROUND(round=view.round)
    if view.active is not None:
        yield ACTIVE(name=people.whom(view.active))
    if view.outcome is None and view.phase in PHASES:
        yield PHASES[view.phase]
    yield from _turn(view, people)
    yield from (_revealed(reveal) for reveal in view.revealed)
    if view.challenge is not None:
        yield _challenge(view.challenge, people)
    if view.hand:
        yield HAND(things=_tokens(view.hand))
    for seat in range(view.seats):
        held = HELD(view.held[seat], name=people.who(seat))
        yield WON(view.victories[seat], held=held)
    yield SUPPLY(view.supply)
    yield CUPS(names=_rows(view))
    if view.last_round is not None:
        yield _round_end(view.last_round, people)
    if view.first is not None:
        yield FIRST(name=people.whom(view.first))
    yield TURNS(view.turns)
    if view.notebook:
        yield NOTEBOOK(notes=listed([_note(note, people) for note in view.notebook]))


def _turn(view: PtiPassPassView, people: People) -> Iterator[Text]:
    if view.fist is not None:
        yield YOUR_FIST(token=COLOUR_NAMES[view.fist])
    if view.named is not None:
        yield NAMED(cup=view.named)
    if view.announced is not None:
        yield ANNOUNCED(colour=COLOUR_NAMES[view.announced])
    if view.ok:
        yield OK(names=people.all_of(view.ok))
    if view.swapped:
        yield SWAPPED(cups=listed(view.swapped))


def _revealed(reveal: Reveal) -> Text:
    tokens = _tokens(reveal.tokens)
    return IN_FIST(tokens=tokens) if reveal.where == FIST else UNDER(cup=reveal.where, tokens=tokens)


def _challenge(challenge: Challenge, people: People) -> Text:
    name = people.who(challenge.seat)
    if challenge.word == "doublon":
        return (DOUBLON if challenge.right else NO_DOUBLON)(name=name, cup=challenge.cup)
    return (LIAR if challenge.right else NO_LIAR)(name=name, active=people.whom(challenge.active))


def _round_end(end: RoundEnd, people: People) -> Text:
    if end.winner is None:
        return ROUND_VOID(round=end.round)
    return ROUND_WON(round=end.round, name=people.whom(end.winner), cups=listed(end.cups))


def _note(note: Note, people: People) -> Text:
    told = NOTES[note.what](
        name=people.whom(note.seat),
        cups=listed(note.cups),
        tokens=_tokens(note.tokens),
    )
    return told if note.announced is None else SAID(note=told, colour=COLOUR_NAMES[note.announced])


def _rows(view: PtiPassPassView) -> Text:
    """The cups as they stand, from top to bottom."""
    rows: dict[float, list[str]] = {}
    for cup in sorted(view.cups, key=lambda cup: (cup.y, cup.x)):
        rows.setdefault(cup.y, []).append(cup.name)
    return listed(
        [ROW(number=number, names=", ".join(names)) for number, names in enumerate(rows.values(), 1)]
    )


def _tokens(tokens: Sequence[str]) -> Text:
    return listed([SEEN[token] for token in tokens], EMPTY)
