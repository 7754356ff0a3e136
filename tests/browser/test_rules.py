"""The rules in a real browser: read, searched, tried out, printed, and beside the table when a refusal names a clause."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader
from tests.browser.axe import assert_accessible
from tests.browser.conftest import DESKTOP, Site
from tests.browser.visitors import PATIENCE, Visitor
from tests.law import traceability as law
from tests.law.test_refusals import ROOT

import muscade

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

PAGES = law.pages(ROOT)
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
RULING = re.compile(r"^#### ([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\s?: (.+)$", re.MULTILINE)


def ruling_titles(language: str) -> dict[str, str]:
    """What a ruling is called, by each of its clauses."""
    text = dict(zip(law.LANGUAGES, law.ruling_pages(ROOT), strict=True))[language].read_text(encoding="utf-8")
    return {clause: title for clauses, title in RULING.findall(text) for clause in clauses.split(", ")}


def bare(text: str) -> str:
    """Letters and figures alone: paper breaks lines where it likes."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def sit_down(visitor: Visitor, site: Site, game: str, position: str, *bots: str, **more: Any) -> None:
    """At a table that lies in a position: with bots of these levels, or with somebody else at this screen."""
    here = [{"kind": "here", "name": name} for name in (("Ada",) if bots else ("Ada", "Bea"))]
    seats = [*here, *({"kind": "bot", "level": level} for level in bots)]
    made = site.make_table(game=game, seats=seats, position=position, **more)
    visitor.sit({"table": made["table"], "game": game, "keys": made["keys"]})
    visitor.page.get_by_test_id("table").wait_for()


