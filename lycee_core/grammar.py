"""The whole card language as data: which words there are, what each takes, which are built.

A word takes a *kind*: alternatives with ` | ` between them. An alternative is the name of a kind in
`KINDS`, or `=a b c` for one of these words; a leading `*` means one or a list of them.
`BUILT` lists what the engine carries out today; anything else of the language is refused by name,
so later work adds a word there and its code, and never a second grammar. Above: `reader`.
"""

from __future__ import annotations

from typing import NamedTuple

# What the messages of the loader call each kind.
KINDS: dict[str, str] = {
    "flag": "true or false",
    "true": "true",
    "int": "a whole number",
    "text": "a text",
    "name": "a new name",
    "amount": "an amount (a number, or a table such as { count = ... })",
    "amounts": "a list of amounts",
    "selector": "a selector (a table)",
    "filters": "filters (a table of selector keys)",
    "ref": 'a reference such as "self" or "$name"',
    "label": "a word that `label` gave",
    "seat": 'a seat such as "you" or "enemy"',
    "compare": "a number or a bound such as { le = 2 }",
    "same_as": "{ same_as = reference }",
    "chosen": '{ chosen = "name" }',
    "of": "{ of = reference }",
    "conditions": "a list of conditions",
    "condition": "a condition",
    "operations": "a list of operations",
    "modes": "a list of lists of operations",
    "cost": "a cost (a table)",
    "points": 'points such as "SS*" or "0"',
    "event": "{ event = ... }",
    "cause": "a cause such as { kind = ... }",
    "declaration": "a filter on declarations (a table)",
    "number": '1, { up_to = 2 }, "any", "all" or an amount',
    "duration": "a duration",
    "zone": "a zone",
    "pile": '"pile:NAME"',
    "basic": "a basic ability",
    "basic_name": "the name of a basic ability",
    "ability": "an ability (a table)",
    "did": 'such as { battled = "self" }',
    "entered": "{ before = ref } or { after = ref }",
    "depth": "{ top = 3 }, { bottom = 1 } or { above = ref }",
    "total": "such as { ex = { ge = 3 } }",
    "pair": "[reference, filters]",
    "comparison": '[amount, "<=", amount]',
    "two": "a list of two references or selectors",
    "values": "a list of value names",
    "moment": "such as { add = 1 } or { set = 0 }",
    "paid_as": 'such as { ex = 2, attributes = "any" }',
    "cost_of": "{ cost_of = reference }",
    "copy": "{ copy = reference }",
    "fight": "{ attacker = ..., defender = ... }",
    "range": "[lowest, highest]",
    "x": "true or { min = ..., max = ... }",
}

ATTRIBUTES = ("snow", "moon", "flower", "space", "sun")
LETTERS = "SMFLN*"  # points of each attribute, then of any
TYPES = ("character", "event_card", "item", "area")
SEXES = ("f", "m", "none")

BASICS = (
    "Dash", "Aggressive", "Step", "Side Step", "Order Step", "Jump", "Escape", "Side Attack",
    "Tax Trash", "Tax Wakeup", "Supporter", "Touch", "Attacker", "Defender", "Bonus", "Deck Bonus",
    "Penalty",
)  # fmt: skip
BASICS_WITH_COST = frozenset(
    ("Step", "Side Step", "Order Step", "Jump", "Escape", "Side Attack", "Touch", "Supporter",
     "Tax Trash", "Tax Wakeup")
)  # fmt: skip
BASICS_WITH_EFFECT = frozenset(("Bonus", "Deck Bonus", "Penalty"))

ABILITY_KINDS = ("activated", "triggered", "event_card", "passive", "as_cost", "replacement")
MAX_TARGETS, MAX_ABILITIES, MAX_BLOCKS = 4, 8, 3

ZONES = (
    "field", "hand", "deck", "deck_top", "deck_bottom", "dust", "removed", "payment", "chain",
    "aside", "held",
)  # fmt: skip
HIDDEN_ZONES = frozenset(("hand", "deck", "deck_top", "deck_bottom"))
PICKERS = "=you enemy owner controller turn_player random"
REFERENCES = (
    "self", "bearer", "here", "attacker", "defender", "battling_own", "battling_enemy", "supporter",
    "supported", "subject", "cause", "declaration", "paid", "it",
)  # fmt: skip
SEATS = ("you", "enemy", "turn_player")
SEAT_TABLES = {
    "controller_of": "ref",
    "owner_of": "ref",
    "most": "=hand deck dust removed field",
    "least": "=hand deck dust removed field",
}
VALUES = "ap dp sp"
ORIGINALS = "original_ap original_dp original_sp"
ALL_VALUES = f"{VALUES} {ORIGINALS} cost ex"
COMPARES = {"eq": "amount", "le": "amount", "ge": "amount", "lt": "amount", "gt": "amount",
            "ne": "amount"}  # fmt: skip
