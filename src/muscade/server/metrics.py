"""What an operator can watch, for Prometheus."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """One set a server, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("muscade_tables_live", "Tables in memory", registry=self.registry)
        self.connections = Gauge("muscade_connections", "Open WebSockets", registry=self.registry)
        self.created = Counter("muscade_tables_created", "Tables created", ["game"], registry=self.registry)
        self.finished = Counter(
            "muscade_games_finished", "Games played to the end", ["game"], registry=self.registry
        )
        self.moves = Counter(
            "muscade_moves",
            "Moves stored, by who made them: person, bot or clock",
            ["game", "by"],
            registry=self.registry,
        )
        self.refusals = Counter(
            "muscade_refusals", "Messages refused on WebSockets, by code", ["code"], registry=self.registry
        )
        self.append_seconds = Histogram(
            "muscade_append_seconds",
            "Time to store a move for good",
            buckets=MILLISECONDS,
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "muscade_bot_seconds",
            "Time a bot takes to choose",
            ["game", "level"],
            buckets=MILLISECONDS,
            registry=self.registry,
        )
        self.thinking_waiting = Gauge(
            "muscade_thinking_waiting",
            "Questions that wait for a process, by lane",
            ["lane"],
            registry=self.registry,
        )
        self.rooms = Gauge("muscade_rooms_live", "Rooms in memory", registry=self.registry)
        self.rooms_created = Counter(
            "muscade_rooms_created", "Rooms created", ["game"], registry=self.registry
        )
        self.people_made = Counter(
            "muscade_people", "People who made themselves known", registry=self.registry
        )
        self.words = Counter("muscade_words", "Words and phrases said in rooms", registry=self.registry)
        self.paired = Counter(
            "muscade_pairings", "People who were paired with others", ["game"], registry=self.registry
        )
        self.requests = Counter(
            "muscade_http_requests",
            "HTTP requests answered",
            ["method", "route", "status"],
            registry=self.registry,
        )

        # Looking one up by its labels costs more than counting.
        self._moves_of = cache(self.moves.labels)

    def stored(self, game: str, by: str, seconds: float) -> None:
        """A move is stored, after so long."""
        self._moves_of(game, by).inc()
        self.append_seconds.observe(seconds)
