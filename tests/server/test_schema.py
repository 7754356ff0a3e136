"""The client's types are those of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from muscade.core import View
from muscade.server import schema


def test_the_file_in_the_repository_is_up_to_date() -> None:
    assert schema.main(["--check"]) == 0


def test_drift_is_found_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "WEB", tmp_path)
    for folder in ("lib/protocol", "games/pass-pass"):
        (tmp_path / folder).mkdir(parents=True)
    assert schema.main(["--check"]) == 1
    assert "make schema" in capsys.readouterr().err
    assert schema.main([]) == 0
    assert schema.main(["--check"]) == 0
    assert schema.main(["--nonsense"]) == 2
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.ts")}
    parts = {path for path in written if path.startswith("lib/protocol/")}
    assert "lib/protocol/rooms.ts" in parts
    assert written - parts == {"lib/protocol.ts", "games/pass-pass/view.ts"}, (
        "only where the client has a folder"
    )


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


class Whist:
    """As much of a game as is looked at."""

    name = "whist"
    view_type = WhistView
    equipment_type = None


def test_types_of_a_game_carry_its_name_and_stand_in_its_folder() -> None:
    files = schema.Emitter().emit([cast("Any", Whist())])
    assert "Whist" not in files[Path("lib/protocol.ts")]
    text = files[Path("games/whist/view.ts")]
    assert 'import type { View } from "$lib/protocol/core";' in text
    assert "export interface WhistView extends View {\n  /** null before the first card. */\n" in text
    assert "  trick: WhistTrick | null;" in text
    assert "export interface WhistTrick {\n  cards: string[];\n}" in text
    assert "not for the client" not in text


def test_every_part_is_handed_on_and_none_is_too_long_to_find_ones_way_in() -> None:
    files = schema.Emitter().emit([])
    parts = [place for place in files if place.parent == schema.PARTS]
    assert Path("lib/protocol/rooms.ts") in parts
    for part in parts:
        assert f'export type * from "$lib/protocol/{part.stem}";' in files[schema.PROTOCOL]
    assert max(text.count("\n") for text in files.values()) < 700


def test_what_may_be_left_out_is_optional_only_for_the_client() -> None:
    text = schema.typescript()[schema.WEB / schema.PROTOCOL]
    assert "  settings?: TableSettings;" in text
    assert "  settings: Required<TableSettings>;" in text
    assert '  type: "hello";\n  keys?: string[];' in text
