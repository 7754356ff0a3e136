"""Pictures of views: as they were drawn before, of every game, whoever looks and whatever people are called."""

from __future__ import annotations

import io
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat
from tests.pictures.positions import GOLDEN, NAMES, POSITIONS, SMALL, Position, after, drawn, length, moments

import muscade
from muscade.pictures import HEIGHT, LARGEST, SMALLEST, THEMES, WIDTH, gif, png
from muscade.pictures.lettering import fitted, width
from muscade.replays import OPEN

TABLES = [f"{name}.{seats}" for name in muscade.game_names() for seats in muscade.game(name).seats]
LARGEST_FILE = 120_000
HOSTILE = (
    '<script>alert("1")</script>',
    "var(--nope) url(#gone) ]]> &amp;",
    "\x00\x08\ud800 \u202e names",
    "W" * 300,
    "👩‍👩‍👧 李小龙",
    "",
)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.file.stem)
def test_a_picture_is_as_it_was(position: Position) -> None:
    """Delete the file and run ``python -m tests.pictures.positions`` if it is meant to look otherwise; then look at it."""
    assert position.svg() == position.file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "position",
    [position for position in POSITIONS if position.pixels],
    ids=lambda position: position.file.stem,
)
def test_pixels_are_as_they_were(position: Position) -> None:
    drawn = Image.open(io.BytesIO(png(position.svg(), SMALL))).convert("RGB")
    kept = Image.open(position.file.with_suffix(".png")).convert("RGB")
    assert drawn.size == kept.size == (SMALL, round(SMALL * HEIGHT / WIDTH))
    # Another version of the renderer may smooth edges a little differently, and nothing else.
    assert sum(ImageStat.Stat(ImageChops.difference(drawn, kept)).mean) / 3 < 1.5
    assert max(ImageStat.Stat(drawn).stddev) > 20, "there is next to nothing on it"


def test_no_golden_picture_is_left_over() -> None:
    wanted = {position.file for position in POSITIONS}
    wanted |= {position.file.with_suffix(".png") for position in POSITIONS if position.pixels}
    assert set(GOLDEN.iterdir()) == wanted
    assert {position.table.split(".")[0] for position in POSITIONS} == set(muscade.game_names())


def check(svg: str) -> list[str]:
    """It is one well-formed picture of the one size, with nothing in it that is not defined; its words."""
    root = ET.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert set(ids.values()) <= {1}, "names are given twice"
    used = set(re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', svg))
    assert {one or other for one, other in used} <= ids.keys()
    assert "var(" not in svg
    assert "nan" not in svg
    assert len(svg) < LARGEST_FILE
    allowed = {"svg", "title", "desc", "defs", "g", "use", "path", "rect", "circle", "ellipse", "text"}
    allowed |= {"clipPath", "linearGradient", "radialGradient", "stop"}
    assert {element.tag.split("}")[1] for element in root.iter()} <= allowed
    return [element.text or "" for element in root.iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_drawn_at_any_time_for_everybody(table: str) -> None:
    whole = length(table)
    for state in moments(table, {0, 1, 2, 3, *range(5, whole, max(1, whole // 6)), whole - 1, whole}):
        for viewer in (None, OPEN, *range(state.seats)):
            words = check(drawn(state, viewer, language="fr"))
            assert any(state.game.title.fr.startswith(word.rstrip("…")) for word in words if word)
    for theme in THEMES:
        assert check(state.game.picture(state.view(None), theme=theme))


@pytest.mark.parametrize("table", TABLES)
def test_nobodys_name_breaks_a_picture(table: str) -> None:
    state = after(table, length(table) // 2)
    names = HOSTILE[: state.seats]
    svg = state.game.picture(state.view(None), names=names)
    assert check(svg)
    assert "<script" not in svg
    plain = state.game.picture(state.view(None))
    # Who has no name is called by the seat.
    assert "Seat" in plain or state.seats == 1


def test_a_view_shows_itself_in_a_notebook() -> None:
    state = after("pass-pass.4", 20)
    assert state.view(1)._repr_svg_() == state.game.picture(state.view(1))


def test_the_same_in_both_languages() -> None:
    view = after("over-pass.2", None).view(None)
    game = muscade.game("over-pass")
    assert "Bo wins" in game.picture(view, names=("Anna", "Bo"))
    assert "Bo gagne" in game.picture(view, names=("Anna", "Bo"), language="fr")


def test_a_game_without_a_drawing_is_told_in_words() -> None:
    from bonneteau.game import GAME

    state = GAME.new(2)
    svg = GAME.picture(state.view(None), names=("Anna", "<Bo>"))
    words = " ".join(check(svg))
    assert GAME.title.en in words
    assert all(field in words for field in ("Cups", "Under your own cup", "Points")), words


def test_pixels_come_in_sensible_sizes() -> None:
    svg = after("mono-line.2", 4).view(None)._repr_svg_()
    assert Image.open(io.BytesIO(png(svg))).size == (1200, 630)
    for wrong in (SMALLEST - 1, LARGEST + 1, 0, -5):
        with pytest.raises(ValueError, match=str(SMALLEST)):
            png(svg, wrong)


def test_a_film_shows_one_picture_after_another() -> None:
    svgs = [after("twisted-jumps.1", count).view(None)._repr_svg_() for count in range(3)]
    film = Image.open(io.BytesIO(gif(svgs, width=240, seconds=0.5, last=2)))
    assert (film.n_frames, film.size, film.info["loop"]) == (3, (240, 126), 0)
    times = []
    frames = []
    for place in range(3):
        film.seek(place)
        times.append(film.info["duration"])
        frames.append(film.convert("RGB").tobytes())
    assert times == [500, 500, 2000]
    assert len(set(frames)) == 3
    with pytest.raises(ValueError, match="at least one"):
        gif([])


def test_words_are_made_to_fit() -> None:
    for name in (*NAMES, *HOSTILE[3:]):
        for face in ("text", "bold", "title"):
            words, size = fitted(name, 30, 120, face)
            assert width(words, size, face) <= 120.001
            assert words == name or words.endswith("…")
