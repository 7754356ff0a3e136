"""What a move of Over-Pass has done, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import CENTRE, EMPTY
from muscade.core import Move
from muscade.core.reasons import Because, Reason
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.rules import way_to, ways_of

if TYPE_CHECKING:
    from muscade.games.over_pass.state import OverPassState

_runs = Because(
    "OP-9",
    "The piece runs over {way}, all of other colours and connected, to {target}; one point.",
    "Le pion passe par-dessus {way}, tous d'autres couleurs et reliés, jusqu'en {target} ; un point.",
)
_swaps = Because(
    "OP-10",
    "{one} and {other} rest on two separate, parallel lines, and their colours differ; one point.",
    "{one} et {other} reposent sur deux lignes parallèles distinctes, et leurs couleurs diffèrent ; un point.",
)
_slides = Because(
    "OP-11",
    "{target} is the next place on a line, empty and farther from the centre; two points.",
    "{target} est l'endroit suivant sur une ligne, vide et plus loin du centre ; deux points.",
)
_even = Because(
    "OP-12",
    "{rolled} is even, so pieces of the turn's colour may leave though a reserve still holds some; one point.",
    "{rolled} est pair : les pions de la couleur du tour peuvent sortir bien qu'une réserve en contienne encore ; un point.",
)
_any = Because(
    "OP-12",
    "Every reserve is empty, so pieces of the turn's colour may leave on any roll; one point.",
    "Toutes les réserves sont vides : les pions de la couleur du tour peuvent sortir sur tout lancer ; un point.",
)
_centre = Because(
    "OP-6",
    "The piece that could not be moved off the centre goes back to its reserve.",
    "Le pion qui n'a pas pu quitter le centre retourne à sa réserve.",
)
_enters = Because(
    "OP-5",
    "The next turn begins with a piece of the reserve on the centre.",
    "Le tour suivant commence par un pion de la réserve au centre.",
)
_wins = Because(
    "OP-14", "All ten are home: seat {seat} wins.", "Les dix sont rentrés : la place {seat} gagne."
)
_wins_with_both = Because(
    "OP-14",
    "All twenty are home, both colours: seat {seat} wins.",
    "Les vingt sont rentrés, les deux couleurs : la place {seat} gagne.",
)


def reasons_of(before: OverPassState, move: Move, after: OverPassState) -> list[Reason]:
    """Step by step."""
    found: list[Reason] = []
    cells, names = before.cells, before.names
    centre = cells[CENTRE]
    match move:
        case OverPass(start, target):
            numbers = before.facts.moves.numbers
            way = way_to(ways_of(before.facts.plan, cells, numbers[start]), numbers[target])
            found.append(_runs(way=", ".join(names[place] for place in way), target=target))
            centre = EMPTY if numbers[start] == CENTRE else centre
        case Swap(one, other):
            found.append(_swaps(one=one, other=other))
        case Slide(start, target):
            found.append(_slides(target=target))
            centre = EMPTY if before.facts.moves.numbers[start] == CENTRE else centre
        case Exit():
            rolled = sum(before.table.dice)
            found.append(_even(rolled=rolled) if any(before.table.reserves) else _any())
    if after.phase == "act":
        return found
    outcome = after.outcome()
    if outcome is not None:
        wins = _wins_with_both if before.setting.both else _wins
        return found + [wins(seat=seat) for seat in outcome.winners if outcome.reason == "home"]
    found += [_centre()] if centre != EMPTY else []
    return found + ([_enters()] if after.cells[CENTRE] != EMPTY else [])
