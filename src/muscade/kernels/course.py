"""A game's course: what lies on its table, and the functions that say what may be done and what follows.

A *setting* never changes during a game (seats, options, a board's tables), a *table* does; both are rows of numbers with
names (`muscade.kernels.layout`). A move is a small number, its *code*. The module ``course`` of a game has the two classes
``Setting`` and ``Table`` and these functions:

- ``turn(setting, table)``:
  The seats that may act, as a mask; `NATURE_BIT` for chance; 0 when the game is over.
- ``moves(setting, table, seat, codes)``:
  Writes a seat's legal moves, each once, and returns how many there are. For `NATURE` too, where they can be listed.
- ``refusal(setting, table, seat, code)``:
  `FINE` for exactly what `moves` lists; `UNOFFERED` for what can happen though it is not offered (a mistake that the law
  punishes); else a number that says why not. Asked of any code, and of any seat: of `NATURE`, which is no place for a bit, as well.
  A seat that there is not comes as the number behind the last.
- ``play(setting, table, seat, code)``:
  Makes a move that is not refused, chance's too where it has a code.
- ``draw(setting, table, chance)``:
  What chance does now: draws it and makes it. Returns its code, or `UNLISTED`.
- ``rewards(setting, table, rewards)``:
  When the game is over: 1 for each seat that won, less where the victory is shared by several parties.
- ``redeal(setting, table, seat, chance)``:
  Where something is hidden and it can be done so: another table that looks the same to a seat.
- ``most_moves(setting)`` and ``code_count(setting)``:
  No seat ever has more moves, and every code is below that. These two are never compiled.

The module ``judge`` of a game, if it has one, helps searches:

- ``priors(setting, table, seat, codes, count, priors)``:
  How promising each listed move is, in numbers that add up to 1.
- ``evaluate(setting, table, chance, rewards)``:
  What each seat may expect, from 0 to 1; the table may be played on, it is not used afterwards.
  Without it, a search plays at random to the end.

The module ``observation`` of a game, if it has one, says what a seat sees: `muscade.kernels.observations`.

All of them are plain Python and run as they stand; they are compiled as they stand, too, so they keep to what both
understand: numbers, masks of at most 62 bits, rows, loops, functions imported by their names (not ``rules.fits``), and
`muscade.kernels.primitives`. They make no lists or other objects; `room` gives numbers to work with.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from muscade.kernels.layout import Layout
from muscade.kernels.observations import Field

if TYPE_CHECKING:
    from muscade.kernels.machine import Machine
    from muscade.kernels.stepping import Stepper

PATIENCE = 4000
"""After so many interpreted moves of a game its machine code is fetched, beside everything else; never if the environment
has ``MUSCADE_INTERPRET``, for those who want to debug a course."""

CONTRACT = ("turn", "moves", "refusal", "play", "draw", "rewards")
OPTIONAL = ("redeal",)
JUDGED = ("priors", "evaluate")


class Course:
    """The functions of a game, to be interpreted or compiled."""

    def __init__(
        self, course: ModuleType, judge: ModuleType | None = None, observation: ModuleType | None = None
    ) -> None:
        self.name = course.__name__
        self.Setting: type[Layout] = course.Setting
        self.Table: type[Layout] = course.Table
        given: dict[str, Any] = vars(course)
        missing = [name for name in (*CONTRACT, "most_moves", "code_count") if name not in given]
        if missing:
            raise TypeError(f"the course {self.name} has no function {', '.join(missing)}")
        self.functions: dict[str, FunctionType] = {name: given[name] for name in CONTRACT}
        self.functions |= {name: given[name] for name in OPTIONAL if name in given}
        if judge is not None:
            self.functions |= {name: vars(judge)[name] for name in JUDGED if name in vars(judge)}
        self.fields: Callable[[Any], tuple[Field, ...]] | None = None
        """What `observe` writes down, where the game says what a seat sees."""
        if observation is not None:
            self.functions["observe"] = observation.observe
            self.fields = observation.fields
        self.most_moves: Callable[[Any], int] = course.most_moves
        self.code_count: Callable[[Any], int] = course.code_count
        self.stepper: Stepper | None = None
        """The compiled step, once it is there; until then states interpret."""
        self.entries: list[Callable[[], object]] = []
        """Entries of the game's own, for a planner or a search: each is compiled along with the course, or read from disk."""
        self._interpreted = 0

    @property
    def checked(self) -> tuple[str, ...]:
        """The functions that must be the same interpreted and compiled, whoever plays."""
        observed = ("observe",) if self.fields is not None else ()
        return (*CONTRACT, *observed, *(name for name in JUDGED if name in self.functions))

    def interpreted(self) -> None:
        """One more move without machine code."""
        self._interpreted += 1
        if self._interpreted == PATIENCE and not os.environ.get("MUSCADE_INTERPRET"):
            from muscade.kernels.ready import fetch  # late: it knows about threads and games

            fetch(self)

    def prepare(self) -> None:
        """Compile the step, or read it from disk; states use it from then on."""
        from muscade.kernels.stepping import Stepper

        if self.stepper is None:
            self.stepper = Stepper(self.machine)

    @cached_property
    def machine(self) -> Machine:
        """The compiled functions; each is compiled when it is first asked for, which may take seconds."""
        from muscade.kernels.machine import Machine  # late: it brings the compiler

        return Machine(self)
