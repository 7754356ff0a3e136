"""French as it is printed: no line begins with a mark that a space stands before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGES = sorted((ROOT / "docs").rglob("*.fr.md"))
MESSAGES = [WEB / "messages" / "fr.json", *sorted(WEB.glob("src/games/*/messages/fr.json"))]
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
BREAKABLE = re.compile(r"\S* [;!?»]| :(?![-|])|« \S*|^[;:!?»]", re.MULTILINE)


@pytest.mark.parametrize("page", [*PAGES, *MESSAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_marks_stay_with_their_word(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    assert not BREAKABLE.findall(text)
