"""The score pad at a real table, without a network; and the judge of tricks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.axe import assert_accessible
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def note(visitor: Visitor, place: str, figure: int) -> None:
    visitor.page.locator(f"[data-testid=pad-{place}]").fill(str(figure))


def shows(visitor: Visitor, testid: str, text: str) -> None:
    visitor.page.locator(f"[data-testid={testid}]", has_text=text).wait_for()


@pytest.mark.clause("PP-9", "PP-10", "PP-11", "PP-17", "PP-20")
def test_a_pad_that_needs_no_network_and_loses_nothing(visit: Arrive) -> None:
    ada = visit(phone=True, service_workers="allow")
    page = ada.page
    page.goto("/pad")
    page.locator("[data-testid=pad-pass-pass]").click()
    page.locator("[data-testid=pad-alone-3]").click()
    page.locator("[data-testid=pad-name-0]").fill("Ada")
    note(ada, "0-0-0", 12)
    note(ada, "0-1-0", 7)
    shows(ada, "pad-total-0-0", "12")
    assert_accessible(ada)
    # The judge says who wins, and by which clauses.
    for card in ("P10", "B11", "G4", "P6"):
        page.locator(f"[data-testid=judge-card-{card}]").click()
    page.locator("[data-testid=judge-ask]").click()
    page.locator("[data-testid=ruling][data-winners='0 3']").wait_for()
    assert page.locator("[data-testid=ruling] a").count() == 4
    page.locator("[data-testid=pad-offline][data-ready=true]").wait_for()
    # The network goes, and the phone throws the page away.
    page.context.set_offline(True)
    page.reload()
    shows(ada, "pad-total-0-0", "12")
    assert page.locator("[data-testid=pad-name-0]").input_value() == "Ada"
    # Figures the law does not know are not taken; a step can be taken back, after all that.
    note(ada, "1-0-1", 99)
    assert int(page.locator("[data-testid=pad-1-0-1]").input_value()) < 99
    shows(ada, "pad-verdict", "Ada")
    page.locator("[data-testid=pad-undo]").click()
    page.locator("[data-testid=pad-undo]").click()
    assert page.locator("[data-testid=pad-1-0-1]").input_value() == ""
    note(ada, "1-0-1", 3)
    shows(ada, "pad-verdict", "PP-17")
    page.locator("[data-testid=judge-card-P1]").click()
    page.locator("[data-testid=judge-ask]").click()
    shows(ada, "judge-fault", "needs the server")
    # Another pad, never opened before, works without a network too.
    page.goto("/pad")
    page.locator("[data-testid=pad-over-pass]").click()
    page.locator("[data-testid=pad-homes-3]").click()
    page.locator("[data-testid=pad-throw]").click()
    assert 2 <= int(page.locator("[data-testid=pad-thrown]").get_attribute("data-total") or 0) <= 12
    for _ in range(10):
        page.locator("[data-testid=pad-more-1]").click()
    shows(ada, "pad-verdict", "OP-14")
    page.context.set_offline(False)
