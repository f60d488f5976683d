"""What holds in every game: random games of the starter decks, judged ply by ply."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from lycee_core.errors import IllegalDecisionError, LineError
from tests.core.table import chance_answer, new_game, random_game, step

if TYPE_CHECKING:
    from lycee_core.game import GameState

RULES = (Path(__file__).parents[2] / "spec" / "rules.md").read_text(encoding="utf-8")
REFUSALS = {
    match[1]
    for line in RULES.splitlines()
    if line.endswith("**[refusal]**") and (match := re.match(r"- \*\*(R\d+\.\d+)\*\*", line))
}
ZONES = range(12)
# Where cards may lie that not everybody sees (R2.17, R13.5, R13.12).
COVERED = {
    defs.ZONE_DECK, defs.ZONE_HAND, defs.ZONE_PILE, defs.ZONE_HELD, defs.ZONE_ASIDE,
}  # fmt: skip


def decisions(seed: int, chance: float) -> list[tuple[random.Random, GameState]]:
    """Copies of the states of one random game at some of its decisions."""
    rng = random.Random(-1 - seed)
    return [
        (rng, state.clone())
        for state in random_game(seed)
        if state.pending().seat < 2 and rng.random() < chance
    ]


@pytest.mark.parametrize("seed", range(40))
def test_every_game_ends_and_says_how(seed: int) -> None:
    # R16.7
    for state in random_game(seed):
        outcome = state.outcome()
        assert (outcome is None) == (state.pending().kind != defs.OVER)
    assert outcome is not None
    assert outcome.winner in (0, 1, 2)
    assert outcome.termination in defs.TERMINATIONS[1:]
    assert state.turn <= 250  # R16.9


@pytest.mark.parametrize("seed", range(40))
def test_every_token_is_in_exactly_one_zone(seed: int) -> None:
    # R2.12: decks, hands, fields, dust boxes, removed cards, payments and the chain.
    rng = random.Random(seed)
    for state in random_game(seed):
        if rng.random() > 0.1:
            continue
        for seat in range(2):
            found = [token for zone in ZONES for token in state.zone(seat, zone)]
            assert sorted(found) == list(range(seat * 60, seat * 60 + 60))
        in_play = [state.cell_character(c) for c in range(12)]
        in_play += [state.cell_item(c) for c in range(12)]
        in_play += [state.cell_area(c) for c in range(12)]
        held = {t for t in in_play if t >= 0}
        zones = (defs.ZONE_FIELD, defs.ZONE_ITEM, defs.ZONE_AREA)
        assert held == {t for s in range(2) for z in zones for t in state.zone(s, z)}
        paid = {token for link in state.chain() for token in link[8]}
        assert paid == {t for s in range(2) for t in state.zone(s, defs.ZONE_PAYMENT)}
        declared = {t for s in range(2) for t in state.zone(s, defs.ZONE_CHAIN)}
        assert declared <= {link[2] for link in state.chain()}


@pytest.mark.parametrize("seed", range(30))
def test_what_is_public_is_known_where_it_lies(seed: int) -> None:
    # R2.17, R2.18, R2.19
    rng = random.Random(seed)
    for state in random_game(seed):
        if rng.random() > 0.1:
            continue
        for token in range(defs.N_TOKENS):
            zone, known = state.place(token), state.knowledge(token)
            if zone == defs.ZONE_HAND and state.pending().kind != defs.KEEP:
                assert known >> (token // 60) & 1
            elif zone not in COVERED:
                assert known == 3


@pytest.mark.parametrize("seed", range(30))
def test_a_clone_and_its_original_go_the_same_way(seed: int) -> None:
    rng = random.Random(seed)
    for state in random_game(seed):
        if state.pending().seat > 1 or rng.random() > 0.2:
            continue
        code = rng.choice(state.legal_decisions())
        first, second = state.clone(), state.clone()
        assert first == state
        first.apply(code)
        assert second == state  # a copy is independent
        second.apply(code)
        assert first == second
        assert first.digest() == second.digest()
        assert first.events() == second.events()
        third = new_game(seed)
        if third.catalogue is state.catalogue:
            third.copy_from(state)
            third.apply(code)
            assert third == first


@pytest.mark.parametrize("seed", range(30))
def test_the_same_decisions_and_answers_give_the_same_game(seed: int) -> None:
    rng = random.Random(seed)
    state = new_game(seed)
    record: list[tuple[int | None, list[int], bytes]] = []
    while state.outcome() is None:
        if state.pending().seat == defs.CHANCE:
            answer = chance_answer(state, rng)
            state.answer(answer)
            record.append((None, answer, state.digest()))
        else:
            code = rng.choice(state.legal_decisions())
            state.apply(code)
            record.append((code, [], state.digest()))
    again = new_game(seed)
    for decided, answer, digest in record:
        if decided is None:
            again.answer(answer)
        else:
            again.apply(decided)
        assert again.digest() == digest
    assert again == state
    assert again.outcome() == state.outcome()


@pytest.mark.parametrize("seed", range(24))
def test_legal_decisions_are_exactly_what_check_accepts(seed: int) -> None:
    # R1.11, R1.12: over all codes there are.
    for _, state in decisions(seed, 0.1):
        legal = state.legal_decisions()
        assert legal
        assert len(legal) == len(set(legal)) <= 128
        verdicts = [state.check(code) for code in range(defs.CODE_END)]
        assert defs.UNREFUTED not in verdicts
        assert [c for c, v in enumerate(verdicts) if v == defs.LEGAL] == sorted(legal)


@pytest.mark.parametrize("seed", range(24))
def test_an_illegal_decision_is_refused_by_a_rule_and_changes_nothing(seed: int) -> None:
    # R1.10 to R1.12
    for rng, state in decisions(seed, 0.2):
        legal = set(state.legal_decisions())
        before = state.clone()
        for code in rng.sample(range(-5, 1000), 20):
            if code in legal:
                continue
            assert state.check(code) == defs.ILLEGAL
            rule = state.illegal_rule(code)
            assert rule in REFUSALS, code
            with pytest.raises(IllegalDecisionError) as caught:
                state.apply(code)
            assert caught.value.rule == rule
            assert state == before


@pytest.mark.parametrize("seed", range(24))
def test_every_refusal_is_a_rule_that_refuses(seed: int) -> None:
    # spec/rules.md marks them.
    found = {
        state.illegal_rule(code)
        for _, state in decisions(seed, 0.05)
        for code in range(defs.CODE_END)
    }
    assert found - {None} <= REFUSALS


def whole_line(state: GameState, rng: random.Random) -> list[int]:
    """The codes of one random line, on a copy; empty where chance cuts it short."""
    other = state.clone()
    codes: list[int] = []
    while not codes or other.mid_line():
        codes.append(rng.choice(other.legal_decisions()))
        other.apply(codes[-1])
    return codes


def as_bytes(codes: list[int]) -> bytes:
    return b"".join(code.to_bytes(2, "big") for code in codes)


@pytest.mark.parametrize("seed", range(24))
def test_a_line_is_applied_whole_or_not_at_all(seed: int) -> None:
    for rng, state in decisions(seed, 0.2):
        if state.mid_line():
            continue
        codes = whole_line(state, rng)
        single, whole, before = state.clone(), state.clone(), state.clone()
        for code in codes:
            single.apply(code)
        whole.apply_line(as_bytes(codes))
        assert whole == single
        bad = [codes[:-1], [*codes, defs.CODE_PASS], [*codes[:-1], 759], []]
        for line in bad:
            with pytest.raises((LineError, IllegalDecisionError)):
                state.apply_line(as_bytes(line))
            assert state == before
            assert state.digest() == before.digest()
            assert state.events() == []
        for data in (as_bytes(codes)[:-1], as_bytes(codes) + b"\0", as_bytes(codes) * 200):
            with pytest.raises((LineError, IllegalDecisionError)):
                state.apply_line(data)
            assert state == before


@pytest.mark.parametrize("seed", range(16))
def test_a_bad_chance_answer_is_refused_and_changes_nothing(seed: int) -> None:
    # R1.13
    rng = random.Random(seed)
    for state in random_game(seed):
        before = state.clone()
        pending = state.pending()
        if pending.seat != defs.CHANCE:
            with pytest.raises(ValueError, match="no chance is pending"):
                state.answer([])
            assert state == before
            continue
        answer = chance_answer(state, rng)
        limit = pending.n if pending.kind == defs.ROLL else len(state.catalogue)
        bad = [answer[:-1], [*answer, 0], [limit, *answer[1:]], [-1, *answer[1:]]]
        if pending.kind == defs.ROLL:
            bad.append([defs.UNKNOWN, *answer[1:]])
            bad += [[answer[0]] * pending.k] if pending.k > 1 else []
        for values in bad:
            with pytest.raises(ValueError, match=r"expected|different"):
                state.answer(values)
            assert state == before


@pytest.mark.parametrize("seed", range(30))
def test_whose_decision_it_is_follows_the_turn(seed: int) -> None:
    # R4.12, R4.13, R7.15: the main phase and its end belong to the turn player.
    own = (defs.MAIN, defs.WAKE_UP, defs.HAND_LIMIT, defs.ORDER)
    for state in random_game(seed):
        pending = state.pending()
        if pending.kind in own:
            assert pending.seat == state.turn_player
        if pending.kind == defs.DEFEND:
            assert pending.seat == 1 - state.turn_player
        if pending.kind == defs.RESPOND and state.chain():
            assert state.chain()[-1][1] == 1 - pending.seat
        if pending.kind in (defs.MAIN, defs.BATTLE):
            assert state.chain() == []


@pytest.mark.parametrize("seed", range(30))
def test_links_of_a_chain_alternate(seed: int) -> None:
    # R7.15, R7.32
    for state in random_game(seed):
        links = state.chain()
        if len(links) > 1 and links[-1][1:3] == links[-2][1:3]:
            links.pop()  # a price in the middle of an effect (R5.35), no declaration
        seats = [link[1] for link in links]
        assert all(a != b for a, b in pairwise(seats))
        assert len(seats) <= 16


@pytest.mark.parametrize("seed", range(30))
def test_no_two_characters_of_a_name_stand_on_one_field(seed: int) -> None:
    # R12.4, R6.5
    for state in random_game(seed):
        for seat in range(2):
            cells = range(seat * 6, seat * 6 + 6)
            names = [
                state.catalogue.name_identity(state.face(state.cell_character(c)))
                for c in cells
                if state.cell_character(c) >= 0
            ]
            assert len(names) == len(set(names))


@pytest.mark.parametrize("seed", range(30))
def test_between_battles_nothing_of_a_battle_is_left(seed: int) -> None:
    # R8.36, R8.26, R5.26: in a main phase with an empty chain.
    for state in random_game(seed):
        if state.pending().kind == defs.MAIN:
            assert state.battle() is None
            assert state.zone(0, defs.ZONE_PAYMENT) == state.zone(1, defs.ZONE_PAYMENT) == ()
            assert state.zone(0, defs.ZONE_CHAIN) == state.zone(1, defs.ZONE_CHAIN) == ()


def test_a_state_has_no_hash_and_is_not_pickled() -> None:
    import pickle

    state = new_game()
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(TypeError):
        pickle.dumps(state)


def test_a_step_without_a_rule_is_no_step() -> None:
    # R1.10: while chance is asked no seat decides.
    state = new_game()
    assert {state.illegal_rule(code) for code in range(defs.CODE_END)} == {"R1.10"}
    step(state, random.Random(0))
    assert state.legal_decisions() == []
