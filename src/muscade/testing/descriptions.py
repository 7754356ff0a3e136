"""A view can be told in words, in every language: all that is seen, and nothing else."""

from __future__ import annotations

from itertools import islice

import msgspec

from muscade.core import Seat, State, View, encode
from muscade.core.text import LANGUAGES
from muscade.testing.cases import AnyGame, Case, check_of, imagined, viewers

LONGEST = 60
"""So many moves of a game are followed."""
NAMES = ("Ada", "Basile", "Chloé", "Dora", "Émile", "Flora", "Gaston", "Hélène")


@check_of(cases=2)
def what_is_seen_is_told(case: Case) -> None:
    """Whenever what somebody sees of the table has changed, the words change, in every language; the history is not needed."""
    before: dict[Seat | None, tuple[bytes, tuple[str, ...]]] = {}
    for state in islice(case.random_game(), LONGEST):
        for viewer in viewers(state):
            view = _without_history(state, viewer)
            seen, told = encode(view), _told(case.game, view)
            if viewer in before and before[viewer][0] != seen:
                for place, language in enumerate(LANGUAGES):
                    assert before[viewer][1][place] != told[place], (
                        f"viewer {viewer} sees something new, and is told the same in {language}: {told[place]}"
                    )
            before[viewer] = seen, told


@check_of(cases=2)
def whoever_sees_the_same_is_told_the_same(case: Case) -> None:
    """In another world that a viewer cannot rule out, the words are the same: they come from the view alone."""
    state = case.somewhere()
    for viewer in viewers(state):
        view = state.view(viewer)
        other = imagined(case.game, view, case.rng).view(viewer)
        assert case.game.describe(view, NAMES) == case.game.describe(other, NAMES), f"viewer {viewer}"


def _without_history(state: State, viewer: Seat | None) -> View:
    return msgspec.structs.replace(state.view(viewer), history=())


def _told(game: AnyGame, view: View) -> tuple[str, ...]:
    text = game.describe(view, NAMES)
    told = tuple(getattr(text, language) for language in LANGUAGES)
    assert all(told), "nothing is told"
    return told
