"""Views show piles, kept cards, lasting changes, rules in force, what waits and what was used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue, defs
from lycee_core.view import View, view
from tests.core.builder import Game, Position, catalogue, character, event_card
from tests.core.table import Lockstep

if TYPE_CHECKING:
    from lycee_core.glimpse import CardView
    from lycee_core.standing import EffectView, UseView


def played(effect: str, *more: str, until: str = "resolve") -> Game:
    """Seat 0 has used `Test`; Ash stands in its AFL, Birch in the enemy's, both dust boxes lie."""
    position = Position(event_card(effect) + "".join(more)).hand(0, "Test").on("0AL", "Ash")
    position.on("1AL", "Birch").dust(0, "Ivy", "Ash").dust(1, "Elm")
    return position.begin().do("Test", until)


def seen(game: Game, seat: int | None = 0) -> View:
    return view(game.state, seat)


def only_effect(game: Game) -> EffectView:
    """The one lasting change that there is."""
    (effect,) = seen(game).effects
    return effect


def names(game: Game, cards: tuple[CardView, ...]) -> list[str]:
    """The names of cards of a view, `?` where the viewer does not know one."""
    catalogue_ = game.state.catalogue
    return ["?" if one.card == defs.UNKNOWN else catalogue_.card(one.card).name for one in cards]


# ---- what a rule keeps


@pytest.mark.parametrize(
    ("word", "filters", "answer", "expected"),
    [
        ("number", "cost = { ge = { chosen = 'x' } }", 2, "2"),
        ("attribute", "attribute = { chosen = 'x' }", 4, "sun"),
        ("attribute", "attribute = { chosen = 'x' }", 5, "colourless"),
        ("sex", "sex = { chosen = 'x' }", 1, "f"),
        ("type", "type = { chosen = 'x' }", 2, "item"),
    ],
)
def test_what_a_rule_keeps_is_seen(word: str, filters: str, answer: int, expected: str) -> None:
    # R14.14: what was chosen holds for the rule as long as the rule does.
    text = f'{{ name = "{word}", named = "x" }}, {{ forbid = "play", whom = "enemy", '
    text += f'of = {{ {filters} }}, until = "enemy_turn_end" }}'
    game = played(text.replace("'", '"')).do(f"number {answer}")
    effect = only_effect(game)
    assert (effect.kind, effect.what, effect.kept) == ("forbid", "play", expected)


@pytest.mark.parametrize("filter_", ["name", "name_has"])
def test_the_name_that_a_rule_keeps_is_seen(filter_: str) -> None:
    text = '{ name = "card_name", named = "x" }, { forbid = "play", whom = "enemy", of = { '
    game = played(text + filter_ + ' = { chosen = "x" } }, until = "enemy_turn_end" }')
    game.do(f"number {game.names['Birch']}")
    assert only_effect(game).kept == "Birch"


def test_a_rule_that_keeps_nothing_shows_nothing() -> None:
    game = played('{ forbid = "play", whom = "enemy", until = "enemy_turn_end" }')
    assert only_effect(game).kept == ""


# ---- piles and cards kept


def test_a_pile_is_seen_with_its_name_its_maker_and_its_cards() -> None:  # R13.12
    game = played('{ pile = { zone = "dust", side = "own" }, to = "Salt Garden", stays = true }')
    (pile,) = seen(game).piles
    assert (pile.name, pile.seat, pile.face, pile.stays) == ("Salt Garden", 0, "up", True)
    assert sorted(names(game, pile.cards)) == ["Ash", "Ivy"]
    assert pile.maker is not None
    assert names(game, (pile.maker,)) == ["Test"]


@pytest.mark.parametrize(
    ("face", "viewers"),
    [("up", {0, 1, None}), ("owner", {0}), ("down", set())],
)
def test_a_face_in_a_pile_is_seen_by_who_may_know_it(face: str, viewers: set[int | None]) -> None:
    game = played(
        f'{{ pile = {{ zone = "deck_top", side = "own", n = 2 }}, to = "Pool", face = "{face}" }}'
    )
    for viewer in (0, 1, None):
        (pile,) = seen(game, viewer).piles
        assert pile.face == face
        expected = "Filler" if viewer in viewers else "?"
        assert names(game, pile.cards) == [expected] * 2, viewer


def test_piles_of_both_seats_have_their_own_names() -> None:
    game = played(
        '{ pile = { zone = "dust", side = "own" }, to = "First", stays = true }, '
        '{ pile = { zone = "dust", side = "enemy" }, to = "Second", seat = "enemy" }'
    )
    found = [(pile.name, pile.seat, len(pile.cards)) for pile in seen(game).piles]
    assert found == [("First", 0, 2), ("Second", 1, 1)]


def test_names_of_piles_stand_in_the_bytes_of_a_catalogue() -> None:
    text = event_card('{ pile = { zone = "dust", side = "own" }, to = "Far Shore" }')
    again = Catalogue(catalogue(text).blob)
    known = {again.pile_name(number) for number in range(1, 20) if has_pile(again, number)}
    assert "Far Shore" in known
    assert len(again) == len(catalogue(text).numbers)
    with pytest.raises(IndexError, match="pile 0 of"):
        again.pile_name(0)
    with pytest.raises(IndexError, match="pile 1 of 0"):
        Catalogue.starter().pile_name(1)


