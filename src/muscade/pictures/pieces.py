"""What pictures of several games have in common: the background and its frame, plates of players, cards, dice, pieces of a board."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.pictures.lettering import text, width
from muscade.pictures.svg import (
    HEIGHT,
    WIDTH,
    circle,
    group,
    lozenge,
    number,
    path,
    placed,
    rect,
    stroke,
    use,
)

CARD_WIDE, CARD_HIGH = 100, 150
SEAT_BACKGROUNDS = ("glass-red", "glass-blue", "glass-green", "glass-aubergine", "glass-gold", "line")
"""What a seat's letter stands on, seat by seat."""
EDGE = 14
HEAD = 76
"""How far down the head of a picture reaches."""

LEAD = stroke("card-lead", 1.5)


def background() -> str:
    """The top of a table: parchment or walnut, a frame of fine lines, a coloured square in every corner."""
    corners = [(EDGE, EDGE), (WIDTH - EDGE, EDGE), (EDGE, HEIGHT - EDGE), (WIDTH - EDGE, HEIGHT - EDGE)]
    squares = [
        rect(x - 7, y - 7, 14, 14, f"var(--{tint})", stroke="var(--line)", stroke_width=1.5)
        for (x, y), tint in zip(
            corners, ("glass-red", "glass-gold", "glass-green", "glass-blue"), strict=True
        )
    ]
    return group(
        rect(0, 0, WIDTH, HEIGHT, "var(--paper-deep)"),
        rect(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, stroke="var(--line)", stroke_width=2),
        rect(EDGE + 6, EDGE + 6, WIDTH - 2 * EDGE - 12, HEIGHT - 2 * EDGE - 12, stroke="var(--line-soft)"),
        *squares,
    )


def head(title: str, line: str, left: float = 36, right: float = WIDTH - 36) -> str:
    """The name of the game at the left, how it stands at the right, and a lead line below."""
    taken = width(title, 40, "title")
    return group(
        text(left, 60, title, 40, face="title", fill="var(--red)"),
        text(right, 58, line, 30, face="bold", anchor="end", room=right - left - taken - 30),
        path(f"M{number(left)} {HEAD}H{number(right)}", stroke="var(--line)", stroke_width=2),
        lozenge((left + right) / 2, HEAD, 7, "var(--glass-gold)", stroke="var(--line)", stroke_width=1.5),
    )


def pane(
    x: float, y: float, wide: float, high: float, *, lit: bool = False, fill: str = "var(--paper-raised)"
) -> str:
    """A pane of the window; it glows while it is on somebody."""
    glow = rect(x - 4, y - 4, wide + 8, high + 8, "var(--glow)", rx=6) if lit else ""
    return glow + rect(x, y, wide, high, fill, rx=3, stroke="var(--line)", stroke_width=2)


def letter(x: float, y: float, size: float, seat: int, name: str) -> str:
    """Who sits there: the first letter of a name on the seat's own background."""
    first = next((one for one in name if one.isalnum()), "?").upper()
    return group(
        rect(x, y, size, size, f"var(--{SEAT_BACKGROUNDS[seat % len(SEAT_BACKGROUNDS)]})", **LEAD),
        text(
            x + size / 2,
            y + size * 0.72,
            first,
            size * 0.64,
            face="title",
            anchor="middle",
            fill="var(--on-red)",
        ),
    )


def card_face(*inside: str) -> str:
    """A card of any game of the house: a small window, 100 wide and 150 high, for the game to fill."""
    return group(
        rect(0.75, 0.75, 98.5, 148.5, "var(--card-edge)", rx=7, **LEAD),
        *inside,
    )


def card_place(x: float, y: float, scale: float, *, next_: bool = False) -> str:
    """Where a card is to lie."""
    return rect(
        x,
        y,
        CARD_WIDE * scale,
        CARD_HIGH * scale,
        rx=7 * scale,
        stroke="var(--glow)" if next_ else "var(--line-soft)",
        stroke_width=3 if next_ else 2,
        stroke_dasharray=None if next_ else "7 6",
    )


def spread(count: int, size: float, room: float, gap: float) -> list[float]:
    """Where things in a row begin, from 0: side by side with a gap, or over one another where there is no room.

    >>> spread(3, 10, 100, 2), spread(3, 10, 20, 2)
    ([0, 12, 24], [0.0, 5.0, 10.0])
    """
    if count < 2:
        return [0.0] * count
    step = min(size + gap, (room - size) / (count - 1))
    return [step * place for place in range(count)]


def row_about(
    names: Sequence[str], middle: float, top: float, size: float, scale: float, room: float, gap: float
) -> list[str]:
    """Drawings of that size about a middle, as `spread` lays them, each by its name (`Picture.define`)."""
    starts = spread(len(names), size, room, gap)
    left = middle - ((starts or [0])[-1] + size) / 2
    return [use(name, left + start, top, scale) for name, start in zip(names, starts, strict=True)]


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(x: float, y: float, size: float, value: int) -> str:
    """Pips as small lozenges on ivory; ``x`` and ``y`` are its middle."""
    return placed(
        x,
        y,
        size / 40,
        rect(-16, -14.5, 34, 34, "var(--card-lead)", rx=3, opacity=0.35),
        rect(-17, -17, 34, 34, "var(--card-cream)", rx=3, **LEAD),
        rect(-14, -14, 28, 28, stroke="var(--stone-shade)", stroke_width=0.8),
        *(
            lozenge(8 * across, 8 * down, 3.7, "var(--cherokee)" if value == 1 else "var(--card-lead)")
            for across, down in _PIPS[value]
        ),
    )


