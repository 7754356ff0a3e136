"""What levels of bots are called."""

from __future__ import annotations

import muscade


def test_a_level_is_called_the_same_in_every_game() -> None:
    called: dict[str, set[tuple[str, str]]] = {}
    for name in muscade.game_names():
        for level, bot in muscade.game(name).bots().items():
            called.setdefault(level, set()).add((bot.title.en, bot.title.fr))
    assert {level: len(titles) for level, titles in called.items()} == dict.fromkeys(called, 1)
    assert {level: next(iter(titles))[0] for level, titles in called.items()} == {
        level: level for level in called
    }
