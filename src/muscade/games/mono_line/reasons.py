"""What a move of Mono-Line has decided, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board.moves import End
from muscade.core import Move
from muscade.core.reasons import Because, Reason
from muscade.games.mono_line import course, rules
from muscade.games.mono_line.moves import Announce, Concede, Swap

if TYPE_CHECKING:
    from muscade.games.mono_line.state import MonoLineState

_closes = Because(
    "ML-2",
    "The piece on {place} closes {count} more intersections to seat {seat}: they share a line with it.",
    "Le pion en {place} ferme {count} intersections de plus à la place {seat} : elles partagent une ligne avec lui.",
)
_stands = Because(
    "ML-3", "The turn is over: the piece on {place} stays.", "Le tour est fini : le pion en {place} reste."
)
_cannot_place = Because(
    "ML-4",
    "Seat {loser} cannot place any more: seat {winner}, the last to place, wins.",
    "La place {loser} ne peut plus poser : la place {winner}, la dernière à poser, gagne.",
)
_right = Because(
    "ML-5",
    "{one} and {other} are opposing pieces on one line: announcing them wins at once.",
    "{one} et {other} sont des pions opposés sur une même ligne : les annoncer fait gagner aussitôt.",
)
_wrong = Because(
    "ML-5",
    "{one} and {other} share no line: nothing happens, and the one announcement of this turn is made.",
    "{one} et {other} ne partagent aucune ligne : rien ne se passe, et la seule annonce de ce tour est faite.",
)
_concedes = Because("ML-5", "Seat {seat} gives up.", "La place {seat} abandonne.")
_takes_over = Because(
    "ML-7",
    "The first piece is seat {seat}'s now, who has become the first player.",
    "Le premier pion est maintenant à la place {seat}, devenue le premier joueur.",
)


def reasons_of(before: MonoLineState, move: Move, after: MonoLineState) -> list[Reason]:
    """Step by step."""
    seat, names = before.active, before.board.intersections
    other = rules.opponent(seat)
    found: list[Reason] = []
    match move:
        case End():
            place = names[before.table.tried]
            found.append(_stands(place=place))
            closed = _open(before, other) - _open(after, other) - 1
            if before.setting.friendly and closed > 0:
                found.append(_closes(place=place, count=closed, seat=other))
        case Announce((one, another)):
            right = after.table.winner == seat
            return [(_right if right else _wrong)(one=one, other=another)]
        case Swap():
            found.append(_takes_over(seat=seat))
        case Concede():
            return [_concedes(seat=seat)]
    if after.outcome() is not None:
        winner = after.table.winner
        found.append(_cannot_place(loser=rules.opponent(winner), winner=winner))
    return found


def _open(state: MonoLineState, seat: int) -> int:
    return course.in_one(state.table.open[seat]).bit_count()
