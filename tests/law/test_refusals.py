"""What games and the server refuse is declared: a clause of the law, and a sentence with the same fields in both languages."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.law import traceability as law

import muscade.games
import muscade.server
from muscade import Text
from muscade.core import Refusal
from muscade.core.refusals import ANY_CLAUSE
from muscade.core.text import Sentence
from muscade.server.refusals import RequestRefusal

ROOT = Path(__file__).parents[2]
CLAUSES = {ANY_CLAUSE, *law.clauses(ROOT)}
DECLARED = (Refusal, RequestRefusal)
Declared = Refusal | RequestRefusal


def modules_of(package: ModuleType) -> list[ModuleType]:
    found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    return [importlib.import_module(info.name) for info in found if ".migrations" not in info.name]


MODULES = [*modules_of(muscade.games), *modules_of(muscade.server)]


def declared_in(value: object) -> Iterator[Declared]:
    """In a module, its classes and its tables."""
    match value:
        case Refusal() | RequestRefusal():
            yield value
        case Mapping():
            for entry in value.values():
                yield from declared_in(entry)
        case type() if issubclass(value, muscade.State):
            yield from declared_in(vars(value))


DECLARATIONS = {refusal: module.__name__ for module in MODULES for refusal in declared_in(vars(module))}


def calls_in(module: ModuleType) -> Iterator[tuple[ast.Call, Declared]]:
    """Every call of a refusal that has a name."""
    names = vars(module)
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        match node:
            case ast.Call(ast.Name(name)):
                called = names.get(name)
            case ast.Call(ast.Attribute(ast.Name(owner), name)) if inspect.ismodule(names.get(owner)):
                called = getattr(names[owner], name)
            case _:
                continue
        if isinstance(called, DECLARED):
            yield node, called


def test_there_are_many() -> None:
    assert sum(isinstance(refusal, Refusal) for refusal in DECLARATIONS) > 100
    assert sum(isinstance(refusal, RequestRefusal) for refusal in DECLARATIONS) > 20
    assert sum(1 for module in MODULES for _ in calls_in(module)) > 60


@pytest.mark.parametrize("refusal", DECLARATIONS, ids=lambda refusal: refusal.sentence.en)
def test_it_is_said_in_both_languages_with_a_clause_of_the_law(refusal: Declared) -> None:
    names = dict.fromkeys(refusal.sentence.fields, Text("this", "ceci"))
    text = refusal.sentence(**names)
    assert text.en
    assert text.fr
    assert text.en != text.fr
    assert not set("{}") & set(text.en + text.fr)
    if isinstance(refusal, Refusal):
        assert refusal.clause in CLAUSES


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_whoever_calls_it_gives_its_fields(module: ModuleType) -> None:
    for call, refusal in calls_in(module):
        where = f"{module.__name__}:{call.lineno}"
        given = {keyword.arg for keyword in call.keywords}
        if isinstance(refusal, RequestRefusal) and "retry_after" in given:
            # When to come back is told beside the sentence, and in it where it has a place for that.
            given = given - {"retry_after"} | refusal.sentence.fields & {"wait"}
        assert given == refusal.sentence.fields, where
        clauses = 1 if isinstance(refusal, Refusal) and refusal.clause == ANY_CLAUSE else 0
        assert len(call.args) == clauses, where


CUP = Refusal(
    "PT-2", "There is no cup {name} on this {thing}.", "Il n'y a pas de gobelet {name} sur {thing}."
)
ANY = Refusal(ANY_CLAUSE, "No, {name!r}.", "Non, {name!r}.")


def test_fields_are_filled_in() -> None:
    error = CUP(name="d1", thing=Text("table", "la table"))
    assert (error.clause, error.text) == (
        "PT-2",
        Text("There is no cup d1 on this table.", "Il n'y a pas de gobelet d1 sur la table."),
    )


def test_what_somebody_gave_us_is_quoted_and_cut() -> None:
    text = ANY("PT-2", name="x" * 999).text
    assert text.en == "No, '" + "x" * 58 + "…."
    assert ANY("PT-2", name="{name}").text.fr == "Non, '{name}'."


def test_it_takes_what_it_needs_of_what_is_known() -> None:
    known = {"name": "d1", "thing": "table", "clause": "PT-3", "seat": 2}
    assert CUP.using(**known).clause == "PT-2"
    assert (ANY.using(**known).clause, ANY.using(**known).text.en) == ("PT-3", "No, 'd1'.")
    with pytest.raises(TypeError, match="thing"):
        CUP.using(name="d1")
    with pytest.raises(TypeError, match="clause"):
        ANY.using(name="d1")


@pytest.mark.parametrize("fields", [{}, {"name": "d1"}, {"name": "d1", "thing": "table", "seat": 2}])
def test_missing_and_unknown_fields_are_errors(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="takes"):
        CUP(**fields)


def test_it_is_of_one_clause() -> None:
    with pytest.raises(TypeError, match="one clause"):
        CUP("PT-3", name="d1", thing="table")
    with pytest.raises(TypeError, match="one clause"):
        ANY(name="d1")


def test_both_languages_name_the_same() -> None:
    with pytest.raises(ValueError, match="same fields"):
        Sentence("There is no cup {name}.", "Il n'y a pas de gobelet {nom}.")


def test_nobody_at_a_table_is_called_by_a_number() -> None:
    """Who plays sees names; how seats are numbered is for those who set positions up."""
    at_tables = [refusal for refusal, module in DECLARATIONS.items() if module.endswith(".refusals")]
    numbered = [refusal.sentence.en for refusal in at_tables if "seat {" in refusal.sentence.en.lower()]
    assert numbered == []
