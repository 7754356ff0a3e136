"""The picture of a race: the board, and beside it the roll and what everybody has in reserve and home."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board.drawing import BoardDrawing
from muscade.board.picture import BELOW, LEFT, RIGHT, Stands, begin, draw_board
from muscade.core.picture import Caption
from muscade.core.text import Sentence
from muscade.games.race.rules import PIECES
from muscade.games.race.view import RaceView
from muscade.pictures.lettering import text, width
from muscade.pictures.pieces import PAINTS, die, pane, piece, star
from muscade.pictures.svg import Picture, group, path, placed, rect, use

LEFT_OF_IT = Sentence("{count} left", "reste {count}")
_NAME, _ROW, _BETWEEN = 46, 44, 14
_BOTTOM = 604


def draw_race(
    caption: Caption,
    drawing: BoardDrawing,
    view: RaceView,
    *,
    spots: bool,
    must: str | None = None,
    lamps: Sequence[str] = (),
) -> Picture:
    """``must``: where a piece has to go on; ``lamps``: spaces where one may come in."""
    picture = begin(caption)
    draw_board(
        picture,
        drawing,
        [
            Stands(
                standing.place,
                standing.colour,
                "must" if standing.place == must else "turn" if standing.colour == view.colour else "",
            )
            for standing in view.pieces
        ],
        spots=spots,
        lamps=lamps,
    )
    for colour in view.colours:
        picture.define(f"piece-{colour}", piece(colour))
    top = BELOW
    if view.dice is not None and view.colour is not None and view.outcome is None:
        _draw_roll(picture, view.colour, view.dice, caption.say(LEFT_OF_IT(count=view.left)))
        top += 78
    _draw_seats(picture, view, caption.names, top)
    return picture


def _draw_roll(picture: Picture, colour: str, dice: tuple[int, int], left: str) -> None:
    middle = BELOW + 34
    picture.add(
        use(f"piece-{colour}", LEFT + 30, middle, 2.2),
        die(LEFT + 104, middle, 72, dice[0]),
        die(LEFT + 182, middle, 72, dice[1]),
        text(LEFT + 238, middle + 12, left, 34, face="title"),
    )


def _draw_seats(picture: Picture, view: RaceView, called: Sequence[str], top: float) -> None:
    heights = [_NAME + _ROW * view.owners.count(seat) + 8 for seat in range(view.seats)]
    # With many rows and dice there is a little less of everything.
    squeeze = min(1.0, (_BOTTOM - top) / (sum(heights) + _BETWEEN * (view.seats - 1)))
    y = float(top)
    for seat, name in enumerate(called):
        high = heights[seat] * squeeze
        won = view.outcome is not None and seat in view.outcome.winners
        acts = view.outcome is None and seat in (view.active, *view.turn)
        picture.add(
            pane(LEFT, y, RIGHT - LEFT, high, lit=won or acts),
            text(LEFT + 16, y + 33 * squeeze, name, 29 * squeeze, face="bold", room=320),
        )
        if won:
            picture.add(star(RIGHT - 30, y + 25 * squeeze, 17 * squeeze))
        roll = view.opening[seat]
        if roll is not None and not view.turns and view.outcome is None:
            picture.add(
                *(
                    die(RIGHT - 76 + 46 * place, y + 26 * squeeze, 44 * squeeze, pips)
                    for place, pips in enumerate(roll)
                )
            )
        rows = [place for place, owner in enumerate(view.owners) if owner == seat]
        for number, place in enumerate(rows):
            picture.add(_row(view, place, y + (_NAME + _ROW * number + _ROW / 2) * squeeze, squeeze))
        y += high + _BETWEEN * squeeze


def _row(view: RaceView, place: int, middle: float, squeeze: float) -> str:
    """A colour: how many pieces wait, and ten cells for those that are home."""
    colour, reserve, home = view.colours[place], view.reserves[place], view.homes[place]
    _, _, body, _ = PAINTS[colour]
    size = 26 * squeeze
    lit = view.colour == colour and view.outcome is None
    cell = 17 * squeeze
    cells = RIGHT - 62 - PIECES * (cell + 3)
    return group(
        rect(
            LEFT + 6,
            middle - 20 * squeeze,
            RIGHT - LEFT - 12,
            40 * squeeze,
            "var(--glow)",
            fill_opacity=0.22,
            rx=3,
        )
        if lit
        else "",
        use(f"piece-{colour}", LEFT + 32, middle, 1.45 * squeeze),
        *(use(f"piece-{colour}", LEFT + 74 + 8 * chip, middle, 0.8 * squeeze) for chip in range(reserve)),
        text(LEFT + 172, middle + size * 0.35, str(reserve), size, face="bold", fill="var(--ink-soft)"),
        placed(
            cells - 44 * squeeze,
            middle - 15 * squeeze,
            2.5 * squeeze,
            path("M1 6L6 1.5L11 6H9.4V10.5H2.6V6Z", stroke="var(--ink-soft)", stroke_width=1.1),
        ),
        *(
            rect(
                cells + number * (cell + 3),
                middle - cell * 0.6,
                cell,
                cell * 1.2,
                f"var(--{body})" if number < home else "none",
                stroke="var(--line)" if number < home or lit else "var(--line-soft)",
                stroke_width=1.5,
            )
            for number in range(PIECES)
        ),
        text(
            RIGHT - 16 - width(str(home), size, "bold"),
            middle + size * 0.35,
            str(home),
            size,
            face="bold",
            fill="var(--ink-soft)",
        ),
    )
