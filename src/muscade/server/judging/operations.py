"""The address of the judge, described."""

from __future__ import annotations

from muscade.core.pads import Ruling
from muscade.server import refusals
from muscade.server.judging import requests
from muscade.server.operations import Operation

OPERATIONS = (
    Operation(
        "POST",
        "/api/judge",
        "judge_trick",
        "Who wins a trick on a real table, and why",
        Ruling,
        request=requests.AskJudge,
        refusals=("game", "cards", refusals.no_judge),
    ),
)
