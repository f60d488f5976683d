"""The digest covers the public state: an independent reader of the list in spec/state.md."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from tests.core.builder import Position
from tests.core.table import chance_answer, newly_public, random_game, step

if TYPE_CHECKING:
    from lycee_core.game import GameState

HEAD = [
    "turn_player",
    "first_player",
    "phase",
    "winner",
    "termination",
    "declared",
    "dirty",
    "battle",
    "attacker",
    "defender",
    "column",
    "supporter",
    "supported",
    "pending_kind",
    "pending_seat",
    "pending_source",
    "pending_n",
    "pending_owner",
    "pending_k",
    "mid_line",
    "done_full",
]


class Reader:
    """Reads a public state field by field in the order of spec/state.md."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def u8(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def u16(self) -> int:
        return self.u8() << 8 | self.u8()

    def i16(self) -> int:
        value = self.u16()
        return value - 65536 if value >= 32768 else value

    def many(self, n: int) -> tuple[int, ...]:
        return tuple(self.u8() for _ in range(n))

    def counted(self) -> tuple[int, ...]:
        return self.many(self.u8())

    def head(self) -> dict[str, int]:  # S2
        found = {"version": self.u8(), "turn": self.u16()}
        found |= {name: self.u8() for name in HEAD}
        found |= {"done_n": self.i16(), "damage_change": self.i16(), "trigger_ply": self.u16()}
        self.many(4)
        return found

    def cards(self) -> list[tuple[int, int, int]]:  # S3
        return [(self.u8(), self.u8(), self.u16()) for _ in range(120)]

    def cell(self) -> dict[str, object]:  # S4
        found: dict[str, object] = {
            "character": self.u8(),
            "item": self.u8(),
            "area": self.u8(),
            "flags": self.u8(),
            "used": self.u8(),
            "memory": self.many(3),  # arrival, did, partner
            "gained": self.u16() << 16 | self.u16(),
            "lost": self.u16() << 16 | self.u16(),
        }
        found["changes"] = [(self.i16(), self.i16()) for _ in range(3)]
        return found

    def link(self) -> tuple[object, ...]:  # S5, as `GameState.chain` tells it
        card, _ability = self.u16(), self.u16()
        kind, seat, token, action, cell, target, _flags = self.many(7)
        picks = [self.many(2) for _ in range(self.u8())]
        self.owed = self.many(6)
        _tapping, _lost, n_pay, _n_cost_cards, _x, _goes = self.many(6)
        self.u16()  # foreign
        paid = self.many(n_pay)
        return (
            defs.LINK_NAMES[kind],
            seat,
            token,
            card,
            action,
            -1 if cell == 255 else cell,
            -1 if target == 255 else target,
            tuple(pick for pick, _ in picks),
            paid,
        )

    def frame(self) -> tuple[int, ...]:  # S6
        return (self.u16(), self.i16(), *self.many(8))

    def trigger(self) -> tuple[int, ...]:
        return (self.u16(), *self.many(6), self.i16())

    def lasting(self) -> None:
        for _ in range(self.u8()):
            self.many(12)
        for _ in range(self.u8()):
            self.many(12)

    def memory(self, kept: int) -> None:
        self.many(8 * 12)
        self.many(8 * 4)
        assert len(self.many(kept)) == kept
        for _ in range(self.u8()):
            self.many(4)
        self.many(8)

    def register(self) -> tuple[int, int, int]:
        kind, data = self.u8(), self.many(16)
        return (
            kind,
            int.from_bytes(bytes(data[::2]), "big"),
            int.from_bytes(bytes(data[1::2]), "big"),
        )


def compare_field(reader: Reader, state: GameState) -> None:
    for place in range(12):
        cell = reader.cell()
        for name, token in (
            ("character", state.cell_character(place)),
            ("item", state.cell_item(place)),
            ("area", state.cell_area(place)),
        ):
            assert cell[name] == (255 if token < 0 else token)
        flags = cell["flags"]
        assert isinstance(flags, int)
        assert bool(flags & 1) == state.is_tapped(place)
        assert bool(flags & 4) == state.is_new(place)
        if state.cell_character(place) < 0:
            assert (flags, cell["used"], cell["memory"]) == (0, 0, (0, 0, 0))
            assert (cell["gained"], cell["lost"], cell["changes"]) == (0, 0, [(0, 0)] * 3)


def compare(state: GameState) -> None:
    """Every field that a public accessor tells stands where the page says."""
    reader = Reader(state.public_bytes())
    head, pending = reader.head(), state.pending()
    assert head["version"] == 2
    assert (head["turn"], head["turn_player"]) == (state.turn, state.turn_player)
    assert defs.PHASES[head["phase"]] == state.phase
    assert (head["pending_kind"], head["pending_seat"]) == (pending.kind, pending.seat)
    assert bool(head["mid_line"]) == state.mid_line()
    outcome = state.outcome()
    assert head["winner"] == (3 if outcome is None else outcome.winner)
    assert defs.TERMINATIONS[head["termination"]] == (outcome.termination if outcome else "")
    assert bool(head["battle"]) == (state.battle() is not None)
    cards = reader.cards()
    for token, (place, known, face) in enumerate(cards):
        assert (place, known) == (state.place(token), state.knowledge(token))
        assert face == (state.face(token) if known == 3 else defs.UNKNOWN)
    for seat in range(2):
        assert reader.counted() == state.zone(seat, defs.ZONE_DECK)
        assert reader.counted() == state.zone(seat, defs.ZONE_DUST)
        assert reader.u8() <= len(state.zone(seat, defs.ZONE_DUST))  # of earlier turns
    compare_field(reader, state)
    for _ in range(reader.u8()):
        reader.u16()
        assert reader.u8() < 122  # the token of a counter, or its seat
        reader.many(3)
    reader.lasting()
    reader.memory(sum(place in (10, 11) for place, _, _ in cards))
    assert [reader.link() for _ in range(reader.u8())] == state.chain()
    if state.chain():
        assert reader.owed == state.owed()
    reader.many(4 * 16)  # what belongs to payments beside hand cards
    frames = [reader.frame() for _ in range(reader.u8())]
    assert frames[0][2] == 1  # the course of the game lies at the bottom
    reader.u8()  # who made the event happen that is being answered
    reader.many(reader.u8())  # picks of the last choice
    for _ in range(reader.u8()):
        reader.trigger()
    for _ in range(16):
        kind, low, high = reader.register()
        assert kind < 5
        assert max(low, high) < 1 << 60
    assert all(was <= 120 for was in reader.many(8))
    reader.u8()  # registers whose cards may leave their zones
    assert reader.at == len(reader.data)


