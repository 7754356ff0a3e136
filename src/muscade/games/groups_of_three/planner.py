"""Planning a whole turn: a beam of tables, one more step at a time, judged by what is still to be done."""

from __future__ import annotations

from typing import Any

from muscade.board import NOWHERE
from muscade.board.derive import MAX_PLACES
from muscade.games.groups_of_three.board_facts import end_code
from muscade.games.groups_of_three.course import Setting, Table, moves, play, refused_addition
from muscade.games.groups_of_three.judge import STEP, cost, ways_home
from muscade.games.race.course import ACTING
from muscade.games.race.rules import PIECES, owner
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.placeholders import setting_of, table_of, take
from muscade.kernels.primitives import FINE, room

WAITING, PER_STEP, PER_DEPTH, TOLL, WIDTH, FORESIGHT, FINALISTS, HINDRANCE = range(8)
"""What makes one plan differ from another, in a row of numbers: the weights of `judge`; how many positions are followed up
after each step; how many steps are planned; how many plans are looked at again with the others' eyes, and what a step more
for the others is worth then, in tenths."""

MARK, FIRST, COST = range(3)
"""What is noted of each position: how far it is, by which action the turn began, what it costs."""
NOTES = 3
FREE, FRESH, FOLLOWED, CHOSEN = range(4)
CROSSINGS = 16
"""So many positions where a piece is crossing are followed up after each step, whatever they cost."""
HERE, THERE, MORE = range(3)
"""Tables to try things on: a position, what a step makes of it, and what an addition makes of that."""
SPARE = 3


def positions(width: int, foresight: int) -> int:
    """For how many positions there must be room."""
    return (foresight + 1) * (width + CROSSINGS)


def plan(rules: Any, start: Any, beam: Any, notes: Grid, codes: Numbers, wishes: Numbers) -> int:
    """The action to begin with, of the cheapest position where the turn may end.

    The beam has ``WIDTH`` positions for every number of steps made, the crossing ones after them, and spare tables at the end.
    """
    setting = setting_of(rules)
    root = table_of(start)
    place = root.place
    ways = room(MAX_PLACES)[: setting.spaces]
    ways_home(setting, root, place, wishes[TOLL], ways)
    for slot in range(len(notes)):
        notes[slot][MARK] = FREE
    _keep(setting, beam, notes, start, 0, end_code(setting), place, ways, wishes)
    steps = min(root.left, wishes[FORESIGHT])
    for used in range(steps + 1):
        slot = _next(notes, used, wishes[WIDTH])
        while slot != NOWHERE:
            notes[slot][MARK] = FOLLOWED
            if table_of(beam[slot]).phase == ACTING and table_of(beam[slot]).turns == root.turns:
                _follow(setting, beam, notes, codes, slot, used, used == steps, place, ways, wishes)
            slot = _next(notes, used, wishes[WIDTH])
    return _best(setting, beam, notes, place, wishes)


def _follow(
    setting: Setting,
    beam: Any,
    notes: Grid,
    codes: Numbers,
    slot: int,
    used: int,
    last: bool,
    place: int,
    ways: Numbers,
    wishes: Numbers,
) -> None:
    """Keep what the next action can lead to, a step together with each piece that it lets in."""
    spare = len(notes)
    seat = owner(place, setting.seats)
    end = end_code(setting)
    begun = notes[slot][FIRST]
    take(beam[spare + HERE], beam[slot])
    for number in range(moves(setting, table_of(beam[spare + HERE]), seat, codes)):
        code = codes[number]
        a_step = code < setting.steps
        if code == end or (a_step and last):
            continue
        first = code if begun == end else begun
        take(beam[spare + THERE], beam[spare + HERE])
        there = table_of(beam[spare + THERE])
        play(setting, there, seat, code)
        _keep(setting, beam, notes, beam[spare + THERE], used + a_step, first, place, ways, wishes)
        for space in there.opened:
            if a_step and space != NOWHERE and refused_addition(setting, there, space) == FINE:
                take(beam[spare + MORE], beam[spare + THERE])
                play(setting, table_of(beam[spare + MORE]), seat, setting.steps + space)
                _keep(setting, beam, notes, beam[spare + MORE], used + 1, first, place, ways, wishes)