def has_pile(cards: Catalogue, number: int) -> bool:
    try:
        cards.pile_name(number)
    except IndexError:
        return False
    return True


def test_cards_kept_on_a_character_are_seen_at_its_cell() -> None:  # R13.5
    keeper = character(
        "Keeper",
        'kind = "activated"\ncost = {}\n'
        'effect = [{ pile = { zone = "dust", side = "enemy", n = 1 }, on = "self" }]',
    )
    game = Position(keeper).on("0AL", "Keeper").dust(1, "Elm").begin()
    game.do("ability 0AL", "resolve")
    cells = seen(game, 1).sides[0].cells
    assert names(game, cells[0].kept) == ["Elm"]
    assert all(cell.kept == () for cell in cells[1:])
    assert names(game, seen(game).sides[1].held) == ["Elm"]


# ---- what lasts


LASTING = [
    ('{ change = { name = "Birch" }, ap = 2 }', ("change", "AP", 2, "turn_end")),
    (
        '{ change = { name = "Birch" }, dp = -1, until = "enemy_turn_end" }',
        ("change", "DP", -1, "enemy_turn_end"),
    ),
    ('{ set = { name = "Birch" }, original_sp = 7 }', ("set", "original SP", 7, "turn_end")),
    ('{ set = { name = "Birch" }, exchange = ["ap", "dp"] }',
     ("exchange", "AP DP", 0, "turn_end")),
    ('{ become = { name = "Birch" }, attribute = ["moon", "sun"] }',
     ("become", "attribute: moon sun", 0, "turn_end")),
    ('{ become = { name = "Birch" }, name = "Ash" }', ("become", "name: Ash", 0, "turn_end")),
    ('{ grant = { name = "Birch" }, basic = "Dash" }', ("gain", "Dash", 0, "turn_end")),
    ('{ grant = { name = "Birch" }, basic = "Dash", until = "game_end" }',
     ("gain", "Dash", 0, "game_end")),
    ('{ lose = { name = "Birch" }, basic = "all" }',
     ("lose", "all basic abilities", 0, "turn_end")),
    ('{ lose = { name = "Birch" }, special = "all", until = "leaves" }',
     ("take", "all", 0, "leaves")),
    ('{ forbid = "attack", whom = { name = "Birch", n = 1 } }',
     ("forbid", "attack", 0, "turn_end")),
    ('{ require = "attack", whom = { name = "Birch", n = 1 }, until = "enemy_turn_end" }',
     ("require", "attack", 0, "enemy_turn_end")),
    ('{ skip_wake_up = { name = "Birch", n = 1 } }', ("no_wake_up", "", 0, "wake_up")),
    ('{ keep = { name = "Birch", n = 1 }, until = { used = 2 } }', ("keep", "", 0, "used")),
    ('{ keep = { name = "Birch", n = 1 }, until = { used_this_turn = 2 } }',
     ("keep", "", 0, "used_this_turn")),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "expected"), LASTING, ids=[one for one, _ in LASTING])
def test_a_lasting_change_is_seen_with_whom_it_holds_for_and_how_long(
    effect: str, expected: tuple[str, str, int, str]
) -> None:
    game = played(effect)
    found = only_effect(game)
    assert (found.kind, found.what, found.amount, found.until) == expected
    assert found.subject is not None
    assert names(game, (found.subject,)) == ["Birch"]
    assert found.times == (2 if found.until.startswith("used") else 0)
    assert only_effect(game) == view(game.state, None).effects[0] == view(game.state, 1).effects[0]


def test_a_rule_for_a_player_names_the_player() -> None:
    found = only_effect(played('{ forbid = "draw", whom = "enemy" }'))
    assert (found.kind, found.what, found.subject, found.subject_seat) == (
        "forbid", "draw", None, 1,
    )  # fmt: skip


def test_a_hand_limit_that_a_card_changed_is_the_one_that_is_seen() -> None:  # R4.16
    game = played('{ hand_limit = { add = 2 }, seat = "enemy" }')
    assert [side.hand_limit for side in seen(game).sides] == [7, 9]
    assert (only_effect(game).kind, only_effect(game).amount) == ("hand_limit", 2)


def test_the_rule_of_a_passive_ability_is_in_force_while_its_card_is_in_play() -> None:
    warden = character(
        "Warden", 'kind = "passive"\neffect = [{ forbid = "attack", whom = { name = "Birch" } }]'
    )
    game = Position(warden).on("0AL", "Warden").on("1AL", "Birch").begin()
    found = only_effect(game)
    assert (found.kind, found.what, found.until) == ("forbid", "attack", "always")
    assert found.source is not None
    assert names(game, (found.source,)) == ["Warden"]
    assert seen(Position(warden).on("1AL", "Birch").begin()).effects == ()


