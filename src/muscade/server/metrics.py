"""What an operator can watch, for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Counts(Collector):
    """A counter for the event loop alone, and for what happens thousands of times a second: prometheus_client's own take a
    lock each time, and cost as much as a view. It is described as those are."""

    def __init__(self, name: str, what: str, labels: Sequence[str]) -> None:
        self._name, self._what, self._labelnames = name, what, labels
        self._counts: dict[tuple[str, ...], int] = {}

    def count(self, *labels: str) -> None:
        self._counts[labels] = self._counts.get(labels, 0) + 1

    def describe(self) -> Iterable[Metric]:
        return [CounterMetricFamily(self._name, self._what, labels=self._labelnames)]

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(self._name, self._what, labels=self._labelnames)
        for labels, count in self._counts.copy().items():
            family.add_metric(labels, count)
        return [family]


class Durations(Collector):
    """A histogram of the same kind, in `MILLISECONDS`."""

    def __init__(self, name: str, what: str) -> None:
        self._name, self._what, self._labelnames = name, what, ()
        self._counts = [0] * (len(MILLISECONDS) + 1)
        self._sum = 0.0

    def took(self, seconds: float) -> None:
        # A value that is a bound counts as below it.
        self._counts[bisect_left(MILLISECONDS, seconds)] += 1
        self._sum += seconds

    def describe(self) -> Iterable[Metric]:
        return [HistogramMetricFamily(self._name, self._what)]

    def collect(self) -> Iterable[Metric]:
        bounds = [*map(floatToGoString, MILLISECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return [HistogramMetricFamily(self._name, self._what, buckets=buckets, sum_value=self._sum)]


class Metrics:
    """One set a server, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry, buckets=MILLISECONDS)
        self.tables = gauge("muscade_tables_live", "Tables in memory")
        self.connections = gauge("muscade_connections", "Open WebSockets")
        self.created = counter("muscade_tables_created", "Tables created", ["game"])
        self.finished = counter("muscade_games_finished", "Games played to the end", ["game"])
        self._moves = Counts(
            "muscade_moves", "Moves stored, by who made them: person, bot or clock", ["game", "by"]
        )
        registry.register(self._moves)
        self.refusals = counter("muscade_refusals", "Messages refused on WebSockets, by code", ["code"])
        self._appends = Durations("muscade_append_seconds", "Time to store a move for good")
        registry.register(self._appends)
        self.bot_seconds = histogram("muscade_bot_seconds", "Time a bot takes to choose", ["game", "level"])
        self.thinking_waiting = gauge(
            "muscade_thinking_waiting", "Questions that wait for a process, by lane", ["lane"]
        )
        self.rooms = gauge("muscade_rooms_live", "Rooms in memory")
        self.rooms_created = counter("muscade_rooms_created", "Rooms created", ["game"])
        self.people_made = counter("muscade_people", "People who made themselves known")
        self.accounts_made = counter("muscade_accounts", "Accounts opened")
        self.words = counter("muscade_words", "Words and phrases said in rooms")
        self.reports = counter("muscade_reports", "Reports that people made")
        self.paired = counter("muscade_pairings", "People who were paired with others", ["game"])
        self.pushes = counter(
            "muscade_pushes",
            "Messages to push services, by what came of them: sent, gone, later, refused",
            ["result"],
        )
        self.requests = counter(
            "muscade_http_requests", "HTTP requests answered", ["method", "route", "status"]
        )

    def stored(self, game: str, by: str, seconds: float) -> None:
        """A move is stored, after so long."""
        self._moves.count(game, by)
        self._appends.took(seconds)

    def number(self, name: str) -> int:
        """What a figure says now."""
        return int(self.registry.get_sample_value(name) or 0)
