"""Rules pages, rulings, tests and code agree on the clauses; and the check fails when they do not."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.law import traceability as law

ROOT = Path(__file__).parents[2]
CHECKS = [
    law.language_differences,
    law.numbering_faults,
    law.untested_clauses,
    law.unknown_marks,
    law.unexplained_rulings,
    law.ruling_differences,
    law.unknown_citations,
]
Check = Callable[[Path], Iterator[str]]

# A small house in which everything is in order. Every case below spoils one file of it.
SOUND = {
    "docs/rules/tag.en.md": "**TG-1** Run.\n\n- **TG-2** [R] Touch.\n1. **TG-3** Swap, see **TG-1** above.\n",
    "docs/rules/tag.fr.md": "# Chat\n\n**TG-1** Courir.\n\n**TG-2** [R] Toucher.\n\n**TG-3** Échanger.\n",
    "docs/rulings.md": "## Tag\n\n- **TG-2** A touch is a touch.\n- **TG-3** Both run.\n",
    "docs/rulings.fr.md": "## Chat\n\n- **TG-2** Touché, c’est touché.\n- **TG-3** Les deux courent.\n",
    "src/muscade/games/tag/rules.py": 'def touch():\n    """UTF-8, TG-2."""\n    raise IllegalMove("TG-2")\n',
    "src/muscade/board/lawn.py": 'def touch_line():\n    """TG-3."""\n',
    "tests/tag/test_tag.py": (
        "import pytest\n"
        'pytestmark = [pytest.mark.clause("TG-1")]\n'
        'TEXT = "pytest.mark.clause(TG-7)"\n'
        '@pytest.mark.clause("TG-2")\nclass TestTag:\n'
        '    @pytest.mark.clause("TG-1", "TG-3")\n    def test_it(self): ...\n'
    ),
}
CASES: list[tuple[Check, str, str, str, list[str]]] = [
    (
        law.language_differences,
        "docs/rules/tag.fr.md",
        "**TG-3** Échanger.",
        "Échanger.",
        ["TG-3: in tag.en.md, not in tag.fr.md"],
    ),
    (
        law.language_differences,
        "docs/rules/tag.en.md",
        "**TG-2** [R]",
        "**TG-2**",
        ["TG-2: [R] in tag.fr.md, not in tag.en.md"],
    ),
    (
        law.numbering_faults,
        "docs/rules/tag.en.md",
        "**TG-2**",
        "**TG-1**",
        ["tag.en.md: TG-1 stands where TG-2 should"],
    ),
    (
        law.numbering_faults,
        "docs/rules/tag.fr.md",
        "**TG-",
        "**tg-",
        ["tag.fr.md: has no clauses"],
    ),
    (
        law.untested_clauses,
        "tests/tag/test_tag.py",
        '"TG-1", "TG-3"',
        '"TG-1"',
        ["TG-3: no test is marked with it"],
    ),
    (
        law.unknown_marks,
        "tests/tag/test_tag.py",
        '"TG-1", "TG-3"',
        '"TG-3", "TG-9", NAME',
        [
            "tests/tag/test_tag.py:6: marks TG-9, which no page has",
            "tests/tag/test_tag.py:6: marks NAME, which no page has",
        ],
    ),
    (
        law.unexplained_rulings,
        "docs/rulings.md",
        "TG-2",
        "TG-21",
        ["TG-2: a ruling that docs/rulings.md does not mention"],
    ),
    (
        law.ruling_differences,
        "docs/rulings.fr.md",
        "- **TG-2** Touché, c’est touché.\n",
        "",
        ["docs/rulings.fr.md: '- TG-3' stands where docs/rulings.md has '- TG-2'"],
    ),
    (
        law.ruling_differences,
        "docs/rulings.fr.md",
        "courent.\n",
        "courent.\n\nEt c’est tout.\n",
        ["docs/rulings.fr.md: '' stands where docs/rulings.md has 'nothing'"],
    ),
    (
        law.unknown_citations,
        "src/muscade/games/tag/rules.py",
        'IllegalMove("TG-2")',
        'IllegalMove("GT-2", f"see TG-4")',
        [
            "src/muscade/games/tag/rules.py:3: cites GT-2, which no page has",
            "src/muscade/games/tag/rules.py:3: cites TG-4, which no page has",
        ],
    ),
    (
        law.unknown_citations,
        "src/muscade/board/lawn.py",
        "TG-3",
        "TG-5",
        ["src/muscade/board/lawn.py:2: cites TG-5, which no page has"],
    ),
]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in SOUND.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def name_of(check: object) -> str | None:
    return getattr(check, "__name__", None)


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_this_project(check: Check) -> None:
    problems = list(check(ROOT))
    assert not problems, "\n".join(problems)


def test_there_are_pages_to_check() -> None:
    assert {"pass-pass", "over-pass-board"} <= law.pages(ROOT).keys()


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_a_sound_house_passes(check: Check, house: Path) -> None:
    assert list(check(house)) == []


@pytest.mark.parametrize(("check", "file", "old", "new", "problems"), CASES)
def test_a_fault_is_named(
    check: Check, file: str, old: str, new: str, problems: list[str], house: Path
) -> None:
    assert old in SOUND[file]
    (house / file).write_text(SOUND[file].replace(old, new), encoding="utf-8")
    assert list(check(house)) == problems


def test_a_page_without_its_other_language(house: Path) -> None:
    (house / "docs/rules/tag.fr.md").unlink()
    assert list(law.language_differences(house)) == ["tag: no page in fr"]


def test_two_games_with_one_prefix(house: Path) -> None:
    (house / "docs/rules/zap.en.md").write_text("**TG-1** Zap.\n", encoding="utf-8")
    assert list(law.numbering_faults(house)) == ["zap.en.md: TG already belongs to tag"]


def test_a_house_without_rulings(house: Path) -> None:
    (house / "docs/rulings.md").unlink()
    assert list(law.unexplained_rulings(house)) == ["TG-2: a ruling that docs/rulings.md does not mention"]