@pytest.fixture(scope="module", params=LOCALES)
def reader(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[tuple[str, Page]]:
    """Somebody who reads in one of the languages, and keeps the page."""
    locale = LOCALES[request.param]
    context = browser.new_context(
        base_url=site.address,
        viewport=DESKTOP,
        locale=locale,
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto("/rules")
    page.get_by_test_id("all-rules").wait_for()
    yield request.param, page
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_on_paper_has_every_clause_and_its_rulings(reader: tuple[str, Page], name: str) -> None:
    language, page = reader
    # Without a load: the page stays, and another text comes.
    page.get_by_test_id("all-rules").locator(f"a[href='/rules/{name}']").click()
    text = page.get_by_test_id("rules")
    expect(text.locator(".clause")).to_have_count(len(PAGES[name][language].clauses))
    folded = text.locator("details").first
    folded.wait_for(state="attached")
    printed = PdfReader(io.BytesIO(page.pdf(format="A4")))
    paper = bare(" ".join(sheet.extract_text() for sheet in printed.pages))
    sections = text.locator(".clause").evaluate_all(
        """all => all.map(one => [one.id, one.querySelector('p').textContent, one.querySelector('details')?.textContent ?? ''])"""
    )
    assert [clause for clause, _, _ in sections] == list(PAGES[name][language].clauses)
    titles = ruling_titles(language)
    assert not [clause for clause, _, why in sections if bare(titles.get(clause, "")) not in bare(why)]
    missing = [clause for clause, words, why in sections for part in (words, why) if bare(part) not in paper]
    assert not missing
    # What is for hands alone is not on paper, and is as before afterwards.
    assert bare("Search the rules" if language == "en" else "Chercher dans les") not in paper
    expect(folded).not_to_have_attribute("open", "")
    page.go_back()
    page.get_by_test_id("all-rules").wait_for()


PAPER = """() => {
  window.print = () => {
    const count = (what) => document.querySelectorAll(`[data-testid=rules] ${what}`).length;
    window.paper = { examples: count("figure"), tables: count("[data-testid=exhibit-table]") };
  };
}"""
"""What there is to be printed when the browser is asked to."""


def test_the_button_prints_once_every_example_has_its_table(visit: Arrive) -> None:
    ada = visit(phone=True)
    page = ada.page
    page.add_init_script(f"({PAPER})()")
    page.goto("/rules/mono-line")
    page.get_by_test_id("rules").locator("figure").first.wait_for(state="attached")
    tables = page.get_by_test_id("exhibit-table")
    drawn = tables.count()
    page.get_by_test_id("rules-print").click()
    paper = page.wait_for_function("() => window.paper").json_value()
    assert paper["examples"] == paper["tables"] > drawn, "most of them nobody had come near to"
    assert ada.errors == []


@pytest.mark.clause("SP-1", "SP-2", "SP-3")
@pytest.mark.parametrize("language", LOCALES)
def test_headings_puzzles_and_citations_have_addresses(language: str, visit: Arrive) -> None:
    ada = visit(locale=LOCALES[language])
    page = ada.page
    page.goto("/rules/passe-eclair")
    # By the keyboard: examples come later and move what a finger aims at.
    page.locator(".text a[href='#notation']").press("Enter")
    expect(page.locator("#notation")).to_be_in_viewport()
    expect(page.locator("#notation")).to_be_focused()
    expect(page).to_have_url(re.compile("/rules/passe-eclair#notation$"))
    current = page.get_by_test_id("contents").locator("[aria-current=location]")
    expect(current).to_have_attribute("href", "#notation")
    # Why it reads so stands on a page of its own, in either language.
    page.locator(".text a[href='/rules/rulings']").first.press("Enter")
    titles = {"en": "Rulings", "fr": "Décisions"}
    other = "fr" if language == "en" else "en"
    for now in (language, other):
        expect(page.locator("[data-testid=rules] h1")).to_have_text(titles[now])
        ids = page.locator("[data-testid=rules] [id]").evaluate_all("all => all.map((one) => one.id)")
        assert len(ids) == len(set(ids)) > len(ruling_titles(now))
        if now == language:
            page.locator(f".text a[href='/rules/rulings?lang={other}']").press("Enter")
    # What is cited stands on another page: the link leads there.
    page.goto(f"/rules/solitaire?lang={language}#full-house")
    puzzles = [name for name in muscade.game_names() if muscade.game(name).rules_page == "solitaire"]
    for name in puzzles:
        heading = page.locator(f"#{name}")
        expect(heading).to_have_text(str(getattr(muscade.game(name).title, language)))
    expect(page.locator("#full-house")).to_be_in_viewport()
    page.locator("#SP-1 a.cited[href='#GT-9']").first.press("Enter")
    expect(page).to_have_url(re.compile("/rules/groups-of-three#GT-9$"))
    expect(page.locator("#GT-9.aimed")).to_be_in_viewport()
    assert ada.errors == []


@pytest.mark.clause("PP-13")
def test_search_finds_words_and_clauses_of_all_games(visit: Arrive) -> None:
    ada = visit(phone=True, locale="fr-FR")
    page = ada.page
    page.goto("/rules/pass-pass")
    field = page.get_by_test_id("rules-search")
    found = page.get_by_test_id("rules-found")
    # By its number, however it is written; without accents; in the reader's language.
    field.fill("op 9")
    expect(found.locator("a")).to_have_count(1)
    expect(found.locator("a")).to_have_attribute("href", "/rules/over-pass#OP-9")
    field.fill("second gagnant prend")
    expect(found.locator("a").first).to_have_attribute("href", re.compile("^/rules/pass-pass"))
    expect(found.locator("mark").first).to_have_text(re.compile("second", re.IGNORECASE))
    field.fill("bachi-bouzouk")
    expect(found).to_contain_text("Rien de tel")
    field.press("Escape")
    expect(field).to_have_value("")
    field.fill("op-9")
    found.locator("a").click()
    expect(page.locator("#OP-9.aimed")).to_be_in_viewport()
    # On a phone the contents are folded, and lead there as well.
    contents = page.get_by_test_id("contents")
    contents.locator("summary").click()
    contents.locator("a[href='#notation']").click()
    expect(page.locator("#notation")).to_be_in_viewport()
    assert_accessible(ada)
    assert ada.errors == []


@pytest.mark.clause("OP-10", "PP-11")
def test_examples_can_be_touched_and_the_referee_answers(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    page.goto("/rules/over-pass#OP-10")
    exhibit = page.get_by_test_id("exhibit-OP-10")
    # The table of the game itself, with the two lines that are parallel.
    exhibit.locator("[data-at=b1][data-piece=black]").wait_for()
    expect(exhibit.locator("line.lit")).to_have_count(2)
    exhibit.get_by_test_id("example-step").click()
    said = exhibit.get_by_test_id("example-said")
    expect(said.locator("a", has_text="OP-10").first).to_be_visible()
    exhibit.locator("[data-at=b2][data-piece=black]").wait_for()
    exhibit.get_by_test_id("example-again").click()
    exhibit.locator("[data-at=b1][data-piece=black]").wait_for()
    # What the law forbids is refused with its clause.
    exhibit.get_by_test_id("example-OP-10-3").click()
    exhibit.get_by_test_id("example-step").click()
    expect(exhibit.get_by_test_id("example-refusal").locator("a")).to_have_text("OP-10")
    # One's own move, by a card of one's hand.
    page.goto("/rules/pass-pass#PP-11")
    exhibit = page.get_by_test_id("exhibit-PP-11")
    card = exhibit.get_by_test_id("hand-card").first
    card.click()
    expect(exhibit.get_by_test_id("hand-card")).to_have_count(7)
    expect(exhibit.get_by_test_id("example-step")).to_have_count(0)
    assert_accessible(ada)
    exhibit.get_by_test_id("example-editor").click()
    expect(page).to_have_url(re.compile("/position/pass-pass#.*moves="))
    page.get_by_test_id("referee").wait_for()
    assert ada.errors == []


@pytest.mark.clause("ML-2")
@pytest.mark.parametrize("phone", [False, True])
def test_the_clause_of_a_refusal_opens_beside_the_table(phone: bool, visit: Arrive, site: Site) -> None:
    ada = visit(phone=phone)
    page = ada.page
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/c3")
    table = page.get_by_test_id("table")
    version = table.get_attribute("data-version")
    if phone:
        page.get_by_test_id("open-log").click()
    page.get_by_test_id("typed").fill("b2")
    page.get_by_test_id("typed").press("Enter")
    if phone:
        page.keyboard.press("Escape")
    clause = page.get_by_test_id("refusal-clause")
    clause.click()
    panel = page.get_by_test_id("clause-panel")
    expect(panel).to_contain_text("No line may ever hold pieces of both players")
    expect(panel.get_by_role("heading")).to_be_focused()
    panel.locator("summary").click()
    expect(panel.locator("details")).to_contain_text("it is the whole line that counts")
    # The table is still there, and nothing that is typed in the panel reaches it.
    page.keyboard.press("l")
    expect(table).to_be_visible()
    assert_accessible(ada)
    # A clause that is cited is shown in its place.
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(clause).to_be_focused()
    expect(table).to_have_attribute("data-version", version or "")
    assert len(page.context.pages) == 1
    assert ada.errors == []
