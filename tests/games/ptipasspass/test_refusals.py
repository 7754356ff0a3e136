"""Every refusal, with the clause that it breaks."""

from __future__ import annotations

import pytest
from tests.games.ptipasspass.tables import GAME, filled, put, refusal, run, table, win_round

from muscade import NATURE, InvalidNotation
from muscade.games.ptipasspass.state import PtiPassPassState

ROWS = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3")


def at(moment: str) -> PtiPassPassState:
    """A table of three, at each kind of moment; seat 0 is active."""
    match moment:
        case "first":
            state: PtiPassPassState = GAME.new(3)
            return state
        case "hide":
            return table()
        case "second token":
            return put(table(), "B a1", "B a1", "B a1")
        case "doublon":
            return run(table(), "hide B a1, 2: ok")
        case "announce":
            return run(table(), "hide B a1, oks")
        case "menteur":
            return run(table(), "hide B a1, oks, announce B, 2: ok")
        case "swap":
            return filled(*ROWS)
        case "lift":
            return run(filled(*ROWS), "swap a1 a2")
        case _:
            return win_round(win_round(table(), 0), 0)


@pytest.mark.clause("PT-2", "PT-4", "PT-5", "PT-6", "PT-7", "PT-8", "PT-14", "PT-15", "PT-16", "PT-18")
@pytest.mark.parametrize(
    ("moment", "seat", "notation", "clause"),
    [
        ("first", 0, "first 0", "PT-4"),
        ("first", 0, "hide B a1", "PT-4"),
        ("first", NATURE, "first 3", "PT-4"),
        ("first", NATURE, "hide B a1", "PT-4"),
        ("hide", 1, "hide B a1", "PT-5"),
        ("hide", 0, "hide B d1", "PT-2"),
        ("hide", 0, "hide ? a1", "PT-5"),
        ("hide", 0, "ok", "PT-5"),
        ("hide", 0, "announce B", "PT-5"),
        ("hide", 1, "ok", "PT-5"),
        ("hide", 1, "doublon", "PT-5"),
        ("hide", NATURE, "first 1", "PT-5"),
        ("hide", 3, "hide B a1", "PT-5"),
        ("hide", 0, "lift a1 b1 c1", "PT-14"),
        ("hide", 0, "swap a1 b1", "PT-14"),
        ("hide", 1, "lift a1 b1 c1", "PT-5"),
        ("second token", 0, "hide B a2", "PT-5"),
        ("second token", 0, "lift a1 b1 c1", "PT-14"),
        ("doublon", 0, "ok", "PT-6"),
        ("doublon", 0, "doublon", "PT-6"),
        ("doublon", 0, "announce B", "PT-6"),
        ("doublon", 1, "menteur", "PT-6"),
        ("doublon", 1, "hide B a1", "PT-6"),
        ("doublon", 2, "ok", "PT-8"),
        ("doublon", 2, "doublon", "PT-8"),
        ("announce", 0, "hide B a1", "PT-5"),
        ("announce", 0, "ok", "PT-5"),
        ("announce", 1, "announce B", "PT-5"),
        ("announce", 1, "doublon", "PT-5"),
        ("announce", 1, "menteur", "PT-5"),
        ("menteur", 0, "ok", "PT-7"),
        ("menteur", 0, "menteur", "PT-7"),
        ("menteur", 0, "announce G", "PT-7"),
        ("menteur", 1, "doublon", "PT-7"),
        ("menteur", 2, "ok", "PT-8"),
        ("menteur", 2, "menteur", "PT-8"),
        ("swap", 0, "hide B a1", "PT-16"),
        ("swap", 0, "ok", "PT-16"),
        ("swap", 1, "lift a1 b1 c1", "PT-16"),
        ("swap", 1, "doublon", "PT-16"),
        ("swap", 0, "swap a1 c1", "PT-15"),
        ("swap", 0, "swap a1 a1", "PT-15"),
        ("swap", 0, "swap a1 d1", "PT-2"),
        ("swap", 0, "lift a1 b1 c2", "PT-16"),
        ("swap", 0, "lift a1 b1 d1", "PT-2"),
        ("lift", 0, "swap a1 a2", "PT-15"),
        ("lift", 0, "ok", "PT-16"),
        ("lift", 0, "lift a1 b2 c2", "PT-16"),
        ("lift", 1, "lift a1 b1 c1", "PT-16"),
        ("over", 0, "hide B a1", "PT-18"),
        ("over", 1, "ok", "PT-18"),
        ("over", NATURE, "first 0", "PT-18"),
    ],
)
def test_a_refusal_names_its_clause(moment: str, seat: int, notation: str, clause: str) -> None:
    assert refusal(at(moment), seat, notation) == clause


@pytest.mark.clause("PT-5")
@pytest.mark.parametrize(
    "wrong",
    [
        *("", "pass", "hide", "hide B", "hide R a1", "hide BG a1", "hide B a0", "hide B 11", "first"),
        *("announce", "announce ?", "announce B G", "ok now", "doublon a1", "menteur B", "first 9"),
        *("swap a1", "swap a1 b1 c1", "lift a1 b1", "lift a1 b1 c1 d1", "lift a1 b1 first"),
    ],
)
def test_what_is_not_a_move(wrong: str) -> None:
    with pytest.raises(InvalidNotation):
        GAME.parse(wrong)
