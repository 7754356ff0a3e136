"""The picture of a Passe Éclair table: the pile and who is wanted on it, everybody's cards and tokens, and one's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.core import Seat, Text
from muscade.core.description import Counted
from muscade.core.picture import Caption, begin
from muscade.core.text import Sentence
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN_TOKEN, LETTERS
from muscade.games.passe_eclair.rules import SOCKE
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.pictures.art import art
from muscade.pictures.lettering import text
from muscade.pictures.pieces import (
    CARD_HIGH,
    CARD_WIDE,
    LEAD,
    card_face,
    card_place,
    letter,
    pane,
    row_about,
    seat_plate,
    spread,
)
from muscade.pictures.svg import Picture, group, number, path, placed, rect, stroke, tag, use

COLOURS = {"L": "yellow", "M": "blue", "R": "green", "F": "red", "V": "purple"}
NAMES = {"L": "Léon", "M": "Marlon", "R": "Rocce", "F": "Fabi", "V": "Vanessa"}
ANYTHING = Text("Anything goes", "Tout est bon")
RACING = Text("Everybody at once", "Tous à la fois")
PILE = Sentence("pile: {count}", "pioche : {count}")
BOX = Sentence("played: {count}", "jouées : {count}")
GOALS = Counted(("{count} goal", "{count} goals"), ("{count} but", "{count} buts"))
DOG, BULLY = CARD_NAMES[SOCKE], CARD_NAMES[SOCKE + 1]
_LEANS = (-7, 5, -3, 9, -5, 3)
_SHOWN = 4
_BACKS = 9
_BAND = 102
_CLIPS = {
    "window": (5.5, 5.5, 89, _BAND - 5.5),
    "band": (5.5, _BAND, 89, 144.5 - _BAND),
    "square": (0, 0, 100, 100),
}
"""What is seen of the drawings: on a card the holder and the receiver, elsewhere a head."""
_SIGNS = {
    "L": "M0-10L2.9-7.1H7.1V-2.9L10 0L7.1 2.9V7.1H2.9L0 10L-2.9 7.1H-7.1V2.9L-10 0L-7.1-2.9V-7.1H-2.9Z",
    "M": "M-8-8H8V8H-8Z",
    "R": "M0-9.5L9.5 7.5H-9.5Z",
    "F": "M0-9a9 9 0 0 1 0 18a9 9 0 0 1 0-18Z",
    "V": "M0-10.5L8 0L0 10.5L-8 0Z",
}


def draw(view: PasseEclairView, caption: Caption) -> Picture:
    line = caption.say(RACING) if view.phase == "play" else caption.line
    picture = begin(caption, line, round_number=view.round)
    for name, (x, y, across, down) in _CLIPS.items():
        picture.prepare(name, tag("clipPath", rect(x, y, across, down, "#000", rx=3), id=name))
    if view.phase == "over":
        _draw_standings(picture, caption, view)
        return picture
    wide = (1140 - 14 * (view.seats - 1)) / view.seats
    for seat in range(view.seats):
        _draw_seat(picture, caption, view, seat, 30 + seat * (wide + 14), wide)
    low = bool(view.hand) or any(own.hand for own in caption.views)
    scale = 1.55 if low else 2.2
    top = 220 if low else 232
    _draw_pile(picture, view, top, scale)
    _draw_stock(picture, caption, view, top, scale * 0.5)
    _draw_wanted(picture, caption, view, top, scale)
    if view.hand:
        _draw_hand(picture, view.hand, 600, 1120, 0.9)
    for seat, own in enumerate(caption.views):
        _draw_hand(picture, own.hand, 30 + seat * (wide + 14) + wide / 2, wide, 0.78)
    return picture


def _draw_seat(
    picture: Picture, caption: Caption, view: PasseEclairView, seat: Seat, x: float, wide: float
) -> None:
    """The fewer cards they hold, the closer the end of the round."""
    y, high, count = 92, 112, view.hands[seat]
    close = 0 < count <= 2
    picture.add(
        seat_plate(x, y, wide, high, seat=seat, name=caption.names[seat], size=28),
        rect(x, y, wide, high, rx=3, stroke="var(--red)", stroke_width=4) if close else "",
    )
    tokens = view.tokens[seat]
    owned = [(token, True) for token in tokens.victory] + [(token, False) for token in tokens.consolation]
    for start, (token, victory) in zip(spread(len(owned), 38, wide * 0.48, 3), owned, strict=True):
        picture.add(_token(x + 12 + start, y + 62, 38, token, victory=victory))
    back = picture.define("back", card_face(art(__package__, "back")))
    shown = spread(min(count, _BACKS), 26, wide * 0.3, 4)
    right = x + wide - 14
    picture.add(
        text(
            right,
            y + 100,
            str(count),
            44,
            face="title",
            anchor="end",
            fill="var(--red)" if close else "var(--ink)",
        )
    )
    for place, start in enumerate(reversed(shown)):
        picture.add(use(back, right - 58 - 26 - start, y + 66, 0.26) if place < count else "")


def _draw_pile(picture: Picture, view: PasseEclairView, top: float, scale: float) -> None:
    """The top card straight, a few others askew below it."""
    wide, high = CARD_WIDE * scale, CARD_HIGH * scale
    x = 600 - wide / 2
    if not view.middle:
        picture.add(card_place(x, top, scale))
        return
    shown = view.middle[-_SHOWN:]
    for place, laid in enumerate(shown):
        last = place == len(shown) - 1
        lean = 0 if last else _LEANS[(view.number - len(shown) + 1 + place) % len(_LEANS)]
        card = use(_card(picture, laid.card), -wide / 2, -high / 2, scale)
        shade = (
            ""
            if last
            else rect(-wide / 2, -high / 2, wide, high, "var(--card-lead)", rx=7 * scale, opacity=0.3)
        )
        picture.add(placed(600, top + high / 2, 1, card, shade, turn=lean))


def _draw_stock(picture: Picture, caption: Caption, view: PasseEclairView, top: float, scale: float) -> None:
    wide, high = CARD_WIDE * scale, CARD_HIGH * scale
    y = top + high * 0.35
    for x, there, words in (
        (150, "back" if view.pile else None, PILE(count=view.pile)),
        (300, _card(picture, view.box[-1]) if view.box else None, BOX(count=len(view.box))),
    ):
        if there is None:
            picture.add(card_place(x - wide / 2, y, scale))
        else:
            picture.add(group(use(there, x - wide / 2, y, scale), opacity=None if there == "back" else 0.55))
        picture.add(text(x, y + high + 30, caption.say(words), 24, anchor="middle", fill="var(--ink-soft)"))


def _draw_wanted(picture: Picture, caption: Caption, view: PasseEclairView, top: float, scale: float) -> None:
    """Who must take the pass: the one thing everybody looks for."""
    if view.wanted is None:
        return
    who = None if view.wanted == "anything" else view.wanted
    ring = f"var(--{COLOURS[who]}-field)" if who else "var(--ochre)"
    size = scale * 0.94
    line = stroke("line", 1.5)
    inside = (
        group(
            art(__package__, f"ground-{who}"),
            placed(4, 6, 0.92, art(__package__, f"figure-{who}")),
            clip_path="url(#square)",
        )
        if who
        else group(rect(0, 0, 100, 100, "var(--card-cream)"), art(__package__, "dog"))
    )
    picture.add(
        placed(
            936,
            top + 70 * scale,
            size,
            path("M0-62L62 0L0 62L-62 0Z", ring, **line),
            rect(-44, -44, 88, 88, ring, **line),
            placed(-40, -40, 0.8, inside, rect(1, 1, 98, 98, stroke="var(--card-lead)", stroke_width=2)),
        ),
        text(
            936,
            top + 150 * scale,
            NAMES[who].upper() if who else caption.say(ANYTHING),
            40,
            face="title",
            anchor="middle",
            room=380,
        ),
    )


def _draw_hand(picture: Picture, hand: Sequence[str], middle: float, room: float, scale: float) -> None:
    names = [_card(picture, card) for card in hand]
    picture.add(*row_about(names, middle, 470, CARD_WIDE * scale, scale, room, 10))


def _draw_standings(picture: Picture, caption: Caption, view: PasseEclairView) -> None:
    """Everybody's tokens lie open, the most goals first (ES-18)."""
    ranked = sorted(range(view.seats), key=lambda seat: -(view.tokens[seat].goals or 0))
    high = min(118, 500 / view.seats)
    for row, seat in enumerate(ranked):
        y, tokens = 100 + row * (high + 8), view.tokens[seat]
        won = view.outcome is not None and seat in view.outcome.winners
        picture.add(
            pane(36, y, 1128, high, lit=won),
            letter(52, y + high / 2 - 23, 46, seat, caption.names[seat]),
            text(112, y + high / 2 + 12, caption.names[seat], 34, face="bold", room=270),
        )
        owned = [(token, True) for token in tokens.victory] + [(token, False) for token in tokens.consolation]
        for start, (token, victory) in zip(spread(len(owned), 58, 560, 6), owned, strict=True):
            picture.add(_token(396 + start, y + high / 2 - 29, 58, token, victory=victory))
        if tokens.goals is not None:
            goals = caption.say(GOALS(tokens.goals))
            picture.add(
                text(
                    1144,
                    y + high / 2 + 14,
                    goals,
                    42,
                    face="title",
                    anchor="end",
                    fill="var(--green)" if won else "var(--ink)",
                )
            )


