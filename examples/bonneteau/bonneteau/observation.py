"""What a seat sees of a table of Bonneteau, as numbers; whatever is not written here stays hidden."""

from bonneteau.course import HIDING, Setting, Table
from bonneteau.rules import GOAL, own_cup
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field, put_around, put_flags, put_one_of


def fields(setting: Setting) -> tuple[Field, ...]:
    return (
        Field("lifted", (setting.cups,), 1, "cups that were lifted"),
        Field("own", (2,), 1, "what one has seen under one's own cup: nothing, the muscade"),
        Field("points", (setting.seats,), GOAL, "who has found the muscade, how often"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    at = put_flags(seen, 0, table.lifted, setting.cups)
    at = put_one_of(seen, at, -1 if table.phase == HIDING else int(table.muscade == own_cup(seat)), 2)  # BN-3
    return put_around(seen, at, seat, table.points, setting.seats)
