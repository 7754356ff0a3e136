"""Nothing of the client knows a game by name but the game's own folder."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

import muscade

SOURCES = Path(__file__).parents[2] / "web" / "src"
MESSAGES = SOURCES.parent / "messages"
SHARED = [
    path
    for folder in (SOURCES / "pages", SOURCES / "lib", SOURCES / "styles", MESSAGES)
    for path in sorted(folder.rglob("*.*"))
]


def owns(name: str) -> tuple[str, ...]:
    """What only the folder of a game may write: its name, as in addresses, and what its messages and types begin with."""
    return name, f"{name.replace('-', '_')}_", muscade.game(name).view_type.__name__


def called(name: str) -> re.Pattern[str]:
    """However somebody may write it: in a sentence, of either language, as a name of a file, of a type or of a constant."""
    game = muscade.game(name)
    ways = {"[ _-]?".join(re.findall(r"\w+", plain(title))) for title in (name, game.title.en, game.title.fr)}
    return re.compile("|".join(sorted(ways)), re.IGNORECASE)


def plain(text: str) -> str:
    """Without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    )


@pytest.mark.parametrize("name", muscade.game_names())
def test_shared_parts_name_no_game(name: str) -> None:
    # Puzzles share one view; what several games share is no game's own.
    shared_view = [muscade.game(other).view_type for other in muscade.game_names()].count(
        muscade.game(name).view_type
    )
    words = owns(name)[: 2 if shared_view > 1 else 3]
    pattern = called(name)
    found = [
        f"{path.relative_to(SOURCES.parent)}: {word}"
        for path in SHARED
        for text in [path.read_text(encoding="utf-8")]
        for word in [
            *(word for word in words if word in text),
            *pattern.findall(plain(f"{path.name} {text}")),
        ]
    ]
    assert not found


@pytest.mark.parametrize("text", ["Pass Pass's", "isPassPass", "PASS_PASS", "pass-pass", "PassPass.svelte"])
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    assert called("pass-pass").search(text)


def test_names_have_accents() -> None:
    assert called("passe-eclair").search(plain("a table of Passe Éclair"))


@pytest.mark.parametrize("name", muscade.game_names())
def test_games_do_not_know_one_another(name: str) -> None:
    folder = SOURCES / "games" / name
    others = [owns(other)[1] for other in muscade.game_names() if other != name]
    own = owns(name)[1]
    for path in sorted(folder.rglob("*.*")):
        text = path.read_text(encoding="utf-8").replace(own, "")
        assert not [other for other in others if f"m.{other}" in text or f'"{other}' in text], path
        assert "$games/" not in text, path
