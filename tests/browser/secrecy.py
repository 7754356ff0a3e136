"""What may stand in a frame: checked against the whole record, once the game is over."""

from __future__ import annotations

import re
from typing import Any

import muscade
from muscade.games.pass_pass.cards import CARD_NAMES
from muscade.games.pass_pass.state import cards_of

CARD = re.compile(r"\b[PBGY](?:1[0-2]|[1-9])\b")


def cards_in(part: Any) -> set[str]:
    return set(CARD.findall(str(part)))


def states_by_version(record_json: str) -> list[Any]:
    """The state after each event of a finished game."""
    record = muscade.Record.from_json(record_json)
    game = muscade.game(record.game)
    state = game.new(record.seats, **record.options)
    states = [state.copy()]
    for event in record.events:
        state.play(event.seat, game.parse(event.move))
        states.append(state.copy())
    return states


def assert_frames_keep_secrets(
    updates: list[dict[str, Any]], record_json: str, only_seats: set[int | None]
) -> None:
    """No frame holds the value of a card that its seat could not see at that moment."""
    states = states_by_version(record_json)
    assert updates
    for update in updates:
        assert update["seat"] in only_seats
        state = states[update["version"]]
        seat = update["seat"]
        hidden = {
            CARD_NAMES[card]
            for other in range(state.seats)
            if other != seat
            for card in cards_of(state.table.hands[other])
        }
        told = cards_in(update["view"] | {"history": ()}) | cards_in(update["moves"])
        assert not told & hidden, f"version {update['version']} tells seat {seat} of {told & hidden}"
        for event in update["events"]:
            if event["move"].startswith("deal"):
                dealt = event["move"].split()[1:]
                seats = state.seats
                for place, card in enumerate(dealt):
                    own = place < 8 * seats and place % seats == seat
                    assert bool(CARD.fullmatch(card)) == own, f"the deal tells seat {seat} of {card}"
