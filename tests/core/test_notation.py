"""A kind of move says its form once: it is written and read by it."""

from __future__ import annotations

import pickle
from typing import Annotated

import pytest

from muscade.core import InvalidNotation, Move, Notation, Spelling, Text, one_of, several
from muscade.core.notation import seat_below


def _room(word: str) -> str:
    if not word.isalpha():
        raise InvalidNotation(f"{word!r} is not a room.", f"{word!r} n'est pas une pièce.")
    return word.lower()


class Walk(Move, frozen=True):
    form = "{start}>{target}"
    start: Annotated[str, Spelling(_room, pattern="[^ >]+")]
    target: Annotated[str, Spelling(_room, pattern="[^ >]+")]


class Carry(Move, frozen=True):
    form = "carry {things} to {seat}"
    things: Annotated[tuple[int, ...], several(one_of(("lamp", "key", "?")), 1, 2)]
    seat: Annotated[int, seat_below(3)]

    def in_order(self) -> Carry:
        return Carry(tuple(sorted(self.things)), self.seat)


class Rest(Move, frozen=True):
    form = "rest"


class Wait(Move, frozen=True):
    """Writes itself."""

    long: bool = False

    @property
    def notation(self) -> str:
        return "wait long" if self.long else "wait"


REST = Rest()
LONG = Wait(long=True)
HOUSE = Notation(Text("the House", "Escale"), "a>b, rest", Walk, Carry, REST, Wait(), LONG)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("hall>attic", Walk("hall", "attic")),
        ("carry lamp to 2", Carry((0,), 2)),
        ("carry lamp key to 0", Carry((0, 1), 0)),
        ("carry ? to 1", Carry((2,), 1)),
        ("rest", Rest()),
        ("wait", Wait()),
        ("wait long", LONG),
    ],
)
def test_what_is_written_is_read(text: str, move: Move) -> None:
    assert move.notation == str(move) == text
    assert HOUSE.parse(text) == HOUSE.parse(f"  {text.upper()}\t") == move
    assert eval(repr(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move


def test_single_moves_are_shared() -> None:
    assert HOUSE.parse(" Rest ") is REST
    assert HOUSE.parse("wait  LONG") is LONG


def test_a_move_is_read_by_its_one_name() -> None:
    assert HOUSE.parse("carry key lamp to 0") == Carry((0, 1), 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hall",
        "hall>",
        "hall > attic",
        "a>b>c",
        "rest now",
        "wait short",
        "carry to 1",
        "carry lamp",
        "carry lamp key lamp to 1",
        "carry door to 1",
        "carry lamp at 1",
    ],
)
def test_what_is_no_move_is_answered_with_examples(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        HOUSE.parse(text)
    assert refused.value.text == Text(
        f"{text!r} is not a move of the House; moves look like a>b, rest.",
        f"{text!r} n'est pas un coup d'Escale ; un coup s'écrit a>b, rest.",
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("h4ll>attic", "'h4ll' is not a room."),
        ("hall>4", "'4' is not a room."),
        ("carry lamp to 3", "'3' is not a seat from 0 to 2."),
        ("carry lamp to 01", "'01' is not a seat from 0 to 2."),
    ],
)
def test_a_field_that_is_wrong_is_named(text: str, wrong: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        HOUSE.parse(text)
    assert refused.value.text.en == wrong


class Bid(Move, frozen=True):
    form = "bid {amount} {why}"
    amount: int
    why: str


BIDS = Notation(Text("Bids", "Enchères"), "bid 7 fun", Bid)


def test_a_field_of_a_plain_type_is_read_as_that_type() -> None:
    assert BIDS.parse("bid 7 fun") == Bid(7, "fun")
    assert BIDS.parse(Bid(-12, "Fun").notation) == Bid(-12, "Fun")


@pytest.mark.parametrize("text", ["bid seven fun", "bid 7.5 fun", f"bid {'9' * 5000} fun"])
def test_what_is_no_number_is_no_move(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a move of Bids"):
        BIDS.parse(text)


def test_a_field_that_nobody_can_spell_is_named_at_once() -> None:
    with pytest.raises(
        TypeError, match=r"Point.place is a .*tuple\[int, int\].*, and nothing says how it is spelt"
    ):

        class Point(Move, frozen=True):
            form = "point {place}"
            place: tuple[int, int]


def test_french_elides_before_vowels_only() -> None:
    with pytest.raises(InvalidNotation) as refused:
        Notation(Text("Cups", "Gobelets"), "rest", REST).parse("x")
    assert "un coup de Gobelets ;" in refused.value.text.fr
