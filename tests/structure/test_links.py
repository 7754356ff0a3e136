"""Pages lead somewhere: whatever a page of ours links to in this house is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PAGES = sorted([*HOUSE.glob("*.md"), *(HOUSE / "docs").rglob("*.md"), *(HOUSE / "examples").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
ELSEWHERE = re.compile(r"[a-z]+:|/")
"""Another place, or an address of a server."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOUSE).as_posix())
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not ELSEWHERE.match(link)]
    assert [link for link in links if not (page.parent / link).exists()] == []
