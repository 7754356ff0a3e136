"""The picture of a PtiPassPass table: the cups on their mat, what was just shown, and beside it everybody's tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from muscade.core import Seat, Text
from muscade.core.picture import Caption, begin, player_plate
from muscade.core.text import Sentence
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.cups import layout_of, mat_of
from muscade.games.ptipasspass.tokens import COLOUR_NAMES, FIST
from muscade.games.ptipasspass.view import Cup, PtiPassPassView
from muscade.pictures.art import art
from muscade.pictures.lettering import text, width
from muscade.pictures.pieces import pane, row_about, spread
from muscade.pictures.svg import Picture, circle, group, number, path, placed, rect, stroke, tag, use

HUES = {"B": "blue", "G": "green", "O": "orange"}
VICTORY, UNSEEN = "V", "?"
EMPTY = Text("empty", "vide")
ANNOUNCED = Sentence("{name}: {colour}", "{name} : {colour}")
WORDS = {"doublon": Text("Doublon!", "Doublon !"), "menteur": Text("Liar!", "Menteur !")}
_ACROSS, _DOWN, _ABOVE, _BELOW, _FAR = 128, 130, 150, 40, 0.86
_ROOM = (36, 92, 740, 606)
"""Left, top, right and bottom of the mat."""
_SIDE, _RIGHT = 764, 1164
_SAID = 52
"""Below the mat, for what somebody has said."""
_TALL = 92
"""Places so high have room for tokens below the name."""


@dataclass(frozen=True)
class Place:
    """Where the foot of a cup stands on the mat, and how large the cup is: rows behind are smaller."""

    name: str
    x: float
    y: float
    scale: float


def draw(view: PtiPassPassView, caption: Caption) -> Picture:
    picture = begin(caption, round_number=view.round)
    for token in (*HUES, VICTORY, UNSEEN):
        picture.define(_named(token), _token(token))
    _draw_mat(picture, caption, view)
    top, bottom = 96.0, 604.0
    if view.hand or view.fist:
        bottom -= 92
        _draw_hand(picture, view, bottom + 12)
    high = min(116.0, (bottom - top) / view.seats - 10)
    for seat in range(view.seats):
        _draw_seat(picture, caption, view, seat, top + seat * (high + 10), high)
    return picture


# ---------------------------------------------------------------- the mat


def _plan(cups: tuple[Cup, ...]) -> tuple[float, float, list[Place]]:
    """How wide and high the mat is, and where the cups stand on it, seen a little from above."""
    left, right = min(cup.x for cup in cups), max(cup.x for cup in cups)
    top, bottom = min(cup.y for cup in cups), max(cup.y for cup in cups)
    wide = (right - left + 1) * _ACROSS
    places = []
    for cup in cups:
        near = (cup.y - top) / (bottom - top) if bottom > top else 1
        scale = _FAR + (1 - _FAR) * near
        x = wide / 2 + (cup.x - (left + right) / 2) * _ACROSS * (0.5 + scale / 2)
        places.append(Place(cup.name, x, _ABOVE + (cup.y - top) * _DOWN, scale))
    return wide, _ABOVE + (bottom - top) * _DOWN + _BELOW, places


def _draw_mat(picture: Picture, caption: Caption, view: PtiPassPassView) -> None:
    wide, high, places = _plan(view.cups)
    left, top, right, bottom = _ROOM
    if view.challenge is not None or view.announced is not None:
        bottom -= _SAID
    scale = min((right - left) / wide, (bottom - top) / high)
    picture.prepare("glaze", _GLAZE)
    picture.define("cup", art(__package__, "cup"))
    shown = {reveal.where: reveal.tokens for reveal in view.revealed}
    feet = {place.name: place for place in places}
    inside = [_ways(view, feet), *(_inlay(place) for place in places)]
    # Those in front stand over those behind.
    inside += [
        _cup(place, lit=place.name in (view.named, *view.swapped), lifted=place.name in shown)
        for place in sorted(places, key=lambda place: place.y)
    ]
    inside += [
        _lies(feet[name], tokens)
        for name, tokens in caption.hidden.get("cups", {}).items()
        if tokens and name not in shown
    ]
    inside += [
        _found(feet[name], tokens, caption.say(EMPTY)) for name, tokens in shown.items() if name != FIST
    ]
    over = view.challenge.cup if view.challenge and FIST in shown else view.named
    if over is not None:
        inside.append(_fist(feet[over], shown.get(FIST) or _fist_held(caption, view)))
    picture.add(placed((left + right - wide * scale) / 2, (top + bottom - high * scale) / 2, scale, *inside))
    _draw_said(picture, caption, view)


def _ways(view: PtiPassPassView, feet: dict[str, Place]) -> str:
    """Between cups that can be swapped, and along lines (PT-3)."""
    mat = mat_of(layout_of(view.seats, view.options))

    def drawn(pairs: Iterable[tuple[str, str]]) -> str:
        ends = [(feet[one], feet[other]) for one, other in pairs]
        return "".join(
            f"M{number(start.x)} {number(start.y - 4)}L{number(end.x)} {number(end.y - 4)}"
            for start, end in ends
        )

    return group(
        path(drawn(mat.swaps), stroke_width=1.6) if mat.swaps else "",
        path(drawn(mat.lines), stroke_dasharray="5 5") if mat.lines else "",
        stroke="var(--line-soft)",
    )


def _inlay(place: Place) -> str:
    return placed(
        place.x,
        place.y - 4,
        place.scale,
        path("M0-21L58 0L0 21L-58 0Z", "var(--paper)", stroke="var(--line-soft)", stroke_width=1.4),
        path("M-58 0L-50-3L-42 0L-50 3ZM58 0L50-3L42 0L50 3Z", "var(--glass-red)"),
    )


def _cup(place: Place, *, lit: bool, lifted: bool) -> str:
    x, y = place.x - 50 * place.scale, place.y - 108 * place.scale
    cup = use("cup", x, y - (62 * place.scale if lifted else 0), place.scale, turn=-7 if lifted else 0)
    foot = tag(
        "ellipse",
        cx=place.x + 6,
        cy=place.y - 3,
        rx=44 * place.scale,
        ry=12 * place.scale,
        fill="#000",
        opacity=0.12 if lifted else 0.22,
    )
    glow = (
        tag(
            "ellipse",
            cx=place.x,
            cy=place.y - 4,
            rx=52 * place.scale,
            ry=17 * place.scale,
            fill="var(--glow)",
        )
        if lit
        else ""
    )
    name = text(
        place.x - 52 * place.scale,
        place.y + 20,
        place.name,
        19,
        face="bold",
        fill="var(--red)" if lit else "var(--ink-soft)",
    )
    return glow + foot + cup + name


def _fist_held(caption: Caption, view: PtiPassPassView) -> tuple[str, ...]:
    """What is in the fist, where everything is open."""
    held = caption.views[view.active].fist if caption.views and view.active is not None else None
    return (held,) if held else ()


def _lies(place: Place, tokens: Sequence[str]) -> str:
    """What lies under a cup that stands, where everything is open."""
    return _row_of(tokens, place, 36 * place.scale, 84 * place.scale, place.y - 6)


def _row_of(tokens: Sequence[str], place: Place, size: float, room: float, bottom: float) -> str:
    names = [_named(token) for token in tokens]
    return group(*row_about(names, place.x, bottom - size, size, size / 48, room, -4))


def _found(place: Place, tokens: tuple[str, ...], empty: str) -> str:
    """What lies under a cup in the air."""
    if not tokens:
        wide = width(empty, 22, "bold") + 16
        return group(
            rect(
                place.x - wide / 2, place.y - 34, wide, 30, "var(--paper-raised)", rx=3, stroke="var(--line)"
            ),
            text(place.x, place.y - 12, empty, 22, face="bold", anchor="middle"),
        )
    return _row_of(tokens, place, 46 * place.scale, 130 * place.scale, place.y)


def _fist(place: Place, tokens: tuple[str, ...]) -> str:
    """The hand of whose turn it is; open, it shows the token on its palm."""
    x, y, scale = place.x + 14 * place.scale, place.y - 152 * place.scale, place.scale * 0.8
    if not tokens:
        return placed(x, y, scale, art(__package__, "fist"))
    return placed(x, y, scale, art(__package__, "hand"), use(_named(tokens[0]), 21, 38, 58 / 48))


def _draw_said(picture: Picture, caption: Caption, view: PtiPassPassView) -> None:
    """What was announced, or called, in the corner of the mat."""
    left, _, _, bottom = _ROOM
    if view.challenge is not None:
        called = view.challenge
        words = f"{caption.names[called.seat]}: {caption.say(WORDS[called.word])}"
        fill, ink = "var(--glass-red)", "var(--on-red)"
    elif view.announced is not None and view.active is not None:
        colour = caption.say(COLOUR_NAMES[view.announced])
        words = caption.say(ANNOUNCED(name=caption.names[view.active], colour=colour))
        fill, ink = "var(--paper-high)", "var(--ink)"
    else:
        return
    wide = min(width(words, 28, "bold") + 32, 560)
    picture.add(
        rect(left, bottom - 44, wide, 44, fill, rx=3, stroke="var(--line)", stroke_width=2),
        text(left + 16, bottom - 13, words, 28, face="bold", fill=ink, room=wide - 32),
    )


# ---------------------------------------------------------------- people


def _draw_seat(
    picture: Picture, caption: Caption, view: PtiPassPassView, seat: Seat, y: float, high: float
) -> None:
    """Who it is, how many tokens they hold, and what they have won: below the name, or beside it where it is crowded."""
    wide, won, held = _RIGHT - _SIDE, view.victories[seat], view.held[seat]
    crowded = high < _TALL
    size = 26.0 if crowded else 30.0
    chip = 30.0 if crowded else 36.0
    middle = y + (10 + size * 0.65 if crowded else high - chip / 2 - 12)
    right = _RIGHT - 12
    picture.add(
        player_plate(
            view, caption, seat, (_SIDE, y, wide, high), size=size, room=wide - 284 if crowded else None
        ),
        rect(_SIDE, y, 9, high, "var(--red)") if seat == view.active and view.outcome is None else "",
    )
    goal = view.options.get("victories", rules.VICTORY)
    for place in range(max(goal, won)):
        token = use(_named(VICTORY), right - (place + 1) * (chip + 3), middle - chip / 2, chip / 48)
        picture.add(group(token, opacity=None if place < won else 0.25))
    left = right - goal * (chip + 3) - 138 if crowded else _SIDE + 16
    starts = spread(held, chip, 92 if crowded else 200, -12)
    tokens = _held_by(caption, seat) or (UNSEEN,) * held
    picture.add(
        *(
            use(_named(token), left + start, middle - chip / 2, chip / 48)
            for token, start in zip(tokens, starts, strict=True)
        ),
        text(
            left + (starts or [0])[-1] + chip + 8,
            middle + 9,
            str(held),
            26,
            face="bold",
            fill="var(--ink-soft)",
        ),
    )
    if seat in view.ok and view.outcome is None and not crowded:
        picture.add(text(right - 4, y + 10 + size, "OK", 26, face="bold", anchor="end", fill="var(--green)"))


def _held_by(caption: Caption, seat: Seat) -> tuple[str, ...]:
    """A seat's tokens, the one in the fist among them, where everything is open."""
    if not caption.views:
        return ()
    own: PtiPassPassView = caption.views[seat]
    return (*own.hand, own.fist) if own.fist else own.hand


