"""Costs that cards change: more, less, nothing; for entries, abilities, Taxes (R5.28)."""

from __future__ import annotations

import pytest

from tests.core.builder import Position, character, event_card


def changer(about: str, change: str, *, more: str = "") -> str:
    """A character whose passive ability changes costs."""
    effect = f"effect = [{{ cost_change = {{ {about} }}, {change} }}]"
    return character("Clerk", f'kind = "passive"\n{more}\n{effect}')


def test_an_entry_costs_less() -> None:
    # R5.28, R5.22: Ash costs one point less, but never less than one.
    text = changer('kind = "entry", side = "own"', 'less = "S"')
    text += character("Dear", "").replace('cost = "0"', 'cost = "SSS"')
    game = Position(text).on("0AL", "Clerk").hand(0, "Dear", "Birch").begin()
    game.do("Dear", "0AC")
    assert game.state.owed() == (2, 0, 0, 0, 0, 0)
    game.do("pay Birch", "resolve")
    assert game.at("0AC") == "Dear"
    assert Position(text).hand(0, "Dear", "Birch").begin().rule("Dear") == "R5.3"


def test_an_entry_never_costs_less_than_one() -> None:
    # R5.28
    text = changer('kind = "entry", side = "own"', 'less = "SSS"')
    text += character("Dear", "").replace('cost = "0"', 'cost = "SS"')
    game = Position(text).on("0AL", "Clerk").hand(0, "Dear", "Birch").begin().do("Dear", "0AC")
    assert sum(game.state.owed()) == 1
    free = Position(text + character("Cheap", "")).on("0AL", "Clerk").hand(0, "Cheap").begin()
    assert free.do("Cheap", "0AC", "resolve").at("0AC") == "Cheap"  # it was lower before


def test_a_text_may_say_what_remains() -> None:
    # R5.28
    text = changer('kind = "entry", side = "own"', 'less = "SSS", min = 0')
    text += character("Dear", "").replace('cost = "0"', 'cost = "SS"')
    game = Position(text).on("0AL", "Clerk").hand(0, "Dear").begin()
    assert game.do("Dear", "0AC", "resolve").at("0AC") == "Dear"


def test_an_enemy_event_card_costs_more() -> None:
    # R5.28
    text = changer('kind = "event_card", side = "enemy"', 'add = "*"')
    text += event_card("{ draw = 1 }", cost="S")
    game = Position(text).on("0AL", "Clerk").hand(1, "Test", "Birch").begin().do("pass", "Test")
    assert game.state.owed() == (1, 0, 0, 0, 0, 1)
    mine = Position(text).on("0AL", "Clerk").hand(0, "Test", "Birch").begin().do("Test")
    assert mine.state.owed() == (1, 0, 0, 0, 0, 0)


def test_abilities_cost_nothing() -> None:
    # R5.28, CH-0903: until the end of the turn; [T] is still due.
    text = character(
        "Clerk",
        'kind = "activated"\ncost = {}\neffect = [{ cost_change = '
        '{ kind = "special", side = "own" }, free = true, until = "turn_end" }]',
    )
    text += character(
        "Host", 'kind = "activated"\ncost = { tap = true, points = "SS" }\neffect = [{ draw = 1 }]'
    )
    game = Position(text).on("0AL", "Clerk").on("0AC", "Host").begin()
    assert game.rule("ability 0AC") == "R5.3"
    game.do("ability 0AL", "resolve", "ability 0AC", "resolve")
    assert game.deck(0) == 29
    assert game.tapped("0AC")


def test_a_cost_depends_on_the_cell() -> None:
    # R5.28, AR-0026: only entries into the cells beside this card are cheaper.
    text = changer(
        'kind = "entry", side = "own", into = { side = "own", adjacent_to = "self" }', 'less = "SS"'
    )
    text += character("Dear", "").replace('cost = "0"', 'cost = "SSS"')
    game = Position(text).on("0AL", "Clerk").hand(0, "Dear", "Recall").begin()
    assert game.rule("Dear") == "R5.3"  # no snow at all
    game = Position(text).on("0AL", "Clerk").hand(0, "Dear", "Birch").begin().do("Dear")
    assert game.rule("0AR") == "R5.3"
    game.do("0AC")
    assert sum(game.state.owed()) == 1


def test_a_tax_and_a_move_cost_less() -> None:
    # R5.28
    price = 'cost = { points = "S" }'
    basic = f'{{ name = "Tax Trash", {price} }}, {{ name = "Jump", {price} }}'
    text = changer('kind = ["tax", "basic"], side = "own"', 'less = "S"')
    text += character("Host", "", basic=basic)
    game = Position(text).on("1AL", "Host").on("1AC", "Clerk").begin().do("pass", "pass")
    assert game.legal("yes")
    game.do("yes")
    assert game.at("1AL") == "Host"
    game.do("jump 1AL", "1DR", "resolve")
    assert game.at("1DR") == "Host"