ATTRIBUTE = "*=snow moon flower space sun colourless | same_as | chosen"

# ------------------------------------------------------------------ selectors
SELECTOR: dict[str, str] = {
    "zone": "*zone",
    "side": "=own enemy any",
    "type": "*=character event_card item area cell row column declaration seat | chosen",
    "row": "*=AF DF same other | same_as | chosen",
    "column": "*=left centre right same other | same_as",
    "cell": "*=same other | same_as | selector",
    "column_has": "selector",
    "adjacent_to": "ref | selector",  # of cells or characters: next to one of them
    "in_front_of": "ref",
    "direction": "=nearest column ahead_left ahead_right",
    "behind": "ref",
    "empty": "flag",
    "has_area": "flag | selector",
    "attribute": ATTRIBUTE,
    "original_attribute": ATTRIBUTE,
    "pure": "=snow moon flower space sun | same_as | chosen",
    "multi": "flag",
    **dict.fromkeys((*ALL_VALUES.split(), "original_cost", "original_ex"), "compare"),
    "cost_has": "*=snow moon flower space sun",
    "highest": f"={ALL_VALUES}",
    "lowest": f"={ALL_VALUES}",
    "name": "*text | chosen",
    "name_has": "*text | chosen",
    "same_name_as": "ref",
    "title": "*text | chosen",
    "number": "*text",
    "sex": "*=f m none | same_as | chosen",
    "opposite_of": "ref",
    "tapped": "flag",
    "equipped": "flag | selector",
    "new": "flag",
    "conversion": "flag",
    "component": "ref | flag",
    "basic": "*basic_name | flag",
    "special": "flag | *=activated triggered passive as_cost replacement",
    "granted_by": "label | ref",
    "entered": "=this_turn | entered",
    "did": "*=attacked defended battled supported moved was_tapped used reached_dust paid | did",
    "owner": "=own enemy",
    "depth": "depth",
    "among": "*ref",
    "other_than": "*ref",
    "not": "selector",
    "any": "*selector",
    "n": "number",
    "by": PICKERS,
    "distinct": f"*=name row column attribute number type {ALL_VALUES}",
    "total": "total",
    "of": "ref",  # payment of this declaration, cards held by this one
    "follow": "flag",
}
NO_FILTER = frozenset(
    ("zone", "side", "n", "by", "owner", "depth", "among", "other_than", "of", "follow", "distinct")
)
CELL_KEYS = frozenset(("row", "column", "cell", "column_has", "adjacent_to", "in_front_of",
                       "direction", "behind"))  # fmt: skip
CARD_KEYS = frozenset(("attribute", "original_attribute", "pure", "multi", "cost", "ex",
                       "original_cost", "original_ex", "cost_has", "name", "name_has",
                       "same_name_as", "title", "number", "special", "granted_by"))  # fmt: skip
CHARACTER_KEYS = frozenset(("ap", "dp", "sp", "original_ap", "original_dp", "original_sp", "sex",
                            "opposite_of", "tapped", "new", "conversion", "component", "basic",
                            "entered"))  # fmt: skip
ANY_KEYS = NO_FILTER | {"type", "not", "any", "total", "highest", "lowest", "did"}
# A filter that no member of the type can match is a mistake of the author.
TYPE_KEYS: dict[str, frozenset[str]] = {
    "character": ANY_KEYS | CELL_KEYS | CARD_KEYS | CHARACTER_KEYS | {"equipped", "has_area"},
    "item": ANY_KEYS | CELL_KEYS | CARD_KEYS,
    "area": ANY_KEYS | CELL_KEYS | CARD_KEYS,
    "event_card": ANY_KEYS | CARD_KEYS,
    "cell": ANY_KEYS | CELL_KEYS | {"empty", "has_area"},
    "row": ANY_KEYS | CELL_KEYS | {"empty"},
    "column": ANY_KEYS | CELL_KEYS | {"empty"},
    "declaration": ANY_KEYS | CARD_KEYS | CHARACTER_KEYS | CELL_KEYS,
    "seat": ANY_KEYS,
}

