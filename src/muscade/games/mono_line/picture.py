"""The picture of a Mono-Line table: the board with the lines that are taken, and beside it both players."""

from __future__ import annotations

from muscade.board.drawing import BoardDrawing
from muscade.board.picture import BELOW, LEFT, RIGHT, Stands, begin, draw_board
from muscade.core.picture import Caption, player_plate
from muscade.core.text import Sentence
from muscade.games.mono_line.view import MonoLineView
from muscade.pictures.lettering import text
from muscade.pictures.pieces import piece
from muscade.pictures.svg import Picture, use

SIDES = ("red", "blue")
PLACED = Sentence("on the board: {count}", "sur le plateau : {count}")
LINES = Sentence("lines taken: {count}", "lignes prises : {count}")
SUPPLY = Sentence("in reserve: {count}", "en réserve : {count}")
_HIGH, _BETWEEN = 176, 20


def draw(caption: Caption, drawing: BoardDrawing, view: MonoLineView) -> Picture:
    """On vigilant tables nothing is lit that one could not see on the board."""
    picture = begin(caption)
    shown = view.announcement.pair if view.announcement and view.announcement.right else ()
    pieces = [
        Stands(stone.place, SIDES[stone.seat], "must" if stone.place in shown else "")
        for stone in view.pieces
    ]
    if view.tried is not None and view.active is not None:
        pieces.append(Stands(view.tried, SIDES[view.active], "tried"))
    captured = {line: f"light-{SIDES[seat]}" for line, seat in enumerate(view.captured) if seat is not None}
    draw_board(picture, drawing, pieces, spots=True, lit=captured)
    for seat in range(view.seats):
        y = BELOW + 12 + seat * (_HIGH + _BETWEEN)
        mark = use(picture.define(f"piece-{SIDES[seat]}", piece(SIDES[seat])), 0, 0)
        supply = view.supply[seat]
        facts = [
            caption.say(PLACED(count=sum(stone.seat == seat for stone in view.pieces))),
            caption.say(LINES(count=view.captured.count(seat))) if view.captured else "",
            caption.say(SUPPLY(count=supply)) if supply is not None else "",
        ]
        picture.add(
            player_plate(view, caption, seat, (LEFT, y, RIGHT - LEFT, _HIGH), mark=mark, size=34),
            *(
                text(LEFT + 74, y + 92 + 35 * row, fact, 28, fill="var(--ink-soft)", room=RIGHT - LEFT - 90)
                for row, fact in enumerate(fact for fact in facts if fact)
            ),
        )
    return picture
