"""The grammar of operations: each verb of the card language, what it acts on and what it takes.

Kinds are written as in `grammar`. Below: `grammar`; above: `operations`.
"""

from __future__ import annotations

from typing import NamedTuple

from lycee_core.grammar import ATTRIBUTE, OBJECT, ORIGINALS, PICKERS, VALUES


class Verb(NamedTuple):
    """What a verb takes and where it may stand."""

    object: str
    params: dict[str, str] = {}  # noqa: RUF012 - a table that nobody writes to
    can_last: bool = False  # takes `until`
    in_passive: bool = False
    required: tuple[str, ...] = ()


# Verbs that act on characters alone.
OF_CHARACTERS = frozenset(
    ("change", "set", "reset", "become", "tap", "untap", "skip_wake_up", "grant", "lose",
     "copy_basics", "move", "take_control", "keep", "down", "participant", "support")
)  # fmt: skip
COMMON = {"until": "duration", "seat": "seat", "by": PICKERS, "n": "number", "named": "name"}
LASTS, PASSIVE = True, True
_PAY = {"pay": "flag | amount"}
_WHOM = {
    "whom": OBJECT, "of": "declaration", "even_if": "*=tapped new not_adjacent",
    "against": OBJECT, "into": OBJECT, "if_unused": "operations",
}  # fmt: skip
_DOING = (
    "*=attack be_attacker defend battle support be_supported respond play use be_target be_changed "
    "be_moved leave_by_effect pay_tap move wake_up untap draw win_by pay enter equip copy_in_play"
)
_AMOUNTS = "amount | chosen"
OPERATIONS: dict[str, Verb] = {
    # values and state
    "change": Verb(OBJECT, dict.fromkeys(VALUES.split(), "amount"), LASTS, PASSIVE),
    "set": Verb(
        OBJECT,
        {
            **dict.fromkeys(f"{VALUES} {ORIGINALS}".split(), f"={VALUES} {ORIGINALS} | amount"),
            "exchange": "values",
        },
        LASTS,
        PASSIVE,
    ),
    "reset": Verb(OBJECT, {"values": "values"}),
    "tap": Verb(OBJECT),
    "untap": Verb(OBJECT),
    "skip_wake_up": Verb(OBJECT, {}, LASTS, PASSIVE),
    # cards between zones
    "draw": Verb("amount"),
    "mill": Verb("amount", {"from": "=top bottom"}),
    "discard": Verb(OBJECT),
    "return": Verb(OBJECT),
    "take": Verb(OBJECT, {"shown": "flag"}),
    "remove": Verb(OBJECT),
    "send": Verb(
        OBJECT,
        {
            "to": "=deck_top deck_bottom deck dust hand payment",
            "order": "=chosen public random",
        },
        required=("to",),
    ),
    "aside": Verb(OBJECT, {"face": "=up owner down"}),
    "pile": Verb(
        OBJECT,
        {
            "to": "text", "on": "ref", "under": "ref", "stays": "flag", "max": "amount",
            "face": "=up owner down",
        },
    ),
    # cells and control
    "move": Verb(OBJECT, {"to": "ref | selector", "with": "=area"}, required=("to",)),
    "swap": Verb("two"),
    "shift": Verb(OBJECT, {"by": "=rotate left right"}),
    "rearrange": Verb(OBJECT),
    "take_control": Verb(OBJECT, {"to": "ref | selector", "else": "operations"}, LASTS),
    # entries, items, areas
    "enter": Verb(
        OBJECT,
        {
            **_PAY, "to": "ref | selector", "free_cells": "flag", "without_conversion": "flag",
            "tapped": "flag", "as": "copy | text", "controller": "seat",
        },
    ),
    "equip": Verb(OBJECT, {**_PAY, "to": "ref | selector", "over_limit": "flag", "as": "text"}),
    "place_area": Verb(OBJECT, {**_PAY, "to": "ref | selector"}),
    "use": Verb(OBJECT, {**_PAY, "itself": "=dust removed hand deck_bottom | pile"}),
    # abilities and properties
    "grant": Verb(
        OBJECT,
        {"basic": "*basic", "ability": "=this | *ability", "label": "text"},
        LASTS,
        PASSIVE,
    ),
    "lose": Verb(
        OBJECT,
        {
            "basic": "=all | *basic_name", "special": "=all one passive this", "label": "text",
        },
        LASTS,
        PASSIVE,
    ),
    "copy_basics": Verb(
        OBJECT, {"from": "ref", "without_duplicates": "flag"}, LASTS, PASSIVE, ("from",)
    ),
    "become": Verb(
        OBJECT,
        {
            "attribute": ATTRIBUTE, "sex": "=f m none | same_as | chosen",
            "name": "text | same_as | chosen", "title": "text | chosen",
            "type": "=character event_card item area | chosen", "new": "flag",
        },
        LASTS,
        PASSIVE,
    ),
    # battle
    "halt_battle": Verb("true"),
    "start_battle": Verb("fight"),
    "keep": Verb(OBJECT, {"against": OBJECT, "cause": "cause"}, LASTS, PASSIVE),
    "down": Verb(OBJECT, {}, LASTS, PASSIVE),
    "damage": Verb(
        "=battle | ref | selector",
        {"add": "amount", "set": "amount", "also_to": "seat"},
        LASTS,
        PASSIVE,
    ),
    "participant": Verb(
        OBJECT, {"role": "=attacker defender", "battle": "=this next"}, required=("role",)
    ),
    "support": Verb(
        OBJECT, {"even_if": "*=tapped not_adjacent itself", "supported": "ref | selector"}
    ),
    "support_rule": Verb(
        OBJECT,
        {
            "to": "=ap dp both choose reversed", "given": "flag", "received": "flag",
            "reach": "=any neighbours same_item", "also": OBJECT, "free": "flag",
            "void": "flag", "give_to": "ref | selector", "against": OBJECT,
        },
        LASTS,
        PASSIVE,
    ),
    "require": Verb("*=attack defend", _WHOM, LASTS, PASSIVE),
    "forbid": Verb(_DOING, _WHOM, LASTS, PASSIVE),
    "permit": Verb(
        _DOING,
        {**_WHOM, "free": "flag", "from": "*zone", "n": "number", "over_limit": "flag",
         "free_cells": "flag", "column": "=any same other"},
        LASTS,
        PASSIVE,
    ),
    # the chain and payment
    "cancel": Verb(OBJECT, {"its_card": "=dust removed hand"}),
    "void_payment": Verb(OBJECT, {"to": "=dust removed hand deck_bottom"}),
    "retarget": Verb(OBJECT),
    "pay": Verb("cost_of | cost"),
    "points": Verb(
        "amount",
        {
            "attributes": "*=snow moon flower space sun any one own | of",
            "only_for": "*=entry event_card special basic item area this_card",
        },
    ),
    "rider": Verb(
        "=declaration paid | ref",
        {
            "after": "operations",
            "paid_cards_to": "=removed hand deck_top deck_bottom dust | pile",
            "paid_as": "paid_as",
        },
    ),
    "cost_change": Verb(
        "declaration",
        {"add": "points", "less": "points", "free": "flag", "min": "int"},
        LASTS,
        PASSIVE,
    ),
    "ex_change": Verb(OBJECT, {"add": "amount", "set": "amount"}, LASTS, PASSIVE),
    "itself": Verb("=removed hand deck_bottom deck_top | pile"),
    # knowing
    "look": Verb(OBJECT),
    "reveal": Verb("=hand | *ref | selector"),
    "search": Verb(
        "selector",
        {"shown": "flag", "to": "zone | ref"},
        required=("to",),
    ),
    "arrange": Verb(OBJECT, {"to_bottom": "number", "to_top": "number"}),
    "shuffle": Verb("=deck | pile"),
    "name": Verb(
        "=card_name type attribute number row sex column", {"range": "range", "of": "*text"}
    ),
    # time and memory
    "later": Verb("event", {"do": "operations"}, LASTS, required=("do",)),
    "watch": Verb("event", {"do": "operations"}, LASTS, required=("do",)),
    "remember": Verb("amount | selector | ref", {"as": "text"}, required=("as",)),
    # rules for seats and cards
    "hand_limit": Verb("moment | amount", {}, LASTS, PASSIVE),
    "warm_up": Verb("moment | amount", {}, LASTS, PASSIVE),
    "damage_to_deck": Verb(
        "=none | moment | amount", {"what": OBJECT}, LASTS, PASSIVE
    ),
    "adjacent": Verb(OBJECT, {"to": OBJECT}, LASTS, PASSIVE),
    "lose_game": Verb("seat"),
    "win_game": Verb("seat"),
    # flow
    "choose": Verb("name", {"from": "selector | *ref"}, required=("from",)),
    "if": Verb("conditions", {"then": "operations", "else": "operations"}),
    "may": Verb("operations", {"else": "operations"}),
    "when_done": Verb("operations", {"else": "operations"}),
    "one_of": Verb("modes", {"once_per": "=game turn battle"}),
    "each": Verb(OBJECT, {"as": "name", "do": "operations"}, required=("do",)),
    "each_seat": Verb("operations"),
    "repeat": Verb("amount", {"do": "operations"}, required=("do",)),
}  # fmt: skip
BLOCKS = frozenset(("if", "may", "when_done", "one_of", "each", "each_seat", "repeat", "later",
                    "watch"))  # fmt: skip
