"""What the checks look at: random games of any seats and options, and how to find each of them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice, product
from random import Random
from typing import Any, TypeAlias, TypeVar

from muscade.core import (
    NATURE,
    Event,
    Game,
    IllegalMove,
    InvalidOptions,
    Move,
    MuscadeError,
    Option,
    Options,
    Seat,
    State,
    encode,
)

LONGEST_GAME = 20_000
"""No random game may take more events than this."""
MOST_COMBINATIONS = 28
"""Of more combinations of options a sample is taken."""
LABORATORY = 3
"""One case of so many, and never the first, looks at a table of a laboratory, where a game has one."""
MOST_TRIED = 60
"""So many combinations are tried for tables of a laboratory: few cups and many tokens, say, make none."""
DEEPEST = 250
"""Positions are looked at after at most so many moves."""
MOST_MOVES = 1500
"""So many wrong moves are tried at most, where moves carry numbers and there are very many of them."""

AnyGame: TypeAlias = Game[Any, Any]
E = TypeVar("E", bound=MuscadeError)


class Case:
    """One table that a check looks at: a game with seats and options, and chance of its own.

    The same game, seats, seed and number make the same case. In a laboratory its table may have another number of seats.
    """

    def __init__(self, game: AnyGame, seats: int, seed: int, number: int) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.number = number
        self.rng = Random(f"{game.name}/{seats}/{seed}/{number}")
        self.small = number % LABORATORY == 1 and bool(game.laboratory(seats) or game.laboratory_seats)
        """Is it a table of a laboratory?"""
        if self.small:
            self.seats = self.rng.choice((seats, *game.laboratory_seats))
        spread = laboratory_spread if self.small else option_spread
        self.options: Options = self.rng.choice(spread(game, self.seats))
        self.state: State | None = None
        self._found_at = f"seed {seed}, case {number}" + f" of {seats} seats" * (seats != self.seats)

    def __str__(self) -> str:
        step = 0 if self.state is None else len(self.state.history)
        return f"{self.game.name}, {self.seats} seats, options {self.options}, {self._found_at}, step {step}"

    @contextmanager
    def told(self, check: str) -> Iterator[None]:
        """Whatever goes wrong inside is an `AssertionError` that says where."""
        try:
            yield
        except Exception as error:
            what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
            raise AssertionError(f"{check}: {self}: {what}") from error

    def random_game(self) -> Iterator[State]:
        """The states of a random game, the same object again and again, from the first to the last."""
        silence = self.rng.choice((0.0, 0.5, 0.9))
        self.state = state = self.game.new(self.seats, **self.options)
        yield state
        while state.turn():
            step(self.game, state, self.rng, silence)
            assert len(state.history) <= LONGEST_GAME, "the game does not end"
            yield state

    def somewhere(self) -> State:
        """A state of a random game: the first case of a check is at the beginning, early ones are as likely as late ones."""
        depth = int(DEEPEST ** self.rng.random()) if self.number else 0
        *_, state = islice(self.random_game(), depth + 1)
        return state


class Check:
    """One thing that every game must do: call it with a game and a number of seats.

    It looks at so many cases, times the effort, and raises an `AssertionError` that says which of them is wrong, and how.
    """

    def __init__(self, look: Callable[[Case], None], cases: int) -> None:
        self.name = look.__name__
        self.__doc__ = look.__doc__
        self.cases = cases
        self._look = look

    def __call__(self, game: AnyGame, seats: int, *, seed: int = 0, effort: float = 1.0) -> None:
        if not __debug__:
            raise RuntimeError("python -O takes the checks away: run them without it")
        for number in range(max(1, round(self.cases * effort))):
            case = Case(game, seats, seed, number)
            with case.told(self.name):
                self._look(case)

    def __repr__(self) -> str:
        return f"<check {self.name}>"


def check_of(cases: int) -> Callable[[Callable[[Case], None]], Check]:
    """Makes a check out of a function that looks at one case."""
    return lambda look: Check(look, cases)


@lru_cache(maxsize=64)
def option_spread(game: AnyGame, seats: int) -> tuple[Options, ...]:
    """Combinations of the values a table of that size is offered: all of them, or a fair sample of very many."""
    offered = _values(game, game.options(seats))
    spread = [dict(zip(offered, chosen, strict=True)) for chosen in product(*offered.values())]
    if len(spread) > MOST_COMBINATIONS:
        spread = Random(0).sample(spread, MOST_COMBINATIONS)
    return tuple(spread)


@lru_cache(maxsize=64)
def laboratory_spread(game: AnyGame, seats: int) -> tuple[Options, ...]:
    """A sample of tables for exact work: of the values that are offered or a laboratory has, those that the game takes together."""
    offered = _values(game, game.options(seats), game.laboratory(seats))
    rng, spread = Random(0), []
    for _ in range(MOST_TRIED):
        chosen = {name: rng.choice(values) for name, values in offered.items()}
        with suppress(InvalidOptions):
            spread.append(game.new(seats, **chosen).options)
    assert spread, f"{game.name} takes no table of its laboratory with {seats} seats, of {MOST_TRIED}"
    return tuple(spread)


def _values(
    game: AnyGame, options: Sequence[Option], laboratory: Sequence[Option] = ()
) -> dict[str, list[Any]]:
    """What each option can be.

    Random players need not come to an end by themselves. A game of which that is true names an option that limits it,
    as simulations need it too; here it is the shortest, or shorter still.
    """
    values: dict[str, list[Any]] = {}
    for option in (*options, *laboratory):
        values.setdefault(option.name, []).extend(choice.value for choice in option.choices)
    for option in options:
        if option.name == game.limit:
            shortest = min(choice.value for choice in option.choices if choice.value)
            values[option.name] = [value for value in values[option.name] if 0 < value <= shortest]
    return values


def step(game: AnyGame, state: State, rng: Random, silence: float = 0.5) -> None:
    """One random move by somebody who may act, or what the clock does for somebody who keeps silent.

    Now and then somebody has second thoughts; not so often that nobody would ever get on.
    """
    seat = rng.choice(state.turn())
    move = None if seat == NATURE or rng.random() >= silence else state.timeout(seat)
    if thoughts := state.second_thoughts(seat):
        move = rng.choice(thoughts) if rng.random() < 0.15 else move
    if move is None and seat == NATURE:
        move = game.draw(state, rng)
    elif move is None:
        offered = state.moves(seat)
        assert offered, f"it is the turn of seat {seat}, and there is no move for it"
        move = rng.choice(offered)
    try:
        state.play(seat, move)
    except IllegalMove as refusal:
        raise AssertionError(f"{move} of seat {seat} is offered and refused: {refusal}") from None


def imagined(game: AnyGame, view: Any, rng: Random) -> State:
    """A world that a view cannot rule out; that the law refuses what is imagined is wrong, and says whose view it was."""
    try:
        world: State = game.imagine(view, rng)
    except IllegalMove as refusal:
        raise AssertionError(
            f"imagine makes a history for viewer {view.seat} that the law refuses: {refusal}; "
            f"this is what it was made of: {'; '.join(map(_told, view.history))}"
        ) from refusal
    return world


def _told(event: Event) -> str:
    return " ".join((f"{event.seat}: {event.move}", *event.shown))


def accepted(state: State, seat: Seat) -> list[Move]:
    """Everything `play` accepts of a seat: moves, what the law punishes, second thoughts, and what the clock alone does."""
    moves = [*state.moves(seat), *state.mistakes(seat), *state.second_thoughts(seat)]
    by_clock = state.timeout(seat)
    return moves if by_clock is None or by_clock in moves else [*moves, by_clock]


@lru_cache(maxsize=64)
def moves_met(game: AnyGame, seats: int) -> tuple[Move, ...]:
    """Moves that somebody may make at some time: a pool to draw wrong moves from."""
    met: set[Move] = set()
    for number in range(6):
        for state in Case(game, seats, 1, number).random_game():
            met.update(move for seat in state.turn() for move in accepted(state, seat))
        met.update(move for seat, move in state.history if seat == NATURE)
    return tuple(Random(1).sample(sorted(met, key=str), min(len(met), MOST_MOVES)))


def viewers(state: State) -> list[Seat | None]:
    """Everybody who may look: the seats, and a spectator."""
    return [*range(state.seats), None]


def fingerprint(state: State) -> bytes:
    """All that can be observed of a state, from all sides at once."""
    seats = range(state.seats)
    return encode(
        (
            state.turn(),
            [[str(move) for move in state.moves(seat)] for seat in (NATURE, *seats)],
            [state.view(viewer) for viewer in viewers(state)],
            [(seat, str(move)) for seat, move in state.history],
            [str(state.timeout(seat)) for seat in seats],
            [[str(move) for move in state.second_thoughts(seat)] for seat in seats],
        )
    )


def refusal_of(kind: type[E], what: str, attempt: Callable[[], object]) -> E:
    """The error with which an attempt is refused; that it is not is wrong."""
    try:
        attempt()
    except kind as refusal:
        return refusal
    raise AssertionError(f"{what} is not refused")