# ------------------------------------------------------------------ amounts
AMOUNTS: dict[str, tuple[str, dict[str, str]]] = {
    "count": ("selector | *ref", {}),
    "value": (f"={ALL_VALUES} original_cost original_ex attributes basics items", {"of": "ref"}),
    "sum": (f"={ALL_VALUES}", {"over": "selector | *ref"}),
    "highest": (f"={ALL_VALUES}", {"over": "selector | *ref"}),
    "lowest": (f"={ALL_VALUES}", {"over": "selector | *ref"}),
    "size": ("=hand deck dust removed | pile", {"seat": "seat"}),
    "done": ("=cards", {}),
    "damage": ("=battle", {}),
    "uses": ("=turn battle game", {}),
    "happened": ("event", {"since": "=turn battle game"}),
    "event": ("=amount", {}),
    "clock": ("=turn", {}),
    "chosen": ("text", {}),
    "add": ("amounts", {}),
    "sub": ("amounts", {}),
    "times": ("amounts", {}),
    "div": ("amounts", {}),
    "min": ("amounts", {}),
    "max": ("amounts", {}),
}

# ------------------------------------------------------------------ conditions
CONDITIONS: dict[str, tuple[str, dict[str, str]]] = {
    "turn": ("=own enemy", {}),
    "battle": (
        "=none any self bearer here own adjacent column",
        {
            "role": "=attacker defender",
            "own": "filters",
            "against": "filters",
            "same_column": "flag",
            "undefended": "flag",
        },
    ),
    "responding": ("=none any | declaration", {}),
    "self": ("filters", {}),
    "is": ("pair", {}),
    "exists": ("selector", {}),
    "none": ("selector", {}),
    "compare": ("comparison", {}),
    "happened": ("event", {"since": "=turn battle game", "n": "compare"}),
    "done": ("flag | compare", {}),
    "chose": ("int | text", {}),
    "shows": ("filters", {}),
    "not": ("condition", {}),
    "any": ("conditions", {}),
}

DECLARATION_KINDS = (
    "=attack entry event_card special basic support item area payment downed tax conversion"
)
DECLARATION: dict[str, str] = {
    "kind": "*" + DECLARATION_KINDS,
    "from": "*zone",
    "into": "ref | selector",
    "targets": "ref | selector",
    "to_response": "flag",
    "ability": "*text",
    "basic_used": "*basic_name",
    **{key: kind for key, kind in SELECTOR.items() if key not in ("zone", "n", "by", "distinct")},
}

# ------------------------------------------------------------------ costs
COST: dict[str, str] = {
    "points": "points",
    "tap": "true",
    "tap_other": "selector",
    "leave": "=dust removed hand deck_bottom",
    "mill": "amount",
    "seat": "seat",
    "hand": "selector",
    "field": "selector",
    "item": "selector",
    "dust": "selector",
    "pile": "selector",
    "to": "=dust removed hand deck_top deck_bottom deck | pile",
    "x": "x",
}

# ------------------------------------------------------------------ events
WHOSE = {"whose": "=own enemy each"}
OBJECT = "*ref | selector"
AGAINST = {"against": OBJECT, "column": "=same other"}
CARD_EVENT = {"whose": "=own enemy each", "from": "*zone"}
CHAIN_EVENT = {"kind": "*" + DECLARATION_KINDS, "card": OBJECT, "side": "=own enemy any"}
NOTHING_MORE: dict[str, str] = {}
ITEM_EVENT = {"item": OBJECT, "to": "*zone"}
AREA_EVENT = {"into": OBJECT, "to": "*zone"}
SUPPORT_EVENT = {"supported": OBJECT}
USE_EVENT = {"side": "=own enemy any", "ability": "*text", "card": OBJECT}
EVENTS: dict[str, dict[str, str]] = {
    **dict.fromkeys(("turn_start", "wake_up", "warm_up", "main_start", "turn_end"), WHOSE),
    "entered": {"from": "*=hand dust deck conversion removed aside pile", "into": OBJECT},
    "left": {"to": "*zone", "from_cell": OBJECT},
    "moved": {"into": OBJECT, "from_cell": OBJECT},
    **dict.fromkeys(("control_changed", "tapped", "untapped"), NOTHING_MORE),
    **dict.fromkeys(("equipped", "item_left"), ITEM_EVENT),
    **dict.fromkeys(("area_placed", "area_left"), AREA_EVENT),
    **dict.fromkeys(
        ("attack_declared", "defender_named", "no_defender", "battle_started", "battles"), AGAINST
    ),
    **dict.fromkeys(("support_declared", "supported"), SUPPORT_EVENT),
    "supports_closed": {},
    "downed": AGAINST,
    "downs": AGAINST,
    "deck_damage": {"dealt": OBJECT, "taken": "seat", "amount": "compare"},
    "battle_ended": {**AGAINST, "halted": "flag", "survived": "flag"},
    **dict.fromkeys(("declared", "resolved", "cancelled"), CHAIN_EVENT),
    "targeted": CHAIN_EVENT,
    "basic_used": {"basic": "*basic_name", "side": "=own enemy any"},
    **dict.fromkeys(("special_used", "event_used"), USE_EVENT),
    **dict.fromkeys(
        ("reached_dust", "drawn", "milled", "discarded", "taken", "returned_to_deck"), CARD_EVENT
    ),
    "paid_with": CHAIN_EVENT,
    "state": {"is": "conditions"},
    "ability_lost": {"basic": "*basic_name"},
}
REPLACED = ("downed", "left", "reached_dust", "discarded", "tapped", "untapped", "drawn", "milled",
            "deck_damage", "cancelled", "supported", "entered")  # fmt: skip
