"""The table of a race in plain sentences: what both races have."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.board import COLOUR_TITLES
from muscade.core import Text
from muscade.core.description import TURNS, UNDO, Counted, People, listed
from muscade.core.text import Sentence
from muscade.games.race.view import RaceView

TURN = Sentence("{colour} plays, for {name}", "Couleur qui joue : {colour}, pour {name}")
STANDS_IN = Text(
    "That colour plays in place of the one that is home",
    "Cette couleur joue à la place de celle qui est rentrée",
)
DICE = Sentence("The dice show {one} and {other}", "Les dés montrent {one} et {other}")
LEFT = Sentence("Left of the roll: {count}", "Reste du lancer : {count}")
COLOUR = Sentence(
    "{colour}, {name}: {pieces}; {reserve}; {home}", "{colour}, {name} : {pieces} ; {reserve} ; {home}"
)
ON_BOARD = Sentence("on the board {places}", "sur le plateau {places}")
OFF_BOARD = Text("none on the board", "aucun sur le plateau")
RESERVE = Counted(("{count} in reserve", "{count} in reserve"), ("{count} en réserve", "{count} en réserve"))
HOME = Counted(("{count} home", "{count} home"), ("{count} rentré", "{count} rentrés"))
ROLLED = Sentence("{name}: {one} and {other} for the start", "{name} : {one} et {other} pour commencer")
ROLLING = Sentence("Still to roll for the start: {names}", "Doivent encore lancer pour commencer : {names}")


def tell_race(view: RaceView, people: People) -> Iterator[Text]:
    if view.phase == "opening":
        for seat, roll in enumerate(view.opening):
            if roll is not None:
                yield ROLLED(name=people.who(seat), one=roll[0], other=roll[1])
        if view.rolling:
            yield ROLLING(names=people.all_of(view.rolling))
    if view.colour is not None and view.active is not None and view.outcome is None:
        yield TURN(colour=COLOUR_TITLES[view.colour], name=people.whom(view.active))
        if view.stands_in:
            yield STANDS_IN
    if view.dice is not None:
        yield DICE(one=view.dice[0], other=view.dice[1])
        yield LEFT(count=view.left)
    if view.undo:
        yield UNDO
    for number, colour in enumerate(view.colours):
        places = [piece.place for piece in view.pieces if piece.colour == colour]
        yield COLOUR(
            colour=COLOUR_TITLES[colour],
            name=people.whom(view.owners[number]),
            pieces=ON_BOARD(places=listed(places)) if places else OFF_BOARD,
            reserve=RESERVE(view.reserves[number]),
            home=HOME(view.homes[number]),
        )
    yield TURNS(view.turns)
