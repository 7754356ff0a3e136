"""The picture of a Pass Pass table: the trick in the middle, what lies in front of everybody, and one's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muscade.core import Seat, Text
from muscade.core.picture import Caption, begin, player_plate
from muscade.core.text import Sentence
from muscade.games.pass_pass.card_picture import COLOURS, card_in, shape
from muscade.games.pass_pass.cards import LETTERS, card_number
from muscade.games.pass_pass.rules import VICTORY
from muscade.games.pass_pass.view import PassPassView, Trick
from muscade.pictures.lettering import text, width
from muscade.pictures.pieces import (
    CARD_HIGH,
    CARD_WIDE,
    card_place,
    pane,
    row_about,
)
from muscade.pictures.svg import (
    Picture,
    group,
    lozenge,
    number,
    path,
    rect,
    use,
)

FIRST, SECOND = Text("1st", "1er"), Text("2nd", "2e")
DISCARDS = Sentence("aside: {count}", "écart : {count}")
TOTAL = Text("Total", "Total")
ROUND_SHORT = Sentence("Round {round}", "Manche {round}")
POINT, POINTS = Sentence("{points} pt", "{points} pt"), Sentence("{points} pts", "{points} pts")
_MINI_STEP = 0.6
"""Of its width, how much of a card in a stack is seen below the next: the band with its value."""


@dataclass(frozen=True)
class Layout:
    """Where things go, from top to bottom: with one's own hand there is less room for the rest."""

    trick: float
    card: float
    plates: float
    plate_high: float
    hand: float | None = None


_OPEN = Layout(trick=92, card=1.24, plates=366, plate_high=236)
_WITH_HAND = Layout(trick=86, card=0.86, plates=290, plate_high=188, hand=490)
_ASIDE, _MIDDLE, _TOTALS = 92, (190, 1000), 1016
_HANDS_END = 612


def draw(view: PassPassView, caption: Caption) -> Picture:
    picture = begin(caption, round_number=view.round)
    layout = _WITH_HAND if view.hand or any(own.hand for own in caption.views) else _OPEN
    if view.phase in ("record", "over"):
        _draw_pad(picture, caption, view, layout)
    else:
        _draw_trick(picture, caption, view, layout)
    wide = (1140 - 12 * (view.seats - 1)) / view.seats
    for seat in range(view.seats):
        x = 30 + seat * (wide + 12)
        _draw_seat(picture, caption, view, seat, x, wide, layout)
        if caption.views and layout.hand is not None:
            _draw_open_hand(picture, view, caption.views[seat].hand, (x, layout.hand), wide)
    if view.hand and layout.hand is not None:
        _draw_hand(picture, view, layout.hand)
    return picture


def _draw_trick(picture: Picture, caption: Caption, view: PassPassView, layout: Layout) -> None:
    trick = view.trick
    left, right = _MIDDLE
    slot = min(190, (right - left) / view.seats)
    start = (left + right - slot * view.seats) / 2
    leader = trick.leader if trick else (view.leader or 0)
    played = {entry.seat: entry.card for entry in trick.cards} if trick else {}
    taken = trick.first_took if trick else ()
    for place in range(view.seats):
        seat = (leader + place) % view.seats
        middle = start + slot * (place + 0.5)
        x, y = middle - CARD_WIDE * layout.card / 2, layout.trick + 34
        name = caption.names[seat]
        picture.add(
            text(
                middle,
                layout.trick + 24,
                name,
                23,
                face="bold",
                anchor="middle",
                fill="var(--ink-soft)",
                room=slot - 12,
            )
        )
        card = played.get(seat)
        if card is None or card in taken:
            picture.add(card_place(x, y, layout.card, next_=card is None and seat in view.turn))
        else:
            picture.add(use(card_in(picture, view, card), x, y, layout.card))
        if trick and seat in (trick.first, trick.second):
            picture.add(_rank(middle, y + CARD_HIGH * layout.card + 8, caption, first=seat == trick.first))
    if trick:
        _draw_totals(picture, trick, layout)
    _draw_aside(picture, caption, view, layout)


def _rank(middle: float, y: float, caption: Caption, *, first: bool) -> str:
    ink = "var(--card-lead)" if first else "var(--paper)"
    return group(
        rect(middle - 34, y, 68, 32, "var(--glow)" if first else "var(--ink-soft)", rx=3),
        text(
            middle,
            y + 24,
            caption.say(FIRST if first else SECOND),
            24,
            face="bold",
            anchor="middle",
            fill=ink,
        ),
    )