def test_changes_add_up_and_what_texts_read_is_printed() -> None:
    # R5.28, R5.29
    text = changer('kind = "event_card"', 'add = "*"')
    text += (
        changer('kind = "event_card"', 'less = "S"')
        .replace('"Clerk"', '"Clerk two"')
        .replace("CH-", "CJ-")
    )
    text += event_card("{ draw = 1 }", cost="SS")
    text += character(
        "Judge",
        'kind = "activated"\ncost = {}\n'
        'when = [{ responding = { kind = "event_card", cost = 2 } }]\neffect = [{ draw = 1 }]',
    )
    position = Position(text).on("0AL", "Clerk").on("0AC", "Clerk two").on("1AL", "Judge")
    game = position.hand(0, "Test", "Birch").begin().do("Test")
    assert game.state.owed() == (1, 0, 0, 0, 0, 1)
    game.do("pay Birch")
    assert game.legal("ability 1AL")


@pytest.mark.parametrize("printed", ["S*", "M"])
def test_a_colourless_reduction_stands_for_any(printed: str) -> None:
    # R5.28
    text = changer('kind = "event_card"', 'less = "*"')
    text += event_card("{ draw = 1 }", cost=printed)
    game = Position(text).on("0AL", "Clerk").hand(0, "Test", "Birch").begin().do("Test")
    if printed == "S*":
        assert game.state.owed() == (1, 0, 0, 0, 0, 0)
    else:
        assert game.do("resolve").deck(0) == 29


def test_an_attack_is_made_dearer() -> None:
    # R5.28: what is free may cost points by a text.
    text = changer('kind = "attack", side = "enemy"', 'add = "S"')
    game = Position(text).on("1AL", "Clerk").on("0AC", "Ash").hand(0, "Birch").begin()
    game.do("attack 0AC", "pay Birch", "resolve")
    assert game.dust(0) == ["Birch"]
    poor = Position(text).on("1AL", "Clerk").on("0AC", "Ash").hand(0, "Recall").begin()
    assert poor.rule("attack 0AC") == "R5.3"


def test_a_cost_changes_by_an_amount() -> None:
    # R5.28: one colourless point less for each other own character.
    text = changer(
        'kind = "event_card", side = "own"',
        'less = { "*" = { count = { side = "own", type = "character", other_than = "self" } } },'
        " min = 1",
    )
    text += event_card("{ draw = 1 }", cost="SSSS")
    game = Position(text).on("0AL", "Clerk").on("0AC", "Elm").on("0AR", "Ash")
    play = game.hand(0, "Test", "Birch").begin()
    play.do("Test")
    assert play.state.owed() == (2, 0, 0, 0, 0, 0)


def test_a_cost_rises_by_an_amount_that_is_read_at_the_declaration() -> None:
    # R5.22, R5.28
    text = changer('kind = "event_card", side = "own"', 'add = { S = { size = "dust" } }')
    text += event_card("{ draw = 1 }")
    game = Position(text).on("0AL", "Clerk").hand(0, "Test", "Birch").dust(0, "Elm", "Elm").begin()
    game.do("Test")
    assert game.state.owed() == (2, 0, 0, 0, 0, 0)
    game.do("pay Birch", "resolve")
    assert game.deck(0) == 29


def test_what_is_declared_as_a_cost_costs_more_too() -> None:
    # R5.28, R5.40: an event card is one wherever it is declared.
    bonus = event_card("{ draw = 0 }", name="Bonus").replace(
        'kind = "event_card"\n\neffect = [{ draw = 0 }]',
        'kind = "as_cost"\ncost = {}\neffect = [{ points = 2, attributes = "any" }]',
    )
    text = changer('kind = "event_card", side = "enemy"', 'add = "*"') + bonus
    game = Position(text).on("1AL", "Clerk").hand(0, "Ash", "Bonus", "Birch").begin()
    game.do("Ash", "0AC", "give Bonus")
    assert game.state.owed() == (0, 0, 0, 0, 0, 1)


