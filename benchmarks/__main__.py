"""Print every ratio, and write them as JSON: ``python -m benchmarks [FILE]``."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.contestants import (
    draw_as_documented,
    draw_lean,
    muscade_random_games,
    open_spiel_random_games,
)
from benchmarks.side_by_side import compare


def main() -> None:
    peers = {
        "hearts, chance as documented": open_spiel_random_games("hearts", draw_as_documented),
        "hearts, lean chance": open_spiel_random_games("hearts", draw_lean),
    }
    contests = {
        "Pass Pass, 3 alone": muscade_random_games("pass-pass", 3),
        "Pass Pass, 4 alone": muscade_random_games("pass-pass", 4),
        "Pass Pass, 6 in teams": muscade_random_games("pass-pass", 6),
    }
    ratios = [
        compare(f"{name} / {peer_name}", ours, peer)
        for peer_name, peer in peers.items()
        for name, ours in contests.items()
    ]
    table = Table("random complete games, one core", "ours, moves/s", "peer, moves/s", "ratio", "quartiles")
    for ratio in ratios:
        table.add_row(
            ratio.name,
            f"{ratio.ours:,.0f}",
            f"{ratio.peer:,.0f}",
            f"{ratio.ratio:.2f}",
            f"{ratio.low:.2f} – {ratio.high:.2f}",
        )
    Console().print(table)
    if len(sys.argv) > 1:
        report = {
            "machine": platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "ratios": [asdict(ratio) for ratio in ratios],
        }
        Path(sys.argv[1]).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


main()
