"""Numbers that stand in two places stand there alike: defs, house rules and the rule page."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from lycee_core import deck, defs
from lycee_core.opcodes import HOUSE, D

ROOT = Path(__file__).parents[2]
PXD = (ROOT / "lycee_core" / "defs.pxd").read_text(encoding="utf-8")
STATE_PXD = (ROOT / "lycee_core" / "state.pxd").read_text(encoding="utf-8")
HOUSE_PXD = (ROOT / "lycee_core" / "house.pxd").read_text(encoding="utf-8")
RULES = (ROOT / "spec" / "rules.md").read_text(encoding="utf-8")
CONSTANT = re.compile(r"^    ([A-Z][A-Z0-9_]*) = (0x[0-9A-Fa-f]+|\d+)", re.MULTILINE)
APPENDIX_A = {
    match[1]: int(match[2])
    for match in re.finditer(r"^\| `([A-Z_]+)` \| (\d+) \| R\d+\.\d+ \|", RULES, re.MULTILINE)
}
# What Python calls otherwise than the core.
OTHER_NAMES = {"CHANCE": "CHANCE_SEAT", "NOBODY": "NOBODY_SEAT", "UNKNOWN": "UNKNOWN_CARD"}
PYTHON_ONLY = {"LEGAL", "ILLEGAL", "UNREFUTED"}  # the three answers of `check`


def python_numbers() -> dict[str, int]:
    """Every number of `defs.py` under the name that `defs.pxd` gives it."""
    found = {}
    for name, value in vars(defs).items():
        if not name.isupper() or not isinstance(value, int) or name in PYTHON_ONLY:
            continue
        if name in OTHER_NAMES:
            found[OTHER_NAMES[name]] = value
        elif name in ("OWNER", "OPPONENT", "BOTH"):
            found[f"AUDIENCE_{name}"] = value
        elif name in defs.PENDING_NAMES.values():
            found[f"P_{name}"] = value
        else:
            found[name] = value
    return found


def test_the_numbers_of_python_are_those_of_the_core() -> None:
    numbers = python_numbers()
    assert len(numbers) > 60
    assert {name: getattr(D, name) for name in numbers} == numbers


@pytest.mark.parametrize("prefix", ["ZONE_", "CODE_", "ACT_", "P_", "AUDIENCE_"])
def test_every_number_that_callers_see_is_in_python(prefix: str) -> None:
    numbers = python_numbers()
    wanted = [name for name, _ in CONSTANT.findall(PXD) if name.startswith(prefix)]
    assert [name for name in wanted if name not in numbers] == []


def words(prefix: str) -> list[str]:
    """The words behind a prefix in the order of `defs.pxd`, as people read them."""
    return [
        name.removeprefix(prefix).lower()
        for name, _ in CONSTANT.findall(PXD)
        if name.startswith(prefix)
    ]


def test_the_words_of_events_are_those_of_the_core() -> None:
    assert list(defs.EVENT_NAMES.values()) == words("EV_")
    assert list(defs.EVENT_NAMES) == [
        int(value) for name, value in CONSTANT.findall(PXD) if name.startswith("EV_")
    ]


def test_the_words_of_declarations_phases_and_endings_are_those_of_the_core() -> None:
    assert list(defs.LINK_NAMES) == words("LK_")
    assert list(defs.PHASES) == words("PH_")
    assert [word.replace("-", "_") or "none" for word in defs.TERMINATIONS] == words("END_")
    assert [word.lower().replace(" ", "_") for word in defs.BASICS] == words("B_")


def test_the_words_of_lasting_facts_are_those_of_the_core() -> None:
    assert list(defs.BECOMES) == words("BECOME_")
    assert list(defs.RULED) == words("RULED_")
    assert list(defs.WHATS) == words("WHAT_")


def test_no_number_of_a_group_is_used_twice() -> None:
    groups: dict[str, list[int]] = {}
    for name, value in CONSTANT.findall(PXD):
        groups.setdefault(name.split("_")[0], []).append(int(value, 0))
    for prefix in ("ZONE", "P", "EV", "O", "X", "ACT", "LK", "REF", "B"):
        assert len(groups[prefix]) == len(set(groups[prefix])), prefix


def test_the_house_rules_of_the_core_are_those_of_the_page() -> None:
    # Appendix A: name and value of every constant that the core reads.
    core = {name: int(value, 0) for name, value in CONSTANT.findall(HOUSE_PXD)}
    assert core
    assert {name: APPENDIX_A.get(name) for name in core} == core


def test_what_a_public_limit_lets_in_has_room_in_the_state() -> None:
    # R7.30, R7.32, R14.13, R15.3: a limit beyond its table would write over what lies behind it.
    room = {name: int(value, 0) for name, value in CONSTANT.findall(STATE_PXD)}
    limits = {name: int(value, 0) for name, value in CONSTANT.findall(HOUSE_PXD)}
    tables = ("MODIFIER", "WATCHER", "TRIGGER", "PILE", "COUNTER")
    assert {name: room[f"N_{name}S"] for name in tables} == {
        name: limits[f"{name}_LIMIT"] for name in tables
    }
    assert room["N_LINKS"] == limits["CHAIN_LIMIT"]


def test_every_house_rule_of_the_text_is_in_the_appendix() -> None:
    text = RULES.partition("## Appendix A")[0]
    named = dict(re.findall(r"`([A-Z][A-Z_]+) = (-?\d+)`", text))
    assert {name: APPENDIX_A.get(name) for name in named} == {
        name: int(value) for name, value in named.items()
    }
    written = set(re.findall(r"`([A-Z][A-Z_]+)(?: = \d+)?`", text)) - {"NAME"}
    assert written <= set(APPENDIX_A)


def test_deck_lists_are_judged_by_the_house_rules() -> None:
    # R1.2, R1.3
    assert deck.DECK_SIZE == HOUSE.DECK_SIZE == 60
    assert HOUSE.COPIES == 4


def test_codes_of_cells_masks_and_numbers_do_not_overlap() -> None:
    # spec of decision codes: token, pass, yes, no, cell, mask, number, field, outside
    limits = [
        (0, defs.N_TOKENS),
        (defs.CODE_PASS, defs.CODE_NO + 1),
        (defs.CODE_CELL, defs.CODE_CELL + 12),
        (defs.CODE_MASK, defs.CODE_MASK + 64),
        (defs.CODE_NUMBER, defs.CODE_NUMBER + 52),
        (defs.CODE_FIELD, defs.CODE_FIELD + 12 * 32),
        (defs.CODE_OUTSIDE, defs.CODE_OUTSIDE + defs.N_TOKENS),
    ]
    assert all(a[1] <= b[0] for a, b in pairwise(limits))
    assert limits[-1][1] == defs.CODE_END
