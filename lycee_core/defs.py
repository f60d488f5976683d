"""The numbers of the rules for Python callers: seats, zones, decision codes, pending kinds, events.

The same numbers stand in `defs.pxd` for the compiled core; a test compares the two. Below: nothing;
above: everything.
"""

from __future__ import annotations

CHANCE = 2
NOBODY = 3
N_TOKENS = 120
SEAT_TOKENS = 60
NO_TOKEN = 255
NO_CELL = 255
UNKNOWN = 0xFFFF
LEGAL, ILLEGAL, UNREFUTED = 0, 1, 2

# Zones.
ZONE_DECK = 0
ZONE_HAND = 1
ZONE_FIELD = 2
ZONE_DUST = 3
ZONE_REMOVED = 4
ZONE_PAYMENT = 5
ZONE_CHAIN = 6
ZONE_ITEM = 7
ZONE_AREA = 8
ZONE_ASIDE = 9
ZONE_PILE = 10
ZONE_HELD = 11

# Decision codes (spec/notation.md).
CODE_PASS = 120
CODE_YES = 121
CODE_NO = 122
CODE_CELL = 128
CODE_MASK = 140
CODE_NUMBER = 204
CODE_FIELD = 256
CODE_OUTSIDE = 640
CODE_END = 760

# Actions of a field code.
ACT_ATTACK = 0
ACT_SUPPORT = 1
ACT_SUPPORTER = 2
ACT_STEP = 3
ACT_SIDE_STEP = 4
ACT_ORDER_STEP = 5
ACT_JUMP = 6
ACT_TOUCH = 7
ACT_ESCAPE = 8
ACT_ABILITY = 16
ACT_ITEM = 24
ACT_AREA = 28

# Pending kinds: decisions below 32, chance from 32 on.
NONE = 0
KEEP = 1
WAKE_UP = 2
MAIN = 3
RESPOND = 4
BATTLE = 5
CELL = 6
BEARER = 7
COLUMN = 8
TARGET = 9
PAY = 10
COST_CARD = 11
DEFEND = 12
HAND_LIMIT = 13
CHOOSE = 14
MAY = 15
MODE = 16
ORDER = 17
NUMBER = 18
AMOUNT = 19
COST = 20
SHUFFLE = 32
ARRANGE = 33
SHOW = 34
ROLL = 35
OVER = 63

PENDING_NAMES = {
    NONE: "NONE",
    KEEP: "KEEP",
    WAKE_UP: "WAKE_UP",
    MAIN: "MAIN",
    RESPOND: "RESPOND",
    BATTLE: "BATTLE",
    CELL: "CELL",
    BEARER: "BEARER",
    COLUMN: "COLUMN",
    TARGET: "TARGET",
    PAY: "PAY",
    COST_CARD: "COST_CARD",
    DEFEND: "DEFEND",
    HAND_LIMIT: "HAND_LIMIT",
    CHOOSE: "CHOOSE",
    MAY: "MAY",
    MODE: "MODE",
    ORDER: "ORDER",
    NUMBER: "NUMBER",
    AMOUNT: "AMOUNT",
    COST: "COST",
    SHUFFLE: "SHUFFLE",
    ARRANGE: "ARRANGE",
    SHOW: "SHOW",
    ROLL: "ROLL",
    OVER: "OVER",
}

# Audiences of a show.
OWNER = 1
OPPONENT = 2
BOTH = 3

# Facts that `GameState.events` reports, by number.
EVENT_NAMES = {
    0: "turn_start",
    1: "wake_up",
    2: "warm_up",
    3: "main_start",
    4: "turn_end",
    5: "entered",
    6: "left",
    7: "moved",
    8: "tapped",
    9: "untapped",
    10: "equipped",
    11: "item_left",
    12: "attack_declared",
    13: "defender_named",
    14: "no_defender",
    15: "support_declared",
    16: "supported",
    17: "downed",
    18: "downs",
    19: "deck_damage",
    20: "battle_ended",
    21: "declared",
    22: "reached_dust",
    23: "area_placed",
    24: "area_left",
    25: "battle_started",
    26: "resolved",
    27: "cancelled",
    28: "state",
    29: "ability_lost",
    30: "taken",
    31: "returned_to_deck",
    32: "drawn",
    33: "milled",
    34: "discarded",
    35: "shuffled",
    36: "shown",
    37: "kept",
    38: "redrawn",
    39: "starts",
    40: "passed",
    41: "offered_end",
    42: "paid",
    43: "fizzled",
    44: "payment_failed",
    45: "returned",
    46: "removed",
    47: "sent",
    48: "value_changed",
    49: "rolled",
    50: "arranged",
    51: "game_over",
    52: "triggered",
    53: "basic_changed",
    54: "battle_halted",
    55: "control_changed",
    56: "battles",
    57: "supports_closed",
    58: "targeted",
    59: "basic_used",
    60: "special_used",
    61: "event_used",
    64: "value_set",
    65: "became",
    66: "ruled",
}

# Kinds of declarations on the chain.
LINK_NAMES = (
    "entry",
    "event_card",
    "item",
    "area",
    "special",
    "basic",
    "attack",
    "support",
    "conversion",
)

# What `became` and `ruled` carry in place of a cell, and what a rule is about.
BECOMES = ("attribute", "sex", "name", "title", "type", "new")
RULED = (
    "given", "taken", "forbidden", "permitted", "required", "kept", "doomed", "damage", "support",
    "hand_limit", "warm_up", "deck_damage", "adjacent", "costs", "exchanged", "no_wake_up",
    "next_battle",
)  # fmt: skip
WHATS = (
    "attack", "be_attacker", "defend", "battle", "support", "be_supported", "respond", "play",
    "use", "be_target", "be_changed", "be_moved", "leave_by_effect", "pay_tap", "move", "wake_up",
    "untap", "draw", "win_by", "pay", "enter", "equip", "copy_in_play",
)  # fmt: skip

PHASES = ("setup", "start", "wake_up", "warm_up", "main", "end", "over")
TERMINATIONS = ("", "deck-out", "concede", "limit", "card")
BASICS = (
    "Dash", "Aggressive", "Step", "Side Step", "Order Step", "Jump", "Escape", "Side Attack",
    "Tax Trash", "Tax Wakeup", "Supporter", "Touch", "Attacker", "Defender", "Bonus", "Deck Bonus",
    "Penalty",
)  # fmt: skip