EVENT_COMMON = {"what": OBJECT, "cause": "cause"}
CAUSE = {
    "side": "=own enemy any",
    "kind": "*=battle event_card special basic cost rule any",
    "card": OBJECT,
}

# ------------------------------------------------------------------ durations and limits
DURATIONS = (
    "battle_end", "turn_end", "own_turn_start", "own_turn_end", "enemy_turn_start",
    "enemy_turn_end", "wake_up", "warm_up", "used", "used_this_turn", "leaves", "moves",
    "source_leaves", "source_moves", "game_end",
)  # fmt: skip
LIMIT = {
    "n": "int",
    "per": "=turn battle game entry declaration",
    "each": "=target seat mode name",
    "after": "=lost_until_turn_end",
}


# ------------------------------------------------------------------ operations
class Verb(NamedTuple):
    """What a verb takes and where it may stand."""

    object: str
    params: dict[str, str] = {}  # noqa: RUF012 - a table that nobody writes to
    can_last: bool = False  # takes `until`
    in_passive: bool = False
    required: tuple[str, ...] = ()


# Events that are told while their card is still in play.
LEAVING = frozenset(("left", "item_left", "area_left", "downed", "downs"))
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

# ------------------------------------------------------------------ cards and abilities
CARD_FIELDS = {
    "number", "name", "key", "also", "titles", "type", "attributes", "cost", "ex", "ap", "dp", "sp",
    "sex", "cells", "house", "copies", "basic", "conversion", "put_on", "play_if", "alt_cost",
    "forms", "ability", "note",
}  # fmt: skip
CHARACTER_FIELDS = ("ap", "dp", "sp", "sex", "cells", "house", "basic", "conversion")
FORM_FIELDS = {"name", "type", "attributes", "cost", "ex", "ap", "dp", "sp", "sex", "cells",
               "basic", "ability"}  # fmt: skip
ABILITY: dict[str, str] = {
    "kind": "=activated triggered event_card passive as_cost replacement",
    "name": "text",
    "host": "=self bearer cell",
    "by": "=controller card_owner enemy either turn_player",
    "works_in": "=field hand dust any | pile",
    "cost": "cost",
    "when": "conditions",
    "on": "event",
    "limit": "limit",
    "if": "conditions",
    "target": "targets",
    "effect": "operations",
    "answerable": "flag",
    "may": "flag",
    "and_then": "=event",
}
ABILITY_ORDER = ("kind", "name", "host", "by", "works_in", "target", "cost", "on", "when", "limit",
                 "if", "may", "and_then", "answerable", "effect")  # fmt: skip
_ALWAYS = frozenset(("kind", "name", "host", "works_in", "limit", "if", "effect"))
ABILITY_KEYS: dict[str, frozenset[str]] = {
    "activated": _ALWAYS | {"by", "cost", "when", "target", "answerable"},
    "triggered": _ALWAYS | {"by", "on", "when", "target"},
    "event_card": _ALWAYS | {"when", "target", "answerable"},
    "passive": _ALWAYS,
    "as_cost": _ALWAYS | {"by", "cost", "when", "target"},
    "replacement": _ALWAYS | {"by", "on", "when", "may", "and_then"},
}

# ------------------------------------------------------------------ what is built today
Built = dict[str, frozenset[str]]

