"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import muscade
from muscade.arena import Estimate
from muscade.arena.pictures import INK, canvas, check, draw_rows, save

from .strength import Standing
from .suite import Results

PANELS = {"object": "object API", "kernel": "kernels, one core"}


def draw(results: Results, path: Path) -> None:
    """How many times as quick as its peer each game is, twice as much being as far everywhere; whiskers are quartiles."""
    check(path)
    rows = {
        group: [ratio for ratio in results.ratios if ratio.group == group]
        for group in PANELS
        if any(ratio.group == group for ratio in results.ratios)
    }
    figure, axes = canvas(len(rows), max(len(ratios) for ratios in rows.values()))
    for ax, (group, ratios) in zip(axes, rows.items(), strict=True):
        draw_rows(
            ax,
            [f"{ratio.ours}\n/ {ratio.peer}" for ratio in ratios],
            [[Estimate(ratio.ratio, ratio.low, ratio.high) for ratio in ratios]],
        )
        ax.set_xscale("log")
        ax.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        ax.set_xlabel(f"{PANELS[group]}: times as many moves a second")
        ax.tick_params(axis="y", labelsize="x-small")
    figure.suptitle("Random complete games beside OpenSpiel", color=INK, fontweight="bold")
    save(figure, path)


def draw_strength(standings: Sequence[Standing], path: Path) -> None:
    """What each level wins against the one below it; a cross marks the fair share."""
    check(path)
    ladder = [standing for standing in standings if standing.contest.kind == "ladder"]
    figure, [ax] = canvas(1, len(ladder))
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
