"""Every golden game plays line by line as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden.playthroughs import FOLDER, read, tell

import muscade

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_plays_as_it_is_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    told = tell(*read(text)).splitlines()
    for number, (expected, actual) in enumerate(zip(text.splitlines(), told, strict=True), 1):
        assert actual == expected, f"{file.name}, line {number}"


def test_every_game_has_a_playthrough_for_every_number_of_seats() -> None:
    wanted = {f"{name}.{seats}" for name in muscade.game_names() for seats in muscade.game(name).seats}
    assert wanted == {file.stem for file in FILES}
