"""The reference of the library: it can be written, and nothing in it is without a word."""

from __future__ import annotations

import importlib.util
import re
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pdoc.doc
import pytest

HOUSE = Path(__file__).parents[2]
SCRIPT = HOUSE / "scripts" / "reference"
PAGES = [HOUSE / "README.md", *sorted((HOUSE / "docs").glob("*.md"))]


def script() -> ModuleType:
    """The script, which has no name that Python would import."""
    loader = SourceFileLoader("reference", str(SCRIPT))
    spec = importlib.util.spec_from_loader("reference", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


REFERENCE = script()


def test_it_is_written_without_a_warning(tmp_path: Path) -> None:
    REFERENCE.write(tmp_path)
    pages = {page.relative_to(tmp_path).as_posix() for page in tmp_path.rglob("*.html")}
    assert pages == {"index.html", *(f"{name.replace('.', '/')}.html" for name in REFERENCE.MODULES)}
    assert 'id="Match.play"' in (tmp_path / "muscade" / "core.html").read_text(encoding="utf-8")
    told = re.findall(
        r'<a href="([^"]+)">.*</a></dt><dd>(.*)</dd>', (tmp_path / "index.html").read_text("utf-8")
    )
    assert {page for page, _ in told} == pages - {"index.html"}
    assert all(words[-1:] in ".:?!" for _, words in told)


def test_pages_name_modules_that_it_has() -> None:
    """What a page for programmers tells of is looked up there: whatever may be imported from elsewhere."""
    named = {
        module
        for page in PAGES
        for module in re.findall(r"(?:from|import) (muscade(?:\.[a-z_]+)+)", page.read_text(encoding="utf-8"))
        if not module.startswith("muscade.games.")  # one of ours, as an example
    }
    assert len(named) > 10
    assert named <= {*REFERENCE.MODULES}


@pytest.mark.parametrize("name", REFERENCE.MODULES)
def test_everything_public_is_documented(name: str) -> None:
    """Every function and class a module exports, and every method; a field may speak for itself."""
    module = pdoc.doc.Module(importlib.import_module(name))
    assert module.docstring
    silent = []
    for member in module.members.values():
        if member.name.startswith("_") or isinstance(member, pdoc.doc.Variable):
            continue
        if not member.docstring:
            silent.append(member.fullname)
        if isinstance(member, pdoc.doc.Class):
            silent += [
                method.fullname
                for method in member.own_members
                if isinstance(method, pdoc.doc.Function)
                and not method.name.startswith("_")
                and not method.docstring
            ]
    assert silent == []
