"""A comment that cites a rule or a section of the protocol cites one that exists.

`R6.12` is a rule of spec/rules.md, `P` before a number a section of spec/protocol.md. A number is
defined where it opens a line, whatever mark stands before it; a mention in a sentence does not
count. A heading may leave the letter out: `## 4.3` defines the section as well.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("lycee_core", "lycee_net", "cli", "tests", "spec")
SUFFIXES = {".py", ".pyi", ".pyx", ".pxd", ".pxi", ".toml", ".md"}
RULE = r"R\d+\.\d+"
SECTION = r"P\d+(?:\.\d+)*"


def cited(pattern: str) -> dict[str, str]:
    """Every number that matches, with the first file that cites it."""
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path != Path(__file__):
                for number in re.findall(rf"\b{pattern}\b", path.read_text(encoding="utf-8")):
                    found.setdefault(number, str(path.relative_to(ROOT)))
    return found


def defined(pattern: str, text: str) -> set[str]:
    """The numbers a page defines: those that open a line, a table row or a heading."""
    written = re.findall(rf"^[\s>#*|`\-\[(]*({pattern})\b", text, re.MULTILINE)
    bare = re.findall(r"^#+ (\d+(?:\.\d+)*)\b", text, re.MULTILINE)
    return {*written, *(pattern[0] + number for number in bare)}


@pytest.mark.parametrize(
    ("page", "pattern"),
    [
        pytest.param("spec/rules.md", RULE, id="rules"),
        pytest.param("spec/protocol.md", SECTION, id="protocol"),
    ],
)
def test_every_number_cited_is_defined(page: str, pattern: str) -> None:
    path = ROOT / page
    if not path.exists():  # a page that is still to be written defines nothing yet
        return
    numbers = defined(pattern, path.read_text(encoding="utf-8"))
    missing = {number: file for number, file in cited(pattern).items() if number not in numbers}
    assert missing == {}


def test_only_a_number_that_opens_a_line_is_a_definition() -> None:
    page = "## R9.1 Title\n- **R9.2** A rule, see R9.3.\n| R9.4 | row |\n### 9.5 Title\n"
    assert defined(RULE, page) == {"R9.1", "R9.2", "R9.4", "R9.5"}
