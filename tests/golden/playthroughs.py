"""Golden playthroughs: whole games as text that a person can follow, move by move.

A file begins with the table (game, seats, options); then every event is a line of its own, and under it stands
whatever a spectator now sees differently. ``python -m tests.golden.playthroughs`` writes those that are missing;
delete one to have it made anew, and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import muscade
from muscade import NATURE, Match, State, View
from muscade.core import encode

FOLDER = Path(__file__).parent
CONSTANT = {"game", "version", "seats", "options", "seat", "history"}


def head(state: State, game: str) -> str:
    return f"{game}, {state.seats} seats, {json.dumps(state.options)}"


def event_line(number: int, seat: int, notation: str) -> str:
    return f"{number:4}  {'chance' if seat == NATURE else f'seat {seat}'}: {notation}"


def parse_event(line: str) -> tuple[int, str]:
    who, notation = line[6:].split(": ", 1)
    return NATURE if who == "chance" else int(who.removeprefix("seat ")), notation


def changes(before: View | None, after: View) -> Iterator[str]:
    """What a spectator sees that was not so before, a change a line."""
    old = msgspec.json.decode(encode(before)) if before else {}
    new = {
        field: value for field, value in msgspec.json.decode(encode(after)).items() if field not in CONSTANT
    }
    for path, value in difference("", old, new):
        yield f"        {path.lstrip('.')} {json.dumps(value, ensure_ascii=False)}"


def difference(path: str, old: Any, new: Any) -> Iterator[tuple[str, Any]]:
    """The smallest parts that differ; ``+`` marks what a list has gained, ``-`` what it has lost."""
    if old == new:
        return
    if (
        old
        and new
        and isinstance(old, list)
        and isinstance(new, list)
        and _stands(old[0])
        and _stands(new[0])
    ):
        # Things on a board have no order; what matters is where they were and where they are.
        yield from ((f"{path} -", thing) for thing in old if thing not in new)
        yield from ((f"{path} +", thing) for thing in new if thing not in old)
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in new.items():
            yield from difference(f"{path}.{key}", old.get(key), value)
    elif isinstance(old, list) and isinstance(new, list) and old and old == new[: len(old)]:
        for value in new[len(old) :]:
            yield f"{path} +", value
    elif (
        isinstance(old, list)
        and isinstance(new, list)
        and len(old) == len(new)
        and isinstance(old[0], list | dict)
    ):
        for place, pair in enumerate(zip(old, new, strict=True)):
            yield from difference(f"{path}[{place}]", *pair)
    else:
        yield path, new


def _stands(thing: Any) -> bool:
    return isinstance(thing, dict) and "place" in thing


def tell(game_name: str, seats: int, options: dict[str, Any], events: list[tuple[int, str]]) -> str:
    """The text of a game, from its moves."""
    game = muscade.game(game_name)
    state = game.new(seats, **options)
    seen = state.view(None)
    lines = [head(state, game_name), *changes(None, seen)]
    for number, (seat, notation) in enumerate(events):
        state.play(seat, game.parse(notation))
        lines.append(event_line(number, seat, notation))
        now = state.view(None)
        lines += changes(seen, now)
        seen = now
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[str, int, dict[str, Any], list[tuple[int, str]]]:
    """The table and the moves that a text tells."""
    first, *rest = text.splitlines()
    name, seats, options = first.split(", ", 2)
    events = [parse_event(line) for line in rest if not line.startswith("        ")]
    return name, int(seats.removesuffix(" seats")), json.loads(options), events


def generate(game_name: str, seats: int, options: dict[str, Any]) -> str:
    """A game between bots of some skill; those that go by the clock would play another each time."""
    game = muscade.game(game_name)
    bots = game.bots()
    bot = bots.get("normal") or list(bots.values())[-1]
    match = Match(game, seats, seed="golden", clock=lambda: 0, **options)
    rng = Random(1)
    while turn := match.state.turn():
        seat = rng.choice(turn)
        match.play(seat, bot.choose(match.state.view(seat), match.state.moves(seat), rng))
    return tell(
        game_name, seats, match.state.options, [(event.seat, event.move) for event in match.record.events]
    )


def main() -> None:
    for name in muscade.game_names():
        game = muscade.game(name)
        for seats in game.seats:
            file = FOLDER / f"{name}.{seats}.txt"
            if not file.exists():
                last_choices = {option.name: option.choices[-1].value for option in game.options(seats)}
                file.write_text(generate(name, seats, last_choices if seats % 2 else {}), encoding="utf-8")


if __name__ == "__main__":
    main()
