"""What is said of a wrong move comes home whole from other processes."""

from __future__ import annotations

import pickle

import pytest

from muscade import IllegalMove, MuscadeError
from muscade.arena.errors import BotFailed
from muscade.board import InvalidBoard
from muscade.core import Refusal


@pytest.mark.parametrize(
    "refusal",
    [
        IllegalMove("PP-1", "No.", "Non."),
        Refusal("PP-1", "No {card}.", "Pas de {card}.")(card="P1"),
        InvalidBoard(3, "No.", "Non."),
        BotFailed("No.", "Non."),
    ],
    ids=repr,
)
def test_errors_travel_to_other_processes(refusal: MuscadeError) -> None:
    again = pickle.loads(pickle.dumps(refusal))
    assert type(again) is type(refusal)
    assert (str(again), vars(again)) == (str(refusal), vars(refusal))
