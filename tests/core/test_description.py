"""A table in words: whoever reads is "you", numbers and verbs agree in both languages."""

from __future__ import annotations

import msgspec

import muscade
from muscade.core.description import Counted, People, fields_told, in_sentences, listed, standing
from muscade.core.text import Text
from muscade.core.views import Outcome, View

THINGS = Counted(("{count} thing", "{count} things"), ("{count} chose", "{count} choses"))


def test_numbers_decide_the_form_of_each_language() -> None:
    assert [THINGS(count).en for count in (0, 1, 2)] == ["0 things", "1 thing", "2 things"]
    assert [THINGS(count).fr for count in (0, 1, 2)] == ["0 chose", "1 chose", "2 choses"]


def test_lists_and_sentences() -> None:
    assert listed([]) == Text("nothing", "rien")
    assert listed(["a"]).fr == "a"
    assert in_sentences([Text("one", "un"), Text("Two!", "Deux !")]) == Text("One.\nTwo!", "Un.\nDeux !")


def test_whoever_reads_is_you() -> None:
    state = muscade.Match(muscade.game("pass-pass"), seats=3, seed=1).state
    names = ["Ada", "Basile", "Chloé"]

    def told(seat: int | None, **changed: object) -> Text:
        view = msgspec.structs.replace(state.view(seat), **changed)
        return standing(view, People(view, names))

    assert told(0, turn=(0,)) == Text("Your turn", "À vous de jouer")
    assert told(1, turn=(0,)) == Text("Ada to play", "À Ada de jouer")
    assert told(2, turn=(0, 2)).fr == "À vous et Ada de jouer"
    won = Outcome((0, 1), (), "points")
    assert told(1, outcome=won, turn=()) == Text("you and Ada win", "vous et Ada gagnez")
    assert told(None, outcome=won, turn=()) == Text("Ada and Basile win", "Ada et Basile gagnent")
    assert told(None, outcome=Outcome((1,), (), "points"), turn=()).fr == "Basile gagne"
    assert muscade.game("pass-pass").describe(state.view(0)).fr.count("Place 2") > 0


def test_a_hand_is_told_to_its_owner_only() -> None:
    game = muscade.game("ptipasspass")
    state = muscade.Match(game, seats=3, seed=2).state
    assert "In your hand" in game.describe(state.view(0)).en
    assert "In your hand" not in game.describe(state.view(None)).en


class RowsView(View, frozen=True, kw_only=True):
    pieces: tuple[tuple[str, ...], ...]
    won: dict[str, tuple[int, ...]]


def test_rows_of_rows_can_be_told_apart() -> None:
    """Whose pieces they are."""
    common = {"game": "rows", "version": 1, "seats": 2, "options": {}, "seat": 0, "turn": (0,)}
    view = RowsView(
        **common,
        outcome=None,
        history=(),
        pieces=(("a1", "b1"), (), ("c3",)),
        won={"red": (1, 2), "blue": ()},
    )
    told = [text.en for text in fields_told(view, {"red": Text("the red", "les rouges")})]
    assert told == ["Pieces: a1, b1 / – / c3", "Won: the red 1, 2 / blue –"]
