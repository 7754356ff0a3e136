"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from pathlib import Path

import muscade
from muscade.arena import Estimate
from muscade.arena.pictures import INK, canvas, check, draw_rows, save

from .strength import Standing
from .suite import Results

WAYS = {"object": "object API", "kernel": "kernel"}
NOTHING = Estimate(nan, nan, nan)
WIDTH = 8.0


def draw(results: Results, path: Path) -> None:
    """How many times as quick as its peer each game is, twice as much being as far everywhere; whiskers are quartiles."""
    check(path)
    rows: dict[str, dict[str, Estimate]] = {}
    for ratio in results.ratios:
        if ratio.group in WAYS:
            peer, _, chance = ratio.peer.partition(", ")
            title = ratio.ours.partition(",")[0]
            told = Estimate(ratio.ratio, ratio.low, ratio.high)
            rows.setdefault(f"{title} ({WAYS[ratio.group]}) / {peer}", {})[chance] = told
    series = list(dict.fromkeys(chance for row in rows.values() for chance in row))
    figure, [ax] = canvas(1, len(rows), WIDTH)
    draw_rows(
        ax, list(rows), [[row.get(chance, NOTHING) for row in rows.values()] for chance in series], series
    )
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda times, _: f"{times:g} ×")
    ax.xaxis.set_minor_formatter("")
    ax.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xlabel("players' moves a second, beside OpenSpiel driven from Python")
    figure.suptitle("Random complete games, one core", color=INK, fontweight="bold")
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
