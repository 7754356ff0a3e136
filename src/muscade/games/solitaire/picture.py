"""The picture of a puzzle: the board, and beside it what is counted."""

from __future__ import annotations

from dataclasses import replace

from muscade.board.drawing import BoardDrawing
from muscade.board.picture import BELOW, LEFT, RIGHT, Stands, begin, draw_board
from muscade.core import Text
from muscade.core.picture import Caption
from muscade.games.solitaire.view import PuzzleView
from muscade.pictures.lettering import text
from muscade.pictures.pieces import pane, star
from muscade.pictures.svg import Picture

SOLVED = Text("Solved", "Résolu")
GIVEN_UP = Text("Given up", "Abandonné")
UNDER_WAY = Text("Under way", "En cours")
PIECES = Text("pieces", "pions")
GOAL = Text("goal", "but")
BEST = Text("best known", "record")
PAR = Text("par", "à faire en")
_HIGH, _GAP = 122, 18


def draw_puzzle(
    caption: Caption, drawing: BoardDrawing, view: PuzzleView, *, unit: Text, plain: str, spots: bool
) -> Picture:
    """``unit`` is what is counted, ``plain`` the colour of pieces where colours do not count."""
    solved = view.outcome is not None and bool(view.outcome.winners)
    stands = caption.say(SOLVED if solved else GIVEN_UP if view.outcome is not None else UNDER_WAY)
    line = f"{caption.names[0]} · {stands}" if caption.named else stands
    picture = begin(replace(caption, line=line))
    draw_board(
        picture,
        drawing,
        [
            Stands(
                standing.place,
                standing.colour or plain,
                "must" if standing.place == view.crossing else "turn" if standing.place == view.mover else "",
            )
            for standing in view.pieces
        ],
        spots=spots,
        lamps=view.additions if view.outcome is None else (),
    )
    figures = [
        (view.count, caption.say(unit)),
        (view.left, caption.say(PIECES)),
        (view.target, caption.say(GOAL)),
    ]
    if view.par is not None:
        figures.append((view.par, caption.say(PAR)))
    elif view.best is not None:
        figures.append((view.best.figure, caption.say(BEST)))
    wide = (RIGHT - LEFT - _GAP) / 2
    for place, (figure, what) in enumerate(figures):
        x, y = LEFT + place % 2 * (wide + _GAP), BELOW + 14 + place // 2 * (_HIGH + _GAP)
        picture.add(
            pane(x, y, wide, _HIGH),
            text(x + wide / 2, y + 66, str(figure), 60, face="title", anchor="middle"),
            text(x + wide / 2, y + 104, what, 28, anchor="middle", fill="var(--ink-soft)", room=wide - 20),
        )
    if solved:
        picture.add(star((LEFT + RIGHT) / 2, 526, 56))
    return picture