@pytest.mark.parametrize(("until", "owed"), [('"used"', (1, 2)), ("{ used = 2 }", (1, 1))])
def test_a_change_is_used_up_by_what_it_changed(until: str, owed: tuple[int, int]) -> None:
    # R7.31: the next entry, or the next two, cost a point less; event cards do not count.
    change = f'cost_change = {{ kind = "entry", side = "own" }}, less = "*", until = {until}'
    text = event_card(f"{{ {change} }}") + event_card("{ draw = 1 }", cost="*", name="Gift")
    text += "".join(character(name, "").replace('"0"', '"SS"') for name in ("One", "Two", "Three"))
    hand = ("Test", "Gift", "One", "Two", "Three", "Ash", "Ash", "Birch", "Birch")
    game = Position(text).hand(0, *hand).begin().do("Test", "resolve")
    game.do("Gift", "pay Ash", "resolve")
    found = []
    for name, pays, place in (("One", "Ash", "0AL"), ("Two", "Birch", "0AC")):
        found.append(sum(game.do(name, place).state.owed()))
        game.do(f"pay {pays}", "resolve")
    assert tuple(found) == owed
    assert sum(game.do("Three", "0AR").state.owed()) == 2


def test_a_change_that_nothing_used_ends_with_the_turn() -> None:
    # R14.1, R7.31
    for until, owed in (("used", 1), ("used_this_turn", 2)):
        change = f'cost_change = {{ kind = "entry" }}, less = "*", until = "{until}"'
        text = event_card(f"{{ {change} }}") + character("One", "").replace('"0"', '"SS"')
        game = Position(text).hand(0, "Test").hand(1, "One", "Ash").begin()
        game.do("Test", "resolve", "pass", "pass")
        while game.asks != "MAIN 1":
            game.do("pass")
        game.do("One", "1AL")
        assert sum(game.state.owed()) == owed


def frugal(change: str, *, works_in: str = "hand", more: str = "") -> str:
    """A character of cost SSS that says itself what it costs."""
    effect = f"effect = [{{ cost_change = {{ {change} }}]"
    lines = f'kind = "passive"\nworks_in = "{works_in}"\n{more}\n{effect}'
    return character("Dear", lines).replace('cost = "0"', 'cost = "SSS"')


@pytest.mark.parametrize("works_in", ["hand", "any"])
@pytest.mark.parametrize(
    ("change", "owed"),
    [
        ('kind = "entry", among = "self" }, less = "S"', 2),
        ('kind = "entry" }, less = { "*" = { count = { side = "own", type = "character" } } }', 1),
        ('kind = "entry" }, free = true', 0),
        ('kind = "entry" }, add = "*"', 4),
        ('kind = "event_card" }, less = "S"', 3),
    ],
)
def test_a_card_changes_what_it_costs_itself(change: str, owed: int, works_in: str) -> None:
    # R5.46, R5.28: two characters stand there.
    position = Position(frugal(change, works_in=works_in)).on("0AL", "Ash").on("0DL", "Birch")
    game = position.hand(0, "Dear", "Birch", "Birch").begin().do("Dear", "0AC")
    assert sum(game.state.owed()) == owed


def test_a_card_is_declared_that_only_its_own_text_makes_payable() -> None:
    # R5.46, R5.3: Birch gives two points.
    text = frugal(
        'kind = "entry" }, less = "S"', more='if = [{ exists = { side = "own", name = "Ash" } }]'
    )
    assert Position(text).hand(0, "Dear", "Birch").begin().rule("Dear") == "R5.3"
    game = Position(text).on("0AL", "Ash").hand(0, "Dear", "Birch").begin()
    assert game.do("Dear", "0AC", "pay Birch", "resolve").at("0AC") == "Dear"


def test_what_a_card_says_of_its_cost_depends_on_its_cell() -> None:
    # R5.46
    text = frugal('kind = "entry", into = { row = "AF" } }, less = "S"')
    game = Position(text).hand(0, "Dear", "Birch").begin().do("Dear")
    assert (game.rule("0AC"), game.rule("0DC")) == (None, "R5.3")


def test_what_a_card_says_of_its_cost_is_about_no_other_card() -> None:
    # R5.46: neither from the hand nor in play.
    text = frugal('kind = "entry", side = "own" }, less = "SSS", min = 0')
    game = Position(text).on("0AL", "Dear").hand(0, "Dear", "Ash", "Birch").begin()
    game.do("Ash", "0AC")
    assert sum(game.state.owed()) == 1


def test_an_event_card_changes_what_it_costs_itself() -> None:
    # R5.46
    less = "less = { S = { count = { zone = 'dust', side = 'own', type = 'character' } } }"
    text = event_card("{ draw = 1 }", cost="SSS") + (
        '[[card.ability]]\nkind = "passive"\nworks_in = "hand"\n'
        f'effect = [{{ cost_change = {{ kind = "event_card" }}, {less} }}]\n'
    )
    game = Position(text).dust(0, "Ash", "Ash").hand(0, "Test", "Ash").begin()
    game.do("Test", "pay Ash", "resolve")
    assert game.deck(0) == 29
