"""Effects that put several words together, in the cases that are easily got wrong.

Whose view an ability has that a card gives to a character, what is counted after a shuffle, what a
limit counts, when a warm-up begins, and who made a declaration. Below: `builder`.
"""

from __future__ import annotations

import pytest

from lycee_core import defs, loader
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, character, event_card


def worn(kind: str, abilities: str, *, name: str = "Gift") -> str:
    """The text of a free item or area."""
    number = {"item": "IT-1001", "area": "AR-1001"}[kind]
    tables = "".join(f"[[card.ability]]\n{lines}\n" for lines in abilities.split("---"))
    return (
        f'[[card]]\nnumber = "{number}"\nname = {{ en = "{name}" }}\ntype = "{kind}"\n'
        f'attributes = []\ncost = "0"\nex = 0\n{tables}'
    )


def refused(text: str) -> str:
    """What the loader says about a card it does not take."""
    with pytest.raises(CardDataError) as caught:
        loader.load_text(text, source="test.toml")
    return str(caught.value)


# ---- whose ability it is ------------------------------------------------------------------------

GUEST = (
    'kind = "triggered"\nby = "WHO"\n'
    'on = { event = "entered", what = "self" }\neffect = [{ draw = 1 }]'
)
BELL = 'kind = "triggered"\nhost = "cell"\n'


@pytest.mark.parametrize("owner", [0, 1])
def test_what_an_area_gives_is_heard_by_whoever_stands_there(owner: int) -> None:
    # R9.11: the enemy is that of the character downed, whoever played the area.
    text = (
        BELL + 'on = { event = "downed", what = "here" }\neffect = [{ mill = 2, seat = "enemy" }]'
    )
    position = Position(worn("area", text)).area("1DR", "Gift", owner=owner)
    game = position.on("1DR", "Fir").on("0AL", "Ash").begin()
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert (game.at("1DR"), game.deck(0), game.deck(1)) == (None, 28, 30)


def test_what_an_area_gives_is_nothing_in_an_empty_cell() -> None:
    # R9.11
    text = BELL + 'on = { event = "turn_end" }\neffect = [{ draw = 1 }]'
    game = Position(worn("area", text)).area("0AL", "Gift").begin()
    assert game.do("pass", "pass").deck(0) == 30


def test_a_passive_of_the_bearer_has_the_view_of_its_controller() -> None:
    # R9.11: an item on a character of the other side strengthens those beside it.
    text = 'kind = "passive"\nhost = "bearer"\neffect = [{ change = { side = "own" }, ap = 1 }]'
    position = Position(worn("item", text)).on("1AL", "Fir").item("1AL", "Gift", owner=0)
    game = position.on("1AC", "Ash").on("0AL", "Ash").begin()
    assert (game.values("1AC"), game.values("0AL")) == ((4, 3, 1), (3, 3, 1))


def test_a_passive_of_whoever_stands_there_stops_when_nobody_does() -> None:
    # R9.11
    text = 'kind = "passive"\nhost = "cell"\neffect = [{ change = { side = "own" }, ap = 1 }]'
    escape = event_card('{ return = "$it" }', more='target.it = { row = "AF" }')
    position = Position(worn("area", text) + escape).area("0AL", "Gift").on("0AL", "Fir")
    game = position.on("0DL", "Ash").hand(0, "Test").begin()
    assert game.values("0DL") == (4, 3, 1)
    assert game.do("Test", "0AL", "resolve").values("0DL") == (3, 3, 1)


@pytest.mark.parametrize(("answer", "hand"), [("yes", []), ("no", ["Ash"])])
def test_a_replacement_of_the_bearer_asks_its_controller(answer: str, hand: list[str]) -> None:
    # R9.11: it discards from its own hand, not from that of who played the item.
    text = (
        'kind = "replacement"\nhost = "bearer"\nmay = true\n'
        'on = { event = "downed", what = "bearer" }\n'
        'effect = [{ discard = { zone = "hand", side = "own", n = 1 } }]'
    )
    position = Position(worn("item", text)).on("1DR", "Fir").item("1DR", "Gift", owner=0)
    game = position.on("0AL", "Ash").hand(1, "Ash").bare(1).begin()
    game.do("attack 0AL", "resolve", "1DR", "fight", answer)
    if answer == "yes":
        game.do("Ash")
    assert (game.hand(1), game.at("1DR")) == (hand, "Fir" if answer == "yes" else None)


