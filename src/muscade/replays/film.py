"""A stretch of a game as pictures one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muscade.pictures import Theme, gif
from muscade.replays.replay import Replay, Viewer

MOST_PICTURES = 80
"""A longer stretch is shown in so many steps."""
FILM_WIDTH = 600
"""Pixels across, unless somebody wants another size."""


def steps(start: int, stop: int, most: int = MOST_PICTURES) -> list[int]:
    """Both ends and so many moments between them, as evenly as can be.

    >>> steps(3, 6), steps(0, 100, 5)
    ([3, 4, 5, 6], [0, 25, 50, 75, 100])
    """
    count = min(stop - start + 1, most)
    return [start + (stop - start) * place // max(1, count - 1) for place in range(count)]


def film(
    replay: Replay,
    start: int,
    stop: int,
    viewer: Viewer,
    *,
    names: Sequence[str] = (),
    theme: Theme = "light",
    language: str = "en",
    width: int = FILM_WIDTH,
) -> bytes:
    """An animated GIF of what somebody saw from one event to another."""

    def pictures() -> Iterator[str]:
        before = None
        for version in steps(start, stop):
            replay.go_to(version)
            picture = replay.picture(viewer, names, theme, language)
            # What changed nothing that one sees needs no picture of its own.
            if picture != before:
                yield picture
            before = picture

    return gif(pictures(), width)
