"""What a person reads of piles, lasting changes, what waits, and of a card in play."""

from __future__ import annotations

import io
import json

import pytest
from lycee_cli.deeds import EVENTS, WHATS
from lycee_cli.drawing import TerminalPrinter
from lycee_cli.players import TextLines, Writer
from lycee_cli.render import JsonPrinter, Printer
from lycee_cli.standing import HOLDS, LASTS, Teller, cell_number

from lycee_core import defs, grammar
from lycee_core.standing import UNTIL
from lycee_core.view import view
from tests.core.builder import Game, Position, character, event_card

KEEPER = character(
    "Keeper",
    'kind = "activated"\ncost = {}\nlimit = { n = 2, per = "turn" }\n'
    'effect = [{ pile = { zone = "dust", side = "enemy", n = 1 }, on = "self" }]',
)


def who(seat: int) -> str:
    return ("you", "enemy")[seat]


def played(effect: str) -> Game:
    """Seat 0 has used `Test` with Ash in its AFL and Birch in the enemy's."""
    position = Position(event_card(effect)).hand(0, "Test").on("0AL", "Ash").on("1AL", "Birch")
    return position.dust(0, "Ivy", "Elm").begin().do("Test", "resolve")


def said(game: Game, texts: str) -> list[str]:
    """What the client answers to these words of it."""
    out = io.StringIO()
    lines = TextLines(iter([*texts.splitlines(), "concede"]), source="texts", is_script=False)
    Writer(lines, Printer(out, game.state.catalogue, 0)).decide(game.state, 0)
    return [bare(game, line) for line in out.getvalue().splitlines() if not line.startswith("?")]


def bare(game: Game, line: str) -> str:
    """A line with the names of cards alone."""
    for number in game.state.catalogue.numbers:
        line = line.replace(f"{number} ", "")
    return line


# ---- what lies apart


def test_piles_says_names_and_cards_and_hides_what_is_face_down() -> None:
    game = played(
        '{ pile = { zone = "dust", side = "own", name = ["Ivy", "Elm"] }, to = "Pool", '
        'stays = true }, { pile = { zone = "deck_top", side = "own", n = 3 }, to = "Well", '
        'face = "down" }'
    )
    assert said(game, "piles") == [
        "you: pile “Pool” (stays): Ivy, Elm",
        "you: pile “Well” (ends with Test, face down): 3 face down",
    ]
    assert said(played("{ draw = 1 }"), "piles") == [
        "nothing lies in a pile, aside or on another card"
    ]


def test_a_card_kept_on_a_character_is_said_in_piles_and_at_its_card() -> None:
    game = Position(KEEPER).on("0AL", "Keeper").dust(1, "Elm").begin()
    game.do("ability 0AL", "resolve")
    assert said(game, "piles") == ["kept on AFL Keeper: Elm"]
    assert said(game, "lasting") == ["AFL Keeper: ability 1: used 1 of 2 a turn"]
    lines = said(game, "card AFL")
    assert lines[0] == "Keeper"
    assert "  now: AP 1, DP 2, SP 1" in lines
    assert "  ability 1: used 1 of 2 a turn" in lines
    assert lines[-1] == "  kept on it: Elm"


def test_what_was_removed_is_told_like_the_dust_boxes() -> None:
    game = played('{ remove = { zone = "dust", side = "own", name = "Ivy" } }')
    assert said(game, "removed")[0].startswith("you: ")
    assert "Ivy" in said(game, "removed")[0]
    assert said(game, "dust") == ["you: Elm, Test", "enemy: empty"]


# ---- what lasts


LASTING = [
    ('{ change = { name = "Birch" }, ap = 2, until = "enemy_turn_end" }',
     "eAFL Birch: +2 AP until the next turn of enemy ends (by Test)"),
    ('{ change = { name = "Birch" }, dp = -1 }', "eAFL Birch: -1 DP until the turn ends"),
    ('{ set = { name = "Birch" }, sp = 4, until = "game_end" }',
     "eAFL Birch: SP is 4 for the rest of the game (by Test)"),
    ('{ become = { name = "Birch" }, sex = "none" }',
     "eAFL Birch: sex is sexless until the turn ends (by Test)"),
    ('{ forbid = "be_target", whom = { name = "Birch", n = 1 }, until = "leaves" }',
     "eAFL Birch: may not be a target until it leaves play (by Test)"),
    ('{ require = "attack", whom = { name = "Birch", n = 1 }, until = "enemy_turn_end" }',
     "eAFL Birch: must attack until the next turn of enemy ends (by Test)"),
    ('{ forbid = "draw", whom = "enemy" }', "enemy: may not draw until the turn ends (by Test)"),
    ('{ hand_limit = { add = -2 }, seat = "enemy" }',
     "enemy: hand limit changes by -2 until the turn ends (by Test)"),
    ('{ keep = { name = "Birch", n = 1 }, until = { used = 2 } }',
     "eAFL Birch: is not downed for 2 more uses (by Test)"),
    ('{ skip_wake_up = { name = "Birch", n = 1 } }',
     "eAFL Birch: does not wake up until the next wake-up"),
    ('{ later = { event = "turn_end" }, do = [{ draw = 1 }] }',
     "Test waits for: the end of a turn, once, for the rest of the game"),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "line"), LASTING, ids=[one for _, one in LASTING])
