"""Learning by playing: every lesson to its end, its words beside the table, and a coach in the game after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.axe import assert_accessible
from tests.browser.learners import Learner
from tests.browser.visitors import Visitor

import muscade
from muscade.core.text import Text

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def spaced(text: str) -> str:
    """French marks have spaces of their own on the page, and apostrophes are those of print."""
    return text.replace("\xa0", " ").replace("\u202f", " ").replace("’", "'")


@pytest.mark.parametrize(("first", "locale", "phone"), [(0, "en-GB", False), (1, "fr-FR", True)])
def test_every_lesson_is_played_to_its_end(visit: Arrive, first: int, locale: str, phone: bool) -> None:
    """By turns on a desk in English and on a phone in French; that no word is missing in either is asked of the lessons."""
    ada = visit(locale=locale, phone=phone)
    page = ada.page

    def said(text: Text) -> str:
        return text.fr if locale.startswith("fr") else text.en

    for name in muscade.game_names()[first::2]:
        learner = Learner(ada, name)
        steps = learner.lesson.steps
        for number, step in enumerate(steps):
            learner.at(number)
            teacher = spaced(page.locator("[data-testid=teacher]").inner_text())
            assert said(step.text) in teacher, (name, number)
            assert step.clause in teacher, (name, number)
            if number == 0:
                page.locator("[data-testid=spotlight]").wait_for(state="attached")
            if number and (refused := steps[number - 1].refused):
                assert page.locator("[data-testid=refusal-clause]").inner_text() == refused
            learner.do(step)
        learner.at(len(steps))
        assert said(learner.lesson.end) in spaced(page.locator("[data-testid=lesson-end]").inner_text())
    assert_accessible(ada)
    assert not ada.errors


def test_back_skip_show_me_and_a_kind_word(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    learner = Learner(ada, "mono-line")
    learner.at(0)
    learner.touch("b1")
    page.locator("[data-testid=lesson-other]").wait_for()
    lights = int(page.locator("[data-testid=spotlight]").get_attribute("data-lights") or 0)
    page.locator("[data-testid=lesson-show]").click()
    expect(page.locator("[data-testid=spotlight]")).to_have_attribute("data-lights", str(lights + 1))
    page.locator("[data-testid=lesson-skip]").click()
    learner.at(1)
    expect(page.locator("[data-testid=lesson-other]")).to_have_count(0)
    page.locator("[data-testid=lesson-back]").click()
    learner.at(0)
    expect(page.locator("[data-testid=lesson-back]")).to_be_disabled()
    page.locator("[data-testid=board] [data-place=d1]").focus()
    page.keyboard.press("Enter")
    learner.at(1)
    assert not ada.errors


def test_a_lesson_ends_in_a_real_game_with_a_coach(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    learner = Learner(ada, "mono-line")
    for number in range(len(learner.lesson.steps)):
        learner.at(number)
        page.locator("[data-testid=lesson-skip]").click()
    page.locator("[data-testid=lesson-play]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-testid=goal]")).to_have_text(
        muscade.game("mono-line").goal({}).en, use_inner_text=True
    )
    ready = page.locator("[data-testid=table][data-your-turn=true]")
    ready.wait_for()
    page.locator("[data-testid=board] [data-kind=put]").first.press("Enter")
    page.locator("[data-testid=actions] [data-move=end]").click()
    coach = page.locator("[data-testid=coach][data-on=end]")
    expect(coach).to_contain_text("ML-2")
    page.locator("[data-testid=coach-silence]").click()
    expect(coach).to_have_count(0)
    ready.wait_for()
    # A closed crossing, or one's own piece: the law answers a click as it answers a typed move.
    page.locator("[data-testid=board] [data-place]:not([data-kind])").first.dispatch_event(
        "click", {"detail": 0}
    )
    expect(page.locator("[data-testid=refusal-clause]")).to_have_text("ML-2")
    page.keyboard.press("?")
    page.locator("[data-testid=help-goal]").wait_for()
    expect(page.locator("[data-testid=help-lesson]")).to_have_attribute("href", "/learn/mono-line")
    expect(page.locator("[data-testid=coach-on]")).not_to_be_checked()
    page.locator("[data-testid=help-keys]").click()
    page.locator("[data-testid=help] kbd").first.wait_for()
    assert_accessible(ada)
    assert not ada.errors
