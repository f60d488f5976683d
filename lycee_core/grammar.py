"""The card language as data: which words there are and what each takes.

A word takes a *kind*: alternatives with ` | ` between them. An alternative is the name of a kind in
`KINDS`, or `=a b c` for one of these words; a leading `*` means one or a list of them.
The words that do something have a table of their own, `grammar_verbs`; what the engine carries out
today is listed in `built`. Above: `grammar_verbs`, `reader`.
"""

from __future__ import annotations

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
# Events that are told while their card is still in play.
LEAVING = frozenset(("left", "item_left", "area_left", "downed", "downs"))
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