@pytest.mark.parametrize("seed", range(20))
def test_the_public_bytes_are_the_list_of_the_page(seed: int) -> None:
    rng = random.Random(seed)
    for state in random_game(seed):
        if rng.random() < 0.2 or state.outcome() is not None:
            compare(state)


def test_the_digest_is_the_sha_256_of_the_public_bytes() -> None:
    state = Position().on("0AL", "Ash").begin().state
    assert state.digest() == hashlib.sha256(state.public_bytes()).digest()


@pytest.mark.parametrize("seed", range(10))
def test_every_step_of_a_game_changes_the_digest(seed: int) -> None:
    seen = set()
    rng = random.Random(seed)
    state = next(random_game(seed))
    steps = 0
    while state.outcome() is None:
        seen.add(state.digest())
        step(state, rng)
        steps += 1
    # Two shuffles of the set-up look alike only in what they ask next; nothing else repeats.
    assert len(seen) == steps


def base() -> Position:
    return Position().on("0AL", "Ash").on("1DR", "Birch").hand(0, "Gust", "Elm").dust(1, "Ivy")


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda p: p.on("0AC", "Elm"), id="a character more"),
        pytest.param(lambda p: p.item("0AL", "Shield"), id="an item"),
        pytest.param(lambda p: p.area("1DC", "Ridge"), id="an area"),
        pytest.param(lambda p: p.hand(0, "Ivy"), id="a hand card more"),
        pytest.param(lambda p: p.deck(0, 29), id="a smaller deck"),
        pytest.param(lambda p: p.dust(1, "Elm"), id="a card in the dust box"),
    ],
)
def test_a_public_difference_is_a_different_digest(changed: object) -> None:
    assert callable(changed)
    assert changed(base()).begin().state.digest() != base().begin().state.digest()


@pytest.mark.parametrize("state", ["tapped", "new"])
def test_the_state_of_a_character_is_in_the_digest(state: str) -> None:
    one = Position().on("0AL", "Ash", state).begin().state
    assert one.digest() != Position().on("0AL", "Ash").begin().state.digest()


def test_whose_turn_it_is_is_in_the_digest() -> None:
    assert base().begin(0).state.digest() != base().begin(1).state.digest()
    assert base().begin(0, turn=3).state.digest() != base().begin(0, turn=5).state.digest()


def test_a_change_of_a_value_is_in_the_digest() -> None:
    game = base().begin()
    game.do("Gust", "0AL", "pay Elm", "resolve")
    other = base().begin()
    other.do("Gust", "1DR", "pay Elm", "resolve")
    assert game.state.digest() != other.state.digest()


def test_hidden_faces_are_not_in_the_digest() -> None:
    # R1.14, R2.17, R2.18
    state = base().begin().state
    digest = state.digest()
    hidden = [token for token in range(120) if state.knowledge(token) != 3]
    other = state.clone()
    for token in hidden:
        other.learn(token, (state.face(token) + 1) % len(state.catalogue))
    assert other.digest() == digest
    for token in hidden:
        other.forget(token)
    assert other.digest() == digest


def test_the_order_of_a_dust_box_is_in_the_digest() -> None:
    # R2.21
    one = Position().dust(0, "Ash", "Elm").begin().state
    state = Position().dust(0, "Ash", "Elm").state()
    tokens = state.zone(0, defs.ZONE_DUST)
    state.put(tokens[0], defs.ZONE_DUST)
    state.begin(0)
    assert state.zone(0, defs.ZONE_DUST) == tokens[::-1]
    assert one.digest() != state.digest()


@pytest.mark.parametrize("seed", range(6))
def test_two_replicas_with_other_faces_have_equal_digests(seed: int) -> None:
    # The full test is in test_lockstep; this one compares bytes, field by field.
    rng = random.Random(seed)
    state = next(random_game(seed))
    blind = type(state)(state.catalogue)
    while state.outcome() is None:
        if state.pending().seat == defs.CHANCE:
            answer = chance_answer(state, rng)
            pending = state.pending()
            public = pending.kind == defs.ROLL or pending.audience == defs.BOTH
            blind.answer(answer if public else [defs.UNKNOWN] * len(answer))
            state.answer(answer)
        else:
            code = rng.choice(state.legal_decisions())
            before = state.clone()
            state.apply(code)
            for token in newly_public(before, state):
                blind.learn(token, state.face(token))
            blind.apply(code)
        assert blind.public_bytes() == state.public_bytes()
