"""What the moves of one moment are worth: from the view of the seat that had them, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from muscade.analysis.moments import Moment
from muscade.analysis.proofs import Prover
from muscade.analysis.structures import Decision, MoveValue
from muscade.bots import Valued, ValuingBot
from muscade.bots.valuing import value_by_playing
from muscade.core import Game, Move, State, View

KEPT = 12
"""Of so many moves the values are kept at most, and of the one that was played."""
DIGITS = 4


def weigh_moment(moment: Moment, state: State, seconds: float, seed: str) -> Decision:
    """The decision of a moment, without a mark yet; ``state`` is only asked for the seat's view and moves."""
    game, seat = state.game, moment.seat
    moves = tuple(state.moves(seat))
    view = state.view(seat)
    played = None if moment.played is None else game.parse(moment.played)
    silent = state.timeout(seat) if played is None else None
    rng = Random(f"{seed}/{moment.before}/{seat}")
    values = values_of(game, view, moves, played, rng, seconds)
    return _told(moment, game, view, moves, values, played or silent)


def values_of(
    game: Game[Any, Any],
    view: View,
    moves: Sequence[Move],
    played: Move | None,
    rng: Random,
    seconds: float,
) -> Sequence[Valued]:
    """By the solver where it knows, else by the best bot that can tell, else by playing on."""
    solver = game.solver()
    proved: Sequence[Valued] = ()
    if solver is not None:
        proved = Prover(solver, seconds).values(view, moves, played)
        if proved and (played not in moves or any(one.move == played for one in proved)):
            return proved
    bot = next((bot for bot in reversed(list(game.bots().values())) if isinstance(bot, ValuingBot)), None)
    if bot is not None:
        sure = {one.move for one in proved}
        guessed = bot.values(view, moves, rng, seconds)
        return (*proved, *(one for one in guessed if one.move not in sure))
    if solver is not None:
        return proved  # What the solver cannot do, no quick bot can.
    return value_by_playing(game, view, moves, rng, seconds)


def _told(
    moment: Moment,
    game: Game[Any, Any],
    view: View,
    moves: Sequence[Move],
    values: Sequence[Valued],
    done: Move | None,
) -> Decision:
    """``done`` is what was played, or what silence means."""
    decision = Decision(
        before=moment.before,
        seat=moment.seat,
        played=moment.played,
        offered=len(moves),
        punished=moment.played is not None and done not in moves,
        waited=(
            None
            if moment.since is None or moment.until is None
            else round((moment.until - moment.since) / 1000, 2)
        ),
        idea=None if done is None else game.idea(view, done),
    )
    if not values:
        return decision
    best = values[0]
    made = next((one for one in values if one.move == done), None)
    kept = values[:KEPT] if made is None or made in values[:KEPT] else (*values[: KEPT - 1], made)
    better = game.idea(view, best.move)
    told = msgspec.structs.replace(
        decision,
        moves=tuple(
            MoveValue(one.move.notation, round(one.value, DIGITS), round(one.spread, DIGITS), one.proved)
            for one in kept
        ),
        better=None if better == decision.idea else better,
    )
    if made is None:
        return told
    same = made.move == best.move
    return msgspec.structs.replace(
        told,
        loss=0.0 if same else round(max(0.0, best.value - made.value), DIGITS),
        noise=0.0 if same else round((best.spread**2 + made.spread**2) ** 0.5, DIGITS),
        proved=best.proved and made.proved,
    )
