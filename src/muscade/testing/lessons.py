"""A lesson can be played to its end, whichever of the wanted moves a learner makes: what `Game.lesson` promises."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.core import Text
from muscade.core.lessons import Lesson, Taught
from muscade.core.pages import rules_page, rules_pages
from muscade.core.text import LANGUAGES
from muscade.testing.cases import AnyGame, Case, check_of

FEWEST, MOST = 8, 16
"""Steps: two to four minutes."""
LONGEST = 260
"""Characters of a step: what finds room beside a table."""


@check_of(cases=1)
def a_lesson_is_played_to_its_end(case: Case) -> None:
    """Every scripted move is legal, every refusal is the one that is told, and the learner always has something to do."""
    lesson = case.game.lesson()
    if lesson is None or lesson.seats != case.seats:
        return
    assert FEWEST <= len(lesson.steps) <= MOST, f"a lesson of {len(lesson.steps)} steps"
    assert len(lesson.names) == lesson.seats, f"{lesson.seats} seats have the names {lesson.names}"
    for others in _ways(lesson):
        _play(case.game, others)


@check_of(cases=1)
def a_lesson_is_told_in_every_language(case: Case) -> None:
    """In words that find room, each with a clause that stands in the rules."""
    lesson = case.game.lesson()
    if lesson is None or lesson.seats != case.seats:
        return
    remarks = [(remark.clause, remark.text) for remark in lesson.remarks]
    for clause, text in [*((step.clause, step.text) for step in lesson.steps), *remarks]:
        _told(text)
        for language in LANGUAGES:
            if rules_page(case.game.name, language) is not None:
                assert _stands(clause, language), f"no page in {language} has {clause}"
    _told(lesson.end)


def _ways(lesson: Lesson) -> Iterator[dict[int, int]]:
    """The usual way, and for every other move that a step takes the way that makes it: which move, by step."""
    yield {}
    for number, step in enumerate(lesson.steps):
        yield from ({number: other} for other in range(1, len(step.moves)))


def _play(game: AnyGame, others: dict[int, int]) -> None:
    taught = Taught(game)
    while (step := taught.step) is not None:
        move = step.moves[others.get(taught.done, 0)]
        where = f"step {taught.done + 1}, {move}"
        assert taught.state.turn(), f"{where}: the game is over"
        learner = taught.lesson.seat
        assert step.refused or learner in taught.state.turn(), f"{where}: it is not the learner's turn"
        answer = taught.attempt(move)
        assert answer.done, where
        refused = None if answer.refusal is None else answer.refusal.clause
        assert refused == step.refused, f"{where}: refused by {refused}, not by {step.refused}"


def _told(text: Text) -> None:
    assert text.en, "a text without English"
    assert text.fr, f"without French: {text.en}"
    assert text.en != text.fr, f"twice the same: {text.en}"
    for words in (text.en, text.fr):
        assert len(words) <= LONGEST, f"{len(words)} characters: {words}"


def _stands(clause: str, language: str) -> bool:
    return any(f"**{clause}**" in (rules_page(page, language) or "") for page in rules_pages(language))
