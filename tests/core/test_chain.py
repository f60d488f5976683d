"""Responses, the order of resolution, targets and costs that fail, and cancelling (R7)."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Position, character, event_card


def test_nobody_answers_an_own_declaration() -> None:
    # R7.15, S-139: after the pass of the other seat it resolves.
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Gust", "Birch").begin()
    game.do("Gust", "0AL", "pay Birch")
    assert game.asks == "RESPOND 1"
    game.do("pass")
    assert game.asks == "MAIN 0"
    assert game.values("0AL")[0] == 5


def test_answers_alternate_and_one_pass_closes_the_chain() -> None:
    # R7.15, R7.16, D-28, S-137
    game = Position().on("0AL", "Ash").on("1AL", "Elm").hand(0, "Gust", "Birch", "Gust", "Birch")
    played = game.hand(1, "Frost", "Ivy").begin()
    played.do("Gust", "0AL", "pay Birch", "Frost", "0AL", "pay Ivy")
    assert played.asks == "RESPOND 0"
    played.do("Gust", "0AL", "pay Birch")
    assert played.asks == "RESPOND 1"
    assert played.links == ["event_card", "event_card", "event_card"]
    played.do("pass")
    assert played.links == []
    assert played.values("0AL")[0] == 7
    assert played.tapped("0AL")
    assert played.asks == "MAIN 0"  # R7.36


def test_the_last_link_resolves_first() -> None:
    # R7.16, S-138: the two Gusts and the Frost reach the dust boxes from the top of the chain down.
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Birch", "Harvest").hand(1, "Frost", "Ivy")
    played = game.begin().do("Gust", "0AL", "pay Birch", "Frost", "0AL", "pay Ivy", "Harvest")
    played.do("pass")
    assert played.dust(0) == ["Harvest", "Birch", "Gust"]


def test_last_in_first_out_decides_who_is_tapped_first() -> None:
    # R7.26: Willow wants an untapped 1AL; its own [T] answers and is paid first.
    game = Position().on("0AL", "Willow").on("1AL", "Ursin").hand(0, "Birch").begin()
    game.do("ability 0AL", "1AL", "pay Birch", "ability 1AL", "pass")
    assert game.tapped("1AL")
    assert game.deck(0) == 29
    assert game.dust(0) == ["Filler", "Birch"]  # R5.27: paid all the same
    assert "fizzled" in game.events


def test_paid_cards_lie_below_the_event_card_itself() -> None:
    # R7.25, N-09, S-17: points first, the card last.
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Birch").begin()
    assert game.do("Gust", "0AL", "pay Birch", "resolve").dust(0) == ["Birch", "Gust"]


def test_a_declared_card_lies_on_the_chain_and_is_public() -> None:
    # R7.13, N-03
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Birch").begin()
    token = game.token("Gust", defs.ZONE_HAND)
    game.do("Gust")
    assert game.state.place(token) == defs.ZONE_CHAIN
    assert game.state.knowledge(token) == 3
    assert token not in game.state.zone(0, defs.ZONE_HAND)


def test_an_event_card_whose_target_left_fizzles_and_is_paid() -> None:
    # R7.26, R5.27, D-31
    game = Position().on("1AL", "Ash").hand(0, "Frost", "Ivy").hand(1, "Recall", "Escort").begin()
    game.do("Frost", "1AL", "pay Ivy", "Recall", "1AL", "pay Escort", "resolve")
    assert game.dust(0) == ["Ivy", "Frost"]
    assert game.hand(1) == ["Ash"]


def test_a_lost_target_skips_the_whole_effect() -> None:
    # R7.26: also the part that needs no target.
    text = event_card(
        '{ tap = "$foe" }, { draw = 1 }',
        more='target.foe = { side = "enemy", type = "character", tapped = false }',
    )
    game = Position(text).on("1AL", "Ursin").hand(0, "Test").begin()
    game.do("Test", "1AL", "ability 1AL", "resolve")
    assert game.hand(0) == []


def test_a_lost_optional_target_skips_its_own_part_only() -> None:
    # R7.26
    text = event_card(
        '{ tap = "$foe" }, { draw = 1 }',
        more='target.foe = { side = "enemy", type = "character", tapped = false, optional = true }',
    )
    game = Position(text).on("1AL", "Ursin").hand(0, "Test").begin()
    game.do("Test", "1AL", "ability 1AL", "resolve")
    assert game.hand(0) == ["Filler"]


def test_a_target_stays_proper_when_it_moves_within_what_the_text_asks() -> None:
    # R7.26: Gust asks for any character.
    game = Position().on("0AL", "Ivy").on("1AL", "Violet").hand(0, "Gust", "Birch").begin()
    game.do("Gust", "0AL", "pay Birch", "ability 1AL", "step 0AL", "0AC", "resolve")
    assert game.values("0AC")[0] == 4


def test_conditions_are_checked_again_at_the_resolution() -> None:
    # R7.27, D-34: Fog in battle; the defender is recalled in answer, the battle is over for it.
    game = Position().on("0AL", "Ash").on("1DR", "Birch").hand(0, "Recall", "Escort")
    played = game.hand(1, "Fog", "Elm").begin().do("attack 0AL", "resolve", "1DR", "pass")
    played.do("Fog", "pay Elm", "Recall", "1DR", "pay Escort", "resolve")
    assert played.dust(1) == ["Elm", "Fog"]
    assert played.asks == "MAIN 0"
    assert played.hand(1) == ["Birch"]


def test_an_entry_whose_cell_was_taken_in_answer_fails() -> None:
    # R6.7, D-87: paid; the card goes to the dust box; who stepped in stays.
    game = Position().on("0AL", "Ivy").hand(0, "Birch", "Ash").hand(1, "Hush").begin()
    game.do("Birch", "0AC", "pay Ash", "Hush", "step 0AL", "0AC", "resolve")
    assert game.at("0AC") == "Ivy"
    assert game.dust(0) == ["Ash", "Birch"]
    assert game.tapped("0AC")  # Hush: the only enemy character is taken without a question


def test_a_cost_whose_source_left_is_not_paid_and_nothing_happens() -> None:
    # R5.32, R5.23, N-07
    game = Position().on("0AL", "Zinnia").hand(1, "Recall", "Escort").begin()
    game.do("ability 0AL", "Recall", "0AL", "pay Escort", "resolve")
    assert game.hand(0) == ["Zinnia"]
    assert game.deck(1) == 30


def test_discarding_itself_is_paid_at_the_resolution() -> None:
    # R5.14, R5.32
    game = Position().on("0AL", "Zinnia").begin().do("ability 0AL")
    assert game.at("0AL") == "Zinnia"
    game.do("resolve")
    assert game.at("0AL") is None
    assert game.dust(0) == ["Zinnia"]
    assert game.deck(1) == 28  # R7.29: the source is not needed


def test_a_failing_payment_takes_whole_parts_only() -> None:
    # R5.24, R5.23: the S card is paid; two of one card cannot be.
    game = Position().on("0AL", "Zelkova").hand(0, "Birch").hand(1, "Landslip").deck(0, 3).begin()
    game.do("ability 0AL", "pay Birch", "Landslip", "resolve")
    assert game.deck(0) == 1
    assert "Birch" in game.dust(0)
    assert game.hand(0) == []
    assert game.end is None


def test_a_tap_is_paid_at_the_resolution() -> None:
    # R5.14, R5.16, R5.31, S-37
    game = Position().on("0AL", "Ursin").begin().do("ability 0AL")
    assert not game.tapped("0AL")
    game.do("resolve")
    assert game.tapped("0AL")
    assert game.deck(1) == 29


def test_a_source_that_is_tapped_in_answer_cannot_pay_its_tap() -> None:
    # R5.31, R5.23
    game = Position().on("0AL", "Ursin").hand(1, "Frost", "Ivy").begin()
    game.do("ability 0AL", "Frost", "0AL", "pay Ivy", "resolve")
    assert game.tapped("0AL")
    assert game.deck(1) == 30


def test_an_ability_resolves_without_its_source() -> None:
    # R7.29, D-35: no cost is left to pay, the effect does not need Agave.
    game = Position().on("0AL", "Agave").on("1AL", "Ash").hand(1, "Recall", "Escort").begin()
    game.do("ability 0AL", "1AL", "Recall", "0AL", "pay Escort", "resolve")
    assert game.hand(0) == ["Agave"]
    assert game.tapped("1AL")


def test_a_part_that_needs_the_source_does_nothing_without_it() -> None:
    # R7.29, R7.28: Violet's AP +1 has nobody to go to.
    game = Position().on("0AL", "Violet").hand(1, "Recall", "Escort").begin()
    game.do("ability 0AL", "Recall", "0AL", "pay Escort", "resolve")
    assert game.hand(0) == ["Violet"]
    assert game.asks == "MAIN 0"


def test_a_cancelled_event_card_is_paid_and_goes_to_the_dust_box() -> None:
    # R7.30, N-55, R5.27
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Birch").hand(1, "Counter", "Gorse").begin()
    game.do("Gust", "0AL", "pay Birch", "Counter", "pay Gorse", "resolve")
    assert game.values("0AL")[0] == 3
    assert game.dust(0) == ["Birch", "Gust"]
    assert game.dust(1) == ["Gorse", "Counter"]


def test_a_cancelled_attack_is_a_failed_attack() -> None:
    # R8.39, R8.9: the attacker becomes tapped.
    text = event_card(
        '{ cancel = "declaration" }',
        more='when = [{ responding = { kind = "attack", side = "enemy" } }]',
    )
    game = Position(text).on("0AL", "Ash").hand(1, "Test").begin()
    game.do("attack 0AL", "Test", "resolve")
    assert game.tapped("0AL")
    assert game.state.battle() is None
    assert game.deck(1) == 30


def test_a_cancelled_entry_goes_to_the_dust_box() -> None:
    # R7.30
    text = event_card(
        '{ cancel = "declaration" }',
        more='when = [{ responding = { kind = "entry", side = "enemy" } }]',
    )
    game = Position(text).hand(0, "Ash", "Birch").hand(1, "Test").begin()
    game.do("Ash", "0AL", "pay Birch", "Test", "resolve")
    assert game.at("0AL") is None
    assert game.dust(0) == ["Birch", "Ash"]


def test_a_text_says_where_a_cancelled_card_goes() -> None:
    # R7.30
    text = event_card(
        '{ cancel = "declaration", its_card = "removed" }',
        more='when = [{ responding = { kind = "event_card", side = "enemy" } }]',
    )
    game = Position(text).on("0AL", "Ash").hand(0, "Gust", "Birch").hand(1, "Test").begin()
    token = game.token("Gust", defs.ZONE_HAND)
    game.do("Gust", "0AL", "pay Birch", "Test", "resolve")
    assert game.state.place(token) == defs.ZONE_REMOVED
    assert game.dust(0) == ["Birch"]


def test_any_unresolved_link_may_be_chosen_to_be_cancelled() -> None:
    # R7.30: the first of three, over the head of the second.
    text = event_card(
        '{ cancel = "$link" }',
        more='target.link = { type = "declaration", side = "own" }',
    )
    game = Position(text).on("0AL", "Ash").on("1AL", "Violet").hand(0, "Gust", "Birch", "Test")
    played = game.begin().do("Gust", "0AL", "pay Birch", "ability 1AL", "Test")
    assert played.rule("link 1") == "R7.19"
    played.do("link 0", "resolve")
    assert played.values("0AL")[0] == 3
    assert played.values("1AL")[0] == 2


def test_an_answer_to_an_event_card_is_refused_where_none_was_declared() -> None:
    # R7.23, R7.24, S-141
    game = Position().hand(0, "Ash", "Birch").hand(1, "Counter", "Gorse").begin()
    assert game.do("Ash", "0AL", "pay Birch").rule("Counter") == "R7.23"
    game = Position().hand(1, "Counter", "Gorse").begin().do("pass")
    assert game.rule("Counter") == "R7.23"


def test_what_says_so_cannot_be_answered() -> None:
    # R7.18
    text = event_card("{ draw = 1 }", more="answerable = false")
    game = Position(text).hand(0, "Test").begin().do("Test")
    assert game.asks == "MAIN 0"
    assert game.hand(0) == ["Filler"]


def test_entries_items_areas_abilities_and_attacks_can_be_answered() -> None:
    # R7.17, S-136, S-140
    game = Position().on("0AL", "Ash").on("0AC", "Violet").on("0AR", "Ivy")
    played = game.hand(0, "Birch", "Shield", "Ridge", "Elm", "Escort", "Stheno").begin()
    for words in (
        ("Birch", "0DL", "pay Elm"),
        ("Shield", "0AL", "pay Escort"),
        ("Ridge", "@1DC", "pay Stheno"),
        ("ability 0AC",),
        ("step 0AR", "0DR"),
        ("attack 0AL",),
    ):
        assert played.do(*words).asks == "RESPOND 1"
        played.do("pass")


def test_the_chain_holds_at_most_12_links() -> None:
    # R7.32: the thirteenth is refused, and with a full chain nobody is asked.
    game = Position().on("0AL", "Violet").on("1AL", "Violet").begin()
    for i in range(12):
        game.do("ability 0AL" if i % 2 == 0 else "ability 1AL")
        if len(game.links) < 12 and i < 11:
            assert game.asks == f"RESPOND {1 - i % 2}"
    assert game.links == []
    assert game.values("0AL")[0] == 7
    assert game.values("1AL")[0] == 7


def test_choices_are_made_when_the_link_resolves() -> None:
    # R7.21, D-32: Hush chooses after the answer, among those that are there then.
    game = Position().on("1AL", "Ash").on("1AC", "Birch").on("1AR", "Elm").hand(0, "Hush")
    played = game.hand(1, "Recall", "Escort").begin()
    played.do("Hush", "Recall", "1AL", "pay Escort", "resolve")
    assert played.asks == "CHOOSE 0"
    assert played.rule("1AL") is not None
    assert played.legal("1AC")
    played.do("1AR")
    assert played.tapped("1AR")


def test_a_tapped_character_may_be_chosen_to_be_tapped() -> None:
    # R7.21
    game = Position().on("1AL", "Ash", "tapped").on("1AC", "Birch").hand(0, "Hush").begin()
    assert game.do("Hush", "resolve").do("1AL").asks == "MAIN 0"
    assert not game.tapped("1AC")


def test_a_use_that_is_limited_to_a_battle_is_counted_anew_in_the_next() -> None:
    # R7.31
    lines = (
        'kind = "activated"\ncost = {}\nwhen = [{ battle = "any" }]\n'
        'limit = { n = 1, per = "battle" }\neffect = [{ change = "self", dp = 1 }]'
    )
    game = (
        Position(character("Guard", lines)).on("0AL", "Ash").on("0AC", "Birch").on("0DR", "Guard")
    )
    played = game.begin().do("attack 0AL", "resolve", "ability 0DR", "resolve")
    assert played.rule("ability 0DR") == "R7.31"
    played.do("fight", "attack 0AC", "resolve")
    assert played.legal("ability 0DR")


def test_a_bearer_that_moved_keeps_the_item_that_is_on_its_way() -> None:
    # R9.4: the very character that was named, wherever it stands now.
    game = Position().on("0AL", "Ivy").on("1AL", "Violet").hand(0, "Shield", "Escort").begin()
    game.do("Shield", "0AL", "pay Escort", "ability 1AL", "step 0AL", "0AC", "resolve")
    assert game.item("0AC") == "Shield"


def test_a_cancelled_ability_is_paid() -> None:
    # R7.30, R5.27: its tap too.
    text = event_card(
        '{ cancel = "declaration" }', more='when = [{ responding = { kind = "special" } }]'
    )
    game = Position(text).on("0AL", "Ursin").hand(1, "Test").begin()
    game.do("ability 0AL", "Test", "resolve")
    assert game.tapped("0AL")
    assert game.deck(1) == 30


def test_an_event_card_may_ask_for_an_empty_chain() -> None:
    # R7.24, R7.23
    text = event_card("{ draw = 1 }", more='when = [{ responding = "none" }]')
    game = Position(text).on("1AL", "Violet").hand(0, "Test", "Fir").begin()
    assert game.legal("Test")
    assert game.do("Fir", "0AL", "ability 1AL").rule("Test") == "R7.23"


def test_the_cost_is_paid_before_the_effect_looks() -> None:
    # R7.25: two cards lie in the dust box already.
    lines = (
        'kind = "activated"\ncost = { mill = 2 }\n'
        'effect = [{ change = "self", ap = { size = "dust" } }]'
    )
    game = Position(character("Sieve", lines)).on("0AL", "Sieve").begin()
    assert game.do("ability 0AL", "resolve").values("0AL")[0] == 3


def test_a_jump_with_a_cost_is_offered_as_a_response() -> None:
    # R7.6, R5.3: what the hand pays counts also where nothing but a move could answer.
    hopper = character("Hopper", "", basic='{ name = "Jump", cost = { points = "*" } }')
    position = Position(hopper + event_card("{ draw = 1 }")).on("0AL", "Hopper")
    game = position.hand(0, "Ash", "Birch").bare(0).hand(1, "Test").begin()
    game.do("attack 0AL", "Test")
    legal = game.state.legal_decisions()
    assert legal == [code for code in range(defs.CODE_END) if game.state.check(code) == defs.LEGAL]
    assert len(legal) == 2