_BODIES = {
    "black": "M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z",
    "white": "M-8.7-8.7H8.7V8.7H-8.7Z",
    "red": "M0-11.4L10.6 7.6H-10.6Z",
    "blue": "M0-11.6L11.6 0L0 11.6L-11.6 0Z",
}
_LIT = {
    "black": ("M-7.6-2.2A7.9 7.9 0 0 1 2.2-7.6A10.5 10.5 0 0 0-7.6-2.2Z", 0.3),
    "white": ("M-8.7-8.7H8.7L5-5H-5V5L-8.7 8.7Z", 0.8),
    "red": ("M0-11.4L0-5.4L-5.6 4.6L-10.6 7.6Z", 0.22),
    "blue": ("M0-11.6V-6L-6 0H-11.6Z", 0.22),
}
_HEARTS = {
    "black": "M0-4.6A4.6 4.6 0 1 1 0 4.6A4.6 4.6 0 1 1 0-4.6Z",
    "white": "M-3.6-3.6H3.6V3.6H-3.6Z",
    "red": "M0-3.8L4.2 3.6H-4.2Z",
    "blue": "M0-4.8L4.8 0L0 4.8L-4.8 0Z",
}
PAINTS = {
    "black": ("card-lead", "yellow-lit", "piece-black", "piece-black-heart"),
    "white": ("card-lead", "card-lead", "card-cream", "yellow-lit"),
    "red": ("card-lead", "card-cream", "cherokee", "red-dim"),
    "blue": ("card-lead", "card-cream", "blue-field", "blue-dim"),
}
"""Of each piece, from outside: a dark edge, a rim, its body and its heart; something of it is seen on every background."""


def piece(colour: str) -> str:
    """A piece of a board about the origin, 10 from the middle to its edge: a colour is always a shape, too."""
    edge, rim, body, heart = (f"var(--{paint})" for paint in PAINTS[colour])
    lit, strength = _LIT[colour]
    return group(
        path(_BODIES[colour], "#000", opacity=0.34, transform="translate(0.9 1.7)"),
        path(_BODIES[colour], edge, stroke=edge, stroke_width=3.4, stroke_linejoin="round"),
        path(_BODIES[colour], rim, stroke=rim, stroke_width=1.9, stroke_linejoin="round"),
        path(_BODIES[colour], body),
        path(lit, "#fff", opacity=strength),
        path(_HEARTS[colour], heart, stroke=rim, stroke_width=0.7),
    )


def star(x: float, y: float, size: float) -> str:
    """Two squares in one another: somebody has won."""
    half = size * 0.7071
    return group(
        lozenge(x, y, size, "var(--ochre)", **LEAD),
        rect(x - half, y - half, 2 * half, 2 * half, "var(--ochre)", **LEAD),
        circle(x, y, size * 0.42, "var(--cherokee)", **LEAD),
    )


def seat_plate(
    x: float,
    y: float,
    wide: float,
    high: float,
    *,
    seat: int,
    name: str,
    acts: bool = False,
    won: bool = False,
    mark: str | None = None,
    size: float = 30,
    room: float | None = None,
) -> str:
    """A player's place: their letter, or a mark of the game's own about the origin, and their name; who has won has a star.

    ``room`` is for the name; it may have all there is.
    """
    tall = size * 1.3
    sign = (
        placed(x + 12 + tall / 2, y + 10 + tall / 2, tall / 26, mark)
        if mark
        else letter(x + 12, y + 10, tall, seat, name)
    )
    if room is None:
        room = wide - tall - 36 - (size * 1.3 if won else 0)
    return group(
        pane(x, y, wide, high, lit=acts or won),
        sign,
        text(x + tall + 24, y + 10 + tall * 0.7, name, size, face="bold", room=room),
        star(x + wide - 14 - size * 0.6, y + 10 + tall / 2, size * 0.6) if won else "",
    )


def rows_of(lines: Sequence[tuple[str, str]], x: float, y: float, wide: float, size: float) -> str:
    """What things are called at the left, what they are at the right, with a fine line under each."""
    drawn = []
    for place, (name, value) in enumerate(lines):
        base = y + place * size * 1.6
        taken = min(width(name, size, "bold"), wide * 0.45)
        drawn += [
            text(x, base, name, size, face="bold", room=wide * 0.45),
            text(x + wide, base, value, size, anchor="end", room=wide - taken - 20),
            path(
                f"M{number(x)} {number(base + size * 0.45)}h{number(wide)}",
                stroke="var(--line-soft)",
                stroke_width=1.5,
            ),
        ]
    return group(*drawn)
