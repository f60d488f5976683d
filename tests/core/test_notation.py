"""Lines as text: every line reads back to itself, short forms are read, the rest is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue, GameState, defs
from lycee_core.deck import Deck
from lycee_core.errors import (
    AmbiguousNotationError,
    IllegalDecisionError,
    InvalidNotationError,
    LyceeError,
    NotationError,
)
from lycee_core.notation import (
    codes_of,
    describe_decision,
    describe_pending,
    format_arrangement,
    format_line,
    legal_texts,
    line_of,
    parse_arrangement,
    parse_line,
)
from lycee_core.playout import Driver
from lycee_core.wording import begins_line

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTER = Catalogue.starter()
KINDS = {
    defs.KEEP, defs.WAKE_UP, defs.MAIN, defs.RESPOND, defs.BATTLE, defs.DEFEND, defs.HAND_LIMIT,
    defs.CHOOSE, defs.MAY, defs.MODE, defs.ORDER, defs.NUMBER, defs.TARGET,
}  # fmt: skip


def random_line(state: GameState, driver: Driver) -> bytes:
    """A whole legal line of the pending seat, picked code by code."""
    trial = state.clone()
    codes: list[int] = []
    while not codes or trial.mid_line():
        codes.append(driver.random_decision(trial))
        trial.apply(codes[-1])
    return line_of(codes)


def lines_of(seed: int) -> Iterator[tuple[GameState, bytes]]:
    """Every line of one random game with the all-knowing state before it."""
    names = Deck.starter_names()
    decks = (Deck.starter(names[seed % 5], STARTER), Deck.starter(names[seed // 5 % 5], STARTER))
    state, driver = GameState(STARTER, decks), Driver(seed)
    driver.answer(state)
    while state.outcome() is None:
        line = random_line(state, driver)
        yield state, line
        state.apply_line(line)
        driver.answer(state)


def first_state(kind: int, first: str = "") -> GameState:
    """The first state in a few random games that asks for a kind, with an option that begins so."""
    for seed in range(60):
        for state, _ in lines_of(seed):
            if state.pending().kind == kind and (
                not first or any(text.startswith(first) for text in legal_texts(state))
            ):
                return state.clone()
    raise AssertionError(f"no game asks for {kind} with {first}")


def start(seed: int = 0) -> GameState:
    """The state at the first decision of harbour against gale."""
    decks = (Deck.starter("harbour", STARTER), Deck.starter("gale", STARTER))
    state = GameState(STARTER, decks)
    Driver(seed).answer(state)
    return state


def test_every_line_of_random_games_reads_back_to_itself() -> None:
    seen: set[int] = set()
    for seed in range(400):
        if seed >= 40 and seen == KINDS:
            break
        for state, line in lines_of(seed):
            text = format_line(state, line)
            assert not text.startswith("codes")
            assert parse_line(state, text) == line, text
            seen.add(state.pending().kind)
    assert seen == KINDS


def test_a_price_that_is_accepted_is_paid_in_the_same_line() -> None:  # R10.20, R10.21
    gale = Deck.starter("gale", STARTER).cards
    taxed = [card for number in ("CH-9091", "CH-9094") for card in [STARTER.index(number)] * 4]
    deck = Deck("taxed", [*gale[:52], *taxed], STARTER)
    paid = set()
    for seed in range(40):
        state, driver = GameState(STARTER, (deck, deck)), Driver(seed)
        driver.answer(state)
        while state.outcome() is None:
            line = random_line(state, driver)
            text = format_line(state, line)
            assert parse_line(state, text) == line, text
            paid |= {text} if text.startswith("yes ") else set()
            state.apply_line(line)
            driver.answer(state)
    assert paid
    assert all(re.match(r"yes pay [A-Z]{2}-\d{4}#\d+", text) for text in paid)


def test_every_line_reads_back_in_any_case_with_any_blanks_and_as_codes() -> None:
    for state, line in lines_of(3):
        text = format_line(state, line)
        loud = "  " + text.upper().replace(" ", " \t ")
        assert parse_line(state, loud) == line
        raw = "codes " + " ".join(str(code) for code in codes_of(line))
        assert parse_line(state, raw) == line


def test_a_line_without_tokens_means_the_same_cards_or_is_ambiguous() -> None:
    read = 0
    for state, line in lines_of(9):
        text = re.sub(r"(?<=\d)#\d+", "", format_line(state, line))
        try:
            short = parse_line(state, text)
        except AmbiguousNotationError:
            continue
        read += 1
        pairs = zip(codes_of(short), codes_of(line), strict=True)
        assert all(a == b or state.face(a) == state.face(b) for a, b in pairs)
    assert read > 100


def test_both_seats_and_a_spectator_write_the_same_text() -> None:
    for state, line in lines_of(4):
        after = state.clone()
        after.apply_line(line)
        spectator = state.clone()
        shown = {}
        for token in range(defs.N_TOKENS):
            if state.knowledge(token) != 3:
                spectator.forget(token)
                if after.knowledge(token) == 3:
                    shown[token] = after.face(token)
        if state.pending().kind != defs.CHOOSE:  # a card picked in secret is a bare token to others
            assert format_line(spectator, line, faces=shown) == format_line(state, line)


def test_a_line_that_cannot_be_followed_is_written_as_codes() -> None:
    state = start()
    assert format_line(state, line_of([5, 129])) == "codes 5 129"
    assert format_line(state, line_of([121, 7])) == "codes 121 7"


@pytest.mark.parametrize("line", [b"", b"\x00", b"\x00\x78" * 129])
def test_bytes_that_are_no_line_are_refused(line: bytes) -> None:
    with pytest.raises(InvalidNotationError, match=r"found a line of \d+ bytes, expected 2 to 256"):
        format_line(start(), line)


def test_legal_texts_are_the_beginnings_of_legal_lines() -> None:
    for n, (state, line) in enumerate(lines_of(2)):
        texts = legal_texts(state)
        assert len(set(texts)) == len(texts)
        written = format_line(state, line)
        assert any(written.startswith(text) for text in texts), n
        assert begins_line(written), n
        assert begins_line(written.upper()), n
    assert not begins_line("helo")
    assert not begins_line("")


@pytest.mark.parametrize(
    ("text", "codes"),
    [("keep", [121]), ("KEEP", [121]), ("codes 121", [121])],
)
def test_keep(text: str, codes: list[int]) -> None:
    assert parse_line(start(), text) == line_of(codes)


def test_a_redraw_with_a_character_names_its_rule() -> None:  # R3.4
    with pytest.raises(IllegalDecisionError, match=r"redraw: R3\.4 forbids it") as caught:
        parse_line(start(), "redraw")
    assert caught.value.rule == "R3.4"


def test_wake_up_words() -> None:
    state = first_state(defs.WAKE_UP, "leave AFL DFC")
    assert parse_line(state, "wake all") == line_of([140])
    assert parse_line(state, "leave DFC AFL") == line_of([140 + 1 + 16])
    assert parse_line(state, "wake none") == line_of([max(state.legal_decisions())])
    with pytest.raises(InvalidNotationError, match="found eDFC, expected one of: wake all"):
        parse_line(state, "leave eDFC")


def test_the_end_of_the_turn_is_offered_with_end_or_pass() -> None:
    state = first_state(defs.MAIN)
    assert parse_line(state, "end") == parse_line(state, "pass") == line_of([120])
    with pytest.raises(InvalidNotationError, match="found end, expected one of: pass"):
        parse_line(first_state(defs.RESPOND), "end")


def test_enemy_cells_are_written_in_three_ways() -> None:
    for n, (state, line) in enumerate(
        pair for seed in range(9) for pair in lines_of(seed) if pair[0].turn
    ):
        text = format_line(state, line)
        if re.search(r"\beDF[LCR]$", text):
            head, cell = text[:-4], text[-3:]
            assert parse_line(state, f"{head} enemy {cell}") == line
            assert parse_line(state, f"{head} e{cell.lower()}") == line
            assert parse_line(state, f"{head} enemy-{cell}") == line
            return
        assert n < 5000


def test_a_defender_needs_no_cell_where_only_one_can_defend() -> None:
    state = first_state(defs.DEFEND)
    code = state.legal_decisions()[1]
    assert parse_line(state, "defend") == line_of([code])
    assert parse_line(state, "no defender") == parse_line(state, "pass") == line_of([120])
    with pytest.raises(IllegalDecisionError) as caught:
        parse_line(state, "defend AFC")
    assert caught.value.rule == "R8.11"


def test_an_ability_needs_no_number_where_only_one_can_be_used() -> None:
    for state, line in lines_of(0):
        text = format_line(state, line)
        if re.fullmatch(r"ability DF[LCR] 1 .*", text):
            assert parse_line(state, text.replace(" 1 ", " ", 1)) == line
            return
    raise AssertionError("no game uses an ability")


def test_the_own_column_is_attacked_where_none_is_named() -> None:  # R10.11
    for seed in range(40):
        for state, line in lines_of(seed):
            words = format_line(state, line).split()
            if words[0] == "attack" and words[2:] == ["column", words[1][2]]:
                assert parse_line(state, f"attack {words[1]}") == line
                return
    raise AssertionError("no game uses Side Attack")


def test_modes_and_triggers_are_counted_from_one() -> None:
    assert legal_texts(first_state(defs.MODE))[0] == "mode 1"
    assert parse_line(first_state(defs.ORDER), "order 2") == line_of([205])
    with pytest.raises(InvalidNotationError, match="found order 0, expected one of: order 1"):
        parse_line(first_state(defs.ORDER), "order 0")


def test_the_hand_limit_is_met_card_by_card() -> None:
    state = first_state(defs.HAND_LIMIT)
    token = state.legal_decisions()[-1]
    assert parse_line(state, f"discard #{token}") == line_of([token])


def test_an_entry_into_a_taken_cell_names_its_rule() -> None:
    for seed in range(9):
        for state, line in lines_of(seed):
            text = format_line(state, line)
            own = state.pending().seat * 6
            taken = [i for i in range(6) if state.cell_character(own + i) >= 0]
            if text.startswith("enter") and taken:
                words = text.split()
                words[2] = ("AFL", "AFC", "AFR", "DFL", "DFC", "DFR")[taken[0]]
                with pytest.raises(IllegalDecisionError) as caught:
                    parse_line(state, " ".join(words))
                assert caught.value.rule in ("R6.3", "R6.4")
                return
    raise AssertionError("no such entry")


def entry() -> tuple[GameState, str, str]:
    """A state, an entry that pays with cards, and the text of it without the payment."""
    for seed in range(9):
        for state, line in lines_of(seed):
            text = format_line(state, line)
            if text.startswith("enter") and text.partition(" pay ")[2].count(" "):
                return state, text, text.partition(" pay ")[0]
    raise AssertionError("no entry with two payment cards")


def test_a_line_that_stops_short_says_what_is_missing() -> None:
    state, _, unpaid = entry()
    with pytest.raises(
        InvalidNotationError, match=r"end of the line, expected pay and one of: [A-Z]"
    ):
        parse_line(state, unpaid)


def test_a_line_that_runs_on_says_what_is_too_much() -> None:
    state, text, _ = entry()
    with pytest.raises(NotationError, match="found eDFC, expected the end of the line"):
        parse_line(state, f"{text} target eDFC")


def test_the_clauses_of_a_declaration_may_change_places() -> None:
    state, text, unpaid = entry()
    verb, card, cell = unpaid.split()
    pay = text.partition(" pay ")[2]
    assert parse_line(state, f"{verb} {card} pay {pay} on {cell}") == parse_line(state, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found an empty line, expected one of: end, "),
        ("fly AFL", "found fly AFL, expected one of: end, "),
        ("attack nowhere", "found nowhere, expected one of: end, "),
        ("enter CH-0000 AFL", "found CH-0000, expected one of: [A-Z]"),
        ('enter "Nobody At All" AFL', 'found "Nobody At All", expected one of: [A-Z]'),
        ('enter "Nobody', "found a quote that is not closed in: "),
        ("enter #500 AFL", "found #500, expected one of: "),
        ("enter", "found enter, expected one of: end, "),
        ("codes 9999", "found 9999, expected a code from 0 to 759"),
        ("codes", "found a line of 0 bytes, expected 2 to 256"),
        ("ability DFC.hat", "found ability DFC.hat, expected one of: end, "),
        ("choose DFC", "found choose DFC, expected one of: end, "),
        ("keep", "found keep, expected one of: end, "),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str, message: str) -> None:
    state = first_state(defs.MAIN, "enter")
    with pytest.raises(InvalidNotationError, match=message) as caught:
        parse_line(state, text)
    assert "\n" not in str(caught.value)


def test_a_card_of_one_name_and_two_numbers_is_ambiguous() -> None:
    state = first_state(defs.MAIN, "enter")
    hand = state.zone(state.pending().seat, defs.ZONE_HAND)
    pair = [card for card in range(len(STARTER)) if STARTER.card(card).name == "Nell Quay"]
    for token, card in zip(hand, pair, strict=False):
        state.learn(token, card)
    with pytest.raises(AmbiguousNotationError, match='found "nell quay", which may be any of: CH-'):
        parse_line(state, 'enter "nell quay" AFL')


def test_a_character_enters_and_is_not_used() -> None:
    state, text, _ = entry()
    with pytest.raises(InvalidNotationError, match="expected enter"):
        parse_line(state, text.replace("enter", "use", 1))


@pytest.mark.parametrize("verb", ["enter", "use"])
def test_who_mistypes_a_card_is_told_those_that_fit_the_verb(verb: str) -> None:
    state, _, _ = entry()
    hand = state.zone(state.pending().seat, defs.ZONE_HAND)
    fits = [t for t in hand if STARTER.is_character(state.face(t)) == (verb == "enter")]
    with pytest.raises(InvalidNotationError) as caught:
        parse_line(state, f"{verb} CH-0000 AFL")
    assert 0 < len(fits) < len(hand)
    for token in hand:
        assert (f"#{token}" in str(caught.value)) == (token in fits)


def test_nobody_decides_after_the_end() -> None:
    state = start()
    state.concede(0)
    with pytest.raises(InvalidNotationError, match="nobody decides now: nobody: the game is over"):
        parse_line(state, "pass")
    assert describe_pending(state) == "nobody: the game is over"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (17, "card #17"),
        (120, "pass"),
        (121, "yes"),
        (122, "no"),
        (128 + 9, "cell DFL of seat 1"),
        (140, "wake all"),
        (140 + 33, "leave AFL DFR"),
        (206, "number 2"),
        (256, "attack AFL of seat 0"),
        (256 + 7 * 32 + 4, "side-step AFC of seat 1"),
        (256 + 4 * 32 + 17, "ability DFC 2 of seat 0"),
        (256 + 4 * 32 + 24, "ability DFC.item 1 of seat 0"),
        (256 + 4 * 32 + 29, "ability DFC.area 2 of seat 0"),
        (641, "ability of card #1"),
        (760, "code 760, which means nothing"),
        (123, "code 123, which means nothing"),
    ],
)
def test_a_decision_is_described_without_a_state(code: int, text: str) -> None:
    assert describe_decision(code) == text


def arranging() -> GameState:
    """A state that waits for an arrangement."""
    for seed in range(200):
        names = Deck.starter_names()
        decks = (Deck.starter("clockworks", STARTER), Deck.starter(names[seed % 5], STARTER))
        state, driver = GameState(STARTER, decks), Driver(seed)
        while state.outcome() is None:
            pending = state.pending()
            if pending.kind == defs.ARRANGE:
                return state
            if pending.seat == defs.CHANCE:
                faces = [state.face(token) for token in pending.tokens]
                if pending.kind == defs.ROLL:
                    faces = list(range(pending.k))
                elif pending.kind == defs.SHUFFLE and pending.hidden:
                    faces = faces[seed % len(faces) :] + faces[: seed % len(faces)]
                    faces = faces[::3] + faces[1::3] + faces[2::3]
                state.answer(faces)
            else:
                state.apply(driver.random_decision(state))
    raise AssertionError("nothing was ever arranged")


def test_an_arrangement_reads_back_to_itself() -> None:
    state = arranging()
    tokens = state.pending().tokens[::-1]
    faces = tuple(state.face(token) for token in tokens)
    assert parse_arrangement(state, format_arrangement(state, tokens)) == faces
    state.answer(faces)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arrange", "found 0 cards, expected also "),
        ("pass", 'found "pass", expected arrange CARD CARD'),
        ("arrange #200", "found #200, expected one of: "),
    ],
)
def test_another_arrangement_is_refused(text: str, message: str) -> None:
    with pytest.raises(LyceeError, match=message):
        parse_arrangement(arranging(), text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x1b[2J", r"\x1b[2J"), ("a\x00b", r"a\x00b"), ("\u202eab", r"\u202eab"), ("é「", "é「")],
    ids=["escape", "nul", "direction", "letters"],
)
def test_what_a_terminal_would_obey_is_quoted(text: str, shown: str) -> None:
    state = first_state(defs.MAIN)
    with pytest.raises(InvalidNotationError) as caught:
        parse_line(state, f"fly {text}")
    assert str(caught.value).startswith(f"found fly {shown}, expected")
