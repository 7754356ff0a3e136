"""Pages lead somewhere: whatever a page of ours links to in this house is there, and every page is led to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PAGES = sorted([*HOUSE.glob("*.md"), *(HOUSE / "docs").rglob("*.md"), *(HOUSE / "examples").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
ELSEWHERE = re.compile(r"[a-z]+:|/")
"""Another place, or an address of a server."""
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Files of this house that a page links to, and the heading in each, if it names one."""
    for file, heading in LINK.findall(page.read_text(encoding="utf-8")):
        if not ELSEWHERE.match(file):
            yield ((page.parent / file).resolve() if file else page), heading


def headings(page: Path) -> set[str]:
    """As Markdown has their addresses everywhere, and anchors that a heading brings itself."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        words = re.sub(r"<[^>]*>|\]\([^)]*\)", "", heading).lower().strip()
        found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOUSE).as_posix())
def test_what_a_page_links_to_is_there(page: Path) -> None:
    assert [file for file, _ in links(page) if not file.exists()] == []
    assert [
        (file.name, heading)
        for file, heading in links(page)
        if heading and file.suffix == ".md" and heading not in headings(file)
    ] == []


def test_every_page_can_be_reached_from_the_first() -> None:
    reached: set[Path] = set()
    todo = [HOUSE / "README.md"]
    while todo:
        page = todo.pop()
        if page not in reached:
            reached.add(page)
            todo += [file for file, _ in links(page) if file.suffix == ".md"]
    ours = [page for page in PAGES if (HOUSE / "examples") not in page.parents]
    assert [page.relative_to(HOUSE).as_posix() for page in ours if page not in reached] == []