def _draw_hand(picture: Picture, view: PtiPassPassView, y: float) -> None:
    """One's own tokens, the one in the fist among them."""
    tokens = [*view.hand, *([view.fist] if view.fist else [])]
    wide = _RIGHT - _SIDE
    starts = spread(len(tokens), 60, wide - 40, 8)
    left = _SIDE + (wide - starts[-1] - 60) / 2
    picture.add(
        pane(_SIDE, y, wide, 80, fill="var(--paper-high)"),
        *(
            use(_named(token), left + start, y + 8, 60 / 48)
            for start, token in zip(starts, tokens, strict=True)
        ),
    )
    if view.fist:
        picture.add(
            circle(
                left + starts[-1] + 30,
                y + 38,
                33,
                stroke="var(--glow)",
                stroke_width=4,
                stroke_dasharray="8 5",
            )
        )


# ---------------------------------------------------------------- tokens

_SHAPES = {
    "B": circle(24, 24, 8.5),
    "G": path("M14 25.5L24 14.5L34 25.5V34L24 23L14 34Z"),
    "O": path("M24 13L35 24L24 35L13 24Z"),
    VICTORY: path("M24 11L37 24L24 37L11 24Z") + rect(15, 15, 18, 18),
    UNSEEN: rect(18, 18, 12, 12),
}


