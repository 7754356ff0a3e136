"""A picture of the ratios, on a scale in which twice as much is as far everywhere."""

from __future__ import annotations

from pathlib import Path

from muscade.arena import Estimate
from muscade.arena.pictures import INK, canvas, check, draw_rows, save

from .suite import Results

PANELS = {"object": "object API", "kernel": "kernels, one core"}


def draw(results: Results, path: Path) -> None:
    """How many times as quick as its peer each game is; whiskers are quartiles."""
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
