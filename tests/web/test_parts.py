"""The built client comes in parts: nobody fetches the pages and boards of others to see one."""

from __future__ import annotations

import re

from muscade.server.client import FOLDER, INDEX

FIRST = 300_000
"""Bytes that every visitor may be sent before the first page shows; all parts together are far more."""


def test_what_every_page_begins_with_is_small() -> None:
    shell = (FOLDER / INDEX).read_text(encoding="utf-8")
    begun = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', shell)
    parts = sorted((FOLDER / "assets").glob("*.js"))
    assert begun
    assert sum((FOLDER / name).stat().st_size for name in begun) < FIRST
    assert sum(path.stat().st_size for path in parts) > 2 * FIRST
