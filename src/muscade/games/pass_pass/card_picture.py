"""What the cards of Pass Pass look like, and the shapes that go with their colours."""

from __future__ import annotations

from functools import lru_cache

from muscade.games.pass_pass.cards import LETTERS, card_number
from muscade.games.pass_pass.view import PassPassView
from muscade.pictures.lettering import text
from muscade.pictures.pieces import LEAD, card_face
from muscade.pictures.svg import Picture, group, number, path, placed, rect

COLOURS = ("purple", "blue", "green", "yellow")
"""By the numbers that the law gives them."""
_ACROSS, _UP = 3, 4
_LEFT, _TOP, _WIDE, _HIGH = 9.0, 63.0, 27.33, 19.5


def shape(colour: str, x: float, y: float, size: float, fill: str, **more: str | float | None) -> str:
    """Each colour has a shape of its own: triangle, circle, chevron, square; ``size`` is half the width."""
    return path(_outline(colour, x, y, size), fill, **more)


def _outline(colour: str, x: float, y: float, size: float) -> str:
    if colour == "blue":
        radius = number(size * 0.92)
        start = f"M{number(x)} {number(y - size * 0.92)}"
        return f"{start}a{radius} {radius} 0 1 1 0 {number(size * 1.84)}a{radius} {radius} 0 1 1 0-{number(size * 1.84)}Z"
    corners = [f"{number(x + size * across)} {number(y + size * down)}" for across, down in _CORNERS[colour]]
    return f"M{'L'.join(corners)}Z"


_CORNERS = {
    "purple": ((0, -0.86), (1, 0.8), (-1, 0.8)),
    "green": ((-1, 0.1), (0, -0.86), (1, 0.1), (1, 0.86), (0, -0.06), (-1, 0.86)),
    "yellow": ((-0.84, -0.84), (0.84, -0.84), (0.84, 0.84), (-0.84, 0.84)),
}


def card_in(picture: Picture, view: PassPassView, card: str) -> str:
    """The name of a card's drawing, which is made when it is first wanted."""
    gems = view.diamonds[card_number(card)]
    return picture.define(f"card-{card}", _front(COLOURS[LETTERS.index(card[0])], int(card[1:]), gems))


@lru_cache(maxsize=256)  # every card is drawn many times, and there are only so many
def _front(colour: str, value: int, gems: int) -> str:
    """A small window: the value above, and below it twelve panes of which as many are lit."""
    wide, high = _WIDE * _ACROSS, _HIGH * _UP
    panes = [
        _outline(
            colour, _LEFT + (pane % _ACROSS + 0.5) * _WIDE, _TOP + (_UP - pane // _ACROSS - 0.5) * _HIGH, 8.6
        )
        for pane in range(_ACROSS * _UP)
    ]
    dark = path("".join(panes[value:]), f"var(--{colour}-field)") if panes[value:] else ""
    cross = "".join(f"M{_LEFT} {number(_TOP + _HIGH * row)}h{number(wide)}" for row in range(1, _UP))
    cross += "".join(
        f"M{number(_LEFT + _WIDE * column)} {_TOP}v{number(high)}" for column in range(1, _ACROSS)
    )
    diamonds = [_gem(81.7, 32 + (place - (gems - 1) / 2) * 16.6) for place in range(gems)]
    return card_face(
        rect(5.5, 5.5, 89, 139, f"var(--{colour}-field)", rx=3),
        rect(_LEFT, _TOP, wide, high, f"var(--{colour}-dim)"),
        group(
            path("".join(panes[:value]), f"var(--{colour}-lit)"),
            dark,
            stroke="var(--card-lead)",
            stroke_width=1.3,
        ),
        group(
            path(cross),
            rect(_LEFT, _TOP, wide, high),
            rect(5.5, 5.5, 89, 139, rx=3),
            path("M5.5 58.5H94.5M69 5.5V58.5"),
            **LEAD,
        ),
        text(
            37.5,
            48.5,
            str(value),
            49,
            face="title",
            anchor="middle",
            fill="var(--card-ink)" if colour == COLOURS[3] else "var(--card-cream)",
            letter_spacing=-1.5,
        ),
        *(diamonds or [rect(78.7, 29, 6, 6, "var(--cherokee)", stroke="var(--card-lead)", stroke_width=1.2)]),
    )


def _gem(x: float, y: float) -> str:
    return placed(
        x,
        y,
        0.72,
        group(
            path("M0-11L9 0L0 11L-9 0Z", "var(--gem)"),
            path("M0-11L9 0L0 11L3 0Z", "var(--gem-shade)", stroke_width=1),
            path("M-9 0H9", stroke_width=0.9),
            stroke="var(--card-lead)",
            stroke_width=1.6,
            stroke_linejoin="round",
        ),
    )