def test_what_the_enemy_carries_out_is_read_from_its_side() -> None:
    # R15.4: `by` of a triggered ability.
    text = character("Guest", GUEST.replace("WHO", "enemy"))
    game = Position(text).hand(0, "Guest").begin().do("Guest", "0AL", "resolve")
    assert (game.deck(0), game.deck(1)) == (30, 29)


def test_a_triggered_ability_has_one_user() -> None:
    text = character("Guest", GUEST.replace("WHO", "either"))
    assert "nobody declares a triggered ability" in refused(text)


@pytest.mark.parametrize(("kind", "who"), [("item", "bearer"), ("area", "here")])
def test_an_item_or_area_is_no_character_to_tap(kind: str, who: str) -> None:
    text = 'kind = "triggered"\non = { event = "turn_end" }\neffect = [{ tap = "self" }]'
    assert f"expected `{who}`: this {kind} is no character to tap" in refused(worn(kind, text))


def test_an_ability_that_an_item_gives_means_the_bearer_by_self() -> None:
    inner = '{ kind = "triggered", on = { event = "turn_end" }, effect = [{ tap = "self" }] }'
    text = f'kind = "passive"\neffect = [{{ grant = "bearer", ability = {inner} }}]'
    game = Position(worn("item", text)).on("0AL", "Fir").item("0AL", "Gift").begin()
    assert game.do("pass", "pass").tapped("0AL")


def test_a_card_hears_itself_leave_while_it_is_in_play() -> None:
    text = character(
        "Late", 'kind = "triggered"\nworks_in = "dust"\non = { event = "left", what = "self" }\n'
        'effect = [{ take = "self" }]')  # fmt: skip
    assert "it hears that while it is still in play" in refused(text)


def test_nobody_sees_what_would_replace_something_out_of_a_hand() -> None:
    # R1.14
    text = character(
        "Hidden", 'kind = "replacement"\nworks_in = "hand"\n'
        'on = { event = "discarded", what = "self" }\neffect = [{ enter = "self" }]')  # fmt: skip
    with pytest.raises(CardDataError, match="where both see it"):
        Position(text)


KEEPER = """
kind = "KIND"
on = { event = "left", what = "self" }
effect = [{ take = { zone = "held", of = "self" } }]
"""


def test_what_is_kept_on_a_card_is_gone_when_it_has_left() -> None:
    # R13.5
    text = character("Nest", KEEPER.replace("KIND", "triggered"))
    assert "expected a replacement of `left`" in refused(text)


def test_what_is_kept_on_a_card_is_taken_before_it_leaves() -> None:
    # R13.5, R15.16
    keep = event_card(
        '{ pile = { zone = "hand", side = "own", n = 1 }, under = "$x", face = "up" },'
        ' { discard = "$x" }', more='target.x = { side = "own" }')  # fmt: skip
    nest = KEEPER.replace("KIND", "replacement") + 'and_then = "event"\n'
    game = Position(character("Nest", nest) + keep).on("0AL", "Nest").hand(0, "Test", "Ash")
    played = game.begin().do("Test", "0AL", "resolve", "Ash")
    assert (played.hand(0), played.dust(0)) == (["Ash"], ["Nest", "Test"])


def test_what_stands_in_front_of_a_character_is_on_the_other_field() -> None:
    # R2.25
    text = character(
        "Rear", 'kind = "passive"\n'
        'effect = [{ change = { side = "own", in_front_of = "self" }, ap = 1 }]')  # fmt: skip
    assert 'expected `row = "AF", column = "same"`' in refused(text)


# ---- what is counted after a shuffle ------------------------------------------------------------


@pytest.mark.parametrize(
    "effect",
    [
        '{ send = { zone = "hand", side = "own" }, to = "deck" }',
        '{ choose = "all", from = { zone = "hand", side = "own", n = "all" } },'
        ' { send = "$all", to = "deck" }',
    ],
)
def test_a_hand_shuffled_away_is_counted(effect: str) -> None:
    # R7.28: the shuffle belongs to what was done before it.
    text = event_card(f'{effect}, {{ draw = {{ done = "cards" }} }}')
    game = Position(text).bare(0).hand(0, "Test", "Ash", "Elm", "Fir").begin()
    game.do("Test", "resolve")
    assert (len(game.hand(0)), game.deck(0)) == (3, 30)