def _draw_totals(picture: Picture, trick: Trick, layout: Layout) -> None:
    """What each colour comes to, the strongest first (PP-9)."""
    ranked = sorted(zip(trick.totals, range(4), strict=True), key=lambda entry: (-entry[0], entry[1]))
    for row, (total, colour) in enumerate(ranked):
        y = layout.trick + 10 + row * 46
        best = 0 < total == ranked[0][0]
        picture.add(
            group(
                rect(
                    _TOTALS,
                    y,
                    142,
                    40,
                    "var(--paper-raised)",
                    rx=3,
                    stroke="var(--glow)" if best else "var(--line-soft)",
                    stroke_width=3 if best else 2,
                ),
                shape(
                    COLOURS[colour],
                    _TOTALS + 28,
                    y + 20,
                    13,
                    f"var(--{COLOURS[colour]}-field)",
                    stroke="var(--line)",
                    stroke_width=1.5,
                ),
                text(_TOTALS + 128, y + 31, str(total), 31, face="title", anchor="end"),
                opacity=None if total else 0.45,
            )
        )


def _draw_aside(picture: Picture, caption: Caption, view: PassPassView, layout: Layout) -> None:
    """What nobody took lies face up for the rest of the round (PP-14)."""
    pile = view.discards[-4:]
    for place, card in enumerate(pile):
        turn = place * 37 % 15 - 7
        picture.add(use(card_in(picture, view, card), _ASIDE - 28 + 5 * place, layout.trick + 46, 0.6, turn))
    if view.discards:
        words = caption.say(DISCARDS(count=len(view.discards)))
        picture.add(
            text(
                _ASIDE + 12, layout.trick + 180, words, 23, anchor="middle", fill="var(--ink-soft)", room=140
            )
        )


def _draw_seat(
    picture: Picture, caption: Caption, view: PassPassView, seat: Seat, x: float, wide: float, layout: Layout
) -> None:
    y, narrow = layout.plates, view.seats > 4
    size = 24 if narrow else 28
    picture.add(
        player_plate(view, caption, seat, (x, y, wide, layout.plate_high), party=view.teams[seat], size=size)
    )
    top = y + size * 1.3 + 20
    # As large as the tallest stack of all leaves room for.
    tallest = max(sum(card.startswith(first) for card in front) for front in view.front for first in LETTERS)
    high = layout.plate_high - (top - y) - 44
    across, down = 4 * CARD_WIDE + 3 * 8, CARD_HIGH + CARD_WIDE * _MINI_STEP * max(0, tallest - 1)
    mini = min(0.52, (wide - 24) / across, high / down)
    step = CARD_WIDE * mini + 8 * mini
    left = x + (wide - 3 * step - CARD_WIDE * mini) / 2
    for colour, letter_ in enumerate(LETTERS):
        stack = [card for card in view.front[seat] if card.startswith(letter_)]
        _draw_stack(
            picture, view, stack, COLOURS[colour], (left + colour * step, top), mini, view.passes[seat]
        )
    _draw_score(picture, caption, view, seat, x, y + layout.plate_high, wide)


def _draw_stack(
    picture: Picture,
    view: PassPassView,
    stack: Sequence[str],
    colour: str,
    at: tuple[float, float],
    mini: float,
    passes: int,
) -> None:
    x, y = at
    if not stack:
        picture.add(
            card_place(x, y, mini),
            shape(
                colour,
                x + CARD_WIDE * mini / 2,
                y + CARD_HIGH * mini / 2,
                CARD_WIDE * mini * 0.24,
                "none",
                stroke="var(--line-soft)",
                stroke_width=2,
            ),
        )
    high = CARD_HIGH * mini
    step = CARD_WIDE * mini * _MINI_STEP
    for row, card in enumerate(stack):
        if row < passes:
            picture.add(
                rect(x - 2.5, y + row * step - 2.5, CARD_WIDE * mini + 5, high + 5, "var(--glow)", rx=5)
            )
        picture.add(use(card_in(picture, view, card), x, y + row * step, mini))


