"""One game under way, for a program that plays some of its seats: observations and masks outside, moves and bots inside."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from muscade.bots import Bot, TickBot
from muscade.bots.ticks import arrivals
from muscade.core import IllegalMove, Match, Move, Seat
from muscade.core.text import quoted
from muscade.envs.errors import InvalidAction, refusal
from muscade.kernels.kernel import Kernel
from muscade.kernels.stepping import CourseState

SPEED = 1.0
"""How often whoever is no bot would act in a second, in a race: its weight in the draw of who is next."""


class Episode:
    """A game of a kernel from its beginning; bots play their seats by themselves.

    Where several may act, the next one is drawn, in a race by how fast they are, unless the law has an order (`State.precedence`).
    """

    def __init__(
        self, kernel: Kernel, seed: int | str, bots: Mapping[Seat, Bot] = MappingProxyType({})
    ) -> None:
        self.kernel = kernel
        self.bots = bots
        self.rng = Random(f"who is next {seed}")
        self.match = Match(kernel.game, kernel.seats, seed=seed, clock=lambda: 0, **kernel.options)
        self.seat: Seat | None = None
        """Whose choice is next; None when the game is over."""
        self._go_on()

    @property
    def state(self) -> CourseState[Any, Any]:
        return cast("CourseState[Any, Any]", self.match.state)

    def observation(self, seat: Seat) -> NDArray[np.int16]:
        """What a seat sees."""
        return np.array(self.state.observation(seat), np.int16)

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """For every code, whether the seat may do it now; nothing where it may not act."""
        mask = np.zeros(self.kernel.code_count, np.int8)
        if self.state.may_act(seat):
            mask[self.state.codes(seat)] = 1
        return mask

    def move(self, seat: Seat, code: Any) -> Move:
        """The move that a code means; raises `InvalidAction`, or `IllegalMove` with its clause."""
        count = self.kernel.code_count
        if (
            isinstance(code, bool | np.bool_)
            or not isinstance(code, int | np.integer)
            or not 0 <= code < count
        ):
            raise InvalidAction(
                f"An action is a number from 0 to {count - 1}, not {quoted(code)}.",
                f"Une action est un nombre de 0 à {count - 1}, pas {quoted(code)}.",
            )
        refused = refusal(self.state, seat, int(code))
        if refused is not None:
            raise refused
        return self.state.move_of(int(code))

    def play(self, code: Any) -> None:
        """The seat whose choice it is makes the move of that code, or it raises and nothing has changed."""
        assert self.seat is not None, "the game is over"
        self.match.play(self.seat, self.move(self.seat, code))
        self._go_on()

    def play_at_once(self, codes: Mapping[Seat, Any]) -> None:
        """Several have chosen at the same moment. What comes too late, because another's move came first, changes nothing."""
        state = self.state
        choices = {seat: self.move(seat, code) for seat, code in codes.items()}
        order = state.precedence() or self._drawn(tuple(choices))
        before = len(state.history)
        for seat in order:
            if seat not in choices:
                continue
            try:
                self.match.play(seat, choices[seat])
            except IllegalMove:
                if len(state.history) == before:
                    raise
        self._go_on()

    def rewards(self) -> list[float]:
        """Everybody's: 1 for winning, less where a victory is shared; all 0 while the game goes on."""
        state, given = self.state, [0.0] * self.kernel.seats
        if not state.turn():
            state.course.functions["rewards"](state.setting, state.table, given)
        return [float(share) for share in given]

    def _go_on(self) -> None:
        """Bots play until somebody else is to choose."""
        while self.seat_next() in self.bots:
            state = self.state
            assert self.seat is not None
            bot = self.bots[self.seat]
            self.match.play(self.seat, bot.choose(state.view(self.seat), state.moves(self.seat), self.rng))

    def seat_next(self) -> Seat | None:
        """Draw whose choice is next."""
        turn = self.state.turn()
        order = turn if len(turn) < 2 else self.state.precedence() or self._drawn(turn)
        self.seat = order[0] if order else None
        return self.seat

    def _drawn(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        bots = [self.bots.get(seat) for seat in seats]
        speeds = [bot.speed if isinstance(bot, TickBot) else SPEED for bot in bots]
        return tuple(seats[place] for place in arrivals(speeds, self.rng))

    # ------------------------------------------------------------ what is shown of it

    def words(self) -> str:
        """What a spectator sees, in words."""
        game = self.kernel.game
        return f"{game.title.en}.\n{game.describe(self.state.view(None)).en}\n"

    def pixels(self, width: int = 600) -> NDArray[np.uint8]:
        """What a spectator sees, drawn: rows of pixels, each red, green and blue."""
        from io import BytesIO

        from PIL import Image

        from muscade.pictures.pixels import png

        with Image.open(BytesIO(png(self.kernel.game.picture(self.state.view(None)), width))) as image:
            return np.array(image.convert("RGB"))