def test_both_hands_are_shuffled_away_and_drawn_anew() -> None:
    # R15.11
    text = event_card('{ each_seat = [{ send = { zone = "hand", side = "own" }, to = "deck" },'
                      ' { draw = { done = "cards" } }] }')  # fmt: skip
    game = Position(text).bare(0, 1).hand(0, "Test", "Ash").hand(1, "Elm", "Fir").begin()
    game.do("Test", "resolve")
    assert (len(game.hand(0)), len(game.hand(1)), game.deck(0), game.deck(1)) == (1, 2, 30, 30)


@pytest.mark.parametrize(("found", "drawn"), [("deck Cedar", 1), ("pass", 0)])
def test_a_search_that_finds_nothing_was_not_done(found: str, drawn: int) -> None:
    # R7.28, R1.15: the shuffle after it says nothing.
    text = event_card('{ search = { zone = "deck", type = "character" }, to = "dust" },'
                      ' { when_done = [{ draw = 1 }] }')  # fmt: skip
    game = Position(text).deck(0, 30, "Cedar").hand(0, "Test").begin()
    game.do("Test", "resolve", found)
    assert len(game.hand(0)) == drawn


# ---- what a limit counts ------------------------------------------------------------------------


def next_turn(game: Game) -> None:
    """End the turn; nobody answers."""
    turn = game.state.turn
    while game.state.turn == turn or not game.asks.startswith("MAIN"):
        game.do("stay" if game.asks.startswith("WAKE_UP") else "pass")


def test_what_was_not_carried_out_was_not_used() -> None:
    # R7.31: the condition fails in one turn and holds in another; then it is used up.
    text = character("Mill", 'kind = "triggered"\non = { event = "turn_start", whose = "own" }\n'
                     'if = [{ exists = { side = "own", tapped = true } }]\n'
                     'limit = { n = 1, per = "game" }\neffect = [{ mill = 3 }]')  # fmt: skip
    rest = event_card('{ tap = { side = "own" } }')
    game = Position(text + rest).on("0DL", "Mill").hand(0, "Test", "Test").begin(1, turn=2)
    next_turn(game)
    assert game.deck(0) == 28  # the warm-up alone
    game.do("Test", "resolve")
    next_turn(game)
    next_turn(game)
    assert game.deck(0) == 23
    game.do("Test", "resolve")
    next_turn(game)
    next_turn(game)
    assert game.deck(0) == 21


# ---- when a warm-up begins ----------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "drawn"), [((), 4), (("Fir",), 2)])
def test_a_warm_up_begins_before_its_cards(hand: tuple[str, ...], drawn: int) -> None:
    # R4.9: the hand is looked at before the two cards come.
    text = character("Early", 'kind = "triggered"\non = { event = "warm_up", whose = "own" }\n'
                     'if = [{ compare = [{ size = "hand" }, "==", 0] }]\n'
                     'effect = [{ draw = 2 }]')  # fmt: skip
    game = Position(text).bare(0).on("0DL", "Early").hand(0, *hand).begin(1, turn=2)
    next_turn(game)
    assert game.deck(0) == 30 - drawn


def test_what_a_warm_up_triggers_changes_that_warm_up() -> None:
    # R4.10
    text = character("Early", 'kind = "triggered"\non = { event = "warm_up", whose = "own" }\n'
                     'effect = [{ warm_up = { add = 1 } }]')  # fmt: skip
    game = Position(text).on("0DL", "Early").begin(1, turn=2)
    next_turn(game)
    assert game.deck(0) == 27


# ---- who made a declaration ---------------------------------------------------------------------

ANSWER = 'when = [{ responding = { kind = "special", side = "enemy" } }]'


@pytest.mark.parametrize("whom", ['"declaration"', '{ side = "enemy", among = "declaration" }'])
def test_who_used_an_ability_is_tapped(whom: str) -> None:
    # R7.28
    text = event_card(f'{{ cancel = "declaration" }}, {{ tap = {whom} }}', more=ANSWER)
    position = Position(text).on("0AL", "Violet").on("0AC", "Ash").on("1AL", "Ash")
    game = position.hand(1, "Test").begin().do("ability 0AL")
    if game.asks.startswith("TARGET"):
        game.do("1AL")
    game.do("Test", "resolve")
    assert (game.tapped("0AL"), game.tapped("0AC")) == (True, False)


def test_who_used_an_ability_is_discarded_and_the_ability_goes_on() -> None:
    # R7.35: its price and effect do not need it any more.
    text = event_card('{ discard = { side = "enemy", among = "declaration" } }', more=ANSWER)
    game = Position(text).on("0AL", "Violet").on("0AC", "Ash").hand(1, "Test").begin()
    game.do("ability 0AL", "Test", "resolve")
    assert (game.at("0AL"), game.at("0AC"), game.dust(0)) == (None, "Ash", ["Violet"])


