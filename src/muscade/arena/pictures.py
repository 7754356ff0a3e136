"""Pictures of reports, in the colours of the house. Needs matplotlib, which comes with the extra ``plots``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from muscade.arena.errors import ArenaError
from muscade.arena.report import Report
from muscade.arena.statistics import MEAN_RATING, Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg")
PARCHMENT, INK, FAINT = "#f1e6cf", "#2b211b", "#cbb891"
CHEROKEE_RED, OCHRE_GOLD, FOREST_GREEN, SLATE_BLUE, AUBERGINE = (
    "#a5382b",
    "#b27d1e",
    "#35603f",
    "#365a7c",
    "#5c3354",
)
SERIES = (CHEROKEE_RED, SLATE_BLUE, FOREST_GREEN, OCHRE_GOLD, AUBERGINE)
"""The colours of the client's light theme, in the order in which they are used."""


def check(path: Path) -> None:
    """Refuse at once what would fail after a long tournament."""
    if path.suffix.lower() not in FORMATS:
        raise ArenaError(
            f"A picture is a file that ends in {' or '.join(FORMATS)}, not {path.name!r}.",
            f"Une image est un fichier qui finit par {' ou '.join(FORMATS)}, pas {path.name!r}.",
        )
    try:
        import matplotlib.figure  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise ArenaError(
            "Pictures need matplotlib: install muscade[plots].",
            "Les images demandent matplotlib : installez muscade[plots].",
        ) from None


def canvas(panels: int, rows: int, width: float = 5.5) -> tuple[Figure, Sequence[Axes]]:
    """Panels side by side, each so many inches wide and with room for so many rows."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK}):
        figure = Figure(
            figsize=(width * panels, 1.6 + 0.42 * rows), facecolor=PARCHMENT, layout="constrained"
        )
        axes = [figure.add_subplot(1, panels, place + 1, facecolor=PARCHMENT) for place in range(panels)]
    for ax in axes:
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.spines["bottom"].set_color(INK)
        ax.tick_params(length=0)
        ax.grid(axis="x", color=FAINT, linewidth=0.8)
        ax.set_axisbelow(True)
    return figure, axes


def draw_rows(
    ax: Axes, names: Sequence[str], series: Sequence[Sequence[Estimate]], labels: Sequence[str] = ()
) -> None:
    """A row for every name, from the top; in it a dot with its interval for every series."""
    places = range(len(names))
    for number, estimates in enumerate(series):
        shift = 0.5 * ((number + 0.5) / len(series) - 0.5)
        ax.errorbar(
            [estimate.value for estimate in estimates],
            [place + shift for place in places],
            xerr=[
                [estimate.value - estimate.low for estimate in estimates],
                [estimate.high - estimate.value for estimate in estimates],
            ],
            fmt="D",
            markersize=6,
            capsize=3,
            color=SERIES[number % len(SERIES)],
            label=labels[number] if labels else None,
        )
    ax.set_yticks(list(places), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    if labels:
        ax.legend(frameon=False, labelcolor=INK, fontsize="small")


def save(figure: Figure, path: Path) -> None:
    """The same picture for the same report, byte for byte."""
    from matplotlib import rc_context

    svg = path.suffix.lower() == ".svg"
    with rc_context({"svg.hashsalt": "muscade", "svg.fonttype": "none"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if svg else {"Software": None})


def draw(report: Report, path: Path) -> None:
    """Shares of wins beside what is fair, and ratings."""
    check(path)
    names = report.tournament.names
    labels = table_titles(report) if len(report.tables) > 1 else ()
    figure, (shares, rated) = canvas(2, max(2, len(names) * len(report.tables)))
    draw_rows(shares, names, [[bot.share for bot in table.bots] for table in report.tables], labels)
    shares.axvline(report.tables[0].fair_share, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    shares.set_xlim(-0.02, 1.02)
    shares.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    shares.set_xlabel("games won, a seat (dashed: the fair share)")
    draw_rows(rated, names, [[bot.rating for bot in table.bots] for table in report.tables])
    rated.axvline(MEAN_RATING, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    rated.set_xlabel("rating (400 points: ten to one)")
    title = f"{report.tournament.game}, {report.tournament.seats} seats, {len(report.games)} games"
    figure.suptitle(title, color=INK, fontweight="bold")
    save(figure, path)


def table_titles(report: Report) -> list[str]:
    """What sets each table apart from the others: the options in which they differ."""
    tables = report.tournament.tables
    differing = [name for name in tables[0] if any(table[name] != tables[0][name] for table in tables)]
    return [", ".join(f"{name}={table[name]}" for name in differing) for table in tables]
