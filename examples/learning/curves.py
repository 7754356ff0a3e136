"""What is written down of learning: rows, a picture, and TensorBoard's files."""

from __future__ import annotations

from pathlib import Path

DRAWN = ("value_error", "entropy", "change")


class Curves:
    """A row a lesson."""

    def __init__(self, folder: Path) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.folder = folder
        self.rows: list[dict[str, float]] = []
        self._board = SummaryWriter(str(folder / "runs"))  # type: ignore[no-untyped-call]

    def note(self, lesson: int, **told: float) -> None:
        self.rows.append({"lesson": float(lesson), **told})
        for name, value in told.items():
            self._board.add_scalar(name, value, lesson)  # type: ignore[no-untyped-call]

    def line(self) -> str:
        """The last row in words."""
        return "  ".join(f"{name} {value:,.4g}" for name, value in self.rows[-1].items())

    def draw(self) -> None:
        """Into curves.png."""
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt

        figure, places = plt.subplots(len(DRAWN), 1, sharex=True, figsize=(7, 7))
        for place, name in zip(places, DRAWN, strict=True):
            place.plot([row["minutes"] for row in self.rows], [row[name] for row in self.rows])
            place.set_ylabel(name.replace("_", " "))
        places[-1].set_xlabel("minutes")
        figure.savefig(self.folder / "curves.png")
        self._board.flush()  # type: ignore[no-untyped-call]