def test_who_made_a_targeted_declaration_is_discarded() -> None:
    text = event_card('{ cancel = "$spell" }, { discard = { among = "$spell" } }',
                      more='target.spell = { type = "declaration", side = "enemy" }')  # fmt: skip
    game = Position(text).on("0AL", "Violet").on("0AC", "Ash").hand(1, "Test").begin()
    game.do("ability 0AL", "Test", 144, "resolve")
    assert (game.at("0AL"), game.at("0AC"), game.dust(0)) == (None, "Ash", ["Violet"])


def test_an_event_card_that_is_answered_is_no_character() -> None:
    when = ANSWER.replace('"special"', '"event_card"')
    text = event_card('{ tap = "declaration" }', more=when) + event_card("{ draw = 1 }", name="Ask")
    game = Position(text).on("0AL", "Ash").hand(0, "Ask").hand(1, "Test").begin()
    assert game.do("Ask", "Test", "resolve").hand(0) == ["Filler"]
    assert not game.tapped("0AL")


# ---- numbers and targets ------------------------------------------------------------------------


def test_a_target_does_not_know_the_number_of_the_cost() -> None:
    # R5.38
    text = character("Sniper", 'kind = "activated"\n'
                     'cost = { points = { "*" = { chosen = "x" } }, x = {} }\n'
                     'target.foe = { side = "enemy", cost = { le = { chosen = "x" } } }\n'
                     'effect = [{ discard = "$foe" }]')  # fmt: skip
    assert "the number of the cost in a target, which is named before it" in refused(text)


def test_a_choice_knows_the_number_of_the_cost() -> None:
    # R5.38: characters of cost 1 and 2 are there, and 1 is paid.
    text = character("Sniper", 'kind = "activated"\n'
                     'cost = { points = { "*" = { chosen = "x" } }, x = { max = 3 } }\n'
                     'effect = [{ choose = "foe", from = { side = "enemy", cost = '
                     '{ chosen = "x" } } }, { discard = "$foe" }]')  # fmt: skip
    position = Position(text).on("0AL", "Sniper").on("1AL", "Ash").on("1AC", "Elm")
    game = position.hand(0, "Ash").begin()
    game.do("ability 0AL", "x 1", "pay Ash", "resolve")
    assert (game.at("1AL"), game.at("1AC")) == (None, "Elm")
    assert game.zone(1, defs.ZONE_DUST) == ["Ash"]


# ---- permissions that a passive counts ----------------------------------------------------------


def counted(permission: str) -> str:
    """A passive that permits something once a turn."""
    return f'kind = "passive"\nlimit = {{ n = 1, per = "turn" }}\neffect = [{{ {permission} }}]'


def test_one_event_card_a_turn_is_free() -> None:
    # R7.31, R7.40
    permit = 'permit = "play", whom = { type = "event_card" }, free = true'
    game = Position(character("Host", counted(permit))).on("0AL", "Host").hand(0, "Gust", "Gust")
    played = game.begin().do("Gust", "0AL", "resolve")
    assert played.rule("Gust") == "R5.3"


def test_one_character_a_turn_enters_from_the_dust_box() -> None:
    # R7.31, R7.40
    permit = 'permit = "enter", whom = { cost = 0 }, from = "dust"'
    text = character("Host", counted(permit)) + character("Late", "")
    position = Position(text).on("0AL", "Host").dust(0, "Fir", "Late")
    played = position.begin().do("dust Fir", "0AC", "resolve")
    assert played.at("0AC") == "Fir"
    assert played.rule("dust Late") == "R7.9"


def test_an_ability_is_used_once_more_a_turn() -> None:
    # R7.31, R7.41
    ability = (
        'kind = "activated"\ncost = {}\nlimit = { n = 1, per = "turn" }\n'
        'effect = [{ change = "self", ap = 1 }]'
    )
    permit = 'permit = "use", whom = "self", over_limit = true'
    text = character("Host", f"{ability}\n---{counted(permit)}")
    game = Position(text).on("0AL", "Host").begin()
    game.do("ability 0AL", "resolve", "ability 0AL", "resolve")
    assert game.rule("ability 0AL") == "R7.31"
    assert game.values("0AL")[0] == 3
