"""Who is shut out, who is kept apart, and what may be reported: pure functions."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import ban, room_state, room_words

from muscade.server.moderation.policy import Exclusions, around, excluded, knows, read_network
from muscade.server.moderation.rows import IgnoredRow
from muscade.server.refusals import RequestRefused
from muscade.server.rooms import law
from muscade.server.rooms.state import Member, Place


def ignored(person: str, other: str, how: str) -> IgnoredRow:
    return IgnoredRow(person, other, how, 0, other.title(), "ring")  # type: ignore[arg-type]


def test_who_is_kept_apart() -> None:
    found = around(
        "ada", [ignored("ada", "bea", "mute"), ignored("ada", "eve", "block"), ignored("dan", "ada", "block")]
    )
    assert [row.other_id for row in found.mine] == ["bea", "eve"]
    assert found.blocked_by == {"dan"}
    assert found.apart == {"eve", "dan"}


def test_the_longest_ban_counts_and_none_that_is_over() -> None:
    short, long = ban(until=5, id="short"), ban(until=9, id="long")
    for rows in ([short, long], [long, short]):
        found = Exclusions(rows)
        assert [bool(found.of_person("bea", now)) for now in (4, 5, 8, 9)] == [True, True, True, False]
    assert Exclusions([ban(until=None, id="for good"), long]).of_person("bea", 10**15) is not None
    assert Exclusions([short]).of_person("ada", 0) is None
    assert not Exclusions()


def test_addresses_and_networks() -> None:
    found = Exclusions(
        [
            ban("address", "digest of 192.0.2.7"),
            ban("network", "203.0.113.0/24", until=9),
            ban("network", "2001:db8:1::/48"),
        ]
    )

    def is_out(address: str, now: int = 0) -> bool:
        return found.of_address(address, lambda one: f"digest of {one}", now) is not None

    assert is_out("192.0.2.7")
    assert not is_out("192.0.2.8")
    assert is_out("203.0.113.200")
    assert not is_out("203.0.113.200", 9)
    assert is_out("2001:db8:1:2::/64")
    assert not is_out("2001:db8:2:2::/64")
    assert not is_out("local")


def test_who_is_shut_out_is_told_why_and_until_when() -> None:
    refusal = excluded(ban(until=1_800_000_060_000, reason="insults"), 1_800_000_000_001)
    assert (refusal.code, refusal.retry_after, refusal.status) == ("excluded", 60, 403)
    assert refusal.text.en == "You have been shut out of this site until 2027-01-15 08:01 UTC. Why: insults"
    forever = excluded(ban(reason="insults"), 0)
    assert (forever.retry_after, forever.text.fr) == (None, "Vous êtes exclu de ce site. Pourquoi : insults")


@pytest.mark.parametrize("text", ["", "everybody", "203.0.113.0/33", "0.0.0.0/0", "10.0.0.0/7", "::/8"])
def test_networks_that_are_none_or_too_wide(text: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        read_network(text)
    assert refused.value.code == "network"


def test_whom_a_host_has_blocked_stays_out() -> None:
    state = room_state()
    bea = Member("bea", "Bea", "ring")
    with pytest.raises(RequestRefused, match="unwelcome"):
        law.enter(state, bea, blocked_by={"ada"})
    inside = law.enter(state, bea)
    assert law.enter(inside, bea, blocked_by={"ada"}) == inside, (
        "who is in it is sent out by the host, or not"
    )
    assert law.enter(state, bea, blocked_by={"eve"}) == inside
    left = law.leave(inside, "ada")
    assert law.enter(left, Member("dan", "Dan", "ring"), blocked_by={"ada"}).members[-1].person == "dan"


def test_nobody_is_paired_with_whom_they_are_kept_apart_from() -> None:
    state = room_state(wish="a wish", places=(Place(person="ada"), Place(), Place()))
    bea = Member("bea", "Bea", "ring")
    with pytest.raises(RequestRefused, match="taken"):
        law.join_wish(state, bea, apart={"ada"})
    assert law.join_wish(state, bea, apart={"eve"}).places[1].person == "bea"


def test_an_operator_closes_any_room() -> None:
    assert law.shut(room_state()).closed


def test_whom_a_room_knows() -> None:
    state = room_state(banned=("dan",))
    words = [room_words(1, person_id="eve")]
    assert [knows(state, words, who) for who in ("ada", "dan", "eve", "bea")] == [True, True, True, False]
