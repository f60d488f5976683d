"""spec/cards.md keeps its word: every example compiles, every built word stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lycee_core import grammar
from lycee_core.built import BUILT
from lycee_core.grammar_verbs import OPERATIONS
from lycee_core.loader import load_text
from lycee_core.program import compile_cards

PAGE = (Path(__file__).parents[2] / "spec" / "cards.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml (card|ability|effect)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
CHARACTER = """\
[[card]]
number = "CH-9901"
name = { en = "Test Pilot" }
type = "character"
attributes = ["snow"]
cost = "S"
ex = 1
ap = 1
dp = 1
sp = 1
sex = "f"
cells = "LCR/LCR"

[[card.ability]]
"""
HEADS = {"card": "", "ability": CHARACTER, "effect": CHARACTER + 'kind = "activated"\ncost = {}\n'}


@pytest.mark.parametrize(("kind", "text"), BLOCKS, ids=[f"example {n}" for n in range(len(BLOCKS))])
def test_an_example_compiles(kind: str, text: str) -> None:
    tables = compile_cards(load_text(HEADS[kind] + text, source="spec/cards.md"))
    assert [number for number in tables.numbers if "/" not in number] == [tables.numbers[0]]


def test_there_are_examples_of_every_kind() -> None:
    assert {kind for kind, _ in BLOCKS} == set(HEADS)


@pytest.mark.parametrize(
    "family",
    ["verb", "event", "condition", "amount", "duration", "seat", "selector keys", "cost keys",
     "ability keys", "card keys", "selector.zone", "selector.type", "ability.kind"],
)  # fmt: skip
def test_every_built_word_is_on_the_page(family: str) -> None:
    page = PAGE.replace("target.NAME", "target")
    missing = {
        word for word in BUILT[family] if not re.search(rf"`[^`\n]*\b{word}\b[^`\n]*`", page)
    }
    assert missing == set()


def test_every_basic_ability_is_on_the_page() -> None:
    assert all(re.search(rf"\b{name}\b", PAGE) for name in grammar.BASICS)


def test_every_operation_that_is_not_built_is_listed_as_such() -> None:
    last = PAGE[PAGE.index("## 14") :]
    listed = set(re.findall(r"`(\w+)`", last))
    assert set(OPERATIONS) - BUILT["verb"] <= listed
    assert BUILT["verb"] & listed == set()
