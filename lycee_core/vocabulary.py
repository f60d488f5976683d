"""The English of single words of the card language; sentences are made of them in `phrases`.

Tables only, so that a test can hold each against the table of `grammar` it translates. Nothing
below; above: `phrases` and so on up to `plain`.
"""

from __future__ import annotations

REFS = {
    "self": "this card", "bearer": "the bearer", "here": "the character here",
    "attacker": "the attacker", "defender": "the defender",
    "battling_own": "your character in battle", "battling_enemy": "the enemy character in battle",
    "supporter": "the supporter", "supported": "the supported character", "subject": "that card",
    "cause": "the card that did it", "declaration": "the declaration it answers",
    "paid": "the cards paid", "it": "what was just acted on", "you": "you", "enemy": "the enemy",
    "turn_player": "the turn player",
}  # fmt: skip
SEATS = {
    "controller_of": "the controller of {}", "owner_of": "the owner of {}",
    "most": "whoever has most {}", "least": "whoever has fewest {}",
}  # fmt: skip
COUNTED = {
    "hand": "hand cards", "deck": "deck cards", "dust": "cards in the dust box",
    "removed": "removed cards", "field": "characters",
}  # fmt: skip
VALUES = {
    "ap": "AP", "dp": "DP", "sp": "SP", "ex": "EX", "cost": "cost", "original_ap": "original AP",
    "original_dp": "original DP", "original_sp": "original SP", "original_cost": "original cost",
    "original_ex": "original EX", "attributes": "number of attributes",
    "basics": "number of basic abilities", "items": "number of items",
}  # fmt: skip
NOUNS = {
    "character": "character", "event_card": "event card", "item": "item", "area": "area",
    "cell": "cell", "row": "row", "column": "column", "declaration": "declaration",
    "seat": "player", "card": "card",
}  # fmt: skip
ZONES = {
    "field": "field", "hand": "hand", "deck": "deck", "deck_top": "top of the deck",
    "deck_bottom": "bottom of the deck", "dust": "dust box", "removed": "removed cards",
    "payment": "payment", "chain": "chain", "aside": "cards set aside", "held": "cards held",
    "pile": "pile",
}  # fmt: skip
PLACES = {
    "deck_top": "on top of its owner's deck", "deck_bottom": "under its owner's deck",
    "deck": "into its owner's deck, which is shuffled", "dust": "into its owner's dust box",
    "hand": "into its owner's hand", "removed": "out of the game",
    "payment": "into the payment", "field": "into play", "chain": "onto the chain",
    "aside": "aside", "held": "under a card",
}  # fmt: skip
BOUNDS = {
    "eq": "{}", "le": "{} or less", "ge": "{} or more", "lt": "less than {}", "gt": "more than {}",
    "ne": "other than {}",
}  # fmt: skip
SIGNS = {"eq": "is", "le": "is at most", "ge": "is at least", "lt": "is less than",
         "gt": "is more than", "ne": "is not"}  # fmt: skip
