"""What an expression is compiled to: instructions, rows of selectors, the words that have numbers.

Below: `opcodes`; above: `references` and everything that compiles.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from lycee_core.opcodes import D

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 16  # of the stack an expression runs on
SEXES = {"none": 0, "f": 1, "m": 2}
CELL_COLUMNS = {"left": 1, "centre": 2, "right": 4}
VALUE_WORDS = (
    "ap", "dp", "sp", "ex", "cost", "original_ap", "original_dp", "original_sp", "attributes",
    "basics", "original_cost", "original_ex", "items",
)  # fmt: skip
SIDES = {"own": D.SIDE_OWN, "enemy": D.SIDE_ENEMY, "any": D.SIDE_ANY, "each": D.SIDE_ANY}
SEATS = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
COMPARES = {
    "lt": D.X_LT, "le": D.X_LE, "eq": D.X_EQ, "ne": D.X_NE, "ge": D.X_GE, "gt": D.X_GT,
}  # fmt: skip
ARITHMETIC = {
    "add": D.X_ADD, "sub": D.X_SUB, "times": D.X_MUL, "div": D.X_DIV, "min": D.X_MIN,
    "max": D.X_MAX,
}  # fmt: skip
BATTLES = {
    "none": 0, "any": 1, "self": 2, "own": 3, "bearer": 4, "here": 4, "adjacent": 5, "column": 6,
}  # fmt: skip
FOLDS = {"sum": D.FOLD_SUM, "highest": D.FOLD_HIGHEST, "lowest": D.FOLD_LOWEST}
AHEAD = {"column": D.AHEAD_COLUMN, "nearest": D.AHEAD_NEAREST, "ahead_left": D.AHEAD_LEFT,
         "ahead_right": D.AHEAD_RIGHT}  # fmt: skip
DISTINCT = ("name", "row", "column", "attribute", "number", "type", *(
    word for _, word in sorted((D.named("VAL_", word), word) for word in VALUE_WORDS)
))  # fmt: skip
LINES = {"row": D.SZ_ROWS, "column": D.SZ_COLUMNS, "seat": D.SZ_SEATS}
CHOSEN = {"name": D.CHOSEN_NAME, "type": D.CHOSEN_TYPE, "attribute": D.CHOSEN_ATTRIBUTE,
          "row": D.CHOSEN_ROW, "column": D.CHOSEN_COLUMN, "sex": D.CHOSEN_SEX,
          "title": D.CHOSEN_TITLE}  # fmt: skip
# Zones as `State.place` has them; where a card was declared from.
FROM_ZONES = {
    "hand": (D.ZONE_HAND,), "field": (D.ZONE_FIELD, D.ZONE_ITEM, D.ZONE_AREA),
    "deck": (D.ZONE_DECK,), "deck_top": (D.ZONE_DECK,), "deck_bottom": (D.ZONE_DECK,),
    "dust": (D.ZONE_DUST,), "removed": (D.ZONE_REMOVED,), "payment": (D.ZONE_PAYMENT,),
    "chain": (D.ZONE_CHAIN,), "aside": (D.ZONE_ASIDE,), "held": (D.ZONE_HELD,),
    "pile": (D.ZONE_PILE,),
}  # fmt: skip
LINK_KINDS = {
    "entry": (D.LK_ENTRY, D.LK_CONVERSION), "event_card": (D.LK_EVENT_CARD,), "item": (D.LK_ITEM,),
    "area": (D.LK_AREA,), "special": (D.LK_SPECIAL,), "basic": (D.LK_BASIC,),
    "attack": (D.LK_ATTACK,), "support": (D.LK_SUPPORT,), "conversion": (D.LK_CONVERSION,),
    "payment": (D.IS_PAYMENT,), "tax": (D.IS_TAX,), "downed": (D.IS_DOWNED,),
}  # fmt: skip
# Shared by both seats, so a side must be named to matter.
ONE_ZONE = ("field", "chain", "payment", "held", "aside")
MAX_PILES = 255


class Ins(NamedTuple):
    """One instruction, as `program.pxd` lays it out."""

    op: int
    a: int = 0
    b: int = 0
    c: int = 0
    x: int = 0
    y: int = 0


Code = tuple[Ins, ...]


class SelectorRow(NamedTuple):
    """One compiled selector, as `program.pxd` lays it out."""

    zone: int
    side: int
    types: int
    n_kind: int
    n: int
    by: int
    filter: int
    amount: int
    depth: int
    zones: int = 0  # several zones, as a mask
    pile: int = 0  # number of a pile, or the register of SZ_REGISTER
    of: int = 0  # 1 + the reference whose cards are meant
    distinct: int = 0  # mask of what no two of those picked may share
    total: int = 0  # place of bounds on the sum of a value over those picked
    most: int = 0  # place of the upper ones of these bounds
    best: int = 0  # only those with the highest (1 + VAL_*) or lowest (65 + VAL_*) value
    follow: int = 0  # 1: a name for what it picks holds wherever that goes


class Registers(NamedTuple):
    """What the registers of an ability hold where an expression stands in it."""

    names: Mapping[str, int]
    it: int | None


NO_REGISTERS = Registers({}, None)


def normal(name: str) -> str:
    """Bring a name into the form in which names are compared (R12.1)."""
    text = unicodedata.normalize("NFKC", name).partition("※")[0]
    return "".join(text.split())


def check_stack(code: Code) -> None:
    """Make sure that an expression fits the stack it will run on."""
    depth = 0
    for ins in code:
        if D.X_ADD <= ins.op <= D.X_OR:
            depth -= 1
        elif ins.op != D.X_NOT:
            depth += 1
        assert 0 < depth <= MAX_DEPTH, (depth, code)
