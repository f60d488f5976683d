"""What a person is asked and told back: only what is legal, with the numbers that matter."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from lycee_cli.drawing import TerminalPrinter
from lycee_cli.players import TextLines, Writer
from lycee_cli.questions import (
    chain_lines,
    form_lines,
    hand_lines,
    option_lines,
    question_text,
)
from lycee_cli.refusals import with_reason
from lycee_cli.render import JsonPrinter, Printer

from lycee_core import defs
from lycee_core.errors import IllegalDecisionError, InvalidNotationError
from lycee_core.notation import legal_texts, parse_arrangement, parse_line
from lycee_core.view import view
from tests.core.builder import Game, Position, event_card
from tests.core.table import random_game
from tests.core.test_notation import arranging

if TYPE_CHECKING:
    from lycee_core.game import GameState

SISTERS = "Edelfelt Sisters (Fake)"  # 3/3


def asked(game: Game) -> str:
    """The question to the seat that decides."""
    seat = game.state.pending().seat
    return question_text(game.state, view(game.state, seat))


def who(seat: int) -> str:
    return ("you", "enemy")[seat]


def writer(state: GameState, texts: str) -> tuple[Writer, io.StringIO]:
    """A person who writes these lines, and what is printed for it."""
    out = io.StringIO()
    lines = TextLines(iter(texts.splitlines()), source="texts", is_script=False)
    return Writer(lines, Printer(out, state.catalogue, 0)), out


# ---- questions


def test_a_response_names_what_it_answers() -> None:
    game = Position().on("0AL", SISTERS).on("1DR", "Ash").begin()
    game.do("attack 0AL")
    assert asked(game) == (f"pass: nothing you have responds to the attack of {name(game, '0AL')}")


def test_a_defence_says_who_attacks_with_what() -> None:
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").begin()
    game.do("attack 0AL", "resolve")
    assert asked(game) == f"{name(game, '0AL')} (AP 3, DP 3) attacks: name the defender or none"
    game.do("1DR")
    assert asked(game).startswith("pass: ")


def test_the_end_of_a_turn_without_anything_to_declare_is_the_only_answer() -> None:
    assert asked(Position().begin()) == "end: there is nothing to declare"


def test_the_hand_limit_is_told_with_its_numbers() -> None:
    # R4.16: ten cards of which three go; one of them is the Idle of the position.
    game = Position().hand(0, *["Filler"] * 9).begin()
    game.do("pass", "pass")
    assert game.asks == "HAND_LIMIT 0"
    assert asked(game) == "discard 3 cards, one a line: you hold 10, the hand limit is 7"


def test_a_mode_is_asked_with_the_text_of_its_card() -> None:
    effect = "{ one_of = [[{ draw = 1 }], [{ mill = 1 }]] }"
    game = Position(event_card(effect)).hand(0, "Test").begin().do("Test", "resolve")
    assert game.asks == "MODE 0"
    text = asked(game)
    assert text.startswith("EV-1416 Test: pick a mode, one of: mode 1, mode 2; ")
    assert "draw" in text


def test_a_may_is_asked_with_the_text_of_its_card() -> None:
    effect = "{ may = [{ draw = 1 }] }"
    game = Position(event_card(effect)).hand(0, "Test").begin().do("Test", "resolve")
    assert game.asks == "MAY 0"
    assert asked(game).startswith("EV-1416 Test: say yes or no; ")


def test_no_question_offers_what_is_illegal() -> None:
    for seed in range(8):
        for state in random_game(seed):
            seat = state.pending().seat
            if seat > 1 or state.mid_line():
                continue
            texts = legal_texts(state)
            question = question_text(state, view(state, seat))
            assert ("redraw it" in question) == ("redraw" in texts)
            assert ("or pass" in question or "or none" in question) <= (len(texts) > 1)
            forms = form_lines(texts)
            heads = {form.split(":")[0].split()[0] for form in forms}
            assert heads == {text.split()[0] for text in texts}
            assert len(option_lines(state, seat)) == len(texts)


def test_the_field_is_drawn_again_only_when_it_changed() -> None:
    game = Position().hand(0, "Ash", "Birch").on("0AL", "Ivy").begin()
    out = io.StringIO()
    printer = TerminalPrinter(out, game.state.catalogue, 0)
    for _ in range(2):
        printer.asked(game.state, view(game.state, 0))
    assert out.getvalue().count("turn 3, main") == 1
    assert out.getvalue().count("? declare something") == 2


# ---- what may be asked back


def test_options_and_the_hand_say_names_costs_and_values() -> None:
    game = Position().hand(0, "Ash", "Birch").on("0AL", "Ivy").begin()
    ash = game.token("Ash", defs.ZONE_HAND)
    brief = "Ash, cost S, EX 2 (pays 2 snow), 3/3/1, enters LCR/LCR"
    assert f"enter CH-9801#{ash}  {brief}" in option_lines(game.state, 0)
    assert f"CH-9801#{ash}  {brief}" in hand_lines(game.state, 0)
    notes = {line.split("  ")[0].strip(): line for line in option_lines(game.state, 0)}
    assert notes["attack AFL"].endswith("  Ivy, 2/2/1")


def test_the_chain_is_told_from_the_oldest_on() -> None:
    free = event_card("{ draw = 1 }", name="Free")
    game = Position(free).hand(0, "Free").begin().do("Free")
    assert chain_lines(game.state, 0, who) == ["@1 you: event card EV-1386 Free"]
    assert chain_lines(Position().begin().state, 0, who) == ["the chain is empty"]


# ---- answers that nobody is asked for


def forced(state: GameState) -> bool:
    return len(state.legal_decisions()) == 1


def test_a_pass_is_said_for_a_person_only_after_auto_on() -> None:
    game = Position().on("1AL", SISTERS).begin(1).do("attack 1AL")
    assert game.asks == "RESPOND 0"
    assert forced(game.state)
    player, out = writer(game.state, "auto on\npass\nauto off\n")
    line = defs.CODE_PASS.to_bytes(2, "big")
    assert player.decide(game.state, 0) == line
    assert "so quick an answer tells the other side that you had no choice" in out.getvalue()
    n_questions = out.getvalue().count("? ")
    assert player.decide(game.state, 0) == line  # nothing is read for it
    assert out.getvalue().count("? ") == n_questions


# ---- lines that stop short, payments that do not help


def test_an_entry_without_its_cell_is_asked_for_the_bare_cell() -> None:
    game = Position().hand(0, "Ash", "Birch").begin()
    with pytest.raises(InvalidNotationError) as caught:
        parse_line(game.state, "enter CH-9801")
    assert str(caught.value) == (
        "found the end of the line, expected a cell, one of: AFL, AFC, AFR, DFL, DFC, DFR"
    )


def test_an_entry_without_its_payment_is_told_the_cost_and_what_each_card_pays() -> None:
    game = Position().hand(0, "Ash", "Birch").begin()
    birch = game.token("Birch", defs.ZONE_HAND)
    with pytest.raises(InvalidNotationError) as caught:
        parse_line(game.state, "enter CH-9801 AFL")
    assert str(caught.value) == (
        f"found the end of the line, expected pay and one of: CH-9802#{birch} (2 snow); "
        "the cost is S"
    )


@pytest.mark.parametrize(
    ("pay", "why"),
    [
        ("Ivy", "it pays 2 moon, and the cost S takes none of that"),
        ("Idle", "it pays nothing, its EX is 0"),
    ],
)
def test_a_payment_that_does_not_help_is_refused_with_its_reason(pay: str, why: str) -> None:
    # R5.10; Ash costs S.
    game = Position().hand(0, "Ash", "Birch", "Ivy").begin()
    token = game.token(pay, defs.ZONE_HAND)
    with pytest.raises(IllegalDecisionError) as caught:
        parse_line(game.state, f"enter CH-9801 AFL pay #{token}")
    assert caught.value.rule == "R5.10"
    assert str(caught.value) == f"#{token}: R5.10 forbids it: {why}"


def name(game: Game, where: str) -> str:
    """Number and name of the character in a cell."""
    token = game.code(f"@{where}") - defs.CODE_CELL
    card = game.state.catalogue.card(game.state.face(game.state.cell_character(token)))
    return f"{card.number} {card.name}"


# ---- payments


BONUS = event_card("{ draw = 0 }", cost="SS", name="Bonus").replace(
    'kind = "event_card"\n\neffect = [{ draw = 0 }]',
    'kind = "as_cost"\ncost = {}\neffect = [{ points = 4, attributes = "one" }]',
)
MOONS = event_card("{ draw = 2 }", cost="MMMM", name="Moons")


def test_a_payment_that_goes_on_says_what_is_owed_and_what_is_given() -> None:
    # R5.40: the choice of the attribute parts the line.
    game = Position(BONUS + MOONS).hand(0, "Moons", "Bonus", "Birch").begin()
    game.do("Moons")
    assert asked(game) == "name a card to pay with: the cost is MMMM"
    game.do("give Bonus", "pay Birch", "number 1")
    assert asked(game) == "name a card to pay with: the cost is MMMM, 4 moon given already"


def test_what_is_declared_as_a_cost_is_offered_with_its_text() -> None:
    game = Position(BONUS + MOONS).hand(0, "Moons", "Bonus", "Birch").begin()
    game.do("Moons")
    lines = option_lines(game.state, 0)
    (line,) = [line for line in lines if line.startswith("+")]
    assert re.fullmatch(
        r"\+EV-\d{4}#1 +Bonus: Declared as a cost \[0\]: give 4 points of one attribute"
        r" of your choice\.",
        line,
    )


def test_a_whole_payment_is_typed_in_one_line() -> None:
    # N6.17
    game = Position(BONUS + MOONS).hand(0, "Moons", "Bonus", "Birch").begin()
    line = parse_line(game.state, 'use "Moons" pay +"Bonus" "Birch"')
    assert len(line) == 2 * 4
    game.state.apply_line(line)
    assert game.asks == "NUMBER 0"


def test_an_event_card_that_is_declared_as_a_cost_is_refused_with_a_reason() -> None:
    game = Position(BONUS).hand(0, "Bonus").begin()
    with pytest.raises(IllegalDecisionError) as caught:
        parse_line(game.state, 'use "Bonus"')
    assert "while a cost is being paid" in with_reason(str(caught.value), caught.value.rule)


def test_a_program_is_told_which_cards_it_may_arrange() -> None:
    state, out = arranging(), io.StringIO()
    seat = state.pending().owner
    JsonPrinter(out, state.catalogue, seat).asked(state, view(state, seat))
    asked = json.loads(out.getvalue())
    assert (asked["kind"], asked["codes"]) == ("ARRANGE", [])
    (line,) = asked["options"]
    faces = tuple(state.face(token) for token in state.pending().tokens)
    assert parse_arrangement(state, line) == faces
