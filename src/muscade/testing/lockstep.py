"""The same game interpreted, compiled and as objects, step by step: everybody is held to the text of the course."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import numpy as np

from muscade.core import NATURE
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.kernel import Kernel, row_of
from muscade.kernels.primitives import FINE, NATURE_BIT, room
from muscade.kernels.stepping import CourseState
from muscade.testing.cases import Case, check_of

ASKED = 64
"""Of how many codes `refusal` is asked in a step, where a game has more: a sample, half of it of what is listed."""
ASKED_IDLE = 8
"""The same for a seat that may not act at all, or that there is not."""
SLIPS = 0.1
"""How often somebody does what is not offered."""
LONGEST = 400
"""So many steps of a game are looked at."""


@check_of(cases=3)
def the_state_says_what_its_course_says(case: Case) -> None:
    """Every code means one move and every move one code; who is rewarded is who wins."""
    for state in case.random_game():
        if not isinstance(state, CourseState):
            return
        over = state
        if len(state.history) > LONGEST:
            continue
        most, codes = state.course.most_moves(state.setting), state.course.code_count(state.setting)
        for seat in state.turn():
            listed = state.codes(seat)
            assert len(listed) <= most, f"seat {seat} has {len(listed)} moves, and most_moves says {most}"
            for code in listed:
                move = state.move_of(code)
                assert 0 <= code < codes, f"{move} has the code {code}, and code_count says {codes}"
                again = state.code_of(seat, move)
                assert again == code, f"code {code} means {move}, of which the code is {again}"
    shares, outcome = [0.0] * case.seats, over.outcome()
    over.course.functions["rewards"](over.setting, over.table, shares)
    rewarded = tuple(seat for seat in range(case.seats) if shares[seat] > 0)
    assert outcome is not None, "it is over without an outcome"
    assert rewarded == tuple(sorted(outcome.winners)), f"{shares} are the rewards, and it ends with {outcome}"


@check_of(cases=3)
def interpreted_and_compiled_are_the_same(case: Case) -> None:
    """Turns, moves, refusals, observations, tables and rewards of a random game; `refusal` is `FINE` for what `moves` lists
    and for nothing else, of all codes or of a sample of very many."""
    if case.game.course is not None:
        lockstep(kernel_of(case.game, case.seats, case.options), case.rng)


def lockstep(kernel: Kernel, rng: Random) -> None:
    """The same for one random game of a kernel."""
    _Lockstep(kernel, rng).play()


class _Lockstep:
    """A game on two tables: one that is interpreted, and a row for compiled code."""

    def __init__(self, kernel: Kernel, rng: Random) -> None:
        self.kernel = kernel
        self.setting, self.table = kernel.layouts()
        self.row = kernel.start.copy()
        self.course, self.machine = kernel.course.functions, kernel.machine
        self.rng = rng
        self.codes = np.zeros(kernel.most_moves, np.int64)
        self.fields = kernel.course.fields and kernel.course.fields(self.setting)
        sizes = [field.size for field in self.fields or ()]
        self.lowest = np.repeat([field.lowest for field in self.fields or ()], sizes)
        """What every number that a seat sees is at least."""
        self.highest = np.repeat([field.highest for field in self.fields or ()], sizes)
        self.unoffered: dict[int, list[int]] = {}
        """What each seat can do though it is never listed: mistakes, the clock's word."""
        self.made: list[tuple[int, int]] = []
        """Who made which move, as codes."""

    def same(self, what: str, interpreted: object, compiled: object) -> None:
        assert interpreted == compiled, (
            f"after {self.made}: {what}: interpreted {interpreted}, compiled {compiled}"
        )

    def play(self) -> None:
        seed = self.rng.getrandbits(32)
        chances = chance_of(seed), chance_of(seed)
        kernel, setting, table, row = self.kernel, self.setting, self.table, self.row
        for _ in range(LONGEST):
            self.same("the table", row_of(table).tolist(), row.tolist())
            mask = self.course["turn"](setting, table)
            self.same("the turn", mask, self.machine.turn(kernel.setting, row))
            self.observations()
            if mask == 0:
                self.rewards()
                return
            listed = {seat: self.moves(seat, mask) for seat in (NATURE, *range(kernel.seats + 1))}
            if mask == NATURE_BIT:
                drawn = self.course["draw"](setting, table, chances[0])
                self.same("chance", drawn, self.machine.draw(kernel.setting, row, chances[1]))
                assert drawn < 0 or not listed[NATURE] or drawn in listed[NATURE], (
                    f"after {self.made}: chance draws {drawn} and lists {listed[NATURE]}"
                )
                self.made.append((NATURE, drawn))
                continue
            seat = self.rng.choice([seat for seat in range(kernel.seats) if mask >> seat & 1])
            unoffered = self.unoffered.get(seat) if self.rng.random() < SLIPS else None
            code = self.rng.choice(unoffered or listed[seat])
            self.course["play"](setting, table, seat, code)
            self.machine.play(kernel.setting, row, seat, code)
            self.made.append((seat, code))

    def moves(self, seat: int, mask: int) -> list[int]:
        """What a seat may do, nothing where it may not act; all else is refused."""
        listed: list[int] = []
        acts = mask == NATURE_BIT if seat == NATURE else mask >> seat & 1 == 1
        if acts:
            found = room(self.kernel.most_moves)
            listed = list(found[: self.course["moves"](self.setting, self.table, seat, found)])
            count = self.machine.moves(self.kernel.setting, self.row, seat, self.codes)
            self.same(f"the moves of seat {seat}", listed, self.codes[:count].tolist())
            assert len(set(listed)) == count, f"after {self.made}: seat {seat} has a move twice in {listed}"
        self.refusals(seat, set(listed), ASKED if acts else ASKED_IDLE)
        return listed

    def refusals(self, seat: int, listed: set[int], most: int) -> None:
        refusal: Any = self.course["refusal"]
        # Most of the time of a game goes by here, so what is the same for all codes is looked up once.
        compiled_refusal, setting, table = self.machine.refusal, self.setting, self.table
        row_setting, row = self.kernel.setting, self.row
        every = range(self.kernel.code_count)
        asked: Collection[int] = every
        if len(every) > most:
            offered = self.rng.sample(sorted(listed), min(len(listed), most // 2))
            asked = {*offered, *self.rng.sample(every, most - len(offered))}
        before = row_of(self.table)
        self.unoffered[seat] = []
        for code in asked:
            reason = refusal(setting, table, seat, code)
            compiled = compiled_refusal(row_setting, row, seat, code)
            if reason != compiled:
                self.same(f"the refusal of code {code} to seat {seat}", reason, compiled)
            assert (reason == FINE) == (code in listed), (
                f"after {self.made}: seat {seat} may do {sorted(listed)}, and code {code} is refused with {reason}"
            )
            if reason < 0:
                self.unoffered[seat].append(code)
        assert (row_of(self.table) == before).all(), f"after {self.made}: asking has changed the table"

    def observations(self) -> None:
        """What everybody sees is as long as its fields say, and no number is beyond what they say."""
        fields = self.fields
        if fields is None:
            return
        for seat in range(self.kernel.seats):
            seen, again = np.full((2, len(self.lowest)), -1, np.int16)
            written = self.course["observe"](self.setting, self.table, seat, seen)
            assert written == len(seen), (
                f"seat {seat} sees {written} numbers, and the fields have {len(seen)}"
            )
            self.same(
                f"what seat {seat} sees",
                (written, seen.tolist()),
                (self.machine.observe(self.kernel.setting, self.row, seat, again), again.tolist()),
            )
            if (self.lowest <= seen).all() and (seen <= self.highest).all():
                continue
            at = 0
            for field in fields:
                part = seen[at : at + field.size]
                within = field.lowest <= part.min() <= part.max() <= field.highest
                assert within, (
                    f"after {self.made}: seat {seat} sees {field.name} {part.tolist()}, which goes beyond "
                    f"{field.lowest} to {field.highest}"
                )
                at += field.size

    def rewards(self) -> None:
        shares, given = [0.0] * self.kernel.seats, np.zeros(self.kernel.seats)
        self.course["rewards"](self.setting, self.table, shares)
        self.machine.rewards(self.kernel.setting, self.row, given)
        self.same("the rewards", shares, given.tolist())
        assert abs(sum(shares) - _whole(shares)) < 1e-9, f"after {self.made}: the rewards are {shares}"


def _whole(shares: list[float]) -> float:
    """What all rewards come to: 1 shared by the winners, or, where parties have several seats, 1 for each of a party's."""
    best = max(shares)
    parties = round(1 / best) if best else 0
    return sum(share > 0 for share in shares) / parties if parties else 0.0
