"""Muscade installed, and without a network: what needs no server is there, what does says so and comes back by itself."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site
from tests.browser.test_rules import sit_down
from tests.browser.visitors import PATIENCE, Visitor

from muscade.server.client import FOLDER

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

EVERYBODYS = re.compile(r"/(assets/.+|favicon\.svg|look\.js|api/games|api/positions/examples)?")
"""The addresses of what may be kept: the same for whoever asks."""
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found[new URL(url).pathname] = name;
  return found;
}"""
WORKER_RUNS = "() => navigator.serviceWorker?.controller?.state === 'activated'"

TAKE_THE_NEWER = """async () => {
  const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await (await navigator.serviceWorker.getRegistration()).update();
  await changed;
}"""


def test_rules_and_pad_open_without_a_network_and_a_table_comes_back(visit: Arrive, site: Site) -> None:
    ada = visit(service_workers="allow")
    page = ada.page
    # Whatever somebody looks at meanwhile: a table with its own address is nothing to keep.
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/c3")
    table = page.url
    page.wait_for_function(WORKER_RUNS)
    page.reload()
    page.get_by_test_id("table").wait_for()
    page.context.set_offline(True)
    for address, language, words in (
        ("/rules/pass-pass#PP-12", "en", "The first winner picks a card"),
        ("/rules/ptipasspass?lang=fr#PT-17", "fr", "Vous gagnez la manche"),
    ):
        page.goto(address)
        clause = page.locator(".clause.aimed")
        expect(clause).to_contain_text(words)
        expect(page.locator("html")).to_have_attribute("lang", language)
        clause.locator("summary").click()
        expect(clause.locator("details > div")).to_be_visible()
    # An example needs the referee: it says so, in its place.
    expect(page.get_by_test_id("exhibit-PT-17")).to_contain_text("a besoin du serveur")
    # A page that is nothing without it says so, and is there once there is a network.
    page.goto("/position/mono-line")
    expect(page.get_by_test_id("offline")).to_contain_text("a besoin du serveur")
    page.context.set_offline(False)
    page.get_by_test_id("offer-0").wait_for()
    page.context.set_offline(True)
    page.goto("/pad")
    page.get_by_test_id("pad-pass-pass").click()
    page.get_by_test_id("pad-alone-3").wait_for()
    page.goto(table)
    said = page.get_by_test_id("offline")
    expect(said).to_contain_text("Il n’y a pas de réseau")
    expect(page.get_by_test_id("retry-countdown")).to_have_count(0)
    page.context.set_offline(False)
    page.get_by_test_id("table").wait_for()
    expect(said).to_have_count(0)
    kept: dict[str, str] = page.evaluate(KEPT)
    assert not [address for address in kept if not EVERYBODYS.fullmatch(address)]
    shell = page.evaluate("async () => (await caches.match('/')).text()")
    assert table.rsplit("/", 1)[-1] not in shell
    assert ada.errors_of_pages == []


def test_it_can_be_installed(visit: Arrive) -> None:
    ada = visit(service_workers="allow")
    page = ada.page
    page.goto("/rules")
    page.wait_for_function(WORKER_RUNS)
    wire = page.context.new_cdp_session(page)
    manifest = wire.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    sizes = page.evaluate(
        """icons => Promise.all(icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }))""",
        [icon for icon in told["icons"] if icon["type"] == "image/png"],
    )
    assert sizes == [icon["sizes"] for icon in told["icons"] if icon["type"] == "image/png"]
    problems = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window that leaves no traces installs nothing; that is all that is wrong.
    assert {problem["errorId"] for problem in problems} <= {"in-incognito"}
    assert ada.errors == []


class Pages(SimpleHTTPRequestHandler):
    """The built client as any web server has it, and as much of an API as the worker keeps."""

    def do_GET(self) -> None:
        address = self.path.split("?")[0]
        if address.startswith("/api/"):
            self.path = "/nothing.json"
        elif "." not in address:
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, *_said: object) -> None:
        pass


@pytest.fixture
def client(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder with the built client, and the address where it is served."""
    folder = Path(shutil.copytree(FOLDER, tmp_path / "client"))
    (folder / "nothing.json").write_text("[]")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def renew(folder: Path) -> None:
    """Another build: a worker of another version, and a page that can be told from the one before."""
    worker = folder / "sw.js"
    text = re.sub(r'const version = "\w+"', 'const version = "ofTomorrow"', worker.read_text())
    assert text != worker.read_text()
    worker.write_text(text)
    index = folder / "index.html"
    index.write_text(index.read_text().replace("<html ", '<html data-build="of-tomorrow" '))


def test_a_newer_client_is_taken_at_the_next_page(client: tuple[Path, str], browser: Browser) -> None:
    folder, address = client
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page: Page = context.new_page()
    page.goto("/rules/mono-line")
    page.wait_for_function(WORKER_RUNS)
    page.reload()
    page.wait_for_function(WORKER_RUNS)
    renew(folder)
    page.evaluate(TAKE_THE_NEWER)
    assert {*page.evaluate(KEPT).values()} == {"muscade-ofTomorrow"}
    # Nobody is torn away from what they read; going on brings the newer one, with a network or without.
    page.locator("a.cited").first.click()
    new = page.locator("html[data-build=of-tomorrow]")
    expect(new).to_have_count(0)
    context.set_offline(True)
    page.locator("a[href='/rules']").click()
    page.get_by_test_id("all-rules").wait_for()
    expect(new).to_have_count(1)
    context.close()
