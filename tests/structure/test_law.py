"""The law is written once: `rules.py` builds on nothing but law, and whatever it says, the package itself goes by."""

from __future__ import annotations

import ast

import pytest
from tests.structure.sources import GAMES, Source, sources

LAWS = [source for source in sources() if source.room == GAMES and source.path.name == "rules.py"]
PURE = {"__future__", "collections.abc", "typing", "muscade.board", "muscade.kernels"}
"""What the law may build on besides law: types, the board, and what any course may call."""


def builds_on(source: Source) -> set[str]:
    return {node.module or "" for node in ast.walk(source.tree) if isinstance(node, ast.ImportFrom)} | {
        alias.name for node in ast.walk(source.tree) if isinstance(node, ast.Import) for alias in node.names
    }


def is_pure(module: str) -> bool:
    return module.endswith(".rules") or any(
        module == allowed or module.startswith(f"{allowed}.") for allowed in PURE
    )


@pytest.mark.parametrize("source", LAWS, ids=str)
def test_the_law_builds_on_law_alone(source: Source) -> None:
    assert {module for module in builds_on(source) if not is_pure(module)} == set()


def names_used() -> set[str]:
    """Every name that the package reads, of functions and of members of modules."""
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    }


def test_there_is_no_law_that_only_tests_go_by() -> None:
    """Else somebody has written it again where it is needed."""
    used = names_used()
    assert [
        f"{source}:{node.lineno} {node.name}"
        for source in LAWS
        for node in source.tree.body
        if isinstance(node, ast.FunctionDef) and node.name not in used
    ] == []
