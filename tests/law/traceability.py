"""From the rules pages to the tests and back: each clause is tested, and the same in both languages."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")
# A clause opens a paragraph or a list item: "**PP-7** ...", a ruling "**PP-6** [R] ...".
OPENING = re.compile(
    r"^[ \t]*(?:(?:[-*+]|\d+\.)[ \t]+)?\*\*([A-Z]{2}-\d+)\*\*(?: (\[R\]))?(?=\s)", re.MULTILINE
)
LANGUAGES = ("en", "fr")
LAWFUL = ("games", "board", "solvers")
"""The folders of src/muscade that carry out the pages. A page need not be a game's: a board has one, puzzles share one."""


@dataclass(frozen=True)
class Page:
    """One rules page: its clauses in the order in which they stand, and which of them are rulings."""

    path: Path
    clauses: tuple[str, ...]
    rulings: frozenset[str]


@dataclass(frozen=True)
class Citation:
    """A clause named in a Python file."""

    clause: str
    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def read_page(path: Path) -> Page:
    openings = OPENING.findall(path.read_text(encoding="utf-8"))
    return Page(path, tuple(c for c, _ in openings), frozenset(c for c, mark in openings if mark))


def pages(root: Path) -> dict[str, dict[str, Page]]:
    """Game, board or family of puzzles -> language -> page, for all of docs/rules."""
    found: dict[str, dict[str, Page]] = {}
    for language in LANGUAGES:
        for path in sorted((root / "docs" / "rules").glob(f"*.{language}.md")):
            found.setdefault(path.name.removesuffix(f".{language}.md"), {})[language] = read_page(path)
    return found


def clauses(root: Path) -> list[str]:
    """Every clause of every page, in order."""
    everywhere = {c for game in pages(root).values() for page in game.values() for c in page.clauses}
    return sorted(everywhere, key=natural)


def language_differences(root: Path) -> Iterator[str]:
    for game, by_language in pages(root).items():
        if missing := [language for language in LANGUAGES if language not in by_language]:
            yield f"{game}: no page in {', '.join(missing)}"
            continue
        english, french = (by_language[language] for language in LANGUAGES)
        for one, other in ((english, french), (french, english)):
            for clause in sorted(set(one.clauses) - set(other.clauses), key=natural):
                yield f"{clause}: in {one.path.name}, not in {other.path.name}"
            for clause in sorted((one.rulings - other.rulings) & set(other.clauses), key=natural):
                yield f"{clause}: [R] in {one.path.name}, not in {other.path.name}"


def numbering_faults(root: Path) -> Iterator[str]:
    owner: dict[str, str] = {}
    for game, by_language in pages(root).items():
        for page in by_language.values():
            if not page.clauses:
                yield f"{page.path.name}: has no clauses"
                continue
            prefix = page.clauses[0].split("-")[0]
            if owner.setdefault(prefix, game) != game:
                yield f"{page.path.name}: {prefix} already belongs to {owner[prefix]}"
            for number, clause in enumerate(page.clauses, start=1):
                if clause != f"{prefix}-{number}":
                    yield f"{page.path.name}: {clause} stands where {prefix}-{number} should"
                    break


def untested_clauses(root: Path) -> Iterator[str]:
    tested = {mark.clause for mark in marks(root)}
    for clause in clauses(root):
        if clause not in tested:
            yield f"{clause}: no test is marked with it"


def unknown_marks(root: Path) -> Iterator[str]:
    known = clauses(root)
    for mark in marks(root):
        if mark.clause not in known:
            yield f"{mark}: marks {mark.clause}, which no page has"


def unexplained_rulings(root: Path) -> Iterator[str]:
    rulings = {c for game in pages(root).values() for page in game.values() for c in page.rulings}
    for path in ruling_pages(root):
        explained = CLAUSE.findall(path.read_text(encoding="utf-8")) if path.exists() else []
        for clause in sorted(rulings.difference(explained), key=natural):
            yield f"{clause}: a ruling that docs/{path.name} does not mention"


def ruling_differences(root: Path) -> Iterator[str]:
    """Both languages explain the same clauses in the same order, in as many headings, paragraphs, items and rows."""
    english, french = (outline(path) for path in ruling_pages(root))
    for one, other in zip_longest(english, french, fillvalue="nothing"):
        if one != other:
            yield f"docs/rulings.fr.md: {other!r} stands where docs/rulings.md has {one!r}"
            return


def ruling_pages(root: Path) -> tuple[Path, Path]:
    return root / "docs" / "rulings.md", root / "docs" / "rulings.fr.md"


def outline(path: Path) -> list[str]:
    """What each block of a page is, without its words: a heading, a list item, a row or a paragraph, and the clauses it opens with."""
    blocks = re.split(r"\n\n|\n(?=[-|#])", path.read_text(encoding="utf-8").strip()) if path.exists() else []
    found = []
    for block in blocks:
        [(kind, said)] = re.findall(r"\A(#+|[-|]|)\s?(.*)", block.lstrip("\n"), re.DOTALL)
        opening = re.match(r"\**((?:[A-Z]{2}-\d+(?:, )?)*)", said)
        found.append(f"{kind} {opening[1] if opening else ''}".strip())
    return found


def unknown_citations(root: Path) -> Iterator[str]:
    """Clauses in the strings of the law: a string that is one, or mentions one with a prefix that a page uses."""
    known = clauses(root)
    prefixes = {clause.split("-")[0] for clause in known}
    for folder in LAWFUL:
        for path, tree in modules(root / "src" / "muscade" / folder):
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    for clause in CLAUSE.findall(node.value):
                        cited = clause == node.value or clause.split("-")[0] in prefixes
                        if cited and clause not in known:
                            where = Citation(clause, path.relative_to(root), node.lineno)
                            yield f"{where}: cites {clause}, which no page has"


def marks(root: Path) -> Iterator[Citation]:
    """Every pytest.mark.clause(...) under tests: on a test, a class, a pytestmark or a parameter set."""
    for path, tree in modules(root / "tests", mentioning="clause"):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            # The name first: writing out what is called takes far longer than to see that it is called otherwise.
            if node.func.attr == "clause" and ast.unparse(node.func).endswith("mark.clause"):
                for argument in node.args:
                    yield Citation(ast.unparse(argument).strip("'"), path.relative_to(root), argument.lineno)


def modules(folder: Path, mentioning: str = "") -> Iterator[tuple[Path, ast.Module]]:
    """Those that have such a word somewhere."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if mentioning in text:
            yield path, ast.parse(text, str(path))


def natural(clause: str) -> tuple[str, int]:
    prefix, number = clause.split("-")
    return prefix, int(number)