def test_what_lasts_is_said_with_whom_it_is_about_and_how_long(effect: str, line: str) -> None:
    game = played(effect)
    assert said(game, "lasting") == [line]
    assert f"  {line}" in said(game, "field")


def test_a_rule_is_told_with_the_name_that_it_keeps() -> None:  # R14.14
    game = played(
        '{ name = "card_name", named = "x" }, { forbid = "play", whom = "enemy", '
        'of = { name = { chosen = "x" } } }'
    )
    game.do(f"number {game.names['Elm']}")
    line = "enemy: may not play such cards (Elm) until the turn ends (by Test)"
    assert said(game, "lasting") == [line]


def test_a_copy_is_told_by_what_it_is() -> None:
    # R6.16
    game = played(
        '{ choose = "who", from = { name = "Birch" } }, { enter = { zone = "dust", side = "own", '
        'name = "Ivy" }, to = { side = "own", row = "DF" }, as = { copy = "$who" } }'
    )
    game.do("@0DL")
    (line,) = said(game, "lasting")
    assert line == "DFL Birch: stands for the card Ivy until it leaves play (by Test)"


def test_everything_that_may_last_has_words() -> None:
    assert set(UNTIL) == set(LASTS)
    assert set(grammar.EVENTS) - {"paid_with", "happened"} <= set(EVENTS)
    assert set(WHATS) <= set(defs.WHATS)
    assert "become" not in HOLDS


def test_a_changed_character_is_explained_where_it_stands() -> None:
    game = played(
        '{ set = { name = "Birch" }, original_ap = 6 }, { grant = { name = "Birch" }, basic = '
        '"Dash" }, { become = { name = "Birch" }, attribute = "sun", name = "Elm" }'
    )
    lines = said(game, "card eafl")
    _, dp, sp = game.values("1AL")
    assert lines[0] == "Birch"
    assert f"  now: AP 6, DP {dp}, SP {sp}" in lines
    assert f"  now: original values 6/{dp}/{sp}" in lines
    assert "  now: sun" in lines
    assert "  now: called Elm" in lines
    assert any(line.startswith("  now: basic abilities") and "Dash" in line for line in lines)
    assert "  has Dash until the turn ends" in lines
    assert said(game, "card AFR") == ["AFR is empty"]


def test_cells_are_read_as_their_seat_sees_them() -> None:
    assert [cell_number(word, 1) for word in ("AFL", "eDFR", "edfr", "Ash", "e")] == [
        6, 5, 5, None, None,
    ]  # fmt: skip


def test_a_field_says_whose_turn_it_is_and_a_hand_limit_that_changed() -> None:
    lines = said(played('{ hand_limit = { add = 2 }, seat = "enemy" }'), "field")
    assert lines[0] == "turn 3, main, you"
    assert lines[1].startswith("enemy: hand ")
    assert lines[1].endswith(", hand limit 9")


def test_a_program_gets_the_whole_field_as_one_object() -> None:
    game = played(
        '{ pile = { zone = "deck_top", side = "own", n = 1 }, to = "Well", face = "down" }, '
        '{ change = { name = "Birch" }, ap = 2 }'
    )
    out = io.StringIO()
    JsonPrinter(out, game.state.catalogue, 0).field(view(game.state, 0))
    found = json.loads(out.getvalue())
    assert (found["type"], found["turn_player"], found["battle"]) == ("field", 0, None)
    (pile,) = found["piles"]
    assert (pile["name"], pile["face"], pile["cards"][0]["card"]) == ("Well", "down", None)
    (effect,) = found["effects"]
    assert (effect["kind"], effect["what"], effect["amount"]) == ("change", "AP", 2)
    birch = found["sides"][1]["cells"][0]
    assert birch["character"]["card"] == game.state.catalogue.numbers[game.names["Birch"]]
    assert isinstance(birch["basics"], list)
    assert found["lines"][0] == "turn 3, main, you"


def test_what_the_clocks_have_left_is_said_with_the_field() -> None:
    game = Position().begin()
    seen = view(game.state, 0)
    for printer_type, text in ((Printer, "in the bank"), (JsonPrinter, '"banks": [832.4, 900.0]')):
        out = io.StringIO()
        printer = printer_type(out, game.state.catalogue, 0)
        printer.field(seen)
        assert text not in out.getvalue()
        printer.banks = lambda: (832.4, 900.0)
        printer.field(seen)
        assert text in out.getvalue()
        assert "in the bank: you 832 s, enemy 900 s" in out.getvalue()


def test_the_drawn_field_shows_what_lasts_and_is_drawn_again_for_it() -> None:
    game = Position(event_card('{ change = { name = "Birch" }, ap = 2 }')).hand(0, "Test", "Ash")
    state = game.on("1AL", "Birch").begin()
    out = io.StringIO()
    printer = TerminalPrinter(out, state.state.catalogue, 0)
    printer.asked(state.state, view(state.state, 0))
    assert "+2 AP" not in out.getvalue()
    state.do("Test", "resolve")
    printer.asked(state.state, view(state.state, 0))
    assert "+2 AP until the turn ends" in out.getvalue()


def test_a_teller_of_a_spectator_names_seats_and_cells_of_seat_0() -> None:
    game = played('{ change = { name = "Birch" }, ap = 2 }')
    teller = Teller(view(game.state, None), game.state.catalogue, lambda seat: f"seat {seat}")
    assert [bare(game, line) for line in teller.lasting()] == [
        "eAFL Birch: +2 AP until the turn ends"
    ]
