"""The referee: asked about a position, it says what may be done, what a move does and why, or which clause forbids it.

It knows no game: everything is asked of the contract. It works in another process, so that no table waits for it. What it is asked
about is a table that can be, with all its options (`settled_game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from muscade.analysis import Moment
from muscade.analysis.weighing import weigh_moment
from muscade.core import (
    NATURE,
    Game,
    IllegalMove,
    InvalidNotation,
    Match,
    MuscadeError,
    Options,
    Seat,
    SeenEvent,
    State,
    game,
    game_names,
)
from muscade.core.picture import said
from muscade.core.positions import noted_seats, set_up
from muscade.core.reasons import Reason
from muscade.kernels.ready import prepare_with_solver
from muscade.server.positions.requests import (
    LookAtPosition,
    MoveMade,
    PositionExample,
    PositionRefused,
    PositionSeen,
    PositionWeighed,
    SeatMoves,
    TryMove,
)

USUAL = "muscade"
"""The seed of the game whose beginning an editor begins with."""


def look(asked: LookAtPosition) -> bytes:
    """What there is to see in a position, as JSON."""
    played = game(asked.game)
    position = beginning(asked) if asked.position is None else asked.position
    try:
        state = state_of(played, asked.seats, asked.options, position, asked.moves)
    except (IllegalMove, InvalidNotation) as error:
        return _refused(played, asked, position, error)
    return msgspec.json.encode(_seen(played, asked, state, ()))


def try_move(asked: TryMove) -> bytes:
    """What a move does there, and why; what it leads to, or why not, as JSON."""
    played = game(asked.game)
    try:
        state = state_of(played, asked.seats, asked.options, asked.position, asked.moves)
        move = played.parse(asked.move)
        after = state.copy()
        after.play(asked.seat, move)
        why = tuple(state.explain(asked.seat, move))
    except (IllegalMove, InvalidNotation) as error:
        return _refused(played, asked, asked.position, error)
    return msgspec.json.encode(_seen(played, asked, after, why))


def weigh(seconds: float, asked: LookAtPosition) -> bytes:
    """What whoever is to act could think of their moves, in about that time, as JSON; from their view alone."""
    position = beginning(asked) if asked.position is None else asked.position
    state = state_of(game(asked.game), asked.seats, asked.options, position, asked.moves)
    seat = _usual_viewer(state.turn())
    if seat is None:
        return msgspec.json.encode(PositionWeighed(None, (), True))
    prepare_with_solver(asked.game)
    moment = Moment(before=len(state.history), seat=seat, played=str(state.moves(seat)[0]))
    decision = weigh_moment(moment, state, seconds, USUAL)
    best = sorted(decision.moves, key=lambda one: one.value, reverse=True)
    return msgspec.json.encode(PositionWeighed(seat, tuple(best), decision.proved))


def state_of(
    played: Game[Any, Any], seats: int, options: Options, position: str, moves: Sequence[MoveMade]
) -> State:
    """A game that has begun from a position and gone on by these moves."""
    state: State = played.new(seats, **options)
    state.play(NATURE, set_up(played, position))
    for made in moves:
        state.play(made.seat, played.parse(made.move))
    return state


def beginning(asked: LookAtPosition) -> str:
    """As a game begins that chance deals, once it is in a position."""
    played = game(asked.game)
    assert played.positions is not None
    match = Match(played, asked.seats, seed=USUAL, **asked.options)
    move = played.positions.move_of(match.state)
    while move is None and (turn := match.state.turn()):
        match.play(turn[0], match.state.moves(turn[0])[0])
        move = played.positions.move_of(match.state)
    assert move is not None, f"{played.name} has no position"
    return move.notation


def _refused(
    played: Game[Any, Any], asked: LookAtPosition | TryMove, position: str, error: MuscadeError
) -> bytes:
    clause = error.clause if isinstance(error, IllegalMove) else None
    refusal = PositionRefused("notation" if clause is None else "illegal", clause, error.text)
    equipment = played.equipment(asked.seats, asked.options)
    return msgspec.json.encode(PositionSeen(_fields(played, asked), position, refusal, equipment=equipment))


def _fields(played: Game[Any, Any], asked: LookAtPosition | TryMove) -> tuple[Any, ...]:
    assert played.positions is not None
    return played.positions.fields(asked.seats, asked.options)


def _seen(
    played: Game[Any, Any], asked: LookAtPosition | TryMove, state: State, why: tuple[Reason, ...]
) -> PositionSeen:
    assert played.positions is not None
    turn = state.turn()
    viewer = asked.look if asked.look is not None else _usual_viewer(turn)
    view, now = state.view(viewer), played.positions.move_of(state)
    return PositionSeen(
        fields=_fields(played, asked),
        position=None if now is None else now.notation,
        refusal=None,
        turn=turn,
        offers=tuple(SeatMoves(seat, tuple(map(str, state.moves(seat)))) for seat in turn),
        look=viewer,
        view=msgspec.structs.replace(view, history=()),
        events=tuple(
            SeenEvent(version, event.seat, event.move, 0, event.shown)
            for version, event in enumerate(state.seen(viewer), 1)
        ),
        equipment=played.equipment(state.seats, state.options),
        picture=played.picture(view, names=_seats(asked), language=asked.language, theme=asked.theme),
        reasons=why,
    )


def _seats(asked: LookAtPosition | TryMove) -> list[str]:
    """What seats are called in the picture: as in the fields beside it."""
    return [said(title, asked.language).capitalize() for title in noted_seats(asked.seats)]


def _usual_viewer(turn: tuple[Seat, ...]) -> Seat | None:
    return next((seat for seat in turn if seat != NATURE), None)


def examples() -> tuple[PositionExample, ...]:
    """The worked examples of all games."""
    return tuple(
        PositionExample(
            name,
            example.clause,
            example.title,
            example.seats,
            example.options,
            example.position,
            tuple(MoveMade(*made) for made in example.moves),
            example.lit,
        )
        for name in game_names()
        for example in game(name).examples()
    )
