"""A view in words: the whole position in a few plain sentences, for whoever does not look at it.

A game says what lies on its table (`Game.tell`); whose turn it is, or who has won, is said for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from muscade.core.moves import NATURE, Seat
from muscade.core.picture import ALL_TO_PLAY, CHANCE, NOBODY_WINS, OVER, SEAT, TO_PLAY, WIN, WINS, told_by
from muscade.core.text import Sentence, Text, joined
from muscade.core.views import View
from muscade.core.vocabulary import Vocabulary

YOU, TO_YOU = Text("You", "Vous"), Text("you", "vous")
YOUR_TURN = Text("Your turn", "À vous de jouer")
YOU_WIN = Sentence("{names} win", "{names} gagnez")
NONE = Text("none", "aucun")
NOTHING = Text("nothing", "rien")
LINE = Sentence("{what}: {value}", "{what} : {value}")
_AND = Sentence("{before} and {last}", "{before} et {last}")
_FULL_STOP = "."


class Counted:
    """Words with a number before them that decides their form; French has one form for none and one.

    >>> CARDS = Counted(("{count} card", "{count} cards"), ("{count} carte", "{count} cartes"))
    >>> CARDS(0)
    Text(en='0 cards', fr='0 carte')
    """

    def __init__(self, en: tuple[str, str], fr: tuple[str, str]) -> None:
        self._forms = {(one, few): Sentence(en[one], fr[few]) for one in (0, 1) for few in (0, 1)}

    def __call__(self, count: int, **fields: object) -> Text:
        return self._forms[count != 1, abs(count) > 1](count=count, **fields)


HAND = Sentence("In your hand: {things}", "Dans votre main : {things}")
TURNS = Counted(
    ("{count} turn finished", "{count} turns finished"), ("{count} tour fini", "{count} tours finis")
)
UNDO = Text("There is something to take back", "Il y a un coup à reprendre")


def listed(parts: Iterable[Text | str], otherwise: Text = NOTHING) -> Text:
    """Several things in one sentence; ``otherwise`` where there are none.

    >>> listed(["c3", Text("red", "rouge"), "d6"]).fr
    'c3, rouge et d6'
    """
    all_parts = [Text(part, part) if isinstance(part, str) else part for part in parts]
    if not all_parts:
        return otherwise
    *before, last = all_parts
    if not before:
        return last
    return _AND(before=joined(before), last=last)


class People:
    """What those at the table are called in a description: whoever reads it is "you"."""

    def __init__(self, view: View, names: Sequence[str] = ()) -> None:
        self._own = view.seat
        self._called = tuple(
            Text(name, name) if (name := names[seat] if seat < len(names) else "") else SEAT(number=seat + 1)
            for seat in range(view.seats)
        )

    def who(self, seat: Seat) -> Text:
        """At the beginning of a sentence."""
        return YOU if seat == self._own else self._called[seat]

    def whom(self, seat: Seat) -> Text:
        """Elsewhere in it."""
        return TO_YOU if seat == self._own else self._called[seat]

    def all_of(self, seats: Iterable[Seat], otherwise: Text = NOTHING) -> Text:
        """Several of them; whoever reads it comes first."""
        own_first = sorted(seats, key=lambda seat: (seat != self._own, seat))
        return listed([self.whom(seat) for seat in own_first], otherwise)


def in_sentences(told: Iterable[Text]) -> Text:
    """One a line; each begins large and ends with a full stop, unless it ends in a mark of its own."""
    sentences = list(told)
    return Text(
        "\n".join(_sentence(text.en) for text in sentences),
        "\n".join(_sentence(text.fr) for text in sentences),
    )


def _sentence(text: str) -> str:
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((_FULL_STOP, "!", "?")) else begun + _FULL_STOP


def standing(view: View, people: People) -> Text:
    """Who has won, or who is to play."""
    outcome = view.outcome
    if outcome is not None:
        winners = outcome.winners
        if not winners:
            return NOBODY_WINS if view.seats > 1 else OVER
        verb = YOU_WIN if view.seat in winners else WIN if len(winners) > 1 else WINS
        return verb(names=people.all_of(winners))
    seats = [seat for seat in view.turn if seat != NATURE]
    if not seats:
        return CHANCE
    if len(seats) == view.seats > 2:
        return ALL_TO_PLAY
    return YOUR_TURN if seats == [view.seat] else TO_PLAY(names=people.all_of(seats))


def fields_told(view: View, vocabulary: Vocabulary) -> Iterable[Text]:
    """What the fields of a view of any game say, each with its name."""
    return [LINE(what=name, value=value) for name, value in told_by(view, vocabulary)]
