"""A record tells whether its game was dealt as promised; whatever is changed in it, one finds out."""

from __future__ import annotations

import msgspec
import pytest

import muscade
from muscade.core import InvalidRecord, Record
from muscade.core.chance import commitment, seed_of
from muscade.core.fairness import check
from muscade.core.moves import NATURE

NUMBERS = ("0123456789abcdef" * 2, None, "fedcba98" * 4)


def dealt(numbers: tuple[str | None, ...] = NUMBERS) -> Record:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=seed_of("part", numbers))
    while match.outcome is None:
        [seat] = match.state.turn()
        match.play(seat, match.state.moves(seat)[0])
    return msgspec.structs.replace(match.record, part="part", numbers=numbers, commitment=commitment("part"))


def wrong(record: Record) -> set[str]:
    return {finding.about for finding in check(record) if not finding.holds}


def test_every_byte_that_a_deal_goes_by_is_checked() -> None:
    record = dealt()
    assert wrong(record) == set()
    assert Record.from_json(record.to_json()) == record
    muscade.replay(record)

    def other(**changes: object) -> set[str]:
        return wrong(msgspec.structs.replace(record, **changes))

    assert record.seed is not None
    assert record.commitment is not None
    assert other(part="Part") == {"commitment", "seed"}
    for place in range(0, 64, 7):
        digit = "0" if record.seed[place] != "0" else "1"
        assert other(seed=record.seed[:place] + digit + record.seed[place + 1 :]) == {"seed", "draws"}
    assert other(commitment="0" + record.commitment[1:]) == {"commitment"} or record.commitment[0] == "0"
    assert other(numbers=("1" + NUMBERS[0][1:], None, NUMBERS[2])) == {"seed"}
    assert other(numbers=(None, NUMBERS[0], NUMBERS[2])) == {"seed"}, "a number is that of its seat"
    assert other(numbers=(NUMBERS[0], None, None)) == {"seed"}, "a number that is left out is missed"


def test_every_draw_is_checked() -> None:
    record = dealt()
    draws = [place for place, event in enumerate(record.events) if event.seat == NATURE]
    assert len(draws) > 2
    for place in draws:
        move = record.events[place].move
        words = move.split(" ")
        words[-1], words[-2] = words[-2], words[-1]
        changed = " ".join(words) if len(words) > 2 else move[:-1] + str((int(move[-1]) + 1) % 3)
        events = list(record.events)
        events[place] = msgspec.structs.replace(events[place], move=changed)
        [finding] = [one for one in check(msgspec.structs.replace(record, events=events)) if not one.holds]
        assert finding.about == "draws"
        assert finding.text.startswith(f"event {place + 1} is ")


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        (("7", None, None), "seat 0 added what is not 32 to 64 small hex digits"),
        ((NUMBERS[0], NUMBERS[0], None), "two seats added the same number"),
        ((NUMBERS[0],), "there are 1 for a game of 3 seats"),
    ],
)
def test_numbers_that_are_none(numbers: tuple[str | None, ...], says: str) -> None:
    [finding] = [finding for finding in check(dealt(numbers)) if not finding.holds]
    assert finding == ("numbers", False, says)


def test_a_record_of_old_is_what_it_is() -> None:
    """Dealt by the server alone, as committed: what is new in records is left out of old ones."""
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=7)
    old = msgspec.json.decode(match.record.to_json())
    del old["part"], old["numbers"]
    record = Record.from_json(msgspec.json.encode(old))
    findings = check(record)
    assert all(finding.holds for finding in findings)
    assert findings[1].text == "nobody added one: dealt by the server alone, as committed"


def test_what_cannot_be_checked() -> None:
    record = dealt()
    with pytest.raises(InvalidRecord, match="does not tell the seed"):
        check(record.redacted(None))
    assert wrong(msgspec.structs.replace(record, version=99)) == {"draws"}
    assert wrong(msgspec.structs.replace(record, game="chess")) == {"draws"}
    nonsense = msgspec.structs.replace(record.events[3], move="nonsense")
    assert wrong(msgspec.structs.replace(record, events=[*record.events[:3], nonsense])) == {"draws"}
