"""Records of an older law stay readable, whatever has become of its options and clauses."""

from __future__ import annotations

import pytest
from tests.replays.old import FOLDER, IN_PART, WHOLE, old_record

from muscade.core import InvalidRecord, game
from muscade.core.moves import Options
from muscade.replays import OPEN, Replay


def test_all_games_whose_law_has_changed_are_here() -> None:
    names = {file.stem for file in FOLDER.glob("*.json")}
    assert names == {*WHOLE, *IN_PART}
    for name in names:
        record = old_record(name)
        assert (record.version, game(record.game).version) == (1, 2)


@pytest.mark.parametrize("name", WHOLE)
def test_it_plays_to_its_end_as_it_was_played(name: str) -> None:
    record = old_record(name)
    replay = Replay(record)
    [*_, last] = replay.frames(OPEN)
    assert (last.version, last.view.turn) == (len(record.events), ())
    outcome = replay.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == WHOLE[name]


@pytest.mark.parametrize("name", IN_PART)
def test_what_an_amended_clause_changes_is_where_it_stops(name: str) -> None:
    record = old_record(name)
    replay = Replay(record)
    with pytest.raises(InvalidRecord):
        replay.go_to(len(replay))
    count, move = IN_PART[name]
    assert replay.version == count
    assert record.events[count].move.startswith(move)
    assert replay.frame(OPEN).version == count


@pytest.mark.clause("PT-3")
def test_diagonals_of_version_1_were_for_lines_and_swaps_alike() -> None:
    both, none = old_record("ptipasspass-diagonals"), old_record("ptipasspass-none")
    assert (both.options["diagonals"], none.options["diagonals"]) == (True, False)
    assert Replay(both).state.options == both.options | {"diagonals": "all"}
    assert Replay(none).state.options == none.options | {"diagonals": "none"}
    corners = [event.move for event in both.events if event.move.startswith("swap") and _slants(event.move)]
    assert corners, "a game that `lines` would not allow"


def _slants(swap: str) -> bool:
    _, one, other = swap.split()
    return one[0] != other[0] and one[1] != other[1]


@pytest.mark.parametrize(
    ("version", "options"), [(2, {"diagonals": True}), (1, {"diagonals": "lines"}), (1, {})]
)
def test_what_is_not_of_that_version_is_left_alone(version: int, options: Options) -> None:
    assert game("ptipasspass").former_options(version, options) == options
