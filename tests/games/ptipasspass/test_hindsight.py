"""What is said of a turn once everything is open; nobody is told of it before (PT-20)."""

from __future__ import annotations

import pytest
from tests.games.ptipasspass.tables import LOSING, WINNING, put, ready, run, table

from muscade.core import State


def said(state: State) -> list[tuple[str, tuple[int, ...], str]]:
    return [(insight.kind, insight.seats, insight.text.en) for insight in state.hindsight()]


@pytest.mark.clause("PT-5", "PT-7", "PT-20")
def test_the_truth_and_a_bluff_that_nobody_called() -> None:
    state = run(table(), "hide O b1, 1: ok, 2: ok")
    assert said(state) == []
    run(state, "announce O")
    assert said(state) == [("truth", (0,), "Announced orange, and it was.")]
    run(state, "1: ok, 2: ok")
    assert said(state) == []
    state = run(table(), "hide O b1, 1: ok, 2: ok, announce G")
    assert said(state) == [("bluff", (0,), "Announced green; the fist held orange.")]
    run(state, "1: ok")
    assert said(state) == []
    run(state, "2: ok")
    assert said(state) == [("missed", (1, 2), "Nobody said Menteur: it was orange.")]
    called = run(table(), "hide O b1, 1: ok, 2: ok, announce G, 2: menteur")
    assert said(called) == []


@pytest.mark.clause("PT-6", "PT-20")
def test_a_doublon_that_nobody_called() -> None:
    state = run(put(table(), "B a1"), "hide O a1, 0: ok, 2: ok")
    assert said(state) == []
    run(state, "announce O")
    assert said(state) == [
        ("missed", (0, 2), "Nobody said Doublon: a1 held blue."),
        ("truth", (1,), "Announced orange, and it was."),
    ]
    assert state.hindsight()[0].text.fr == "Personne n'a dit Doublon : a1 cachait bleu."


@pytest.mark.clause("PT-16", "PT-17", "PT-20")
def test_three_cups_that_would_have_won() -> None:
    state = run(ready(table()), f"lift {LOSING}")
    assert said(state) == [("missed", (0,), "a1, b1, c1 would have won.")]
    assert said(run(ready(table()), f"lift {WINNING}")) == []