def _named(token: str) -> str:
    return f"token-{'unseen' if token == UNSEEN else token}"


def _token(token: str) -> str:
    """A glazed disc with the shape of its colour; face down a plain square, for a victory a star on white."""
    if token in HUES:
        field, dim, lit = (f"var(--{HUES[token]}-{tone})" for tone in ("field", "dim", "lit"))
    else:
        field = "var(--card-cream)" if token == VICTORY else "var(--stone)"
        dim, lit = "var(--stone-shade)", "var(--ochre)" if token == VICTORY else "var(--hair-4)"
    edge = stroke("card-lead", 1.6)
    drawn = _SHAPES[token].replace('fill="none"', f'fill="{lit}"')
    return group(
        circle(24, 28, 22.5, dim, **edge),
        circle(24, 24, 22.5, field, **edge),
        circle(24, 24, 17.5, stroke=lit, stroke_opacity=0.7, stroke_width=1.2),
        group(drawn, stroke="var(--card-lead)", stroke_width=1.2, stroke_linejoin="round"),
        path(
            "M8 18A18 18 0 0 1 23 6",
            stroke="#fff",
            stroke_opacity=0.45,
            stroke_width=2.2,
            stroke_linecap="round",
        ),
    )


def _shade(offset: float, colour: str, opacity: float) -> str:
    return tag("stop", offset=offset, stop_color=colour, stop_opacity=opacity)


_GLAZE = tag(
    "linearGradient",
    _shade(0, "var(--card-lead)", 0.42),
    _shade(0.2, "var(--card-lead)", 0),
    _shade(0.3, "#fff", 0.34),
    _shade(0.42, "#fff", 0),
    _shade(0.7, "var(--card-lead)", 0.08),
    _shade(1, "var(--card-lead)", 0.5),
    id="glaze",
)
