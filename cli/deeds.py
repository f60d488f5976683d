"""The English of what rules and events are about, for what a person reads. Tables only.

Nothing below; above: `narration`, `standing`.
"""

from __future__ import annotations

# What is forbidden or permitted, where its word alone is no English.
WHATS = {
    "be_attacker": "be the attacker", "be_supported": "be supported", "play": "play such cards",
    "use": "use such abilities", "be_target": "be a target", "be_changed": "be changed",
    "be_moved": "be moved", "leave_by_effect": "leave by an effect",
    "pay_tap": "be tapped as a price",
    "wake_up": "wake up", "win_by": "win by an effect", "copy_in_play": "have a copy in play",
    "battle": "take part in a battle",
}  # fmt: skip
TAKEN = {
    "all": "all special abilities", "passive": "its passive abilities",
    "this": "a special ability", "one": "a special ability", "label": "a given ability",
}  # fmt: skip
EVENTS = {
    "turn_start": "the start of a turn", "wake_up": "a wake-up", "warm_up": "a warm-up",
    "main_start": "the start of a main phase", "turn_end": "the end of a turn",
    "entered": "an entry", "left": "a character that leaves", "moved": "a move",
    "control_changed": "a change of control", "tapped": "a tap", "untapped": "an untap",
    "equipped": "an item that is put on", "item_left": "an item that leaves",
    "area_placed": "an area that is placed", "area_left": "an area that leaves",
    "attack_declared": "an attack", "defender_named": "a defender",
    "no_defender": "an attack without a defender", "battle_started": "the start of a battle",
    "battles": "a battle", "support_declared": "a support", "supported": "a support that is given",
    "supports_closed": "the end of support", "downed": "a character that is downed",
    "downs": "a character that downs another", "deck_damage": "damage to a deck",
    "battle_ended": "the end of a battle", "declared": "a declaration",
    "resolved": "a declaration that is carried out", "cancelled": "a cancelled declaration",
    "targeted": "something that becomes a target", "basic_used": "a basic ability",
    "special_used": "a special ability", "event_used": "an event card",
    "reached_dust": "a card that reaches a dust box", "drawn": "a card that is drawn",
    "milled": "a card that is milled", "discarded": "a discard",
    "taken": "a card that comes into a hand", "returned_to_deck": "a card that returns to a deck",
    "paid": "a payment", "state": "something that becomes true",
    "ability_lost": "an ability that is lost",
}  # fmt: skip
