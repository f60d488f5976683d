"""What texts of cards become, for tests that read it: tables, programs, expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.loader import load_text
from lycee_core.opcodes import D
from lycee_core.program import compile_cards

if TYPE_CHECKING:
    from lycee_core.codes import Ins
    from lycee_core.rows import AbilityRow, Tables

CHARACTER = """\
[[card]]
number = "CH-9901"
name = { en = "Test Pilot" }
type = "character"
attributes = ["snow", "sun"]
cost = "SN*"
ex = 2
ap = 3
dp = 2
sp = 1
sex = "f"
cells = "-C-/LCR"
"""
ITEM = """\
[[card]]
number = "IT-9901"
name = { en = "Test Item" }
type = "item"
attributes = []
cost = "*"
ex = 1
"""


def compiled(text: str) -> Tables:
    return compile_cards(load_text(text, source="f.toml"))


def activated(effect: str, more: str = "") -> tuple[Tables, AbilityRow]:
    head = f'\n[[card.ability]]\nkind = "activated"\ncost = {{}}\n{more}'
    tables = compiled(f"{CHARACTER}{head}effect = [{effect}]\n")
    return tables, tables.abilities[0]


def program(tables: Tables, start: int) -> list[Ins]:
    """The instructions of an effect, with places counted from its start."""
    found = []
    for ins in tables.code[start:]:
        if ins.op in (D.O_MAY, D.O_JUMP, D.O_EACH):
            ins = ins._replace(x=ins.x - start)
        if ins.op == D.O_UNLESS:
            ins = ins._replace(y=ins.y - start)
        found.append(ins)
        if ins.op == D.O_END:
            return found
    raise AssertionError(start)


def expression(tables: Tables, start: int) -> list[Ins]:
    end = start
    while tables.code[end].op != D.X_END:
        end += 1
    return list(tables.code[start:end])


def value(tables: Tables, start: int) -> int:
    (ins,) = expression(tables, start)
    assert ins.op == D.X_LIT
    return ins.x
