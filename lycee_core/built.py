"""What of the card language the engine carries out today; the rest of it is refused by name.

Later work adds a word here and its code, and never a second grammar. Nothing below; above:
`reader`.
"""

from __future__ import annotations

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