def _keep(
    setting: Setting,
    beam: Any,
    notes: Grid,
    row: Any,
    used: int,
    first: int,
    place: int,
    ways: Numbers,
    wishes: Numbers,
) -> None:
    """A position takes a place in the beam that is free, or that of a dearer one; of twins the cheaper one stays."""
    table = table_of(row)
    worth = cost(setting, table, place, ways, wishes[WAITING], wishes[PER_STEP], wishes[PER_DEPTH])
    width = wishes[WIDTH]
    begin = used * (width + CROSSINGS)
    crossing = table.crossing != NOWHERE
    if crossing:
        begin += width
    worst = begin
    for slot in range(begin, begin + (CROSSINGS if crossing else width)):
        if notes[slot][MARK] == FREE:
            worst = slot
            notes[slot][COST] = worth + 1
            break
        if _same(table_of(beam[slot]), table, place):
            worst = slot
            break
        if notes[slot][COST] >= notes[worst][COST]:
            worst = slot
    if worth < notes[worst][COST]:
        take(beam[worst], row)
        notes[worst][MARK] = FRESH
        notes[worst][FIRST] = first
        notes[worst][COST] = worth


def _same(one: Table, other: Table, place: int) -> bool:
    """Do a colour's pieces stand in the same spaces?"""
    for piece in range(PIECES * place, PIECES * (place + 1)):
        if one.standing[piece] != other.standing[piece]:
            return False
    return True


def _next(notes: Grid, used: int, width: int) -> int:
    """Which position is to be followed up next after so many steps: whoever is crossing goes first."""
    begin = used * (width + CROSSINGS)
    slot = _cheapest(notes, begin + width, CROSSINGS, FRESH)
    return slot if slot != NOWHERE else _cheapest(notes, begin, width, FRESH)


def _cheapest(notes: Grid, begin: int, size: int, mark: int) -> int:
    """The cheapest position of so many that is marked like that, or `NOWHERE`."""
    found = NOWHERE
    for slot in range(begin, begin + size):
        if notes[slot][MARK] == mark and (found == NOWHERE or notes[slot][COST] < notes[found][COST]):
            found = slot
    return found


def _best(setting: Setting, beam: Any, notes: Grid, place: int, wishes: Numbers) -> int:
    """How the turn begins that leads to the best of the cheapest positions."""
    size = wishes[WIDTH] + CROSSINGS
    for slot in range(len(notes)):
        if slot % size >= wishes[WIDTH]:
            notes[slot][MARK] = FREE  # nothing rests in a transit space (GT-6)
    slot = _cheapest(notes, 0, len(notes), FOLLOWED)
    first = notes[slot][FIRST]
    if wishes[FINALISTS] == 1:
        return first
    best = 0.0
    for number in range(wishes[FINALISTS]):
        if slot == NOWHERE:
            break
        dear = notes[slot][COST] - _trouble(setting, table_of(beam[slot]), place, wishes)
        if number == 0 or dear < best:
            best = dear
            first = notes[slot][FIRST]
        notes[slot][MARK] = CHOSEN
        slot = _cheapest(notes, 0, len(notes), FOLLOWED)
    return first


def _trouble(setting: Setting, table: Table, place: int, wishes: Numbers) -> float:
    """What a position costs the others, a colour of one's own counting against it."""
    ways = room(MAX_PLACES)[: setting.spaces]
    rivals = count = friend = 0
    for other in range(setting.places):
        if other == place:
            continue
        ways_home(setting, table, other, wishes[TOLL], ways)
        needed = cost(setting, table, other, ways, wishes[WAITING], wishes[PER_STEP], wishes[PER_DEPTH])
        if owner(other, setting.seats) == owner(place, setting.seats):
            friend = needed
        else:
            rivals += needed
            count += 1
    return wishes[HINDRANCE] * (rivals / count - friend / 2) / STEP
