"""The page about the protocol leaves out no address and no code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from muscade.server import refusals
from muscade.server.openapi import OPERATIONS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TOGETHER = {"/api/operator/": "`POST /api/operator/…`", "picture.png": "picture.svg` and `picture.png`"}
"""Addresses that the page tells with others."""
CODES = {
    (refusal if isinstance(refusal, str) else refusal.code)
    for refusal in (
        *(one for one in vars(refusals).values() if isinstance(one, refusals.RequestRefusal)),
        *(one for operation in OPERATIONS for one in operation.refusals),
    )
}


@pytest.mark.parametrize("path", sorted({operation.path for operation in OPERATIONS}))
def test_every_address_is_told(path: str) -> None:
    alone = re.sub(r"{\w+}", r"[<{]\\w+[>}]", path)
    others = next((told for place, told in TOGETHER.items() if place in path), None)
    assert (others in PAGE) if others else re.search(rf"{alone}[`?, ]", PAGE)


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_told(code: str) -> None:
    assert f"`{code}`" in PAGE
