"""What levels of bots are called."""

from __future__ import annotations

import pytest

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


def test_the_usual_level_is_the_games_own_whoever_else_is_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in muscade.game_names():
        game = muscade.game(name)
        own = list(game.bots())
        usual = game.usual_level
        assert usual in own
        assert len(own) < 3 or usual not in (own[0], own[-1])
        assert own.index(usual) <= len(own) - 1 - own.index(usual), "as many are stronger, or one more"
        guests = {f"engine {number}": game.bot(usual) for number in range(9)}
        monkeypatch.setattr(game, "guests", guests)
        assert list(game.levels())[-9:] == list(guests)
        assert game.usual_level == usual
