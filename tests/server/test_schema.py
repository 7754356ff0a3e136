"""The client's types are those of the server."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from muscade.core import View
from muscade.server import schema


def test_the_file_in_the_repository_is_up_to_date() -> None:
    assert schema.main(["--check"]) == 0


def test_drift_is_found_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "TARGET", tmp_path / "protocol.ts")
    assert schema.main(["--check"]) == 1
    assert "make schema" in capsys.readouterr().err
    assert schema.main([]) == 0
    assert schema.main(["--check"]) == 0
    assert schema.main(["--nonsense"]) == 2


class Trick(msgspec.Struct, frozen=True):
    """A trick of one game."""

    cards: tuple[str, ...]


class WhistView(View, frozen=True, kw_only=True):
    """A table.

    >>> "not for the client"
    'not for the client'
    """

    trick: Trick | None
    """None before the first card."""


def test_types_of_a_game_carry_its_name() -> None:
    text = schema.Emitter().emit([WhistView])
    assert "export interface WhistView extends View {\n  /** null before the first card. */\n" in text
    assert "  trick: WhistTrick | null;" in text
    assert "export interface WhistTrick {\n  cards: string[];\n}" in text
    assert "not for the client" not in text


def test_what_may_be_left_out_is_optional_only_for_the_client() -> None:
    text = schema.typescript()
    assert "  settings?: TableSettings;" in text
    assert "  settings: Required<TableSettings>;" in text
    assert '  type: "hello";\n  keys?: string[];' in text
