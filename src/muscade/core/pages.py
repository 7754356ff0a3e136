"""The pages of rules, for people: ours are all in one folder, a package of somebody else's brings its own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from muscade.core.registry import game, game_names
from muscade.core.text import LANGUAGES


def rules_pages(language: str) -> tuple[str, ...]:
    """The names of all pages in a language: one a game, and those that several games share.

    >>> "pass-pass" in rules_pages("en")
    True
    """
    brought = {name for name in game_names() if game(name).rules(language) is not None}
    return tuple(sorted({*_ours(language), *brought}))


def rules_page(name: str, language: str) -> str | None:
    """The page of that name, or of the game of that name, in Markdown; None where there is none.

    >>> rules_page("pass-pass", "fr").splitlines()[0]
    '# Pass Pass'
    """
    page = _ours(language).get(name)
    if page is None and name in game_names():
        found = game(name)
        brought = found.rules(language)
        if brought is not None:
            return brought
        page = _ours(language).get(found.rules_page or name)
    return None if page is None else page.read_text(encoding="utf-8")


@cache
def _ours(language: str) -> dict[str, Traversable]:
    if language not in LANGUAGES:
        return {}
    # The wheel carries the pages in the package; a checkout has them where people read and write them.
    for folder in (files("muscade") / "rules", Path(__file__).parents[3] / "docs" / "rules"):
        if folder.is_dir():
            ending = f".{language}.md"
            pages = sorted(folder.iterdir(), key=lambda page: page.name)
            return {page.name.removesuffix(ending): page for page in pages if page.name.endswith(ending)}
    return {}
