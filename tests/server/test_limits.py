"""Limits by address: counted by a clock that the tests move, forgotten in time, and clear about when to come back."""

from __future__ import annotations

import pytest

from muscade.server import refusals
from muscade.server.addresses import Proxies, limited_as, read_address
from muscade.server.limits import Allowance, Bucket, Ledger, Limiter, Limits
from muscade.server.wording import is_visible


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def test_so_many_at_once_and_then_so_many_a_second(time: Time) -> None:
    ledger = Ledger(Allowance(2.0, 5.0), time)
    assert [ledger.take("a") for _ in range(5)] == [0.0] * 5
    assert ledger.take("a") == pytest.approx(0.5)
    assert ledger.take("b") == 0.0
    time.now += 0.5
    assert ledger.take("a") == 0.0
    assert ledger.take("a") > 0
    time.now += 100
    assert [ledger.take("a") > 0 for _ in range(6)] == [False] * 5 + [True]


def test_addresses_that_ask_for_nothing_are_forgotten(time: Time) -> None:
    ledger = Ledger(Allowance(10.0, 10.0), time)
    for number in range(5000):
        ledger.take(f"address {number}")
        time.now += 0.01
    assert len(ledger) < 30


def test_however_many_ask_at_once_memory_is_bounded(time: Time) -> None:
    ledger = Ledger(Allowance(0.001, 10.0), time, most=100)
    for number in range(5000):
        ledger.take(f"address {number}")
    assert len(ledger) <= 100


def test_a_rate_of_nothing_is_no_limit(time: Time) -> None:
    ledger, bucket = Ledger(Allowance(0.0, 0.0), time), Bucket(Allowance(0.0, 0.0), time)
    assert all(ledger.take("a") == 0.0 and bucket.take() for _ in range(1000))
    assert (len(ledger), bucket.wait()) == (0, 0.0)


def test_who_goes_on_all_the_same_is_read_no_faster_than_allowed(time: Time) -> None:
    bucket = Bucket(Allowance(10.0, 20.0), time)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    assert bucket.wait() == 0.0
    for _ in range(20):
        bucket.take()
    assert bucket.wait() == pytest.approx(0.1)
    time.now += 4.2
    assert bucket.take(amount=10) is True


@pytest.mark.parametrize(
    ("what", "code", "count"),
    [
        ("table", "too-many-tables", 3),
        ("join", "too-many-joins", 4),
        ("hint", "too-many-hints", 2),
        ("request", "too-many-requests", 7),
        ("message", "slow-down", 9),
    ],
)
def test_a_refusal_says_when_to_come_back(time: Time, what: str, code: str, count: int) -> None:
    limits = Limits(
        tables_a_minute=3,
        joins_a_minute=4,
        hints_a_minute=2,
        requests_a_second=1,
        requests_at_once=7,
        messages_of_address_a_second=1,
        messages_of_address_at_once=9,
    )
    act = getattr(Limiter(limits, time), what)
    for _ in range(count):
        act("2001:db8::1")
    with pytest.raises(refusals.RequestRefused) as refused:
        act("2001:db8::2")  # the same network
    act("192.0.2.1")
    assert (refused.value.code, refused.value.status) == (code, 429)
    wait = refused.value.retry_after
    assert wait is not None
    assert refused.value.problem().retry_after == wait
    time.now += wait
    act("2001:db8::3")


def test_connections_are_counted_by_address_and_altogether() -> None:
    limiter = Limiter(Limits(connections=2, connections_of_all=3))
    first, second = limiter.connect("192.0.2.1"), limiter.connect("192.0.2.1")
    with pytest.raises(refusals.RequestRefused, match="too-many-connections"):
        limiter.connect("192.0.2.1")
    limiter.connect("192.0.2.2")
    with pytest.raises(refusals.RequestRefused, match="busy"):
        limiter.connect("192.0.2.3")
    first()
    first()
    limiter.connect("192.0.2.3")
    with pytest.raises(refusals.RequestRefused, match="busy"):
        limiter.connect("192.0.2.1")
    second()
    limiter.connect("192.0.2.1")


def test_a_class_of_thirty_behind_one_address_is_not_hindered(time: Time) -> None:
    """All at once: every page loads forty files, everybody makes a table, is joined by another, and opens two lines."""
    limiter = Limiter(now=time)
    for _ in range(30):
        for _ in range(40):
            limiter.request("192.0.2.1")
        limiter.table("192.0.2.1")
        limiter.join("192.0.2.1")
        limiter.connect("192.0.2.1")
        limiter.connect("192.0.2.1")
        for _ in range(20):
            limiter.message("192.0.2.1")


@pytest.mark.parametrize(
    ("named", "peer", "forwarded", "client"),
    [
        ([], "192.0.2.1", "203.0.113.9", "192.0.2.1"),
        (["192.0.2.1"], "192.0.2.1", "", "192.0.2.1"),
        (["192.0.2.1"], "192.0.2.1", "203.0.113.9", "203.0.113.9"),
        (["192.0.2.1"], "192.0.2.1", "10.9.9.9, 203.0.113.9", "203.0.113.9"),
        (["192.0.2.0/24"], "192.0.2.1", "10.9.9.9, 203.0.113.9, 192.0.2.2", "203.0.113.9"),
        (["192.0.2.0/24"], "192.0.2.1", "192.0.2.3,192.0.2.2", "192.0.2.3"),
        (["192.0.2.1"], "192.0.2.1", "203.0.113.9, somebody", "192.0.2.1"),
        (["192.0.2.1"], "::ffff:192.0.2.1", "[2001:db8::7]:4711", "2001:db8::7"),
        (["fd00::/8"], "fd00::1", "203.0.113.9:80", "203.0.113.9"),
        (["192.0.2.1"], "203.0.113.1", "10.9.9.9", "203.0.113.1"),
    ],
)
def test_only_proxies_that_are_named_are_believed(
    named: list[str], peer: str, forwarded: str, client: str
) -> None:
    proxies = Proxies(named)
    assert proxies.client(peer, forwarded) == client
    headers = [(b"x-forwarded-for", part.encode()) for part in forwarded.split(",") if part]
    assert proxies.client_of({"client": (peer, 1), "headers": headers}) == client


def test_odd_addresses() -> None:
    assert read_address("fe80::1%eth0") is not None
    assert limited_as("local") == "local"
    assert Proxies(["10.0.0.1"]).client_of({"client": None, "headers": []}) == "local"


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "Ada B.",
        "\uc548\ub155",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0915\u094d\u200d\u0937",
        "\u845b\U000e0100",
        "\u2764\ufe0f",
        "1\ufe0f\u20e3",
        "\U0001f469\u200d\U0001f680",
        "\U0001f468\U0001f3fd\u200d\U0001f680",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_names_that_can_be_seen(name: str) -> None:
    assert is_visible(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3000",
        "\u200b",
        "\u2060",
        "\ufeff",
        "\u115f",
        "\u1160",
        "\u3164",
        "\uffa0",
        "\u2800",
        "\u200d",
        "\u00ad",
        "\u0301",
        "Ada\u200b",
        "\u2060Ada",
        "A\u200dda",
        "Ada\u200d",
        "A\ufe0fda",
        "A\u3164da",
        "\u202eAda",
        "A\U000e0064da",
        "two\nlines",
    ],
)
def test_names_that_are_not_what_they_seem(name: str) -> None:
    assert not is_visible(name)
