"""spec/notation.md keeps its word: its tables and its example are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from lycee_core import defs
from lycee_core.notation import codes_of, describe_decision
from lycee_core.wording import COUNTED, QUESTIONS, VERBS

PAGE = (Path(__file__).parents[2] / "spec" / "notation.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.*?) \|$", PAGE, re.MULTILINE)
CELLS = [row.split(" | ") for row in ROWS]


def test_the_kinds_of_the_page_are_those_of_the_engine() -> None:
    kinds = {row[0]: int(row[1]) for row in CELLS if len(row) == 4 and row[1].isdigit()}
    decisions = {n for n in defs.PENDING_NAMES if 0 < n < defs.SHUFFLE}
    assert kinds == {defs.PENDING_NAMES[n]: n for n in decisions}
    for n in QUESTIONS:
        assert defs.PENDING_NAMES[n] in PAGE


def test_the_ranges_of_codes_are_those_of_the_engine() -> None:
    starts = {
        row[1]: int(row[0].split()[0]) for row in CELLS if re.match(r"\d+( to \d+)?$", row[0])
    }
    assert starts["token"] == 0
    assert starts["PASS"] == defs.CODE_PASS
    assert (starts["YES"], starts["NO"]) == (defs.CODE_YES, defs.CODE_NO)
    assert starts["cell"] == defs.CODE_CELL
    assert starts["mask"] == defs.CODE_MASK
    assert starts["number"] == defs.CODE_NUMBER
    assert starts["field"] == defs.CODE_FIELD
    assert starts["outside"] == defs.CODE_OUTSIDE


def test_the_example_of_bytes_is_the_line_it_says() -> None:
    found = re.search(r"Example: `([0-9a-f ]+)` is ([\d, ]+): ", PAGE)
    assert found is not None
    codes = [int(code) for code in found[2].split(", ")]
    assert codes_of(bytes.fromhex(found[1])) == codes
    assert describe_decision(codes[1]) == "cell AFC of seat 1"


def test_every_verb_stands_on_the_page() -> None:
    for verb in (*VERBS, *COUNTED.values(), "enter", "use", "declare", "ability", "arrange"):
        assert f"`{verb} " in PAGE
