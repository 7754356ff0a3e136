"""Nothing is too long to be read at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.structure.sources import ROOT, Source, sources

LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
"""Lines, without its docstring and what it takes."""
CLIENT = ROOT.parents[1] / "web" / "src"
MADE = [CLIENT / "lib" / "protocol.ts", *(CLIENT / "lib" / "protocol").glob("*.ts")]
"""Written by `muscade.server.schema`, and read there."""
HISTORY = "server/migrations/"
"""What was done to databases once is not written anew."""


def too_long(source: Source) -> Iterator[str]:
    lines = source.text.count("\n")
    if lines > LONGEST_MODULE:
        yield f"{source}: {lines} lines"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]
            if lines > LONGEST_FUNCTION:
                yield f"{source}:{node.lineno} {node.name}: {lines} lines"


def test_no_module_of_the_client_is_too_long() -> None:
    written = [
        path
        for path in CLIENT.rglob("*.*")
        if path.suffix in (".ts", ".svelte", ".css") and path not in MADE and "paraglide" not in path.parts
    ]
    assert len(written) > 100
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in written}
    assert {path: count for path, count in lines.items() if count > LONGEST_MODULE} == {}


@pytest.mark.parametrize("folder", ["tests", "benchmarks", "examples"])
def test_no_module_beside_the_package_is_too_long(folder: str) -> None:
    lines = {
        path: path.read_text(encoding="utf-8").count("\n")
        for path in (ROOT.parents[1] / folder).rglob("*.py")
    }
    assert lines
    assert {path: count for path, count in lines.items() if count > LONGEST_MODULE} == {}


def test_no_module_and_no_function_is_too_long() -> None:
    assert [
        fault for source in sources() if not str(source).startswith(HISTORY) for fault in too_long(source)
    ] == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("x = 1\n" * LONGEST_MODULE, 0),
        ("x = 1\n" * (LONGEST_MODULE + 1), 1),
        ('def f():\n    """Says.\n\n    So.\n    """\n' + "    x = 1\n" * LONGEST_FUNCTION, 0),
        ("async def f():\n" + "    x = 1\n" * (LONGEST_FUNCTION + 1), 1),
        ('def f():\n    """Nothing but words."""\n', 0),
    ],
)
def test_what_is_too_long(text: str, faults: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "text", property(lambda self: text))
    assert len(list(too_long(sources()[0]))) == faults
