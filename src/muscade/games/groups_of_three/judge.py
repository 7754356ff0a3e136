"""What a position of Groups-of-Three is worth, and which actions are promising.

All is counted in tenths of a step: what a colour still needs to have all ten home.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import exp, sqrt

from muscade.board import CENTRE, EMPTY
from muscade.board.derive import MAX_PLACES
from muscade.games.groups_of_three.course import FAR, MOST_GROUPS, Setting, Table
from muscade.games.groups_of_three.rules import fill_additions, on_board
from muscade.games.race.course import ACTING
from muscade.games.race.rules import PIECES, owner
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import Chance, fill, room

STEP = 10
"""All costs are in tenths of a step."""
# A piece of the reserve, a step between here and the next addition, and one between that group's three spaces and home.
# A piece that comes in by the inmost groups costs about four steps: one to let it in, three to go home. Who thinks that
# a waiting one costs more also takes those that come in far out, and walks a longer way in the end.
WAITING, PER_STEP, PER_DEPTH = 50, 15, 1
TOLL = 2
"""The steps that somebody else's piece in the way costs."""
ROLL = 7.0
"""The steps of a turn, on average."""
GREED = 2.0
"""How much more promising an action is that saves a step more: so many times e."""
GROUP, OTHERS, NEAREST, SECOND, THIRD = range(5)
"""What `nearest` writes of a group: its number, how many others' pieces are in it, and the spaces of our three pieces
nearest to it, `CENTRE` for none, from where it is `FAR`."""
FIELDS = 5
NEAR = FIELDS * MOST_GROUPS


def ways_home(setting: Setting, table: Table, place: int, toll: int, found: Numbers) -> None:
    """The steps home from every space; somebody else's piece in the way costs a toll."""
    fill(found, FAR)
    found[CENTRE] = 0
    cells, targets = table.cells, setting.targets
    changed = True
    while changed:
        changed = False
        # Spaces are numbered from the centre outwards, so that few rounds are enough.
        for here in range(1, setting.spaces):
            for code in range(setting.first[here], setting.after[here]):
                there = targets[code]
                way = found[there] + 1
                if cells[there] not in (EMPTY, place):
                    way += toll
                if way < found[here]:
                    found[here] = way
                    changed = True


def others_in(setting: Setting, table: Table, place: int, group: int) -> int:
    """How many pieces of others are in a group: two let nobody in, one saves us a piece (GT-9)."""
    others = 0
    for member in range(3):
        others += table.cells[setting.members[group][member]] not in (EMPTY, place)
    return others


def next_addition(setting: Setting, table: Table, place: int, per_step: int, per_depth: int) -> int:
    """What the way to the next addition costs, as if nobody were in the way (GT-9)."""
    first = PIECES * place
    last = first + on_board(table.reserves[place], table.homes[place])
    best = STEP * FAR
    for group in range(setting.groups):
        depth = per_depth * setting.depths[group]
        if depth + per_step >= best:
            break  # groups are in the order of their depth
        others = others_in(setting, table, place, group)
        if others >= 2:
            continue
        reach = setting.reach[group]
        one = two = FAR
        for piece in range(first, last):
            way = reach[table.standing[piece]]
            if way < one:
                two = one
                one = way
            elif way < two:
                two = way
        steps = one if others else one + two
        best = min(best, per_step * max(steps, 1) + depth)
    return best


def cost(
    setting: Setting, table: Table, place: int, ways: Numbers, waiting: int, per_step: int, per_depth: int
) -> int:
    """What a colour still needs; ``ways`` as `ways_home` found them."""
    reserve = table.reserves[place]
    needed = 0
    for piece in range(PIECES * place, PIECES * place + on_board(reserve, table.homes[place])):
        needed += STEP * ways[table.standing[piece]]
    if reserve:
        needed += reserve * waiting + next_addition(setting, table, place, per_step, per_depth)
    return needed


# ---------------------------------------------------------------- which actions are promising


