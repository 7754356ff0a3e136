"""Requests made from the published description of the server, wrong ones included, and their answers held to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from random import Random
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
KNOWN = 0.85
"""So often a value is one that names something: most of the few right questions get to where the work is done."""
PATIENCE = 200
"""Seconds: whoever asks for the first hint waits until its solver is compiled."""


def fuzz(
    address: str, document: dict[str, Any], *, count: int, known: Mapping[str, Sequence[str]]
) -> dict[str, dict[int, int]]:
    """Ask every operation ``count`` times, rightly and wrongly by turns; how often each answered with which status.

    ``known`` has values, of parameters and of fields, that name something on this server; chance would never find them.
    Those of ``device`` are keys of devices, that of ``operator`` the operator's token.
    """
    answers: dict[str, dict[int, int]] = {}
    schema = schemathesis.openapi.from_dict(document)
    with requests.Session() as session:
        session.trust_env = False
        for found in schema.get_all_operations():
            operation = found.ok()
            name = operation.definition.raw["operationId"]
            for mode in GenerationMode:
                counted = answers.setdefault(name, {})
                ask(operation, mode, count // len(GenerationMode), counted, address, session, known)
    return answers


def ask(
    operation: Any,
    mode: GenerationMode,
    count: int,
    counted: dict[int, int],
    address: str,
    session: requests.Session,
    known: Mapping[str, Sequence[str]],
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode), choose=st.randoms(use_true_random=False))
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: schemathesis.Case, choose: Random) -> None:
        if mode is GenerationMode.POSITIVE:
            for name, values in known.items():
                for asked in (case.path_parameters, case.body):
                    if isinstance(asked, dict) and name in asked and choose.random() < KNOWN:
                        asked[name] = choose.choice(values)
            for scheme in ("device", "operator"):
                if {scheme: []} in operation.definition.raw.get("security", ()) and choose.random() < KNOWN:
                    case.headers["Authorization"] = f"Bearer {choose.choice(known[scheme])}"
        response = case.call(base_url=address, session=session, timeout=PATIENCE)
        counted[response.status_code] = counted.get(response.status_code, 0) + 1
        # What is too long is refused before anybody reads it, and so whether or not it is wrong.
        too_long = response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        checks = [check for check in CHECKS if not (too_long and check is negative_data_rejection)]
        case.validate_response(response, checks=checks)

    if mode is GenerationMode.NEGATIVE and not wrong_is_possible(operation):
        return
    one()


def wrong_is_possible(operation: Any) -> bool:
    """An operation without parameters and body cannot be asked wrongly."""
    raw = operation.definition.raw
    return bool(raw["parameters"] or "requestBody" in raw)
