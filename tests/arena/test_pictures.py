"""Pictures of reports."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from muscade.arena import ArenaError, Report, run, tournament
from muscade.arena.pictures import CHEROKEE_RED, PARCHMENT, draw


@pytest.fixture(scope="module")
def report() -> Report:
    options = [{"diamonds": "standard"}, {"diamonds": "none"}]
    return run(tournament("pass-pass", ["greedy", "random", "random"], games=12, options=options))


def test_an_svg_in_the_colours_of_the_house(report: Report, tmp_path: Path) -> None:
    first, again = tmp_path / "first.svg", tmp_path / "again.svg"
    draw(report, first)
    draw(report, again)
    text = first.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    for part in ("greedy", "random", "diamonds=none", PARCHMENT, CHEROKEE_RED):
        assert part in text
    assert again.read_text(encoding="utf-8") == text


def test_a_png(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    draw(report, path)
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_only_pictures_are_drawn(report: Report, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"ends in .png or .svg, not 'picture.gif'"):
        draw(report, tmp_path / "picture.gif")


def test_without_the_library_it_says_what_to_install(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ArenaError, match=r"muscade\[plots\]"):
        draw(report, tmp_path / "picture.png")
