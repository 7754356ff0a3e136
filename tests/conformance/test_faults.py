"""The checks can fail: for each of them there is a game, faulty in one place, that it finds out."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest
from tests.conformance import faulty_courses, faulty_games, faulty_states
from tests.conformance.faults import FAULTS
from tests.conformance.other_faults import OTHER_FAULTS, OtherFault

from muscade.core import Game
from muscade.core import registry as registered
from muscade.testing import CHECKS, check

KINDS = (faulty_games, faulty_states, faulty_courses)
"""Each notes its faults as it is read."""
MOST_SEEDS = 5


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faulty games are found by their names like any other, and so is the one they are made of."""
    here = __name__
    entries = dict(registered._entries())
    entries["bonneteau"] = EntryPoint("bonneteau", "bonneteau.game:GAME", registered.GROUP)
    for number, game in enumerate([*(game for _, _, game in FAULTS), *(one.game for one in OTHER_FAULTS)]):
        monkeypatch.setitem(globals(), f"_game_{number}", game)
        entries[game.name] = EntryPoint(game.name, f"{here}:_game_{number}", registered.GROUP)
    monkeypatch.setattr(registered, "_entries", lambda: entries)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("found_by", "says", "game"), FAULTS, ids=[f"{found}: {says}" for found, says, _ in FAULTS]
)
def test_a_fault_is_found(found_by: str, says: str, game: Game[Any, Any]) -> None:
    """By one of the first few seeds: what else may go wrong with such a game depends on what is played."""
    [found] = [one for one in CHECKS if one.name == found_by]
    told: list[str] = []
    while not any(says in said for said in told):
        assert len(told) < MOST_SEEDS, told
        told.append(complaint(found, game, seed=len(told)))
    said = told[-1]
    assert said.startswith(f"{found_by}: {game.name}, 2 seats, options {{'cups': ")
    assert f", seed {len(told) - 1}, case " in said


def complaint(check: Any, game: Game[Any, Any], seed: int) -> str:
    """What a check has to say of a game; nothing, if it finds nothing."""
    try:
        check(game, 2, seed=seed)
    except AssertionError as told:
        return str(told)
    return ""


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("fault", OTHER_FAULTS, ids=[f"{one.found_by}: {one.says}" for one in OTHER_FAULTS])
def test_a_fault_of_positions_or_lessons_is_found(fault: OtherFault) -> None:
    [found] = [one for one in CHECKS if one.name == fault.found_by]
    with pytest.raises(AssertionError, match=fault.says):
        found(fault.game, fault.seats)


def test_every_check_finds_one() -> None:
    found = {found_by for found_by, _, _ in FAULTS} | {one.found_by for one in OTHER_FAULTS}
    assert found == {one.name for one in CHECKS}


@pytest.mark.usefixtures("installed")
def test_the_whole_suite_finds_them_too() -> None:
    for _, _, game in (FAULTS[0], FAULTS[-1]):
        with pytest.raises(AssertionError):
            check(game, effort=0.3)


def test_a_game_for_nobody_is_not_passed_over() -> None:
    nobodys = type("ForNobody", (type(registered.game("mono-line")),), {"name": "for-nobody", "seats": ()})()
    with pytest.raises(AssertionError, match="for-nobody says of no number of seats"):
        check(nobodys)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.name)
def test_the_game_they_are_made_of_has_none(one: Any) -> None:
    for seats in (2, 3):
        one(registered.game("bonneteau"), seats)