# ---------------------------------------------------------------- cards and tokens


def _sign(who: str, x: float, y: float, size: float, fill: str) -> str:
    """Each footballer's sign, which tells them apart without colour."""
    return path(
        _SIGNS[who],
        fill,
        transform=f"translate({number(x)} {number(y)}) scale({size / 10:.4g})",
        stroke="var(--card-lead)",
        stroke_width=13 / size,
        stroke_linejoin="round",
    )


def _token(x: float, y: float, size: float, token: str, *, victory: bool) -> str:
    """Goals for a victory or as a consolation, or a footballer to send off; face down it shows its sort alone."""
    who = token if token in LETTERS else None
    hidden = token == HIDDEN_TOKEN
    line = stroke("card-lead", 1.8)
    if victory:
        base = path("M20 2L38 20L20 38L2 20Z", "var(--ochre)", **line)
        base += rect(8.5, 8.5, 23, 23, "var(--ochre)" if hidden else "var(--card-cream)", **line)
    else:
        fill = f"var(--{COLOURS[who]}-dim)" if who else "var(--blue-lit)"
        base = path("M12 2H28L38 12V28L28 38H12L2 28V12Z", fill, **line)
    if who:
        face = _sign(who, 20, 20, 11, f"var(--{COLOURS[who]}-lit)")
    elif hidden:
        face = path("M20 13L27 20L20 27L13 20Z", "var(--cherokee)" if victory else "var(--blue-field)")
    else:
        face = text(20, 27, token, 20, face="title", anchor="middle", fill="var(--card-ink)")
    return placed(x, y, size / 40, base, face)


