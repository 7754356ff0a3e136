"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from pathlib import Path

import muscade
from muscade.arena import Estimate
from muscade.arena.pictures import INK, canvas, check, draw_rows, save

from .side_by_side import Ratio
from .strength import Standing
from .suite import Results

WAYS = {"object": "object API", "kernel": "kernel"}
GAINS = {f"{way}-gain": title for way, title in WAYS.items()}
NOTHING = Estimate(nan, nan, nan)
WIDTH = 8.0


def draw(results: Results, path: Path) -> None:
    """How many times as quick as its peer each game is."""
    rows: dict[str, dict[str, Estimate]] = {}
    for ratio in results.ratios:
        if ratio.group in WAYS:
            peer, _, chance = ratio.peer.partition(", ")
            title = ratio.ours.partition(",")[0]
            rows.setdefault(f"{title} ({WAYS[ratio.group]}) / {peer}", {})[chance] = _told(ratio)
    _draw_ratios(
        rows,
        "players' moves a second, beside OpenSpiel driven from Python",
        "Random complete games, one core",
        path,
    )


def draw_gains(results: Results, path: Path) -> None:
    """How many times as quick as in another source tree each game is."""
    rows: dict[str, dict[str, Estimate]] = {}
    gains = [ratio for ratio in results.ratios if ratio.group in GAINS]
    for ratio in gains:
        rows.setdefault(ratio.ours.partition(",")[0], {})[GAINS[ratio.group]] = _told(ratio)
    _draw_ratios(rows, f"players' moves a second, beside {gains[0].peer}", "Beside an earlier version", path)


def _told(ratio: Ratio) -> Estimate:
    return Estimate(ratio.ratio, ratio.low, ratio.high)


def _draw_ratios(rows: dict[str, dict[str, Estimate]], label: str, title: str, path: Path) -> None:
    """Twice as much is as far everywhere; whiskers are quartiles."""
    check(path)
    series = list(dict.fromkeys(name for row in rows.values() for name in row))
    figure, [ax] = canvas(1, len(rows), WIDTH)
    draw_rows(ax, list(rows), [[row.get(name, NOTHING) for row in rows.values()] for name in series], series)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda times, _: f"{times:g} ×")
    ax.xaxis.set_minor_formatter("")
    ax.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xlabel(label)
    figure.suptitle(title, color=INK, fontweight="bold")
    save(figure, path)


def draw_strength(standings: Sequence[Standing], path: Path) -> None:
    """What each level wins against the one below it; a cross marks the fair share."""
    check(path)
    ladder = [standing for standing in standings if standing.contest.kind == "ladder"]
    figure, [ax] = canvas(1, len(ladder), WIDTH)
    names = [
        f"{muscade.game(standing.contest.game).title.en}: {standing.contest.bots[0]} – {standing.contest.bots[1]}"
        for standing in ladder
    ]
    draw_rows(ax, names, [[standing.share for standing in ladder]])
    ax.plot([standing.contest.aim for standing in ladder], range(len(ladder)), "x", color=INK)
    ax.set_xlim(-0.02, 1.02)
    ax.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    ax.set_xlabel("games won (cross: the fair share)")
    figure.suptitle("Each level against the one below it", color=INK, fontweight="bold")
    save(figure, path)