def _draw_score(
    picture: Picture, caption: Caption, view: PassPassView, seat: Seat, x: float, bottom: float, wide: float
) -> None:
    """What lies there is worth, the three boxes, and how many cards are held."""
    standing = view.standings[view.teams[seat]]
    worth = view.points[seat]
    points = caption.say((POINTS if abs(worth) > 1 else POINT)(points=worth))
    picture.add(text(x + 12, bottom - 13, points, 24, face="bold"))
    held = sum(view.backs[seat])
    boxes = x + wide - 14 - VICTORY * 24
    for box in range(VICTORY):
        before = box < standing.recorded_passes
        fill = "glass-red" if before else "glow" if box < standing.passes else "paper-high"
        picture.add(
            lozenge(
                boxes + 24 * box + 12,
                bottom - 21,
                11,
                f"var(--{fill})",
                stroke="var(--line)",
                stroke_width=1.5,
            )
        )
    if held and view.seat != seat:
        middle = x + 12 + width(points, 24, "bold") + 14
        if boxes - middle > 52:
            picture.add(
                rect(middle, bottom - 35, 18, 27, "var(--ink-soft)", rx=2),
                text(middle + 24, bottom - 13, str(held), 24, fill="var(--ink-soft)"),
            )


def _draw_pad(picture: Picture, caption: Caption, view: PassPassView, layout: Layout) -> None:
    """The score pad: what everybody made in each round, and what counts of it (PP-21)."""
    top, left = layout.trick + 4, 196
    across = 900 / view.seats
    rows = [caption.say(ROUND_SHORT(round=place + 1)) for place in range(len(view.pad))]
    step = min(58, (layout.plates - top - 40) / (len(rows) + 2))
    picture.add(pane(40, top, 1120, step * (len(rows) + 2) + 14))
    for seat, name in enumerate(caption.names):
        middle = left + across * (seat + 0.5)
        picture.add(
            text(middle, top + step * 0.8, name, step * 0.6, face="bold", anchor="middle", room=across - 16)
        )
        for place, line in enumerate(view.pad):
            entry = line[seat]
            ink = "var(--ink)" if entry.recorded else "var(--ink-soft)"
            passes = f" + {entry.passes}" if entry.passes else ""
            picture.add(
                text(
                    middle,
                    top + step * (place + 1.8),
                    f"{entry.points}{passes}",
                    step * 0.68,
                    face="title",
                    anchor="middle",
                    fill=ink,
                )
            )
        total = view.standings[view.teams[seat]]
        picture.add(
            text(
                middle,
                top + step * (len(rows) + 1.8),
                str(total.recorded_points),
                step * 0.78,
                face="title",
                anchor="middle",
                fill="var(--red)",
            )
        )
    for place, words in enumerate([*rows, caption.say(TOTAL)]):
        y = top + step * (place + 1.8)
        picture.add(
            text(60, y, words, step * 0.56, face="bold", fill="var(--ink-soft)"),
            path(f"M56 {number(y - step * 0.76)}H1144", stroke="var(--line-soft)", stroke_width=1.5),
        )


def _draw_hand(picture: Picture, view: PassPassView, y: float) -> None:
    cards = sorted(view.hand, key=card_number)
    scale = 0.77
    names = [card_in(picture, view, card) for card in cards]
    picture.add(*row_about(names, 600, y, CARD_WIDE * scale, scale, 1120, 8))


def _draw_open_hand(
    picture: Picture, view: PassPassView, hand: Sequence[str], at: tuple[float, float], wide: float
) -> None:
    """Everybody's, below their place, as large as there is room for: in one row or in two."""
    cards = sorted(hand, key=card_number)
    if not cards:
        return
    high = _HANDS_END - at[1]
    rows = max((1, 2), key=lambda count: _hand_scale(len(cards), count, wide, high))
    across, scale = -(-len(cards) // rows), _hand_scale(len(cards), rows, wide, high)
    step, down = wide / across, high / rows
    for place, card in enumerate(cards):
        row, column = divmod(place, across)
        x = at[0] + step * (column + 0.5) - CARD_WIDE * scale / 2
        picture.add(use(card_in(picture, view, card), x, at[1] + row * down, scale))


def _hand_scale(count: int, rows: int, wide: float, high: float) -> float:
    across = -(-count // rows)
    return min(0.77, (wide / across - 4) / CARD_WIDE, (high / rows - 4) / CARD_HIGH)