def _card(picture: Picture, card: str) -> str:
    """The name of a card's drawing, which is made when it is first wanted."""
    inside = _dog() if card == DOG else _bully() if card == BULLY else _pass(card[0], card[-1])
    edge = group(path(f"M5.5 {_BAND}H94.5"), rect(5.5, 5.5, 89, 139, rx=3), **LEAD)
    return picture.define(f"card-{card.replace('>', '-')}", card_face(*inside, edge))


def _pass(holder: str, receiver: str) -> list[str]:
    """The holder large above, the receiver in the band below."""
    lead = stroke("card-lead")
    return [
        group(
            placed(0, 3, 1, art(__package__, f"ground-{holder}")),
            placed(6, 9, 0.94, art(__package__, f"figure-{holder}")),
            clip_path="url(#window)",
        ),
        group(
            placed(0, _BAND - 28, 1, art(__package__, f"ground-{receiver}")),
            placed(50, _BAND + 0.5, 0.44, art(__package__, f"figure-{receiver}")),
            clip_path="url(#band)",
        ),
        path(
            f"M31 {_BAND + 9}L49 {_BAND + 21}L31 {_BAND + 33}V{_BAND + 26}H26V{_BAND + 16}H31Z",
            "var(--card-cream)",
            stroke_linejoin="round",
            **LEAD,
        ),
        _sign(receiver, 16.5, _BAND + 21, 8.2, f"var(--{COLOURS[receiver]}-lit)"),
        path("M7 7H29V29L18 36L7 29Z", f"var(--{COLOURS[holder]}-dim)", **lead),
        _sign(holder, 18, 19.5, 8.6, f"var(--{COLOURS[holder]}-lit)"),
    ]


def _dog() -> list[str]:
    stripes = [
        rect(5.5 + 17.8 * place, 0, 18, 110, f"var(--{COLOURS[who]}-field)")
        for place, who in enumerate(LETTERS)
    ]
    return [
        group(
            *stripes,
            path("M50-2L112 55L50 112L-12 55Z", "var(--card-cream)", stroke="var(--card-lead)"),
            placed(6, 8, 0.88, art(__package__, "dog")),
            clip_path="url(#window)",
        ),
        rect(5.5, _BAND, 89, 144.5 - _BAND, "var(--card-cream)", rx=3),
        *(
            _sign(who, 17 + 16.5 * place, _BAND + 21, 7.4, f"var(--{COLOURS[who]}-field)")
            for place, who in enumerate(LETTERS)
        ),
    ]


def _bully() -> list[str]:
    rays = [
        path("M50 52L44-60H56Z", "var(--ochre)", transform=f"rotate({30 * ray} 50 52)") for ray in range(12)
    ]
    line = stroke("card-lead", 1.2)
    return [
        group(
            rect(0, 0, 100, 110, "var(--purple-dim)"),
            *rays,
            placed(5, 10, 0.92, art(__package__, "bully")),
            clip_path="url(#window)",
        ),
        rect(5.5, _BAND, 89, 144.5 - _BAND, "var(--card-lead)", rx=3),
        path(
            f"M18 {_BAND + 12}H66V{_BAND + 5}L82 {_BAND + 15}L66 {_BAND + 25}V{_BAND + 18}H18Z",
            "var(--ochre)",
            **line,
        ),
        path(
            f"M82 {_BAND + 31}H34V{_BAND + 38}L18 {_BAND + 28}L34 {_BAND + 18}V{_BAND + 25}H82Z",
            "var(--card-cream)",
            **line,
        ),
    ]
