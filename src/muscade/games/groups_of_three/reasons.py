"""What a move of Groups-of-Three has made possible, and why; Full House goes by the same clauses."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import NOWHERE
from muscade.core import Move
from muscade.core.reasons import Because, Reason
from muscade.games.groups_of_three.moves import Add, Step

_home = Because(
    "GT-7",
    "The Center Square is reached: the piece is home.",
    "Le carré central est atteint : le pion est rentré.",
)
_crossing = Because(
    "GT-6",
    "{space} is a transit space: the same piece steps on with the next step.",
    "{space} est une case de transit : le même pion doit en sortir au pas suivant.",
)
_opens = Because(
    "GT-9",
    "The step completes a group of three with one other piece: a piece of the reserve may go into {spaces}.",
    "Le pas complète un groupe de trois avec un autre pion : un pion de la réserve peut entrer en {spaces}.",
)
_nothing_opens = Because(
    "GT-9",
    "In no group of {space} is exactly one of the other two spaces taken, so nothing opens.",
    "Dans aucun groupe de {space} une seule des deux autres cases n'est occupée : rien ne s'ouvre.",
)
_enters = Because(
    "GT-9",
    "{space} was opened by the last step: a piece of the reserve comes in, free of charge.",
    "{space} a été ouverte par le dernier pas : un pion de la réserve y entre, gratuitement.",
)


def reasons_of(move: Move, opened: Sequence[int], crossing: int, names: Sequence[str]) -> list[Reason]:
    """``opened`` and ``crossing`` are as they are after the move; ``names`` are those of the spaces."""
    match move:
        case Step() if move.goes_home:
            return [_home()]
        case Step(_, target):
            spaces = ", ".join(names[space] for space in opened)
            found = [_crossing(space=target)] if crossing != NOWHERE else []
            return [*found, _opens(spaces=spaces) if spaces else _nothing_opens(space=target)]
        case Add(space):
            return [_enters(space=space)]
    return []
