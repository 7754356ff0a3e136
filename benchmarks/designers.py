"""What kind of games these are, and what other options would make of them: ``python -m benchmarks.designers``.

Equal bots of no great thoughts play the same deals under each set of options; among them sits a better one where it is
asked how far skill goes. What was answered is kept after each question, and only what was found of an earlier version of a game, or
never asked, is played; when bots have changed, begin with a new file.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from muscade import game
from muscade.arena import run, tournament
from muscade.arena.report import TableReport
from muscade.arena.tournament import seatings

RESULTS = Path(__file__).parent / "designers.json"


class Question(msgspec.Struct, frozen=True):
    """A game, who plays it, and the options to compare; the first of them are the usual ones."""

    game: str
    bots: tuple[str, ...]
    options: tuple[dict[str, Any], ...] = ({},)


class Answer(msgspec.Struct, frozen=True):
    """What the arena reports of each set of options, without the single games."""

    question: Question
    tables: tuple[TableReport, ...]
    version: int = 1
    """Of the game, when they played."""

    @property
    def current(self) -> bool:
        return self.version == game(self.question.game).version


def _equals(game: str, seats: int, *options: dict[str, Any]) -> Question:
    return Question(game, ("normal",) * seats, ({}, *options))


QUESTIONS = (
    _equals("pass-pass", 3),
    Question(
        "pass-pass",
        ("hard", "normal", "normal", "normal"),
        (
            {},
            {"diamonds": "none"},
            {"diamonds": "111111111111"},
            {"diamonds": "000000011123"},
            {"teams": "2x2"},
        ),
    ),
    _equals("pass-pass", 5),
    _equals("ptipasspass", 4, {"diagonals": "all"}, {"diagonals": "none"}, {"notebook": True}),
    _equals("passe-eclair", 2),
    _equals("passe-eclair", 4, {"referee": "players"}),
    _equals("mono-line", 2, {"swap": True}, {"pieces": "unlimited"}),
    _equals("groups-of-three", 2, {"win": "both"}),
    _equals("groups-of-three", 4),
    _equals("over-pass", 2, {"win": "both"}),
    _equals("over-pass", 4),
)


def answered(question: Question, deals: int, jobs: int) -> Answer:
    """Every set of options on the same deals, in all seatings."""
    seats = len(question.bots)
    planned = tournament(
        question.game,
        question.bots,
        seats=seats,
        games=deals * len(seatings(question.bots, seats)) * len(question.options),
        options=list(question.options),
        seed="designers",
    )
    return Answer(question, run(planned, jobs).tables, game(question.game).version)


def read(path: Path = RESULTS) -> list[Answer]:
    return msgspec.json.decode(path.read_bytes(), type=list[Answer]) if path.is_file() else []


def write(path: Path, answers: Iterable[Answer]) -> None:
    text = msgspec.json.format(msgspec.json.encode(list(answers)).decode(), indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def answer_all(questions: Sequence[Question], path: Path, deals: int, jobs: int) -> None:
    """Play what is not answered yet of the games as they are now; what nobody asks any more is left out."""
    old = {(answer.question.game, answer.question.bots): answer for answer in read(path)}
    answers = [old.get((question.game, question.bots)) for question in questions]
    for number, question in enumerate(questions):
        known = answers[number]
        if known is not None and known.current and known.question == question:
            continue
        answers[number] = answer = answered(question, deals, jobs)
        write(path, (answer for answer in answers if answer is not None))
        games = sum(table.games for table in answer.tables)
        print(f"{question.game}, {len(question.bots)} players: {games} games", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.designers", description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="deals of each question")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play")
    parser.add_argument("--file", type=Path, default=RESULTS, help="where answers are kept")
    given = parser.parse_args()
    answer_all(QUESTIONS, given.file, given.deals, given.jobs)


if __name__ == "__main__":
    main()