# A group that is not listed is built wholly. Groups: the words of a family (`verb`, `event`, `ref`
# ...), the keys of a table (`selector keys`, `verb:send keys`), the words that may stand at one key
# (`selector.zone`, `verb:send.to`; `verb:shuffle.shuffle` for the object of a verb).
_BUILT_WORDS: dict[str, str] = {
    "card keys": "number name key also titles type attributes cost ex ap dp sp sex cells house"
    " copies basic conversion put_on play_if alt_cost ability note forms",
    "ability keys": "kind name host by works_in cost when on limit if may and_then target effect"
    " answerable",
    "ability.kind": "activated triggered event_card passive as_cost replacement",
    "ability.host": "self bearer cell",
    "limit keys": "n per each after",
    "limit.per": "turn battle game entry declaration",
    "cost keys": "points tap tap_other leave mill seat hand field item dust pile to x",
    "cost.to": "dust removed hand deck_top deck_bottom deck pile",
    "cost.leave": "dust removed hand deck_bottom",
    "duration": "turn_end battle_end"
    " own_turn_start own_turn_end enemy_turn_start enemy_turn_end wake_up warm_up used"
    " used_this_turn leaves moves source_leaves source_moves game_end while",
    "event": "turn_start wake_up warm_up main_start turn_end entered left moved control_changed"
    " tapped untapped equipped item_left area_placed area_left attack_declared defender_named"
    " no_defender battle_started battles support_declared supported supports_closed downed downs"
    " deck_damage battle_ended declared resolved cancelled targeted basic_used special_used"
    " event_used reached_dust drawn milled discarded taken returned_to_deck paid_with state"
    " ability_lost",
    "event keys": "event what whose cause from to into from_cell against column item supported"
    " dealt taken amount halted survived kind card side ability basic is",
    "condition": "turn battle responding self is exists none compare happened done chose shows"
    " not any",
    "condition:battle keys": "role own against same_column undefended",
    "condition:battle.battle": "none any self bearer here own adjacent column",
    "declaration keys": ""
    " kind from into targets to_response ability basic_used side type row column cell"
    " column_has adjacent_to in_front_of direction behind attribute original_attribute pure"
    " multi cost ex ap dp sp original_ap original_dp original_sp original_cost original_ex"
    " cost_has name name_has same_name_as title number sex opposite_of tapped equipped new"
    " conversion component basic special granted_by entered did owner other_than among not any",
    "declaration.kind": "attack entry event_card special basic support item area conversion"
    " payment tax downed",
    "amount": "count value sum highest lowest size damage uses happened done chosen add sub"
    " times div min max event clock",
    "amount:value.value": "ap dp sp ex cost original_ap original_dp original_sp original_cost"
    " original_ex attributes basics items",
    "amount:size.size": "hand deck dust removed pile",
    "selector keys": "zone side type row column cell column_has adjacent_to in_front_of direction"
    " behind empty has_area attribute original_attribute pure multi cost ex ap dp sp original_ap"
    " original_dp original_sp original_cost original_ex cost_has highest lowest name name_has"
    " same_name_as title number sex opposite_of tapped equipped new conversion component basic"
    " special entered did owner depth distinct total follow other_than among not any n by of"
    " optional granted_by",
    "selector.zone": "field hand deck deck_top deck_bottom dust removed payment chain"
    " pile held aside",
    "selector.type": "character event_card item area cell declaration row column seat",
    "selector.did": "attacked defended battled supported moved was_tapped used reached_dust paid",
    "ref": "self bearer here attacker defender battling_own battling_enemy supporter supported"
    " subject cause declaration paid it $name remembered",
    "seat": "you enemy turn_player",
    "verb": "points rider ex_change pay itself void_payment retarget cost_change"
    " change tap untap draw mill discard return take remove send aside pile move swap"
    " shift enter equip place_area use take_control name rearrange cancel look"
    " reveal search arrange shuffle grant lose skip_wake_up halt_battle keep damage lose_game"
    " win_game may when_done if choose one_of each each_seat repeat"
    " set reset become copy_basics forbid permit require support_rule down later watch remember"
    " hand_limit warm_up damage_to_deck adjacent start_battle participant support",
    "verb:itself.itself": "removed hand deck_bottom deck_top pile",
    "verb:forbid.forbid": "attack be_attacker defend battle support be_supported respond play use"
    " be_target be_changed be_moved leave_by_effect pay_tap move wake_up untap draw win_by enter"
    " equip pay",
    "verb:forbid keys": "whom of against into",
    "verb:permit.permit": "attack defend support enter copy_in_play pay play use equip pay_tap"
    " move",
    "verb:permit keys": "whom of from even_if against into column free_cells free over_limit"
    " if_unused",
    "verb:require keys": "whom of against even_if",
    "verb:enter keys": "to pay free_cells without_conversion tapped controller as",
    "verb:equip keys": "to pay over_limit as",
    "verb:send.to": "deck_top deck_bottom deck dust hand payment",
}
BUILT: Built = {group: frozenset(words.split()) for group, words in _BUILT_WORDS.items()}
EVERYTHING: Built = {}  # for tests: the grammar alone, as if all of it were built
