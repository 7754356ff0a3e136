"""What pictures of all games say in words: who is to play, who has won; and the picture of a game that has no drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from muscade.core.moves import NATURE, Seat
from muscade.core.text import LANGUAGES, Sentence, Text
from muscade.core.views import View, encode
from muscade.core.vocabulary import Vocabulary
from muscade.pictures.pieces import background, head, rows_of, seat_plate
from muscade.pictures.svg import Picture

SEAT = Sentence("Seat {number}", "Place {number}")
TO_PLAY = Sentence("{names} to play", "À {names} de jouer")
ALL_TO_PLAY = Text("All to play", "À tous de jouer")
CHANCE = Text("Chance decides", "Au hasard de décider")
WINS = Sentence("{names} wins", "{names} gagne")
WIN = Sentence("{names} win", "{names} gagnent")
NOBODY_WINS = Text("Nobody wins", "Personne ne gagne")
OVER = Text("The game is over", "La partie est finie")
ROUND = Sentence("Round {round} · {line}", "Manche {round} · {line}")
AND = Text("and", "et")

_MOST_LINES = 9
_LONGEST_VALUE = 120


@dataclass(frozen=True)
class Caption:
    """What a picture says beside what it shows: the game, everybody's names, and how it stands, in one language."""

    title: str
    names: tuple[str, ...]
    """One a seat; who has none is called by the seat."""
    named: bool
    """Some were given."""
    line: str
    """Who has won, or who is to play."""
    language: str
    views: tuple[Any, ...] = ()
    """Everybody's own, where everything is open; none else."""
    hidden: Mapping[str, Any] = field(default_factory=dict)
    """What lies there unseen, in the same case."""

    def say(self, words: Text) -> str:
        """In the language of the picture."""
        return said(words, self.language)


def said(words: Text, language: str) -> str:
    """In a language."""
    return words.fr if language == "fr" else words.en


def caption(
    title: Text,
    view: View,
    names: Sequence[str],
    language: str,
    views: Sequence[View] = (),
    hidden: Mapping[str, Any] | None = None,
) -> Caption:
    """What the picture of a view says."""
    called = tuple(
        names[seat] if seat < len(names) and names[seat] else said(SEAT(number=seat + 1), language)
        for seat in range(view.seats)
    )
    line = line_of(view, called, language)
    return Caption(said(title, language), called, any(names), line, language, tuple(views), hidden or {})


def together(names: Sequence[str], language: str) -> str:
    """Several names in one sentence.

    >>> together(["Ann", "Bo", "Cy"], "en")
    'Ann, Bo and Cy'
    """
    return f" {said(AND, language)} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def line_of(view: View, called: Sequence[str], language: str) -> str:
    """How it stands, in a line: who has won, or who is to play."""
    outcome = view.outcome
    if outcome is not None:
        winners = [called[seat] for seat in outcome.winners]
        if not winners:
            return said(NOBODY_WINS if view.seats > 1 else OVER, language)
        return said((WIN if len(winners) > 1 else WINS)(names=together(winners, language)), language)
    seats = [called[seat] for seat in view.turn if seat != NATURE]
    if len(seats) == view.seats > 2:
        return said(ALL_TO_PLAY, language)
    return said(TO_PLAY(names=together(seats, language)) if seats else CHANCE, language)


def begin(caption: Caption, line: str = "", *, round_number: int = 0) -> Picture:
    """A picture with nothing but its head: the name of the game and how it stands, in a line of one's own or in the caption's."""
    line = line or caption.line
    if round_number:
        line = caption.say(ROUND(round=round_number, line=line))
    picture = Picture(caption.title, line)
    picture.add(background(), head(caption.title, line))
    return picture


def player_plate(
    view: View,
    caption: Caption,
    seat: Seat,
    place: tuple[float, float, float, float],
    *,
    party: int | None = None,
    mark: str | None = None,
    size: float,
    room: float | None = None,
) -> str:
    """A player's place (`seat_plate`), lit while they are to act, with a star once they have won; ``place`` is left, top, width, height.

    Its letter stands on the background of the seat, or of a ``party``.
    """
    return seat_plate(
        *place,
        seat=seat if party is None else party,
        name=caption.names[seat],
        acts=view.outcome is None and seat in view.turn,
        won=view.outcome is not None and seat in view.outcome.winners,
        mark=mark,
        size=size,
        room=room,
    )


def in_words(view: View, caption: Caption, vocabulary: Vocabulary) -> Picture:
    """The picture of a view of any game: what its fields say, as far as there is room."""
    picture = begin(caption)
    told = [(caption.say(name), _shortened(caption.say(value))) for name, value in told_by(view, vocabulary)]
    picture.add(rows_of(told[:_MOST_LINES], 60, 140, 1080, 32))
    return picture


def told_by(view: View, vocabulary: Vocabulary) -> list[tuple[Text, Text]]:
    """What the fields of a view of any game say, each with its name."""
    told = msgspec.json.decode(encode(view))
    fields = [name for name in type(view).__struct_fields__ if name not in View.__struct_fields__]
    words = {
        language: {word: said(text, language) for word, text in vocabulary.items()} for language in LANGUAGES
    }
    return [
        (
            Text(*(_label(name, words[language]) for language in LANGUAGES)),
            Text(*(_value(told[name], words[language]) for language in LANGUAGES)),
        )
        for name in fields
        if name in told
    ]


def _label(name: str, words: Mapping[str, str]) -> str:
    """``last_trick`` as "Last trick"."""
    label = words.get(name, name.replace("_", " "))
    return label[:1].upper() + label[1:]


def _value(value: object, words: Mapping[str, str]) -> str:
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, list):
        return _between(value).join(_value(inner, words) for inner in value)
    if isinstance(value, dict):
        told = (f"{words.get(key, key)} {_value(inner, words)}" for key, inner in value.items())
        return _between(value.values()).join(told)
    return words.get(str(value), str(value))


def _between(parts: Iterable[object]) -> str:
    """Rows that have rows in them are kept apart as in the notation of positions."""
    return " / " if any(isinstance(part, list | dict) for part in parts) else ", "


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