def test_what_a_character_is_now_is_seen_beside_what_is_printed() -> None:
    game = played(
        '{ set = { name = "Birch" }, original_ap = 6 }, '
        '{ become = { name = "Birch" }, attribute = "sun", sex = "none", name = "Elm" }'
    )
    cell = seen(game).sides[1].cells[0]
    assert cell.traits is not None
    printed = game.state.catalogue.card(game.names["Birch"])
    assert (cell.traits.attributes, cell.traits.sex, cell.traits.name) == (("sun",), "none", "Elm")
    assert cell.traits.original == (6, printed.dp, printed.sp)
    assert cell.ap == 6
    own = seen(game).sides[0].cells[0].traits
    assert own is not None
    assert (own.name, own.title, own.type, own.lost, own.given) == ("", "", "character", (), ())


def test_abilities_lost_and_given_are_seen_at_the_character() -> None:
    able = character("Able", 'kind = "activated"\ncost = {}\neffect = [{ draw = 1 }]')
    grant = (
        '{ lose = { name = "Able" }, special = "all" }, { grant = { name = "Ash", side = "own" }, '
        'ability = { kind = "activated", cost = {}, effect = [{ draw = 1 }] } }'
    )
    position = Position(event_card(grant) + able).hand(0, "Test").on("0AL", "Ash")
    game = position.on("1AL", "Able").begin().do("Test", "resolve")
    ash, other = (seen(game).sides[seat].cells[0].traits for seat in (0, 1))
    assert ash is not None
    assert other is not None
    assert (len(ash.given), ash.lost) == (1, ())
    assert (other.given, other.lost) == ((), (1,))


# ---- what waits, what was used


def test_what_waits_is_seen_with_its_event_and_whom_it_is_about() -> None:
    game = played(
        '{ tap = { side = "enemy", type = "character" }, named = "who" }, '
        '{ later = { event = "turn_end" }, do = [{ discard = "$who" }] }'
    )
    (watcher,) = seen(game).watchers
    assert (watcher.event, watcher.seat, watcher.times) == ("turn_end", 0, 1)
    assert names(game, watcher.cards) == ["Birch"]
    assert watcher.source is not None
    assert names(game, (watcher.source,)) == ["Test"]
    game.do("pass", "pass", "pass")
    assert seen(game).watchers == ()


def test_uses_of_an_ability_with_a_limit_are_counted_in_sight() -> None:  # R7.31
    once = character(
        "Once", 'kind = "activated"\ncost = {}\nlimit = { n = 2, per = "turn" }\n'
        "effect = [{ draw = 1 }]",
    )  # fmt: skip
    game = Position(once).on("0AL", "Once").begin()

    def use() -> UseView:
        (found,) = seen(game, None).uses
        return found

    assert (use().ability, use().limit, use().per, use().used) == (1, 2, "turn", 0)
    game.do("ability 0AL", "resolve")
    assert use().used == 1
    game.do("ability 0AL", "resolve")
    assert use().used == 2


def test_a_declaration_is_seen_with_the_number_chosen_for_it() -> None:
    cost = 'cost = { mill = { chosen = "x" }, x = { max = 3 } }'
    drawer = character("Drawer", f'kind = "activated"\n{cost}\neffect = [{{ draw = 1 }}]')
    game = Position(drawer).on("0AL", "Drawer").begin().do("ability 0AL", "x 2")
    (link,) = seen(game).chain
    assert (link.number, link.cancelled) == (2, False)


# ---- nothing hidden


@pytest.mark.parametrize("seed", range(4))
def test_a_view_of_a_replica_and_of_the_whole_state_are_the_same(seed: int) -> None:
    game = Lockstep(seed)
    for _ in range(250):
        if game.all.outcome() is not None:
            return
        game.step()
        for seat, replica in ((0, game.partial[0]), (1, game.partial[1]), (None, game.partial[2])):
            theirs, ours = view(game.all, seat), view(replica, seat)
            assert theirs.piles == ours.piles
            assert theirs.effects == ours.effects
            assert theirs.watchers == ours.watchers
            assert theirs.uses == ours.uses
            assert theirs.sides == ours.sides


def test_what_a_card_remembers_is_seen() -> None:
    keeper = character(
        "Keeper",
        'kind = "activated"\ncost = {}\neffect = [{ remember = { name = "Ash", n = 1 }, '
        'as = "a" }, { remember = 5, as = "b" }]',
    )
    game = Position(keeper).on("0AL", "Keeper").on("0AC", "Ash").begin()
    game.do("ability 0AL", "resolve")
    card, number = seen(game, 1).effects
    assert (card.kind, number.kind) == ("remember", "remember")
    assert card.about is not None
    assert names(game, (card.about,)) == ["Ash"]
    assert (number.about, number.what, number.amount) == (None, "", 5)


def test_a_rule_against_one_card_names_it_and_a_general_one_does_not() -> None:
    game = played(
        '{ tap = { name = "Ash", n = 1 }, named = "who" }, '
        '{ forbid = "defend", whom = { name = "Birch", n = 1 }, against = "$who" }'
    )
    found = only_effect(game)
    assert found.about is not None
    assert names(game, (found.about,)) == ["Ash"]
    assert only_effect(played('{ forbid = "draw", whom = "enemy" }')).about is None