def nearest(setting: Setting, table: Table, place: int, near: Numbers) -> int:
    """Write about every group that might let a piece in next; how many there are (GT-9)."""
    first = PIECES * place
    last = first + on_board(table.reserves[place], table.homes[place])
    found = 0
    for group in range(setting.groups):
        others = others_in(setting, table, place, group)
        if others >= 2:
            continue
        reach = setting.reach[group]
        one = two = three = CENTRE
        for piece in range(first, last):
            here = table.standing[piece]
            way = reach[here]
            if way < reach[one]:
                one, two, three = here, one, two
            elif way < reach[two]:
                two, three = here, two
            elif way < reach[three]:
                three = here
        told = near[FIELDS * found : FIELDS * (found + 1)]
        told[GROUP] = group
        told[OTHERS] = others
        told[NEAREST] = one
        told[SECOND] = two
        told[THIRD] = three
        found += 1
    return found


def next_after(setting: Setting, near: Numbers, count: int, origin: int, target: int) -> int:
    """`next_addition` once a piece has stepped; from `CENTRE` to `CENTRE` if none has."""
    best = STEP * FAR
    for number in range(count):
        told = near[FIELDS * number : FIELDS * (number + 1)]
        depth = PER_DEPTH * setting.depths[told[GROUP]]
        if depth + PER_STEP >= best:
            break
        reach = setting.reach[told[GROUP]]
        one, two = told[NEAREST], told[SECOND]
        if origin == one:
            one, two = two, told[THIRD]
        elif origin == two:
            two = told[THIRD]
        steps = min(reach[one], reach[target])
        if told[OTHERS] == 0:
            steps += min(reach[two], max(reach[one], reach[target]))
        best = min(best, PER_STEP * max(steps, 1) + depth)
    return best


def let_in(setting: Setting, table: Table, origin: int, target: int, opened: Numbers) -> int:
    """What the pieces save that a step lets in."""
    place, cells = table.place, table.cells
    cells[origin] = EMPTY
    cells[target] = place
    partners = setting.partners[target]
    saved = 0
    for fresh in range(fill_additions(cells, setting.transit, partners, table.reserves[place], opened)):
        saved += max(0, WAITING - STEP * setting.way_home[opened[fresh]])
    cells[target] = EMPTY
    cells[origin] = place
    return saved


def priors(
    setting: Setting, table: Table, _seat: int, codes: Numbers, count: int, weights: MutableSequence[float]
) -> None:
    """By what each action saves, as if nobody were in the way."""
    reserve = table.reserves[table.place]
    near = room(NEAR)
    opened = room(MAX_PLACES)
    usable = nearest(setting, table, table.place, near) if reserve else 0
    before = next_after(setting, near, usable, CENTRE, CENTRE)
    home = setting.way_home
    total = 0.0
    for number in range(count):
        code = codes[number]
        saved = 0
        if code < setting.steps:
            origin, target = setting.origins[code], setting.targets[code]
            saved += STEP * (home[origin] - home[target])
            if reserve:
                saved += before - next_after(setting, near, usable, origin, target)
            if reserve and target != CENTRE:
                saved += let_in(setting, table, origin, target, opened)
        elif code < setting.steps + setting.spaces:
            saved += WAITING - STEP * home[code - setting.steps]
        weights[number] = exp(GREED * saved / STEP)
        total += weights[number]
    for number in range(count):
        weights[number] /= total


# ---------------------------------------------------------------- who will win


def evaluate(setting: Setting, table: Table, _chance: Chance, shares: MutableSequence[float]) -> None:
    """Chances to win, from the rounds that each seat still needs: with one colour, or with both in turn (GT-10)."""
    seats, places = setting.seats, setting.places
    ways = room(MAX_PLACES)[: setting.spaces]
    for seat in range(seats):
        shares[seat] = 0.0 if setting.both else float(FAR)
    for place in range(places):
        ways_home(setting, table, place, TOLL, ways)
        needed = cost(setting, table, place, ways, WAITING, PER_STEP, PER_DEPTH) / STEP
        waits = (place - table.place) % places
        if waits == 0 and table.phase == ACTING:
            rounds = (needed - table.left) / ROLL
        else:
            rounds = needed / ROLL - 1.0 + waits / places
        seat = owner(place, seats)
        shares[seat] = shares[seat] + rounds / 2 if setting.both else min(shares[seat], rounds)
    shortest = shares[0]
    for seat in range(1, seats):
        shortest = min(shortest, shares[seat])
    # The longer it takes, the more the dice can change.
    luck = 0.25 + 0.3 * sqrt(max(shortest, 0.0))
    total = 0.0
    for seat in range(seats):
        shares[seat] = exp((shortest - shares[seat]) / luck)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