PICKERS = {
    "you": "you pick", "enemy": "the enemy picks", "owner": "the owner picks",
    "controller": "the controller picks", "turn_player": "the turn player picks",
    "random": "at random",
}  # fmt: skip
SEXES = {"f": "female", "m": "male", "none": "sexless"}
SPECIALS = {
    "activated": "an activated ability", "triggered": "a triggered ability",
    "passive": "a passive ability", "as_cost": "an ability declared as a cost",
    "replacement": "a replacement",
}  # fmt: skip
DEEDS = {
    "attacked": "attacked", "defended": "defended", "battled": "was in battle",
    "supported": "supported", "moved": "moved", "was_tapped": "was tapped",
    "used": "used an ability", "reached_dust": "reached a dust box", "paid": "was paid with",
}  # fmt: skip
DIRECTIONS = {
    "nearest": "the nearest", "column": "anywhere in that column",
    "ahead_left": "ahead to the left",
    "ahead_right": "ahead to the right",
}  # fmt: skip
SINCE = {"turn": "this turn", "battle": "this battle", "game": "this game"}
DURATIONS = {
    "turn_end": "until the end of the turn", "battle_end": "until the end of the battle",
    "own_turn_start": "until your next turn begins", "own_turn_end": "until your next turn ends",
    "enemy_turn_start": "until the enemy's next turn begins",
    "enemy_turn_end": "until the enemy's next turn ends",
    "wake_up": "until the next wake-up", "warm_up": "until the next warm-up",
    "used": "until it has been used",
    "used_this_turn": "until it has been used or the turn ends", "leaves": "until it leaves play",
    "moves": "until it leaves its cell", "source_leaves": "as long as this card is in play",
    "source_moves": "as long as this card stays in its cell",
    "game_end": "for the rest of the game",
}  # fmt: skip
CLOCK = {
    "turn_start": "{} begins", "wake_up": "the wake-up of {} begins",
    "warm_up": "the warm-up of {} begins", "main_start": "the main phase of {} begins",
    "turn_end": "{} ends",
}  # fmt: skip
# What happens to the subject; `{}` is who it is.
EVENTS = {
    "entered": "{} enters", "left": "{} leaves play", "moved": "{} moves",
    "control_changed": "{} changes its controller", "tapped": "{} is tapped",
    "untapped": "{} is untapped", "equipped": "{} gets an item", "item_left": "{} leaves play",
    "area_placed": "{} is placed", "area_left": "{} leaves its cell",
    "attack_declared": "{} is declared as attacker", "defender_named": "{} is named as defender",
    "no_defender": "no defender is named against {}", "battle_started": "a battle of {} begins",
    "battles": "{} takes part in a battle", "support_declared": "{} is declared as supporter",
    "supported": "{} is supported", "supports_closed": "both sides have finished supporting",
    "downed": "{} is downed", "downs": "{} downs another", "deck_damage": "{} damages a deck",
    "battle_ended": "a battle of {} ends", "declared": "{} is declared",
    "resolved": "the declaration of {} is carried out", "cancelled": "{} is cancelled",
    "targeted": "{} becomes a target", "basic_used": "{} uses a basic ability",
    "special_used": "a special ability of {} is used", "event_used": "{} is used",
    "reached_dust": "{} reaches a dust box", "drawn": "{} is drawn", "milled": "{} is milled",
    "discarded": "{} is discarded", "taken": "{} is taken into a hand",
    "returned_to_deck": "{} goes back to a deck", "paid_with": "{} is used as payment",
    "state": "this becomes true of {}", "ability_lost": "{} loses an ability",
}  # fmt: skip
SUBJECTS = {
    "item_left": "an item", "area_placed": "an area", "area_left": "an area",
    "declared": "a card", "resolved": "a card", "cancelled": "a declaration",
    "targeted": "a card", "event_used": "an event card",
    **dict.fromkeys(("reached_dust", "drawn", "milled", "discarded", "taken", "returned_to_deck",
                     "paid_with"), "a card"),
}  # fmt: skip
CAUSES = {
    "battle": "battle", "event_card": "an event card", "special": "a special ability",
    "basic": "a basic ability", "cost": "a cost", "rule": "a rule", "any": "anything",
}  # fmt: skip
DECLARED = {
    "attack": "attack", "entry": "entry", "event_card": "event card",
    "special": "special ability", "basic": "basic ability", "support": "support", "item": "item",
    "area": "area", "payment": "payment", "downed": "downing", "tax": "Tax",
    "conversion": "conversion",
}  # fmt: skip
KINDS = {
    "activated": "Activated", "event_card": "Effect", "passive": "Passive",
    "as_cost": "Declared as a cost", "replacement": "Instead", "triggered": "Triggered",
}  # fmt: skip
LIMITS = {"turn": "a turn", "battle": "a battle", "game": "a game", "entry": "after each entry",
          "declaration": "a declaration"}  # fmt: skip
EACH = {"target": "for each target", "seat": "for each player", "mode": "for each mode",
        "name": "for all cards of this name together"}  # fmt: skip
HOSTS = {"bearer": "ability of the bearer", "cell": "ability of whoever stands here"}
USERS = {
    "card_owner": "used by the owner of this card", "enemy": "used by the enemy",
    "either": "used by either player", "turn_player": "used by the turn player",
}  # fmt: skip
# What forbid, permit and require are about: to whom it happens, and that it happens.
DOING = {
    "attack": "attack", "be_attacker": "be named as attacker", "defend": "defend",
    "battle": "take part in a battle", "support": "support", "be_supported": "be supported",
    "respond": "respond", "play": "be played", "use": "use abilities", "be_target": "be a target",
    "be_changed": "be changed", "be_moved": "be moved", "leave_by_effect": "leave by an effect",
    "pay_tap": "pay [T]", "move": "move", "wake_up": "wake up", "untap": "untap", "draw": "draw",
    "win_by": "win", "pay": "be used as payment", "enter": "enter", "equip": "get an item",
    "copy_in_play": "be in play beside a copy",
}  # fmt: skip
EVEN_IF = {"tapped": "tapped", "new": "newly entered", "not_adjacent": "not adjacent",
           "itself": "it is the supported one"}  # fmt: skip
FACES = {"up": "face up", "owner": "seen by its owner only", "down": "face down"}
ORDERS = {"chosen": "in an order of its owner's choice, in secret",
          "public": "in an open order", "random": "in a random order"}  # fmt: skip
