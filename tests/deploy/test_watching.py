"""Alerts and the dashboard ask for what the server really counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import promql_parser
import pytest
from tests.deploy.files import ROOT, alerts, dashboard

from muscade.server.metrics import Metrics

OPERATORS = ROOT / "docs" / "operators.md"


def counted() -> set[str]:
    """Every series of a server, also those that have not begun."""
    names = set()
    for family in Metrics().registry.collect():
        endings = {
            "counter": ("_total",),
            "gauge": ("",),
            "histogram": ("_bucket", "_sum", "_count"),
        }[family.type]
        names |= {family.name + ending for ending in endings}
    return names


def labels() -> dict[str, set[str]]:
    """The labels each metric has of its own."""
    collectors = Metrics().registry._collector_to_names
    return {
        name: set(collector._labelnames)  # type: ignore[attr-defined]
        for collector, names in collectors.items()
        for name in names
    }


def expressions() -> Iterator[str]:
    for rule in alerts():
        yield rule["expr"]
    for panel in dashboard()["panels"]:
        for target in panel["targets"]:
            yield target["expr"].replace("$__rate_interval", "5m")


def selectors(node: Any) -> Iterator[Any]:
    """Every series that an expression reads."""
    match node:
        case promql_parser.VectorSelector():
            yield node
        case promql_parser.MatrixSelector():
            yield node.vector_selector
        case promql_parser.BinaryExpr():
            yield from selectors(node.lhs)
            yield from selectors(node.rhs)
        case promql_parser.AggregateExpr() | promql_parser.ParenExpr():
            yield from selectors(node.expr)
        case promql_parser.Call():
            for argument in node.args:
                yield from selectors(argument)


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_what_is_asked_for_is_counted(expression: str) -> None:
    known, own = counted(), labels()
    asked = list(selectors(promql_parser.parse(expression)))
    assert asked
    for selector in asked:
        if selector.name == "up":
            continue
        assert selector.name in known
        for matcher in selector.matchers.matchers:
            assert matcher.name in own[selector.name] | {"instance", "job"}, selector.name


def test_the_dashboard_reads_well() -> None:
    found = dashboard()
    panels = found["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, f"{panel['title']} lies on another panel"
        taken |= cells
    variables = {variable["name"] for variable in found["templating"]["list"]}
    used = set(re.findall(r"\$\{?(\w+)", str(panels))) - {"__rate_interval"}
    assert used == variables


def test_the_guide_explains_every_alert_and_every_metric() -> None:
    guide = OPERATORS.read_text(encoding="utf-8")
    for rule in alerts():
        assert f"`{rule['alert']}`" in guide
    for family in Metrics().registry.collect():
        name = family.name + ("_total" if family.type == "counter" else "")
        assert f"`{name}`" in guide
