"""A game of Bonneteau under way: refusals in words, who sees what. How it goes is in `course`."""

from typing import Literal

from bonneteau import course as rows
from bonneteau import observation
from bonneteau.course import HIDING, OVER, Setting, Table
from bonneteau.moves import BY_CODE, CODES, UNKNOWN, Hide, Lift
from bonneteau.rules import has_won, own_cup
from muscade.core import Move, Outcome, Refusal, Seat, View
from muscade.kernels.course import Course
from muscade.kernels.stepping import CourseState

Cup = Literal["standing", "empty", "muscade"]
REASONS = {
    rows.NOT_NOW: Refusal("BN-4", "This is not to be done now.", "Ce n'est pas le moment."),
    rows.NO_SUCH_CUP: Refusal("BN-1", "There is no such cup.", "Il n'y a pas un tel gobelet."),
    rows.IS_LIFTED: Refusal("BN-4", "That cup is lifted already.", "Ce gobelet est déjà levé."),
}


class BonneteauView(View, frozen=True, kw_only=True):
    """A table as one seat sees it."""

    cups: tuple[Cup, ...]
    own_cup: Cup | None  # what this seat has seen under it (BN-3)
    points: tuple[int, ...]


class BonneteauState(CourseState[Setting, Table]):
    course = Course(rows, observation=observation)
    reasons = REASONS

    def code_of(self, seat: Seat, move: Move) -> int:
        return CODES.get(move, UNKNOWN)

    def move_of(self, code: int) -> Move:
        return BY_CODE[code]

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        seen = viewer is not None and move == Hide(own_cup(viewer))
        return Hide(UNKNOWN) if isinstance(move, Hide) and not seen else move

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        if isinstance(move, Lift):
            self.show(_under(move.cup, after))

    def view(self, seat: Seat | None) -> BonneteauView:
        table, cups = self.table, range(self.setting.cups)
        return BonneteauView(
            **self.common(seat),
            cups=tuple(_under(cup, table) if table.lifted >> cup & 1 else "standing" for cup in cups),
            own_cup=None if seat is None or table.phase == HIDING else _under(own_cup(seat), table),
            points=tuple(table.points[: self.seats]),
        )

    def outcome(self) -> Outcome | None:
        points = tuple(self.table.points[: self.seats])
        winners = tuple(seat for seat in range(self.seats) if has_won(points[seat]))
        return Outcome(winners, points, "points") if self.table.phase == OVER else None


def _under(cup: int, table: Table) -> Cup:
    return "muscade" if cup == table.muscade else "empty"
