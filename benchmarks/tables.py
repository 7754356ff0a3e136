"""Write what was measured into docs/benchmarks.md, between its markers, and what follows from it into docs/scale.md:
``python -m benchmarks.tables``.

``muscade bench --json benchmarks/results.json``, ``python -m benchmarks.strength``, ``python -m benchmarks.designers`` and
``python -m benchmarks.server --json benchmarks/server.json`` leave the figures. A section stands between ``<!-- name -->`` and ``<!-- /name -->``; nobody writes there by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

import muscade
from muscade.arena.pictures import FORMATS
from muscade.arena.report import TableReport
from muscade.arena.statistics import Estimate, Quartiles
from muscade.games.race.view import RaceView

from . import designers, scale
from .growth import Growth, Imagining
from .legal_moves import Listing
from .pictures import draw, draw_gains, draw_strength
from .server import figures as serving
from .side_by_side import Ratio
from .strength import RESULTS as STRENGTH
from .strength import Contest, Standing, contests, read
from .suite import Results

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
PICTURES = ROOT / "docs" / "pictures"
SPEED = Path(__file__).parent / "results.json"
SERVING = Path(__file__).parent / "server.json"
RATIOS = ("object", "kernel", "ways", "limit", "kernel-gain", "object-gain", "cores", "cores-limit", "search")
"""The groups of ratios, each a section of the page."""


def filled(page: str, sections: dict[str, str]) -> str:
    """The page with its sections written anew.

    >>> filled("a <!-- x --> old <!-- /x --> b", {"x": "new"})
    'a <!-- x -->\\nnew\\n<!-- /x --> b'
    """
    for name, text in sections.items():
        found = re.search(f"<!-- {name} -->(.*?)<!-- /{name} -->", page, re.DOTALL)
        if not found:
            raise ValueError(f"there is no place for the section {name!r}")
        page = f"{page[: found.start(1)]}\n{text}\n{page[found.end(1) :]}"
    return page


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> print(table(["a", "b"], [["1", "2"]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(
        "|" + "|".join(f" {cell} " if cell != "---" else cell for cell in line) + "|" for line in lines
    )


def speed_sections(results: Results) -> Iterator[tuple[str, str]]:
    """Of what was measured; the other sections stay as they are."""
    machine = results.machine
    yield (
        "machine",
        f"Taken on a machine with {machine.cores} cores ({machine.processor}), CPython {machine.python}, "
        f"numba {machine.numba}, OpenSpiel {machine.open_spiel}.",
    )
    for group in RATIOS:
        if ratios := [ratio for ratio in results.ratios if ratio.group == group]:
            unit = ratios[0].unit
            heading = ["ours", "peer", f"ours, {unit}/s", f"peer, {unit}/s", "ratio", "quartiles", "aim"]
            yield group, table(heading, map(_ratio_row, ratios))
    if results.listings:
        heading = ["game", "median", "99 % within", "moves in a list, on average and at most"]
        yield "listings", table(heading, map(_listing_row, results.listings))
    if results.growths:
        heading = ["game", "what", "after so many moves", "last to first", "quartiles"]
        yield "growth", table(heading, map(_growth_row, results.growths))
    if results.imaginings:
        heading = ["game", "views", "median", "99 % within", "worst"]
        yield "imagining", table(heading, map(_imagining_row, results.imaginings))


def _listing_row(listing: Listing) -> list[str]:
    return [
        _set_up(listing.game, listing.seats, {}),
        _milliseconds(listing.median),
        _milliseconds(listing.late),
        f"{listing.mean_moves:.0f}, {listing.most_moves}",
    ]


def _growth_row(growth: Growth) -> list[str]:
    times = zip(growth.lengths, growth.milliseconds, strict=True)
    return [
        _set_up(growth.game, growth.seats, {}),
        growth.deed,
        "; ".join(f"{length:,}: {_milliseconds(spent)}" for length, spent in times),
        f"{growth.ratio:.3g}",
        f"{growth.low:.3g} – {growth.high:.3g}",
    ]


def _imagining_row(imagining: Imagining) -> list[str]:
    times = imagining.median, imagining.late, imagining.worst
    erring = f", {100 * imagining.mistakes:.0f} % mistakes" if imagining.mistakes else ""
    return [
        _set_up(imagining.game, imagining.seats, {}) + erring,
        str(imagining.views),
        *map(_milliseconds, times),
    ]


def _ratio_row(ratio: Ratio) -> list[str]:
    return [
        ratio.ours,
        ratio.peer,
        f"{ratio.ours_rate:,.0f}",
        f"{ratio.peer_rate:,.0f}",
        f"{ratio.ratio:.3g}",
        f"{ratio.low:.3g} – {ratio.high:.3g}",
        "" if ratio.aim is None else f"{ratio.aim:g}",
    ]


def serving_sections(results: serving.Results) -> Iterator[tuple[str, str]]:
    yield (
        "server-machine",
        f"Taken on two cores ({results.processor}), CPython {results.python}, Node {results.node}.",
    )
    for name, heading, rows in serving.tables(results):
        if rows:
            yield name, table(heading, rows)


def strength_sections(standings: Sequence[Standing]) -> Iterator[tuple[str, str]]:
    for kind in ("ladder", "expert"):
        yield (
            kind,
            table(
                [
                    "game",
                    "version",
                    "bot",
                    "against",
                    "games",
                    "won",
                    "to exceed",
                    "so",
                    "thinking, mean and worst",
                ],
                (_strength_row(standing) for standing in standings if standing.contest.kind == kind),
            ),
        )
    yield (
        "fairness",
        table(
            ["set-up", "version", "games", "fair share", "won by who moved first", "won by each seat"],
            (_fairness_row(standing) for standing in standings if standing.contest.kind == "fairness"),
        ),
    )


def verdict(share: Estimate, aim: float) -> str:
    """Whether a share is shown to exceed what it should.

    >>> verdict(Estimate(0.7, 0.6, 0.8), 0.5), verdict(Estimate(0.7, 0.6, 0.8), 0.65), verdict(Estimate(0.3, 0.2, 0.4), 0.5)
    ('yes', 'perhaps', 'no')
    """
    return "yes" if share.low > aim else "no" if share.high < aim else "perhaps"


def _strength_row(standing: Standing) -> list[str]:
    contest = standing.contest
    thinking = standing.thinking[contest.bots[0]]
    others = contest.seats - 1
    return [
        muscade.game(contest.game).title.en,
        str(standing.version),
        contest.bots[0],
        contest.bots[1] if others == 1 else f"{others} × {contest.bots[1]}",
        str(standing.games),
        percent(standing.share),
        f"{100 * contest.aim:.0f} %",
        verdict(standing.share, contest.aim),
        f"{_time(thinking.seconds / max(1, thinking.choices))}, {_time(thinking.worst)}",
    ]


def _fairness_row(standing: Standing) -> list[str]:
    contest = standing.contest
    sides = _sides(contest)
    shares = [percent(tally.share()) for tally in standing.by_seat]
    return [
        _set_up(contest.game, contest.seats, contest.options),
        str(standing.version),
        str(standing.games),
        f"{100 * _fair(standing):.0f} %",
        "–" if standing.first is None else percent(standing.first.share()),
        "; ".join(f"{side} {share}" for side, share in zip(sides, shares, strict=True)),
    ]


def _set_up(game: str, seats: int, options: dict[str, Any]) -> str:
    """
    >>> _set_up("mono-line", 2, {"swap": True})
    'Mono-Line, 2 players, swap=True'
    """
    chosen = "".join(f", {name}={value}" for name, value in options.items())
    return f"{muscade.game(game).title.en}, {seats} players{chosen}"


def _fair(standing: Standing) -> float:
    """What a seat wins on average: more than one over the seats where partners win together."""
    return sum(tally.won for tally in standing.by_seat) / sum(
        tally.deals * tally.points for tally in standing.by_seat
    )


def _sides(contest: Contest) -> list[str]:
    """Seats by number, or by their colours where they have some."""
    view = muscade.game(contest.game).new(contest.seats, **contest.options).view(None)
    if not isinstance(view, RaceView):
        return [f"seat {seat + 1}:" for seat in range(contest.seats)]
    return [
        " and ".join(colour for colour, owner in zip(view.colours, view.owners, strict=True) if owner == seat)
        + ":"
        for seat in range(contest.seats)
    ]


def designers_section(answers: Iterable[designers.Answer]) -> str:
    return table(
        [
            "game",
            "version",
            "games",
            "length",
            "ended by",
            "won by who moved first",
            "won by the better player",
        ],
        (
            _design_row(answer, number, report)
            for answer in answers
            for number, report in enumerate(answer.tables)
        ),
    )


def _design_row(answer: designers.Answer, number: int, report: TableReport) -> list[str]:
    question = answer.question
    lengths = {"rounds": report.lengths.rounds, "turns": report.lengths.turns, "moves": report.lengths.moves}
    better = report.bots[0] if len(report.bots) > 1 else None
    return [
        _set_up(question.game, len(question.bots), question.options[number]),
        str(answer.version),
        str(report.games),
        "; ".join(f"{quartiles(told)} {what}" for what, told in lengths.items() if told),
        "; ".join(f"{ending.reason} {percent(ending.share)}" for ending in report.endings),
        "–" if report.first_player is None else _beside(report.first_player, report.fair_share),
        "–" if better is None else f"{better.bot}: {_beside(better.share, report.fair_share)}",
    ]


def _beside(share: Estimate, fair: float) -> str:
    return f"{percent(share)}, fair {100 * fair:.0f} %"


def quartiles(told: Quartiles) -> str:
    """
    >>> quartiles(Quartiles(3, 4, 6))
    '4 (3 – 6)'
    """
    return f"{told.median:g} ({told.low:g} – {told.high:g})"


def percent(share: Estimate) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f} – {100 * share.high:.0f})"


def _milliseconds(spent: float) -> str:
    """
    >>> _milliseconds(0.00456), _milliseconds(123.4)
    ('0.0046 ms', '123 ms')
    """
    return f"{spent:.0f} ms" if spent >= 10 else f"{spent:.2g} ms"


def _time(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


def main() -> None:
    sections: dict[str, str] = {}
    if SPEED.is_file():
        results = msgspec.json.decode(SPEED.read_bytes(), type=Results)
        sections |= dict(speed_sections(results))
        draw(results, PICTURES / f"speed{FORMATS[1]}")
        if "object-gain" in sections:
            picture = PICTURES / f"gains{FORMATS[1]}"
            draw_gains(results, picture)
            sections["gains"] = f"![How many times as quick each game is](pictures/{picture.name})"
    known = read(STRENGTH)
    if standings := [known[contest.key] for contest in contests() if contest.key in known]:
        sections |= dict(strength_sections(standings))
        draw_strength(standings, PICTURES / f"strength{FORMATS[1]}")
    if answers := designers.read():
        sections["designers"] = designers_section(answers)
    if SERVING.is_file():
        sections |= dict(serving_sections(msgspec.json.decode(SERVING.read_bytes(), type=serving.Results)))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), sections), encoding="utf-8")
    scale.write()


if __name__ == "__main__":
    main()
